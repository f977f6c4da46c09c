"""What a seat, or a spectator, may know of The Pillars of Venice (§12), and the worlds that look alike to it."""

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from capomastro.core.chance import seeded
from capomastro.core.game import Seat, Viewer
from capomastro.games.pillars.actions import ACTIONS, Build
from capomastro.games.pillars.components import Components, box_of
from capomastro.games.pillars.names import (
    CARD_NAMES,
    DISTRICT_NAMES,
    bits_in,
    card_kind,
    cells_in,
    cells_named,
    covered,
    district_kind,
    lying,
)
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, OVER, PILING, SOURCES
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.cells import Cells, cell_set, cells_from, none, union
from capomastro.games.pillars.rules.districts import (
    BRIDGE,
    FORM_KIND,
    FORM_SHAPE,
    PLACEMENT_FORM,
    PLACEMENT_PLACE,
    SHAPES,
    span_of,
)
from capomastro.games.pillars.rules.knowledge import COUNT_BITS, Mind, mind_of
from capomastro.games.pillars.rules.piling import find_starts
from capomastro.games.pillars.rules.state import TOGETHER, State, bare
from capomastro.games.pillars.rules.steps import BUILD
from capomastro.games.pillars.rules.worlds import Worlds

ROWS_KEPT = 4096  # rows of counts whose text is kept; a game has a few hundred different ones
SOURCE_NAMES = ("crests", "matches", "markers", "gondola", "cards")


class Card(Struct, frozen=True):
    """An action card in the game, and who may hold it as far as the viewer can tell.

    While a swap is under way, those who are no part of it know the holders before the draw.
    """

    name: str
    number: int
    holders: tuple[Seat, ...]


class Placed(Struct, frozen=True):
    """A district on the board, as its building step says it."""

    seat: Seat
    district: str
    at: str
    turned: int

    def placement(self) -> int:
        """The number by which the rules know it."""
        return ACTIONS.index(Build(self.district, self.at, self.turned)) - BUILD


class SeatView(Struct, frozen=True):
    """What is known of a seat. `card` is the card it plays once it is turned up, or the viewer's own choice before."""

    points: dict[str, int]
    score: int
    cards: int
    hand: tuple[str, ...] | None
    chosen: bool
    card: str | None
    stock: tuple[str, ...]
    markers: int
    marks: tuple[str, ...]


class View(Struct, frozen=True):
    """A game of The Pillars of Venice as one viewer knows it."""

    viewer: Viewer
    phase: str
    round: int
    start: Seat
    actor: Seat
    waiting: tuple[Seat, ...]
    """Who owes a decision."""
    seats: tuple[SeatView, ...]
    cards: tuple[Card, ...]
    alike: tuple[tuple[int, ...], ...]
    """The cards whose holder is not certain, by their places in `cards`, in groups: any card of a group may be where
    any other of it is."""
    ways: tuple[str, ...]
    """How the groups may lie. `3 021 110` has the mass 3; of the first group seat 1 holds two cards and seat 2 one."""
    victim: Seat | None
    drawn: int | None
    """Which of `cards` the start player has drawn, for the two who know."""
    tops: tuple[str | None, ...]
    unseen: tuple[tuple[str, ...], ...]
    """For each stack the districts below its top, which anyone who has watched can tell, though not in their order."""
    piles: tuple[str, ...]
    pile_supply: int
    placed: tuple[Placed, ...]
    """In the order they were built."""
    gondola: Seat | None
    left: int
    """Stones, piles or markers that the card under way still allows."""
    begun: tuple[str, ...]
    """The piles set with the card under way."""
    idle_rounds: int
    pile_this_round: bool
    components: Components
    winners: tuple[Seat, ...]


def districts_in(state: State, districts: int) -> tuple[str, ...]:
    return tuple(DISTRICT_NAMES[state.box.district_kinds[district]] for district in bits_in(districts))


def card_shown(state: State, seat: Seat, viewer: Viewer) -> str | None:
    """§3.2: until all have chosen, a choice is for its own seat only."""
    card = int(state.card_of(seat))
    if not card or (state.phase == CHOOSING and seat != viewer):
        return None
    return CARD_NAMES[state.box.card_kinds[bits_in(card)[0]]]


def seat_view(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    hand = bits_in(state.hands[seat])
    return SeatView(
        points={SOURCE_NAMES[source]: int(state.earned(seat, source)) for source in range(SOURCES)},
        score=int(state.score(seat)),
        cards=len(hand),
        hand=tuple(CARD_NAMES[state.box.card_kinds[card]] for card in hand) if seat == viewer else None,
        chosen=bool(state.ready >> seat & 1),
        card=card_shown(state, seat, viewer),
        stock=districts_in(state, state.stocks[seat]),
        markers=int(state.markers(seat)),
        marks=cells_in(state.marks_of(seat)),
    )


@lru_cache(maxsize=ROWS_KEPT)
def row_text(row: int, seats: int) -> str:
    """How many cards of a group each seat holds, a digit for each; `row_from` reads it."""
    return "".join(str(row >> COUNT_BITS * seat & 7) for seat in range(seats))


@lru_cache(maxsize=ROWS_KEPT)
def row_from(text: str) -> int:
    return sum(int(count) << COUNT_BITS * seat for seat, count in enumerate(text))


def way_text(way: tuple[int, ...], mass: int, seats: int) -> str:
    """A way as a view writes it; `way_from` reads it."""
    return " ".join([str(mass), *[row_text(row, seats) for row in way]])


def way_from(text: str) -> tuple[tuple[int, ...], int]:
    mass, *rows = text.split()
    return tuple([row_from(row) for row in rows]), int(mass)


class KnownCards(NamedTuple):
    """What a view says of the cards: made once for each mind, for minds change more rarely than views."""

    cards: tuple[Card, ...]
    alike: tuple[tuple[int, ...], ...]
    ways: tuple[str, ...]


def known_cards(components: Components, mind: Mind, in_play: list[int], seats: int) -> KnownCards:
    kept = mind.rendered
    if isinstance(kept, KnownCards):
        return kept
    holders: dict[int, int] = {}
    for seat in range(seats):
        holders.update(dict.fromkeys(bits_in(mind.certain[seat]), 1 << seat))
    for number, group in enumerate(mind.groups):
        holders.update(dict.fromkeys(bits_in(group), mind.holders_of_group(number)))
    known = KnownCards(
        cards=tuple(Card(*components.cards[card], TOGETHER[holders[card]]) for card in in_play),
        alike=tuple(tuple(in_play.index(card) for card in bits_in(group)) for group in mind.groups),
        ways=tuple(way_text(way, mass, seats) for way, mass in mind.ways.items()) if mind.groups else (),
    )
    mind.rendered = known
    return known


def view(state: State, viewer: Viewer) -> View:
    """§12: what this viewer may know, named piece by piece."""
    components = state.box.source
    assert isinstance(components, Components)
    in_play = bits_in(state.box.in_play[state.seats])
    seats = int(state.seats)
    known = known_cards(components, mind_of(state, seats if viewer is None else viewer), in_play, seats)
    party = state.phase == GIVING and viewer is not None and viewer in (state.start, state.victim)
    tops = [districts_in(state, state.tops & shape_set(shape)) for shape in range(SHAPES)]
    placed = [int(state.placed[i]) for i in range(int(state.placed_count))]
    return View(
        viewer=viewer,
        phase=PHASES.names[state.phase],
        round=int(state.round),
        start=int(state.start),
        actor=int(state.actor),
        waiting=state.to_act(),
        seats=tuple(seat_view(state, seat, viewer) for seat in range(state.seats)),
        cards=known.cards,
        alike=known.alike,
        ways=known.ways,
        victim=None if state.victim == NOBODY else int(state.victim),
        drawn=in_play.index(bits_in(state.drawn)[0]) if party else None,
        tops=tuple(top[0] if top else None for top in tops),
        unseen=tuple(districts_in(state, state.unseen & shape_set(shape)) for shape in range(SHAPES)),
        piles=cells_in(state.piles),
        pile_supply=int(state.pile_supply),
        placed=tuple(Placed(number % 8, *lying(number // 8)) for number in placed),
        gondola=None if state.gondola == NOBODY else int(state.gondola),
        left=int(state.left),
        begun=cells_in(state.begun),
        idle_rounds=int(state.idle_rounds),
        pile_this_round=state.pile_this_round,
        components=components,
        winners=tuple(state.winners()) if state.phase == OVER else (),
    )


def worlds(view: View) -> Worlds:
    """The states that look like this view: what is known stands, hidden cards and choices are made again."""
    seats = len(view.seats)
    state = bare(seats, seeded(0), box_of(view.components))
    state.phase = PHASES.numbers[view.phase]
    state.over = state.phase == OVER
    state.start = view.start
    state.actor = view.actor
    state.round = view.round
    state.idle_rounds = view.idle_rounds
    state.pile_this_round = view.pile_this_round
    state.victim = NOBODY if view.victim is None else view.victim
    state.gondola = NOBODY if view.gondola is None else view.gondola
    state.pile_supply = view.pile_supply
    own_mind = set_cards(state, view)
    set_districts(state, view)
    for seat, seen in enumerate(view.seats):
        set_seat(state, seat, seen)
    state.piles = cells_named(view.piles)
    state.begun = cells_named(view.begun)
    state.left = view.left
    if state.phase == PILING and not view.begun:
        find_starts(state)

    own = None if view.viewer is None else view.seats[view.viewer].card
    viewer = seats if view.viewer is None else view.viewer
    return Worlds(state, viewer, own_mind, 0 if own is None else card_kind(own))


def set_cards(state: State, view: View) -> Mind:
    """What the viewer knows of the cards, and the cards turned up."""
    seats = len(view.seats)
    in_play = bits_in(state.box.in_play[seats])
    groups = [sum(1 << in_play[card] for card in group) for group in view.alike]
    certain = [0] * seats
    for card, seen in zip(in_play, view.cards, strict=True):
        if len(seen.holders) == 1:
            certain[seen.holders[0]] |= 1 << card
    mind = Mind(0, certain, groups, dict(way_from(text) for text in view.ways) or {(): 1})
    state.minds = list(state.minds)
    state.minds[seats if view.viewer is None else view.viewer] = mind
    if view.drawn is not None:
        state.drawn = 1 << in_play[view.drawn]
    for seat, player in enumerate(view.seats):
        state.ready |= int(player.chosen) << seat
        if player.card is not None and view.phase != PHASES.names[CHOOSING]:
            sure = bits_in(certain[seat])
            state.chosen |= 1 << next(card for card in sure if view.components.cards[card][0] == player.card)
    return mind


def set_districts(state: State, view: View) -> None:
    """Stacks, stocks and the board; equal districts are interchangeable, so any of them will do."""
    left = {kind: bits_in(state.box.districts_of_kind[kind]) for kind in range(len(DISTRICT_NAMES))}

    def pieces(names: tuple[str, ...]) -> int:
        return sum(1 << left[district_kind(name)].pop() for name in names)

    state.tops = pieces(tuple(top for top in view.tops if top is not None))
    state.unseen = sum(pieces(stack) for stack in view.unseen)
    for seat, seen in enumerate(view.seats):
        state.stocks[seat] = pieces(seen.stock)
    for number, district in enumerate(view.placed):
        placement = district.placement()
        form = int(PLACEMENT_FORM[placement])
        left[FORM_KIND[form]].pop()
        state.placed[number] = 8 * placement + district.seat
        faces = covered(placement)
        state.buildings = union(state.buildings, showing(faces, "B"))
        state.piazzas = union(state.piazzas, showing(faces, "P"))
        if FORM_SHAPE[form] == BRIDGE:
            state.closed = union(state.closed, cell_set(span_of(form, int(PLACEMENT_PLACE[placement]))))
    state.placed_count = len(view.placed)


def showing(faces: dict[int, str], face: str) -> Cells:
    cells = [cell for cell, shown in faces.items() if shown == face]
    return cells_from(cells) if cells else none()


def set_seat(state: State, seat: Seat, seen: SeatView) -> None:
    for source, name in enumerate(SOURCE_NAMES):
        state.earn(seat, source, seen.points[name])
    marks = cells_named(seen.marks)
    state.set_marks(seat, marks)
    state.marked = union(state.marked, marks)
