"""The start player's swap, and the secret choice (§3.1, §3.2)."""

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as note
from capomastro.games.pillars.rules.board import CARD_DRAWN, CHOOSING, GIVING, NOBODY, Board, everybody
from capomastro.games.pillars.rules.cells import bit, lowest, nth, size
from capomastro.games.pillars.rules.knowledge import know_the_swap
from capomastro.games.pillars.rules.steps import STAY, SWAP


def lowest_of_kind(table: Board, cards: i64, kind: i64) -> i64:
    """Of equal cards the one with the lowest number goes first, as a set (R16)."""
    alike = cards & table.box.cards_of_kind[kind]
    return alike & -alike


def begin_choosing(table: Board) -> None:
    """§3.2: everybody at once; the actor is the first who still has to."""
    table.phase = CHOOSING
    table.actor = 0


def swap(table: Board, action: i64) -> None:
    """§3.1: draw unseen from another hand, or do without."""
    thief = table.start
    if action == STAY:
        table.announce(note.STAYED, thief)
        begin_choosing(table)
        return
    victim = action - SWAP
    hand = table.hands[victim]
    card = bit(nth(hand, table.chance.draw(CARD_DRAWN, size(hand))))
    table.hands[victim] -= card
    table.hands[thief] += card
    table.victim = victim
    table.drawn = card
    table.announce(note.DREW, thief, victim)
    table.whisper(note.DREW_CARD, bit(thief) | bit(victim), thief, victim, table.box.card_kinds[lowest(card)])
    table.phase = GIVING


def givable(table: Board) -> i64:
    """§3.1, R2: any card but the one just drawn."""
    return table.hands[table.start] & ~table.drawn


def give(table: Board, kind: i64) -> None:
    """§3.1: a card in return, which its new owner sees."""
    thief = table.start
    victim = table.victim
    card = lowest_of_kind(table, givable(table), kind)
    table.hands[thief] -= card
    table.hands[victim] += card
    know_the_swap(table, thief, victim, table.drawn, card)
    table.victim = NOBODY
    table.drawn = 0
    table.shown += 1
    table.announce(note.GAVE, thief, victim)
    table.whisper(note.GAVE_CARD, bit(thief) | bit(victim), thief, victim, kind)
    begin_choosing(table)


def choose(table: Board, seat: i64, kind: i64) -> None:
    """§3.2: laid face down; the others see only that it was done."""
    table.chosen |= lowest_of_kind(table, table.hands[seat], kind)
    table.ready |= bit(seat)
    waiting = everybody(table) & ~table.ready
    if waiting:
        table.actor = lowest(waiting)
    table.announce(note.CHOSE, seat)
    table.whisper(note.CHOSE_CARD, bit(seat), seat, kind, 0)
