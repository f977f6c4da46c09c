"""The start player's swap, and the secret choice (§3.1, §3.2)."""

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.board import CARD_DRAWN, CHOOSING, GIVING, NOBODY, Board, everybody
from capomastro.games.pillars.rules.cells import bit, lowest, nth, size
from capomastro.games.pillars.rules.knowledge import know_the_swap
from capomastro.games.pillars.rules.steps import STAY, SWAP


def lowest_of_kind(board: Board, cards: i64, kind: i64) -> i64:
    """Of equal cards the one with the lowest number goes first, as a set (R16)."""
    alike = cards & board.box.cards_of_kind[kind]
    return alike & -alike


def begin_choosing(board: Board) -> None:
    """§3.2: everybody at once; the actor is the first who still has to."""
    board.phase = CHOOSING
    board.actor = 0


def swap(board: Board, action: i64) -> None:
    """§3.1: draw unseen from another hand, or do without."""
    thief = board.start
    if action == STAY:
        board.announce(codes.STAYED, thief)
        begin_choosing(board)
        return
    victim = action - SWAP
    hand = board.hands[victim]
    card = bit(nth(hand, board.chance.draw(CARD_DRAWN, size(hand))))
    board.hands[victim] -= card
    board.hands[thief] += card
    board.victim = victim
    board.drawn = card
    board.announce(codes.DREW, thief, victim)
    board.whisper(codes.DREW_CARD, bit(thief) | bit(victim), thief, victim, board.box.card_kinds[lowest(card)])
    board.phase = GIVING


def givable(board: Board) -> i64:
    """§3.1, R2: any card but the one just drawn."""
    return board.hands[board.start] & ~board.drawn


def give(board: Board, kind: i64) -> None:
    """§3.1: a card in return, which its new owner sees."""
    thief = board.start
    victim = board.victim
    card = lowest_of_kind(board, givable(board), kind)
    board.hands[thief] -= card
    board.hands[victim] += card
    know_the_swap(board, thief, victim, board.drawn, card)
    board.victim = NOBODY
    board.drawn = 0
    board.shown += 1
    board.announce(codes.GAVE, thief, victim)
    board.whisper(codes.GAVE_CARD, bit(thief) | bit(victim), thief, victim, kind)
    begin_choosing(board)


def choose(board: Board, seat: i64, kind: i64) -> None:
    """§3.2: laid face down; the others see only that it was done."""
    board.chosen |= lowest_of_kind(board, board.hands[seat], kind)
    board.ready |= bit(seat)
    waiting = everybody(board) & ~board.ready
    if waiting:
        board.actor = lowest(waiting)
    board.announce(codes.CHOSE, seat)
    board.whisper(codes.CHOSE_CARD, bit(seat), seat, kind, 0)
