"""The types of a view of The Pillars of Venice. They stand apart from what fills them, which is compiled."""

from msgspec import Struct

from capomastro.core.game import Seat, Viewer
from capomastro.games.pillars.actions import ACTIONS, Build
from capomastro.games.pillars.components import Components
from capomastro.games.pillars.rules.steps import BUILD


class Card(Struct, frozen=True):
    """An action card in the game, and who may hold it as far as the viewer can tell.

    While a swap is under way, those who are no part of it know the holders before the draw.
    """

    name: str
    number: int
    holders: tuple[Seat, ...]


class Memory(Struct, frozen=True):
    """All that has a bearing on where the cards are now."""

    groups: tuple[tuple[int, ...], ...]
    """Those of `cards` never seen, by their places, in groups: any of a group may be where any other of it is."""
    swaps: tuple[tuple[Seat, Seat], ...]
    """Thief and victim of the swaps whose cards the viewer did not see and has not found out."""
    seen: tuple[tuple[Seat, int] | None, ...]
    """For each of `cards` who had it when the viewer last saw it, and how many of `swaps` came before."""
    stories: tuple[str, ...]
    """What may have happened. `2 31 0050 4.1.2` has the mass 2. Of the first swap both cards are still to be found (3),
    of the second the one drawn (1; 2 would be the one given). Of the first group seat 2 was dealt five cards. Card 4
    was not with seat 2 before swap 1; with 8 instead of a seat, it was not the card given in it."""


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


class ChoicePart(Struct, frozen=True):
    """The fields of a seat that its own player sees otherwise than everybody else."""

    hand: tuple[str, ...] | None
    chosen: bool
    card: str | None


class MomentPart(Struct, frozen=True):
    """The fields of a view that say where the game stands: small, and all but new with every step."""

    phase: str
    round: int
    start: Seat
    actor: Seat
    waiting: tuple[Seat, ...]
    victim: Seat | None
    pile_supply: int
    gondola: Seat | None
    left: int
    begun: tuple[str, ...]
    idle_rounds: int
    pile_this_round: bool
    winners: tuple[Seat, ...]


class BoardPart(Struct, frozen=True):
    """The fields of a view that only some steps change: the board and the stacks."""

    tops: tuple[str | None, ...]
    unseen: tuple[tuple[str, ...], ...]
    piles: tuple[str, ...]
    placed: tuple[Placed, ...]


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
    memory: Memory | None
    """Left out of a brief view."""
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
