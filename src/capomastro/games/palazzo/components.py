"""The component file: what is in the box, and which tile belongs to which stack (§1)."""

from collections import Counter
from functools import lru_cache
from typing import Any

from msgspec import Struct

from capomastro.core.component_file import ComponentFiles, parsed, section, shown
from capomastro.core.game import BadSetup
from capomastro.games.palazzo.names import TILE_NAMES, tiles_from
from capomastro.games.palazzo.rules.board import RIDERS
from capomastro.games.palazzo.rules.money import CURRENCIES
from capomastro.games.palazzo.rules.tiles import MATERIALS

STACK_NAMES = ("I", "II", "III")
ON_THE_BOARD = 5  # §2.1: this many tiles of stack I are laid out at the start
TWICE = frozenset(f"{material} 3 1" for material in MATERIALS)
KEPT_BOXES = 32  # anybody may bring a component file of their own, so only the boxes used last are kept
FILES = ComponentFiles("capomastro.games.palazzo", "palazzo")
MONEY = {"currencies": list(CURRENCIES), "values": [3, 4, 5, 6, 7], "copies": 3, "certificates": 10}


class Components(Struct, frozen=True):
    """The tiles of each stack, as sets."""

    stacks: tuple[int, int, int]


def load_components(text: str | None = None) -> Components:
    """The components of a file's text, or of the newest file that comes along."""
    return own_components() if text is None else checked(text)


def own_components() -> Components:
    return checked(FILES.text(FILES.newest))


@lru_cache(maxsize=KEPT_BOXES)
def checked(text: str) -> Components:
    """Raises `BadSetup` with the fault."""
    data = parsed(text)
    if data.get("game") != "palazzo":
        raise BadSetup("file.other-game", game="palazzo", name="palazzo")
    check_money(section(data, "money"))
    if data.get("riders") != {"count": RIDERS, "stack": "III"}:
        raise BadSetup("palazzo.riders", count=RIDERS)
    stacks = section(data, "stacks")
    unknown = set(stacks) - set(STACK_NAMES)
    if unknown:
        raise BadSetup("palazzo.stacks", found=shown(min(unknown)), known=STACK_NAMES)
    named = [stack_of(stacks, name) for name in STACK_NAMES]
    check_counts(named)
    first, second, third = (tiles_from(tiles) for tiles in named)
    return Components((first, second, third))


def check_money(money: dict[str, Any]) -> None:
    for name, value in MONEY.items():
        if money.get(name) != value:
            raise BadSetup("palazzo.money", name=name, value=shown(value), found=shown(money.get(name)))


def stack_of(stacks: dict[str, Any], name: str) -> tuple[str, ...]:
    tiles = stacks.get(name)
    if not isinstance(tiles, list):
        raise BadSetup("palazzo.stack-missing", stack=name)
    return tuple(tile_name(tile, name) for tile in tiles)


def tile_name(tile: Any, stack: str) -> str:
    words = tile.split() if isinstance(tile, str) else []
    if len(words) != 3:
        raise BadSetup("palazzo.tile-form", stack=stack, found=shown(tile))
    if words[0] not in MATERIALS:
        raise BadSetup("palazzo.tile-material", stack=stack, found=shown(tile), known=MATERIALS)
    name = " ".join(words)
    if name not in TILE_NAMES:
        raise BadSetup("palazzo.tile-unknown", stack=stack, found=shown(tile))
    return name


def check_counts(stacks: list[tuple[str, ...]]) -> None:
    """§1.3: every tile once, floor 3 with one window twice for each material."""
    counts = Counter(tile for tiles in stacks for tile in tiles)
    for name in TILE_NAMES:
        wanted = 2 if name in TWICE else 1
        if counts[name] < wanted:
            raise BadSetup("palazzo.tile-lacking", name=name, times=counts[name], wanted=wanted)
        if counts[name] > wanted:
            raise BadSetup("palazzo.tile-too-often", name=name, times=counts[name], wanted=wanted)
    if len(stacks[0]) < ON_THE_BOARD:
        raise BadSetup("palazzo.stack-short", count=len(stacks[0]), needed=ON_THE_BOARD)
