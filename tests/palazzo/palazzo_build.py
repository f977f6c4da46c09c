"""Positions of Palazzo in a line or two.

Money is written `florin 7 7, ducat 5 +2` (+2 is a certificate), a tile `brick 3 2` (floor 3, two windows), a palazzo as
its tiles with slashes: `brick 1 2 / marble 3 1`.
"""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import seeded
from capomastro.games.palazzo.actions import ACTIONS
from capomastro.games.palazzo.names import card_kind, cards_in, floors_in, money_from, tile_kind, tiles_from, tiles_in
from capomastro.games.palazzo.rules.board import MARKET, PLACING, TURN
from capomastro.games.palazzo.rules.money import ALL_MONEY, NO_CURRENCY
from capomastro.games.palazzo.rules.palazzi import floor_bits
from capomastro.games.palazzo.rules.state import State, bare
from capomastro.games.palazzo.rules.tiles import ALL_TILES, merged, minus


def money(text: str) -> int:
    cards: list[str] = []
    currency = ""
    for word in text.replace(",", " ").split():
        if word == "+2":
            cards.append("certificate")
        elif word.isdigit():
            cards.append(f"{currency} {word}")
        else:
            currency = word
    assert all(card_kind(card) >= 0 for card in cards)
    return money_from(tuple(cards))


def tiles(*names: str) -> int:
    return tiles_from(names)


def palazzo(text: str) -> int:
    return sum(floor_bits(tile_kind(tile.strip())) for tile in text.split("/"))


def table(
    hands: Sequence[str] = ("", ""),
    *,
    palazzi: Sequence[Sequence[str]] = (),
    warehouse: Sequence[str] = (),
    quarries: Sequence[Sequence[str]] = ((), (), (), ()),
    stacks: Sequence[Sequence[str]] | None = None,
    discards: str = "",
    deck: str | None = None,
    builder: int = 0,
    riders: int = 0,
    phase: int = TURN,
    turn: int = 0,
) -> State:
    """A table in the given phase. Tiles not named lie in the box, or in stack III unless stacks are named."""
    state = bare(len(hands), seeded(1))
    state.phase = phase
    state.turn = state.actor = turn
    for seat, text in enumerate(hands):
        state.hands[seat] = money(text)
    for seat, buildings in enumerate(palazzi):
        for site, text in enumerate(buildings):
            if text:
                state.erect(seat, site, palazzo(text))
    state.warehouse = tiles(*warehouse)
    state.quarries = vec[i64]([tiles(*quarry) for quarry in quarries])
    state.stored_at_turn_start = len(warehouse)
    state.builder = builder
    state.riders = riders
    state.discards = money(discards)
    state.deck = ALL_MONEY - sum(state.hands) - state.discards if deck is None else money(deck)
    rest = minus(ALL_TILES, on_table(state))
    if stacks is None:
        state.stacks = vec[i64]([0, 0, rest])
    else:
        state.stacks = vec[i64]([tiles(*stack) for stack in stacks])
        state.box = minus(rest, tiles(*(tile for stack in stacks for tile in stack)))
    return state


def on_table(state: State) -> int:
    found = state.warehouse
    for quarry in state.quarries:
        found = merged(found, quarry)
    for seat in range(state.seats):
        for site in range(state.sites[seat]):
            found = merged(found, tiles_from(floors_in(state.palazzo(seat, site))))
    return found


def market(hands: Sequence[str], warehouse: Sequence[str], **more: object) -> State:
    """Tiles have been revealed; seat 1 buys or auctions."""
    return table(hands, warehouse=warehouse, phase=MARKET, **more)  # type: ignore[arg-type]


def bidding(hands: Sequence[str], standing: int = 3, lot: Sequence[str] = ("brick 1 1",)) -> State:
    """Seat 1 has opened an auction with the 3-certificate, and it is for seat 2 to overbid or pass."""
    state = table(hands, quarries=((), tuple(lot), (), ()), phase=MARKET)
    act(state, "auction")
    state.standing = standing
    return state


def placing(tile: str, palazzi: Sequence[str] = (), hands: Sequence[str] = ("", "")) -> State:
    """Seat 1 is to build this tile."""
    state = table(hands, palazzi=[palazzi])
    state.pending = tiles(tile)
    state.stacks[2] = minus(state.stacks[2], state.pending)
    state.placing = tile_kind(tile)
    state.phase = PLACING
    return state


def act(state: State, *steps: str) -> State:
    """Takes steps, each by whoever is to act."""
    for step in steps:
        state.apply(state.to_act()[0], ACTIONS.parse(step))
    return state


def offered(state: State) -> list[str]:
    """The texts of the legal steps."""
    return [ACTIONS.texts[step] for step in state.legal(state.to_act()[0])]


def hand(state: State, seat: int) -> list[str]:
    return list(cards_in(state.hands[seat]))


def palazzi(state: State, seat: int) -> list[str]:
    return [" / ".join(floors_in(state.palazzo(seat, site))) for site in range(state.sites[seat])]


def names(group: int) -> list[str]:
    return list(tiles_in(group))


__all__ = [
    "NO_CURRENCY",
    "act",
    "bidding",
    "hand",
    "market",
    "money",
    "names",
    "offered",
    "palazzi",
    "palazzo",
    "placing",
    "table",
    "tiles",
]
