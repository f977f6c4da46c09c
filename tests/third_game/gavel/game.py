"""What is seen and said of Gavel, and the game itself as the catalogue offers it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from capomastro.core.chance import Chance, Fast, seeded
from capomastro.core.game import (
    NO_THINGS,
    ActionTable,
    AnyGame,
    ComponentFiles,
    Event,
    Game,
    Note,
    Option,
    Plans,
    Rendering,
    Things,
    Viewer,
    each_view,
)
from gavel.rules import BID, BID_CARD, CARDS, PUBLIC, REVEALED, ROUND_BEGAN, ROUNDS, WON, State, deal


class Bid(Struct, frozen=True, tag="bid"):
    """Bid this card for the lot."""

    card: int


class SeatView(Struct, frozen=True):
    """What is known of a seat: its points, whether it has bid, and to itself its hand and its bid."""

    score: int
    cards: int
    chosen: bool
    hand: tuple[int, ...] | None
    bid: int | None


class View(Struct, frozen=True):
    """A game as one viewer knows it."""

    viewer: Viewer
    round: int
    lot: int
    lots: tuple[int, ...]
    """Those still to come."""
    played: tuple[int, ...]
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]


class Worlds:
    """The viewer's own cards stand; the others' are dealt from those nobody has shown."""

    def __init__(self, view: View) -> None:
        self.view = view

    def sample(self, rng: Fast) -> State:
        view = self.view
        state = State(len(view.seats), rng.spawn())
        state.round, state.lot, state.over = view.round, view.lot, view.over
        state.lots, state.played = as_set(view.lots), as_set([card - 1 for card in view.played])
        own = set() if view.viewer is None else set(view.seats[view.viewer].hand or ())
        unseen = [card for card in range(1, CARDS + 1) if card not in view.played and card not in own]
        for seat, seen in enumerate(view.seats):
            hand = list(seen.hand or ())
            if seat != view.viewer:
                hand = [unseen.pop(int(rng.randrange(len(unseen)))) for _ in range(seen.cards)]
            state.hands[seat] = as_set([card - 1 for card in hand])
            state.points[seat] = seen.score
            if seen.chosen:
                state.bids[seat] = seen.bid or hand[int(rng.randrange(len(hand)))]
        state.actor = view.waiting[0] if view.waiting else 0
        return state


def as_set(numbers: Sequence[int]) -> int:
    return sum(1 << number for number in numbers)


def in_set(numbers: int, add: int = 0) -> tuple[int, ...]:
    return tuple(number + add for number in range(CARDS + 1) if numbers >> number & 1)


class Gavel:
    """An auction of one card a round."""

    name = "gavel"
    title = "Gavel"
    credits = "Gavel is an example of how a game is added."
    rules_version = 1
    former: Mapping[int, AnyGame | str] = {}
    component_files: ComponentFiles | None = None
    seat_counts = range(2, 5)
    streams: tuple[str, ...] = ("gavel cards", "gavel lots")
    options: tuple[Option, ...] = ()
    benchmark_axis = "round"
    actions = ActionTable([Bid(card + 1) for card in range(CARDS)], [f"bid {card + 1}" for card in range(CARDS)], {})
    view_type = View
    private_fields = frozenset({"hands", "bids"})
    staged_fields: frozenset[str] = frozenset()
    things: Things = NO_THINGS
    plans: Plans[View] | None = None
    sentences: Mapping[str, str] = {
        "round began": "round {round}: a lot of {lot} points",
        "bid": "{seat} has bid",
        "bid card": "{seat} bids {card}",
        "revealed": "{seat} bid {card}",
        "won": "{seat} wins the lot and {points} points",
    }

    def deal(self, seats: int, chance: Chance, options: Mapping[str, str], components: str | None) -> State:
        return deal(seats, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        seats = tuple(
            SeatView(
                score=int(state.points[seat]),
                cards=len(in_set(int(state.hands[seat]))),
                chosen=bool(state.bids[seat]),
                hand=in_set(int(state.hands[seat]), 1) if seat == viewer else None,
                bid=(int(state.bids[seat]) or None) if seat == viewer else None,
            )
            for seat in range(state.seats)
        )
        winners = tuple(state.winners()) if state.over else ()
        lots, played = in_set(int(state.lots)), in_set(int(state.played), 1)
        return View(viewer, int(state.round), int(state.lot), lots, played, seats, state.to_act(), state.over, winners)

    def views(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[View]:
        return each_view(self, state, viewers)

    def rendered(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[Rendering] | None:
        return None

    def worlds(self, view: View) -> Worlds:
        return Worlds(view)

    def event(self, note: Note) -> Event:
        kind, audience, seat, a, b, _ = note
        told = None if audience == PUBLIC else tuple(i for i in range(4) if audience >> i & 1)
        match kind:
            case k if k == ROUND_BEGAN:
                return Event("round began", None, {"round": a, "lot": b})
            case k if k == BID:
                return Event("bid", seat)
            case k if k == BID_CARD:
                return Event("bid card", seat, {"card": a}, told)
            case k if k == REVEALED:
                return Event("revealed", seat, {"card": a})
            case k if k == WON:
                return Event("won", seat, {"points": a})
        raise AssertionError(f"no event is numbered {kind}")

    def picture(self, view: View, names: Sequence[str]) -> str:
        rows = [f"Round {view.round} of {ROUNDS}: a lot of {view.lot} points"]
        rows += [f"{name}: {seat.score} points" for name, seat in zip(names, view.seats, strict=True)]
        return "\n".join(rows)

    def prompt(self, view: View) -> str:
        return "bid a card for the lot"

    def statistics(self, state: State) -> Mapping[str, float]:
        return {"points": float(sum(state.scores()))}

    def benchmarks(self, seats: int) -> Mapping[str, State]:
        return {"1": deal(seats, seeded(1))}

    def audit(self, state: State) -> None:
        held = sum(len(in_set(int(state.hands[seat]))) for seat in range(state.seats))
        assert held + len(in_set(int(state.played))) == ROUNDS * int(state.seats), "a card was lost"


GAVEL: Game[State, View] = Gavel()
