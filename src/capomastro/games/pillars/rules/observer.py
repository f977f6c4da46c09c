"""Writes the tensor of The Pillars of Venice: what `view` tells a seat, as bytes. `observation.py` says what they mean.

Seats are counted from the one that looks: itself first, then those to its left. A choice is written for its own seat
until all have chosen (§3.2), a drawn card for the two of the swap (§3.1), a hand for its own seat, and between two for
both, who know where all cards are (§12.3).

Cells, cards and districts are kept as sets beside the row, and only what has come or gone is written.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.observer import Observer, capped, one_at
from capomastro.core.position import Position
from capomastro.games.pillars.rules.board import (
    CHOOSING,
    FROM_CARDS,
    FROM_CRESTS,
    FROM_GONDOLA,
    FROM_MARKERS,
    FROM_MATCHES,
    GIVING,
    NOBODY,
)
from capomastro.games.pillars.rules.cards import FIGURE, MARKERS, ROLE
from capomastro.games.pillars.rules.cells import WORD_CELLS, Cells, lowest
from capomastro.games.pillars.rules.legal import owes
from capomastro.games.pillars.rules.state import State

# Where things stand in a row, in words.
PHASE: Final = 0
ACTOR: Final = 1
START: Final = 2
VICTIM: Final = 3
GONDOLA: Final = 4
FIGURES: Final = 5
DRAWN: Final = 6
TOPS: Final = 8
UNSEEN: Final = 12
PLANES: Final = 16  # canal, piles, buildings, piazzas, spans, piles begun
FIRST_SEAT: Final = 118
# Where things stand in the words of a seat.
SEAT_FIGURES: Final = 0
POINTS: Final = 1
CARD: Final = 2
STOCK: Final = 4
HAND: Final = 8
MARKS: Final = 16
SEAT_WORDS: Final = 33

PLANE_WORDS: Final = 17  # 136 cells
# What is kept beside a row: the sets as they were written.
PLANES_KEPT: Final = 0  # three ints for each of six planes
TOPS_KEPT: Final = 18
UNSEEN_KEPT: Final = 19
SEATS_KEPT: Final = 20
STOCK_KEPT: Final = 0
HAND_KEPT: Final = 1
MARKS_KEPT: Final = 2
SEAT_KEPT: Final = 5


def words_of(seats: i64) -> i64:
    return FIRST_SEAT + SEAT_WORDS * seats


class PillarsObserver(Observer):
    """Writes rows of The Pillars of Venice."""

    def __init__(self, seats: i64, perfect_information: bool) -> None:
        super().__init__(seats, perfect_information, words_of(seats), SEATS_KEPT + SEAT_KEPT * seats)

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        state = position
        put_figures(state, seat, out, at)
        party = seat == state.start or seat == state.victim or self.perfect_information
        put_card(state, state.drawn if state.phase == GIVING and party else i64(0), out, at + DRAWN)
        put_kinds(state.box.district_kinds, state.tops, out, at + TOPS, kept, kept_at + TOPS_KEPT)
        put_kinds(state.box.district_kinds, state.unseen, out, at + UNSEEN, kept, kept_at + UNSEEN_KEPT)
        put_planes(state, out, at + PLANES, kept, kept_at + PLANES_KEPT)
        other = seat
        first = at + FIRST_SEAT
        first_kept = kept_at + SEATS_KEPT
        for _nth in range(state.seats):
            known = other == seat or self.perfect_information
            put_seat(state, other, known, known or state.seats == 2, out, first, kept, first_kept)
            first += SEAT_WORDS
            first_kept += SEAT_KEPT
            other = state.after(other)


def seat_flag(state: State, named: i64, seat: i64) -> i64:
    """A byte of one at the place of a seat, counted from the one that looks."""
    if named == NOBODY:
        return 0
    return one_at(named - seat if named >= seat else named - seat + state.seats)


def put_figures(state: State, seat: i64, out: vec[i64], at: i64) -> None:
    """What concerns all: the phase, who is to act, and how far the game is."""
    out[at + PHASE] = one_at(state.phase)
    actor = seat_flag(state, state.actor, seat)
    if owes(state, seat):
        actor |= one_at(6)
    if state.pile_this_round:
        actor |= one_at(7)
    out[at + ACTOR] = actor
    out[at + START] = seat_flag(state, state.start, seat)
    out[at + VICTIM] = seat_flag(state, state.victim, seat)
    out[at + GONDOLA] = seat_flag(state, state.gondola, seat)
    out[at + FIGURES] = capped(state.round) | state.idle_rounds << 8 | state.pile_supply << 16 | state.left << 24


def put_card(state: State, card: i64, out: vec[i64], at: i64) -> None:
    """A card, given as a set of one or none: its role, and in a second word its figures."""
    if card == 0:
        out[at] = 0
        out[at + 1] = 0
        return
    kind = state.box.card_kinds[lowest(card)]
    out[at] = one_at(ROLE[kind])
    out[at + 1] = FIGURE[kind] | MARKERS[kind] << 8


def put_kinds(kinds: vec[i64], things: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """A byte for each kind that counts the things of a set, of which the kinds are given."""
    before = kept[kept_at]
    if things == before:
        return
    kept[kept_at] = things
    come = things & ~before
    while come:
        kind = kinds[lowest(come)]
        out[at + (kind >> 3)] += one_at(kind & 7)
        come &= come - 1
    gone = before & ~things
    while gone:
        kind = kinds[lowest(gone)]
        out[at + (kind >> 3)] -= one_at(kind & 7)
        gone &= gone - 1


def put_planes(state: State, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """A byte for each cell, of one where the set has it."""
    put_cells(state.box.canal, out, at, kept, kept_at)
    put_cells(state.piles, out, at + PLANE_WORDS, kept, kept_at + 3)
    put_cells(state.buildings, out, at + 2 * PLANE_WORDS, kept, kept_at + 6)
    put_cells(state.piazzas, out, at + 3 * PLANE_WORDS, kept, kept_at + 9)
    put_cells(state.closed, out, at + 4 * PLANE_WORDS, kept, kept_at + 12)
    put_cells(state.begun, out, at + 5 * PLANE_WORDS, kept, kept_at + 15)


def put_cells(cells: Cells, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    if cells[0] != kept[kept_at]:
        flip(cells[0] ^ kept[kept_at], 0, out, at)
        kept[kept_at] = cells[0]
    if cells[1] != kept[kept_at + 1]:
        flip(cells[1] ^ kept[kept_at + 1], WORD_CELLS, out, at)
        kept[kept_at + 1] = cells[1]
    if cells[2] != kept[kept_at + 2]:
        flip(cells[2] ^ kept[kept_at + 2], 2 * WORD_CELLS, out, at)
        kept[kept_at + 2] = cells[2]


def flip(changed: i64, first: i64, out: vec[i64], at: i64) -> None:
    """These cells have come or gone."""
    while changed:
        cell = first + lowest(changed)
        out[at + (cell >> 3)] ^= one_at(cell & 7)
        changed &= changed - 1


def put_seat(
    state: State, seat: i64, known: bool, hand_known: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64
) -> None:
    """What is known of one seat."""
    hand = state.hands[seat]
    ready = (state.ready >> seat) & 1
    waits: i64 = 1 if owes(state, seat) else 0
    out[at + SEAT_FIGURES] = ready | waits << 8 | state.markers(seat) << 16 | capped(state.score(seat)) << 24
    out[at + POINTS] = (
        capped(state.earned(seat, FROM_CRESTS))
        | capped(state.earned(seat, FROM_MATCHES)) << 8
        | capped(state.earned(seat, FROM_MARKERS)) << 16
        | capped(state.earned(seat, FROM_GONDOLA)) << 24
        | capped(state.earned(seat, FROM_CARDS)) << 32
    )
    put_card(state, hand & state.chosen if known or state.phase != CHOOSING else i64(0), out, at + CARD)
    put_kinds(state.box.district_kinds, state.stocks[seat], out, at + STOCK, kept, kept_at + STOCK_KEPT)
    put_kinds(state.box.card_kinds, hand if hand_known else i64(0), out, at + HAND, kept, kept_at + HAND_KEPT)
    put_cells(state.marks_of(seat), out, at + MARKS, kept, kept_at + MARKS_KEPT)
