"""The round: revealing, carrying out, passing on, and the end (§3.3–3.5, §4, §11)."""

from typing import Final

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as note
from capomastro.games.pillars.rules.board import FROM_CARDS, NOBODY, OVER, STANDSTILL_ROUNDS, SWAPPING, Board
from capomastro.games.pillars.rules.building import begin_master_builder
from capomastro.games.pillars.rules.cards import (
    COUNCILLOR,
    GONDOLIER,
    INVENTOR,
    MASTER_BUILDER,
    MERCHANT,
    PITCH_DIPPER,
    ROLE,
)
from capomastro.games.pillars.rules.cells import none
from capomastro.games.pillars.rules.knowledge import PASSED, PLAYED, know_the_cards
from capomastro.games.pillars.rules.piling import begin_pitch_dipper
from capomastro.games.pillars.rules.stacks import begin_councillor

CARD_POINTS: Final = 6


def reveal(table: Board) -> None:
    """§3.3: all cards chosen are turned up together; then the start player begins."""
    know_the_cards(table, PLAYED)
    table.shown += 1
    seat = table.start
    for _nth in range(table.seats):
        kind = table.kind_played(seat)
        table.played[ROLE[kind]] += 1
        table.announce(note.REVEALED, seat, kind)
        seat = table.after(seat)
    table.actor = table.start
    carry_out(table)


def carry_out(table: Board) -> None:
    """§3.3: the actor's card and those after it, until somebody has something to decide or the round ends."""
    while True:
        if begin_card(table):
            return
        table.actor = table.after(table.actor)
        if table.actor == table.start:
            end_round(table)
            return


def next_card(table: Board) -> None:
    """The actor's card is done with; the next seat carries out its own."""
    table.left = 0
    table.actor = table.after(table.actor)
    if table.actor == table.start:
        end_round(table)
    else:
        carry_out(table)


def begin_card(table: Board) -> bool:
    """§4: begins the actor's card; is there anything to decide? A card that can do nothing has no effect (§4.6)."""
    seat = table.actor
    kind = table.kind_played(seat)
    role = ROLE[kind]
    effect = False
    decide = False
    if role == COUNCILLOR:
        decide = begin_councillor(table, kind)
    elif role == PITCH_DIPPER:
        decide = begin_pitch_dipper(table, kind)
    elif role == MASTER_BUILDER:
        decide = begin_master_builder(table, kind)
    elif role == GONDOLIER:
        effect = board_gondola(table, seat)
    else:
        effect = claim_points(table, seat, role, kind)
    if not decide:
        table.left = 0
        if not effect:
            table.fizzled[role] += 1
            table.announce(note.NO_EFFECT, seat, kind)
    return decide


def board_gondola(table: Board, seat: i64) -> bool:
    """§4.4: a marker of one's supply on the gondola; the one there goes home for nothing."""
    if table.markers(seat) == 0:
        return False
    before = table.gondola
    table.gondola = seat
    table.announce(note.BOARDED, seat, 0 if before == NOBODY else before + 1)
    return True


def claim_points(table: Board, seat: i64, role: i64, kind: i64) -> bool:
    """§4.5: 6 points if anybody plays the role that this card waits for, before or after."""
    awaited: i64 = MASTER_BUILDER
    if role == INVENTOR:
        awaited = PITCH_DIPPER
    elif role == MERCHANT:
        awaited = COUNCILLOR
    for other in range(table.seats):
        if ROLE[table.kind_played(other)] == awaited:
            table.earn(seat, FROM_CARDS, CARD_POINTS)
            table.announce(note.SIX_POINTS, seat, kind, CARD_POINTS)
            return True
    return False


def end_round(table: Board) -> None:
    """§3.4, §3.5, §11.3: cards go to the left; the start-player card too if a symbol was played."""
    symbol = table.chosen & table.box.symbols != 0
    pass_on(table)
    if table.pile_this_round:
        table.idle_rounds = 0
    else:
        table.idle_rounds += 1
    table.pile_this_round = False
    if table.idle_rounds >= STANDSTILL_ROUNDS:
        end(table, note.BY_STANDSTILL)
        return
    if symbol:
        table.start = table.after(table.start)
        table.announce(note.START_MOVED, table.start)
    table.actor = table.start
    table.round += 1
    table.phase = SWAPPING
    table.announce(note.ROUND_BEGAN, table.start, table.round)


def pass_on(table: Board) -> None:
    """§3.4: everybody gives the card played to the left."""
    know_the_cards(table, PASSED)
    last = table.seats - 1
    carried = table.card_of(last)
    for seat in range(table.seats):
        card = table.card_of(seat)
        table.announce(note.PASSED_ON, seat, table.kind_played(seat), table.after(seat))
        table.hands[seat] += carried - card
        carried = card
    table.chosen = 0
    table.ready = 0


def end(table: Board, reason: i64) -> None:
    table.phase = OVER
    table.over = True
    table.left = 0
    table.begun = none()
    table.starts = none()
    table.announce(note.ENDED, table.actor, reason)
