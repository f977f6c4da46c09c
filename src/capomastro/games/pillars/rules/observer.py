"""Writes the tensor of The Pillars of Venice: what `view` tells a seat, as bytes. `observation.py` says what they mean.

Seats are counted from the one that looks: itself first, then those to its left. A choice is written for its own seat
until all have chosen (§3.2), a drawn card for the two of the swap (§3.1), a hand for its own seat, and between two for
both, who know where all cards are (§12.3).

Cells, cards and districts are kept as sets beside the row, and only what has come or gone is written. One step later
most of them need not even be compared: no pile comes or goes unless the supply shrinks, no district lies elsewhere
unless one was taken from the stacks or built, and no marker unless one was set or built over.
"""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.observer import FLAGS, Observer, capped, one_at, put_flags
from capomastro.core.position import Position
from capomastro.games.pillars.rules import row
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, SOURCES
from capomastro.games.pillars.rules.box import MARKERS_EACH
from capomastro.games.pillars.rules.cards import FIGURE, MARKERS, ROLE
from capomastro.games.pillars.rules.cells import WORD_CELLS, Cells, count, lowest
from capomastro.games.pillars.rules.legal import waiting
from capomastro.games.pillars.rules.state import State


class PillarsObserver(Observer):
    """Writes rows of The Pillars of Venice."""

    def __init__(self, seats: i64, perfect_information: bool) -> None:
        super().__init__(seats, perfect_information, row.words_of(seats), row.SEATS_KEPT + row.SEAT_KEPT * seats)

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        put_stacks(position, out, at, kept, kept_at)
        put_piles(position, out, at + row.PLANES, kept, kept_at)
        put_districts(position, out, at + row.PLANES, kept, kept_at)
        put_cells(position.box.canal, out, at + row.PLANES, kept, kept_at + row.PLANES_KEPT)
        marked_elsewhere(position, kept, kept_at + row.MARKED_KEPT)
        self.put_rest(position, seat, True, out, at, kept, kept_at)

    def follow(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        moved = marked_elsewhere(position, kept, kept_at + row.MARKED_KEPT)
        tops_kept = kept_at + row.TOPS_KEPT
        if position.tops != kept[tops_kept]:
            put_stacks(position, out, at, kept, kept_at)
            moved = True
        placed_kept = kept_at + row.PLACED_KEPT
        if position.placed_count != kept[placed_kept]:
            put_districts(position, out, at + row.PLANES, kept, kept_at)
            moved = True
        supply_kept = kept_at + row.SUPPLY_KEPT
        if position.pile_supply != kept[supply_kept]:
            put_piles(position, out, at + row.PLANES, kept, kept_at)
        self.put_rest(position, seat, moved, out, at, kept, kept_at)

    def put_rest(
        self, state: State, seat: i64, moved: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64
    ) -> None:
        """Figures, cards and all seats; `moved` if districts or markers may have come to a seat or left it."""
        waits = waiting(state)
        put_figures(state, seat, waits, out, at)
        party = seat == state.start or seat == state.victim or self.perfect_information
        drawn = state.drawn if state.phase == GIVING and party else i64(0)
        drawn_kept = kept_at + row.DRAWN_KEPT
        if drawn != kept[drawn_kept]:
            put_card(state, drawn, out, at + row.DRAWN, kept, drawn_kept)
        at += row.FIRST_SEAT
        place_kept = kept_at + row.SEATS_KEPT
        mine = place_kept + row.SEAT_KEPT * seat
        other = seat
        for _place in range(state.seats):
            points_kept = mine + row.POINTS_KEPT
            seat_shown = place_kept + row.SEAT_SHOWN
            if moved or state.points[other] != kept[points_kept]:
                keep_goods(state, other, kept, mine)
                put_goods(other, out, at, kept, mine, place_kept)
            elif kept[seat_shown] != other + 1:
                put_goods(other, out, at, kept, mine, place_kept)
            markers_kept = mine + row.MARKERS_KEPT
            supply = MARKERS_EACH - kept[markers_kept]
            if state.gondola == other:
                supply -= 1
            out[at + row.SEAT_FIGURES] = (state.ready >> other) & 1 | ((waits >> other) & 1) << 8 | supply << 16
            known = other == seat or self.perfect_information
            hand = state.hands[other]
            card = hand & state.chosen if known or state.phase != CHOOSING else i64(0)
            card_kept = place_kept + row.CARD_KEPT
            if card != kept[card_kept]:
                put_card(state, card, out, at + row.CARD, kept, card_kept)
            if not known and state.seats > 2:
                hand = 0
            hand_kept = place_kept + row.HAND_KEPT
            if hand != kept[hand_kept]:
                put_flags(hand, row.HAND_WORDS, out, at + row.HAND, kept, hand_kept)
            at += row.SEAT_WORDS
            place_kept += row.SEAT_KEPT
            other += 1
            mine += row.SEAT_KEPT
            if other == state.seats:
                other = 0
                mine = kept_at + row.SEATS_KEPT


def seat_flag(state: State, named: i64, seat: i64) -> i64:
    """A byte of one at the place of a seat, counted from the one that looks."""
    if named == NOBODY:
        return 0
    return one_at(named - seat if named >= seat else named - seat + state.seats)


def put_figures(state: State, seat: i64, waits: i64, out: vec[i64], at: i64) -> None:
    """What concerns all: the phase, who is to act, and how far the game is."""
    out[at + row.PHASE] = one_at(state.phase)
    actor = seat_flag(state, state.actor, seat)
    if (waits >> seat) & 1:
        actor |= one_at(6)
    if state.pile_this_round:
        actor |= one_at(7)
    out[at + row.ACTOR] = actor
    out[at + row.START] = seat_flag(state, state.start, seat)
    out[at + row.VICTIM] = seat_flag(state, state.victim, seat)
    out[at + row.GONDOLA] = seat_flag(state, state.gondola, seat)
    out[at + row.FIGURES] = capped(state.round) | state.idle_rounds << 8 | state.pile_supply << 16 | state.left << 24


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


def put_stacks(state: State, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The districts on the stacks and below their tops."""
    put_kinds(state.box.district_kinds, state.tops, out, at + row.TOPS, kept, kept_at + row.TOPS_KEPT)
    put_kinds(state.box.district_kinds, state.unseen, out, at + row.UNSEEN, kept, kept_at + row.UNSEEN_KEPT)


def put_piles(state: State, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The planes of the piles."""
    kept[kept_at + row.SUPPLY_KEPT] = state.pile_supply
    put_cells(state.piles, out, at + row.PLANE_WORDS, kept, kept_at + row.PLANES_KEPT + 3)
    put_cells(state.begun, out, at + 5 * row.PLANE_WORDS, kept, kept_at + row.PLANES_KEPT + 15)


def put_districts(state: State, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The planes of what is built."""
    kept[kept_at + row.PLACED_KEPT] = state.placed_count
    put_cells(state.buildings, out, at + 2 * row.PLANE_WORDS, kept, kept_at + row.PLANES_KEPT + 6)
    put_cells(state.piazzas, out, at + 3 * row.PLANE_WORDS, kept, kept_at + row.PLANES_KEPT + 9)
    put_cells(state.closed, out, at + 4 * row.PLANE_WORDS, kept, kept_at + row.PLANES_KEPT + 12)


def marked_elsewhere(state: State, kept: vec[i64], first: i64) -> bool:
    """Are other cells marked than when this was asked last?"""
    second = first + 1
    third = first + 2
    marked = state.marked
    if marked[0] == kept[first] and marked[1] == kept[second] and marked[2] == kept[third]:
        return False
    kept[first] = marked[0]
    kept[second] = marked[1]
    kept[third] = marked[2]
    return True


def put_cells(cells: Cells, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The cells that have come or gone. The second and the third int of a set begin in the middle of a word."""
    second = kept_at + 1
    third = kept_at + 2
    flip(cells[0] ^ kept[kept_at], out, at)
    flip((cells[1] ^ kept[second]) << row.SECOND_BIT, out, at + row.SECOND_WORD)
    flip((cells[2] ^ kept[third]) << row.THIRD_BIT, out, at + row.THIRD_WORD)
    kept[kept_at] = cells[0]
    kept[second] = cells[1]
    kept[third] = cells[2]


def flip(changed: i64, out: vec[i64], at: i64) -> None:
    """Turns the bytes of these bits over."""
    while changed:
        if changed & 255:
            out[at] ^= FLAGS[changed & 255]
        changed >>= 8
        at += 1


def put_goods(seat: i64, out: vec[i64], at: i64, kept: vec[i64], mine: i64, place_kept: i64) -> None:
    """Stock, points and markers of a seat, as they are kept, at a place of the row."""
    kept[place_kept + row.SEAT_SHOWN] = seat + 1
    stock = mine + row.STOCK_WORDS
    for word in range(at + row.STOCK, at + row.STOCK + row.KIND_WORDS):
        out[word] = kept[stock]
        stock += 1
    out[at + row.POINTS] = kept[mine + row.POINTS_WORD]
    first = mine + row.MARKS_KEPT
    second = first + 1
    third = first + 2
    put_cells((kept[first], kept[second], kept[third]), out, at + row.MARKS, kept, place_kept + row.MARKS_SHOWN)


def keep_goods(state: State, seat: i64, kept: vec[i64], mine: i64) -> None:
    """Stock, points and markers of a seat; they can stand at another place of the row when another seat looks."""
    stock_kept = mine + row.STOCK_KEPT
    if state.stocks[seat] != kept[stock_kept]:
        put_kinds(state.box.district_kinds, state.stocks[seat], kept, mine + row.STOCK_WORDS, kept, stock_kept)
    points_kept = mine + row.POINTS_KEPT
    if state.points[seat] != kept[points_kept]:
        kept[points_kept] = state.points[seat]
        kept[mine + row.POINTS_WORD] = points_word(state, seat)
    marks = state.marks_of(seat)
    kept[mine + row.MARKS_KEPT] = marks[0]
    kept[mine + row.MARKS_KEPT + 1] = marks[1]
    kept[mine + row.MARKS_KEPT + 2] = marks[2]
    kept[mine + row.MARKERS_KEPT] = count(marks)


def points_word(state: State, seat: i64) -> i64:
    """Points by where they come from, and altogether."""
    word = capped(state.score(seat))
    for back in range(i64(SOURCES)):
        word = word << 8 | capped(state.earned(seat, SOURCES - 1 - back))
    return word


assert WORD_CELLS == 8 * row.SECOND_WORD + row.SECOND_BIT, "a plane has its second int there"
assert 2 * WORD_CELLS == 8 * row.THIRD_WORD + row.THIRD_BIT, "a plane has its third int there"
