"""Taking money (§4)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.board import MONEY_DRAWN, PICKING, Board
from capomastro.games.palazzo.rules.money import card_count, nth_card, one_of
from capomastro.games.palazzo.rules.turn import end_turn


def draw_card(board: Board) -> i64:
    """§4.2: the top card of the deck; the discards become the deck when a card is needed and none is left."""
    if board.deck == 0:
        board.deck = board.discards
        board.discards = 0
        board.deck_known = True
        board.announce(codes.RESHUFFLED, board.actor)
    kind = nth_card(board.deck, board.chance.draw(MONEY_DRAWN, card_count(board.deck)))
    board.deck -= one_of(kind)
    return kind


def show_money(board: Board) -> None:
    """§4.1: one card more than there are players."""
    for _nth in range(board.seats + 1):
        board.open += one_of(draw_card(board))
    board.phase = PICKING
    board.announce(codes.MONEY_SHOWN, board.actor, board.open)
    hand_out(board)


def pick(board: Board, kind: i64) -> None:
    """§4.1: two for the player in turn, one for each other."""
    gain(board, board.actor, kind)
    next_picker(board)
    hand_out(board)


def next_picker(board: Board) -> None:
    if card_count(board.open) < board.seats:
        board.actor = board.after(board.actor)


def hand_out(board: Board) -> None:
    """§4.1: where the cards left are all alike, there is nothing to choose; when none is left, the turn is over."""
    left = card_count(board.open)
    while left:
        kind = nth_card(board.open, 0)
        if kind != nth_card(board.open, left - 1):
            return
        gain(board, board.actor, kind)
        next_picker(board)
        left -= 1
    board.idle_turns += 1
    end_turn(board)


def gain(board: Board, seat: i64, kind: i64) -> None:
    """A card is picked face up, so everybody knows of it (§13.3)."""
    card = one_of(kind)
    board.open -= card
    board.hands[seat] += card
    board.known[seat] += card
    board.announce(codes.PICKED, seat, kind)
