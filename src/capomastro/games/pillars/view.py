"""What a seat, or a spectator, may know of The Pillars of Venice (§12)."""

from msgspec import Struct

from capomastro.core.game import Seat, Viewer
from capomastro.games.pillars.actions import ACTIONS, Build
from capomastro.games.pillars.components import Components
from capomastro.games.pillars.memory import Card, Memory, known_cards
from capomastro.games.pillars.names import CARD_NAMES, DISTRICT_NAMES, bits_in, cells_in, lying
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, OVER, SOURCES
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.districts import SHAPES
from capomastro.games.pillars.rules.knowledge import mind_of
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.rules.steps import BUILD

SOURCE_NAMES = ("crests", "matches", "markers", "gondola", "cards")


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
    memory: Memory
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


def view(state: State, viewer: Viewer) -> View:
    """§12: what this viewer may know, named piece by piece."""
    components = state.box.source
    assert isinstance(components, Components)
    in_play = bits_in(state.box.in_play[state.seats])
    seats = int(state.seats)
    known = known_cards(components, state.box, mind_of(state, seats if viewer is None else viewer), in_play, seats)
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
        memory=known.memory,
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
