"""Taking money (§4)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as note
from capomastro.games.palazzo.rules.board import MONEY_DRAWN, PICKING, Board
from capomastro.games.palazzo.rules.money import card_count, nth_card, one_of
from capomastro.games.palazzo.rules.turn import end_turn


def draw_card(table: Board) -> i64:
    """§4.2: the top card of the deck; the discards become the deck when a card is needed and none is left."""
    if table.deck == 0:
        table.deck = table.discards
        table.discards = 0
        table.deck_known = True
        table.announce(note.RESHUFFLED, table.actor)
    kind = nth_card(table.deck, table.chance.draw(MONEY_DRAWN, card_count(table.deck)))
    table.deck -= one_of(kind)
    return kind


def show_money(table: Board) -> None:
    """§4.1: one card more than there are players."""
    for _nth in range(table.seats + 1):
        table.open += one_of(draw_card(table))
    table.phase = PICKING
    table.announce(note.MONEY_SHOWN, table.actor, table.open)
    hand_out(table)


def pick(table: Board, kind: i64) -> None:
    """§4.1: two for the player in turn, one for each other."""
    gain(table, table.actor, kind)
    next_picker(table)
    hand_out(table)


def next_picker(table: Board) -> None:
    if card_count(table.open) < table.seats:
        table.actor = table.after(table.actor)


def hand_out(table: Board) -> None:
    """§4.1: where the cards left are all alike, there is nothing to choose; when none is left, the turn is over."""
    left = card_count(table.open)
    while left:
        kind = nth_card(table.open, 0)
        if kind != nth_card(table.open, left - 1):
            return
        gain(table, table.actor, kind)
        next_picker(table)
        left -= 1
    table.idle_turns += 1
    end_turn(table)


def gain(table: Board, seat: i64, kind: i64) -> None:
    """A card is picked face up, so everybody knows of it (§13.3)."""
    card = one_of(kind)
    table.open -= card
    table.hands[seat] += card
    table.known[seat] += card
    table.announce(note.PICKED, seat, kind)
