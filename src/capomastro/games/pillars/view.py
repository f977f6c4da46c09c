"""What a seat, or a spectator, may know of The Pillars of Venice (§12)."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from capomastro.core.game import Seat, Viewer
from capomastro.games.pillars.components import Components
from capomastro.games.pillars.memory import kept_memory, known_cards
from capomastro.games.pillars.names import CARD_NAMES, DISTRICT_NAMES, REMEMBERED, cells_in, lying, numbers_in
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, OVER, points_from
from capomastro.games.pillars.rules.box import Box, shape_set
from capomastro.games.pillars.rules.districts import SHAPES
from capomastro.games.pillars.rules.knowledge import mind_of
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.view_types import Placed, SeatView, View

__all__ = ["SOURCE_NAMES", "Placed", "SeatView", "View", "view", "views"]

SOURCE_NAMES = ("crests", "matches", "markers", "gondola", "cards")


SHAPE_SETS: tuple[int, ...] = tuple(int(shape_set(shape)) for shape in range(SHAPES))


@lru_cache(REMEMBERED)
def districts_in(box: Box, districts: int) -> tuple[str, ...]:
    return tuple(DISTRICT_NAMES[box.district_kinds[district]] for district in numbers_in(districts))


@lru_cache(REMEMBERED)
def cards_in(box: Box, cards: int) -> tuple[str, ...]:
    return tuple(CARD_NAMES[box.card_kinds[card]] for card in numbers_in(cards))


@lru_cache(REMEMBERED)
def placed_as(number: int) -> Placed:
    """A district on the board, from its seat and its placement in one number."""
    return Placed(number % 8, *lying(number // 8))


def card_of(state: State, seat: Seat) -> str | None:
    """The card that a seat has chosen."""
    card = int(state.card_of(seat))
    return cards_in(state.box, card)[0] if card else None


@lru_cache(REMEMBERED)
def points_by_source(packed: int) -> tuple[int, ...]:
    """A seat's points, in the order of SOURCE_NAMES."""
    return tuple([int(points_from(packed, source)) for source in range(len(SOURCE_NAMES))])


def seat_view(state: State, seat: Seat) -> SeatView:
    """What everybody may know of a seat. §3.2: until all have chosen, a choice is for its own seat only."""
    return SeatView(
        points=dict(zip(SOURCE_NAMES, points_by_source(state.points[seat]), strict=True)),
        score=int(state.score(seat)),
        cards=int(state.hands[seat]).bit_count(),
        hand=None,
        chosen=bool(state.ready >> seat & 1),
        card=None if state.phase == CHOOSING else card_of(state, seat),
        stock=districts_in(state.box, state.stocks[seat]),
        markers=int(state.markers(seat)),
        marks=cells_in(state.marks_of(seat)),
    )


def view(state: State, viewer: Viewer) -> View:
    """§12: what this viewer may know, named piece by piece."""
    return views(state, (viewer,))[0]


def views(state: State, viewers: Sequence[Viewer], brief: bool = False) -> list[View]:
    """The same for several viewers; what everybody may know is put together once."""
    known_to_all = public_view(state)
    return [own_view(state, known_to_all, viewer, brief) for viewer in viewers]


def own_view(state: State, public: View, viewer: Viewer, brief: bool) -> View:
    """What everybody may know, and what this viewer knows beyond it: its cards, and where those of others may be."""
    box, seats, shown = state.box, int(state.seats), public.seats
    in_play = numbers_in(box.in_play[seats])
    mind = mind_of(state, seats if viewer is None else viewer)
    cards = known_cards(public.components, box, mind, in_play)
    memory = None if brief else kept_memory(mind, in_play, seats)
    drawn = None
    if viewer is not None:
        own = replace(shown[viewer], hand=cards_in(box, state.hands[viewer]), card=card_of(state, viewer))
        shown = (*shown[:viewer], own, *shown[viewer + 1 :])
        if state.phase == GIVING and viewer in (state.start, state.victim):
            drawn = in_play.index(numbers_in(state.drawn)[0])
    return replace(public, viewer=viewer, seats=shown, cards=cards, memory=memory, drawn=drawn)


def public_view(state: State) -> View:
    """What everybody may know, but for the cards, of which everybody remembers something else."""
    components = state.box.source
    assert isinstance(components, Components)
    box, all_tops, all_unseen = state.box, int(state.tops), int(state.unseen)
    tops = [districts_in(box, all_tops & shape) for shape in SHAPE_SETS]
    return View(
        viewer=None,
        phase=PHASES.names[state.phase],
        round=int(state.round),
        start=int(state.start),
        actor=int(state.actor),
        waiting=state.to_act(),
        seats=tuple([seat_view(state, seat) for seat in range(state.seats)]),
        cards=(),
        memory=None,
        victim=None if state.victim == NOBODY else int(state.victim),
        drawn=None,
        tops=tuple([top[0] if top else None for top in tops]),
        unseen=tuple([districts_in(box, all_unseen & shape) for shape in SHAPE_SETS]),
        piles=cells_in(state.piles),
        pile_supply=int(state.pile_supply),
        placed=tuple([placed_as(int(state.placed[i])) for i in range(int(state.placed_count))]),
        gondola=None if state.gondola == NOBODY else int(state.gondola),
        left=int(state.left),
        begun=cells_in(state.begun),
        idle_rounds=int(state.idle_rounds),
        pile_this_round=state.pile_this_round,
        components=components,
        winners=tuple(state.winners()) if state.phase == OVER else (),
    )
