"""Writes the tensor of The Pillars of Venice: what `view` tells a seat, as bytes. `observation.py` says what they mean.

Seats are counted from the one that looks: itself first, then those to its left. A choice is written for its own seat
until all have chosen (§3.2), a drawn card for the two of the swap (§3.1), a hand for its own seat, and between two for
both, who know where all cards are (§12.3).

Cells, cards and districts are kept as sets beside the row, and only what has come or gone is written.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.observer import FLAGS, Observer, capped, one_at, put_flags
from capomastro.core.position import Position
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, SOURCES
from capomastro.games.pillars.rules.box import MARKERS_EACH
from capomastro.games.pillars.rules.cards import FIGURE, MARKERS, ROLE
from capomastro.games.pillars.rules.cells import WORD_CELLS, Cells, count, lowest
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
MARKS: Final = 12
SEAT_WORDS: Final = 29

PLANE_WORDS: Final = 17  # 136 cells
HAND_WORDS: Final = 4  # 30 cards
KIND_WORDS: Final = 4  # 26 kinds of districts
# Where the second and the third int of a set of cells begin in a plane: 51 and 102 bytes from its beginning.
SECOND_WORD: Final = 6
SECOND_BIT: Final = 3
THIRD_WORD: Final = 12
THIRD_BIT: Final = 6
# What is kept beside a row: the sets as they were written.
PLANES_KEPT: Final = 0  # three ints for each of six planes
TOPS_KEPT: Final = 18
UNSEEN_KEPT: Final = 19
DRAWN_KEPT: Final = 20
SEATS_KEPT: Final = 21
# Of a seat, wherever it stands: its stock, points and markers, and the words for them.
STOCK_KEPT: Final = 0
STOCK_WORDS: Final = 1
POINTS_KEPT: Final = 5
POINTS_WORD: Final = 6
MARKS_KEPT: Final = 7
MARKED_KEPT: Final = 10  # how many markers
# Of a place in the row: which seat stands there, counted from 1, and what was written for it.
SEAT_SHOWN: Final = 11
MARKS_SHOWN: Final = 12
HAND_KEPT: Final = 15
CARD_KEPT: Final = 16
SEAT_KEPT: Final = 17


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
        drawn = state.drawn if state.phase == GIVING and party else i64(0)
        if drawn != kept[kept_at + DRAWN_KEPT]:
            put_card(state, drawn, out, at + DRAWN, kept, kept_at + DRAWN_KEPT)
        if state.tops != kept[kept_at + TOPS_KEPT]:
            put_kinds(state.box.district_kinds, state.tops, out, at + TOPS, kept, kept_at + TOPS_KEPT)
        if state.unseen != kept[kept_at + UNSEEN_KEPT]:
            put_kinds(state.box.district_kinds, state.unseen, out, at + UNSEEN, kept, kept_at + UNSEEN_KEPT)
        put_planes(state, out, at + PLANES, kept, kept_at + PLANES_KEPT)
        other = seat
        for place in range(state.seats):
            known = other == seat or self.perfect_information
            put_seat(state, other, place, known, out, at + FIRST_SEAT, kept, kept_at + SEATS_KEPT)
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


def put_card(state: State, card: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """A card, given as a set of one or none: its role, and in a second word its figures."""
    kept[kept_at] = card
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
    a = state.box.canal
    if a[0] != kept[kept_at] or a[1] != kept[kept_at + 1] or a[2] != kept[kept_at + 2]:
        put_cells(a, out, at, kept, kept_at)
    a = state.piles
    if a[0] != kept[kept_at + 3] or a[1] != kept[kept_at + 4] or a[2] != kept[kept_at + 5]:
        put_cells(a, out, at + PLANE_WORDS, kept, kept_at + 3)
    a = state.buildings
    if a[0] != kept[kept_at + 6] or a[1] != kept[kept_at + 7] or a[2] != kept[kept_at + 8]:
        put_cells(a, out, at + 2 * PLANE_WORDS, kept, kept_at + 6)
    a = state.piazzas
    if a[0] != kept[kept_at + 9] or a[1] != kept[kept_at + 10] or a[2] != kept[kept_at + 11]:
        put_cells(a, out, at + 3 * PLANE_WORDS, kept, kept_at + 9)
    a = state.closed
    if a[0] != kept[kept_at + 12] or a[1] != kept[kept_at + 13] or a[2] != kept[kept_at + 14]:
        put_cells(a, out, at + 4 * PLANE_WORDS, kept, kept_at + 12)
    a = state.begun
    if a[0] != kept[kept_at + 15] or a[1] != kept[kept_at + 16] or a[2] != kept[kept_at + 17]:
        put_cells(a, out, at + 5 * PLANE_WORDS, kept, kept_at + 15)


def put_cells(cells: Cells, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The cells that have come or gone. The second and the third int of a set begin in the middle of a word."""
    flip(cells[0] ^ kept[kept_at], out, at)
    flip((cells[1] ^ kept[kept_at + 1]) << SECOND_BIT, out, at + SECOND_WORD)
    flip((cells[2] ^ kept[kept_at + 2]) << THIRD_BIT, out, at + THIRD_WORD)
    kept[kept_at] = cells[0]
    kept[kept_at + 1] = cells[1]
    kept[kept_at + 2] = cells[2]


def flip(changed: i64, out: vec[i64], at: i64) -> None:
    """Turns the bytes of these bits over."""
    while changed:
        if changed & 255:
            out[at] ^= FLAGS[changed & 255]
        changed >>= 8
        at += 1


def put_seat(
    state: State, seat: i64, place: i64, known: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64
) -> None:
    """What is known of a seat."""
    mine = kept_at + SEAT_KEPT * seat
    at += SEAT_WORDS * place
    kept_at += SEAT_KEPT * place
    changed = (state.stocks[seat] ^ kept[mine + STOCK_KEPT]) | (state.points[seat] ^ kept[mine + POINTS_KEPT])
    changed |= (state.marks[3 * seat] ^ kept[mine + MARKS_KEPT]) | (
        state.marks[3 * seat + 1] ^ kept[mine + MARKS_KEPT + 1]
    )
    changed |= state.marks[3 * seat + 2] ^ kept[mine + MARKS_KEPT + 2]
    if changed:
        keep_goods(state, seat, kept, mine)
    if changed or kept[kept_at + SEAT_SHOWN] != seat + 1:
        kept[kept_at + SEAT_SHOWN] = seat + 1
        for word in range(i64(KIND_WORDS)):
            out[at + STOCK + word] = kept[mine + STOCK_WORDS + word]
        out[at + POINTS] = kept[mine + POINTS_WORD]
        put_cells(state.marks_of(seat), out, at + MARKS, kept, kept_at + MARKS_SHOWN)
    supply = MARKERS_EACH - kept[mine + MARKED_KEPT]
    if state.gondola == seat:
        supply -= 1
    waits: i64 = 1 if owes(state, seat) else 0
    out[at + SEAT_FIGURES] = (state.ready >> seat) & 1 | waits << 8 | supply << 16
    hand = state.hands[seat]
    card = hand & state.chosen if known or state.phase != CHOOSING else i64(0)
    if card != kept[kept_at + CARD_KEPT]:
        put_card(state, card, out, at + CARD, kept, kept_at + CARD_KEPT)
    if not known and state.seats > 2:
        hand = 0
    if hand != kept[kept_at + HAND_KEPT]:
        put_flags(hand, HAND_WORDS, out, at + HAND, kept, kept_at + HAND_KEPT)


def keep_goods(state: State, seat: i64, kept: vec[i64], mine: i64) -> None:
    """Stock, points and markers of a seat; they can stand at another place of the row when another seat looks."""
    put_kinds(state.box.district_kinds, state.stocks[seat], kept, mine + STOCK_WORDS, kept, mine + STOCK_KEPT)
    kept[mine + POINTS_KEPT] = state.points[seat]
    kept[mine + POINTS_WORD] = points_word(state, seat)
    marks = state.marks_of(seat)
    kept[mine + MARKS_KEPT] = marks[0]
    kept[mine + MARKS_KEPT + 1] = marks[1]
    kept[mine + MARKS_KEPT + 2] = marks[2]
    kept[mine + MARKED_KEPT] = count(marks)


def points_word(state: State, seat: i64) -> i64:
    """Points by where they come from, and altogether."""
    word = capped(state.score(seat))
    for back in range(i64(SOURCES)):
        word = word << 8 | capped(state.earned(seat, SOURCES - 1 - back))
    return word


assert WORD_CELLS == 8 * SECOND_WORD + SECOND_BIT, "a plane has its second int there"
assert 2 * WORD_CELLS == 8 * THIRD_WORD + THIRD_BIT, "a plane has its third int there"
