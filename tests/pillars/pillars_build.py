"""Builders for positions of The Pillars of Venice: two lines to build, one to act, one to assert."""

from collections.abc import Sequence

from capomastro.core.chance import seeded
from capomastro.core.game import Event
from capomastro.games.pillars.actions import ACTIONS
from capomastro.games.pillars.components import box_of, load_components
from capomastro.games.pillars.game import Pillars
from capomastro.games.pillars.names import CARD_NAMES, DISTRICT_NAMES, bits_in, cells_named, district_kind
from capomastro.games.pillars.rules.board import NOBODY
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.building import cells_showing
from capomastro.games.pillars.rules.cells import cell_set, union
from capomastro.games.pillars.rules.districts import BRIDGE, FORM_SHAPE, PLACEMENT_FORM, PLACEMENT_PLACE, span_of
from capomastro.games.pillars.rules.knowledge import know_the_deal
from capomastro.games.pillars.rules.stacks import turn_up
from capomastro.games.pillars.rules.state import State, deal
from capomastro.games.pillars.rules.steps import BUILD

GAME = Pillars()


def game(
    seats: int = 3,
    *,
    hands: Sequence[Sequence[str]] = (),
    stocks: Sequence[Sequence[str]] = (),
    tops: Sequence[str] = (),
    piles: str = "",
    built: Sequence[str] = (),
    marks: Sequence[str] = (),
    gondola: int = NOBODY,
    seed: int = 0,
    components: str | None = None,
) -> State:
    """A game at its first round with seat 0 as start player.

    Hands are filled up with whatever cards are left; every stock not given is empty. Districts in `built` are building
    steps and set the piles they need; they are built by seat 0 and have scored nothing.
    """
    state = deal(seats, seeded(seed), box_of(load_components(components)), 0)
    if hands:
        deal_hands(state, hands)
    arrange_districts(state, stocks, tops, built)
    state.piles = union(state.piles, cells_named(piles.split()))
    state.pile_supply = 60 - len(cells(state.piles))
    for seat, marked in enumerate(marks):
        state.set_marks(seat, cells_named(marked.split()))
        state.marked = union(state.marked, state.marks_of(seat))
    state.gondola = gondola
    return state


def deal_hands(state: State, hands: Sequence[Sequence[str]]) -> None:
    deck = bits_in(state.box.in_play[state.seats])
    dealt: list[list[int]] = []
    for hand in [*hands, *([()] * (state.seats - len(hands)))]:
        held = []
        for name in hand:
            held.append(next(card for card in deck if name_of(state, card) == name))
            deck.remove(held[-1])
        dealt.append(held)
    for seat, held in enumerate(dealt):
        while len(held) < 5:
            held.append(deck.pop(0))
        state.hands[seat] = sum(1 << card for card in held)
    know_the_deal(state)


def name_of(state: State, card: int) -> str:
    return CARD_NAMES[state.box.card_kinds[card]]


def arrange_districts(state: State, stocks: Sequence[Sequence[str]], tops: Sequence[str], built: Sequence[str]) -> None:
    left = {kind: bits_in(state.box.districts_of_kind[kind]) for kind in range(len(DISTRICT_NAMES))}

    def piece(name: str) -> int:
        return 1 << left[district_kind(name)].pop(0)

    for seat in range(state.seats):
        state.stocks[seat] = sum(piece(name) for name in stocks[seat]) if seat < len(stocks) else 0
    for number, text in enumerate(built):
        placement = ACTIONS.parse(f"build {text}") - BUILD
        form, place = int(PLACEMENT_FORM[placement]), int(PLACEMENT_PLACE[placement])
        piece(text.split(" at ")[0])
        state.buildings = union(state.buildings, cells_showing(form, place, False))
        state.piazzas = union(state.piazzas, cells_showing(form, place, True))
        if FORM_SHAPE[form] == BRIDGE:
            state.closed = union(state.closed, cell_set(span_of(form, place)))
        state.placed[number] = 8 * placement
    state.placed_count = len(built)
    state.piles = union(state.buildings, state.piazzas)
    state.tops = sum(piece(name) for name in tops)
    state.unseen = sum(1 << district for rest in left.values() for district in rest)
    for shape in range(5):
        if not state.tops & shape_set(shape):
            turn_up(state, shape)


def cells(them: tuple[int, int, int]) -> set[int]:
    return {51 * word + number for word in range(3) for number in bits_in(them[word])}


def do(state: State, seat: int, *texts: str) -> list[Event]:
    """Steps of a seat by their texts, and what happened."""
    state.recording = True
    state.journal = []
    for text in texts:
        state.apply(seat, ACTIONS.parse(text))
    return [GAME.event(note) for note in state.journal]


def play(state: State, *cards: str, swap: bool = False) -> list[Event]:
    """Everybody chooses a card, seat 0 first; the start player stays before."""
    if not swap and state.phase == 0:
        do(state, state.start, "stay")
    happened: list[Event] = []
    for seat, card in enumerate(cards):
        happened = do(state, seat, f"choose {card}")
    return happened


def options(state: State, seat: int | None = None) -> list[str]:
    """The texts of all legal steps of a seat, or of the actor."""
    return [ACTIONS.texts[step] for step in state.legal(state.actor if seat is None else seat)]


def hand(state: State, seat: int) -> list[str]:
    return [name_of(state, card) for card in bits_in(state.hands[seat])]


def knows(state: State, viewer: int | None, card: str) -> set[tuple[int, ...]]:
    """For each copy of a card the seats that may hold it, as far as the viewer can tell."""
    return {seen.holders for seen in GAME.view(state, viewer).cards if seen.name == card}


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def building(
    stock: Sequence[str], *, card: str = "master builder 8", seats: int = 2, piles: str = "", **rest: object
) -> State:
    """Seat 0 is to build out of this stock; the other seat has played the gondolier."""
    others = ["gondolier", "pitch-dipper 3+2", "councillor 5"][: seats - 1]
    hands = [[card], *([other] for other in others)]
    state = game(seats, hands=hands, stocks=[stock], piles=piles, **rest)  # type: ignore[arg-type]
    play(state, card, *others)
    return state
