"""The component file: the cards, the districts and the board (§1, §13)."""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from capomastro.core.component_file import ComponentFiles, parsed, section, shown
from capomastro.core.game import BadSetup
from capomastro.games.pillars.names import CARD_NAMES, card_kind, district_kind
from capomastro.games.pillars.rules.box import MARKERS_EACH, MOST_SEATS, PILES, Box
from capomastro.games.pillars.rules.cards import CARDS, HAND, MOST_PILES, MOST_STONES, ROLE_NAMES
from capomastro.games.pillars.rules.cells import COLUMNS, ROWS
from capomastro.games.pillars.rules.districts import PATTERNS, SHAPE_NAMES, SHAPE_PIECES

SUPPLY = {"piles": PILES, "markers": MARKERS_EACH}
MOST_CRESTS = 20
CANAL, LAGOON = "=", "."
KEPT_BOXES = 32  # anybody may bring a component file of his own, so only the boxes used last are kept
FILES = ComponentFiles("capomastro.games.pillars", "pillars")


class Components(Struct, frozen=True, cache_hash=True):
    """What a component file says. Cards and districts are sorted as the rules number them."""

    cards: tuple[tuple[str, int], ...]
    """Name and number."""
    symbol: tuple[str, ...]
    districts: tuple[str, ...]
    stones: tuple[int, ...]
    """For each shape."""
    crests: tuple[int, ...]
    board: tuple[str, ...]


def load_components(text: str | None = None) -> Components:
    """The components of a file's text, or of the newest file that comes along."""
    return own_components() if text is None else checked(text)


def own_components() -> Components:
    return checked(FILES.text(FILES.newest))


@lru_cache(maxsize=KEPT_BOXES)
def box_of(components: Components) -> Box:
    """The box in the form the rules work with."""
    return Box(
        [(card_kind(name), number) for name, number in components.cards],
        [ROLE_NAMES.index(role) for role in components.symbol],
        [district_kind(name) for name in components.districts],
        list(components.stones),
        list(components.crests),
        [cell for cell, sign in enumerate("".join(components.board)) if sign == CANAL],
        components,
    )


@lru_cache(maxsize=KEPT_BOXES)
def checked(text: str) -> Components:
    """Raises `BadSetup` with the fault."""
    data = parsed(text)
    if data.get("game") != "pillars":
        raise BadSetup("file.other-game", game="pillars", name="pillars")
    for name, value in SUPPLY.items():
        if section(data, "supply").get(name) != value:
            raise BadSetup("pillars.supply", name=name, value=value)
    shapes = section(data, "districts")
    unknown = set(shapes) - set(SHAPE_NAMES)
    if unknown:
        raise BadSetup("pillars.shapes", found=shown(min(unknown)), known=SHAPE_NAMES)
    return Components(
        cards=checked_cards(section(data, "cards")),
        symbol=checked_symbol(data.get("symbol")),
        districts=tuple(name for shape in range(len(SHAPE_NAMES)) for name in pieces(shapes, shape)),
        stones=tuple(figure(shapes, name, "stones", MOST_STONES) for name in SHAPE_NAMES),
        crests=tuple(figure(shapes, name, "crests", MOST_CRESTS) for name in SHAPE_NAMES),
        board=checked_board(section(data, "board").get("map")),
    )


def checked_symbol(roles: Any) -> tuple[str, ...]:
    """§3.5: the roles whose cards move the start player on."""
    if not isinstance(roles, list):
        raise BadSetup("pillars.no-symbol")
    for role in roles:
        if role not in ROLE_NAMES:
            raise BadSetup("pillars.symbol", found=shown(role), known=ROLE_NAMES)
    return tuple(dict.fromkeys(roles))


def checked_cards(cards: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """§1.4: ten cards with the 2, five each with the 3 to 6."""
    found: list[tuple[str, int]] = []
    numbers = [str(number) for number in range(2, MOST_SEATS + 1)]
    for number in cards:
        if number not in numbers:
            raise BadSetup("pillars.card-number", number=number, most=MOST_SEATS)
    for number in numbers:
        named = cards.get(number)
        wanted = HAND * 2 if number == "2" else HAND
        if not isinstance(named, list) or len(named) != wanted:
            has = len(named) if isinstance(named, list) else 0
            raise BadSetup("pillars.card-count", number=number, count=has, wanted=wanted)
        found += [(card_named(card, number), int(number)) for card in named]
    assert len(found) == CARDS
    return tuple(sorted(found, key=lambda card: (card_kind(card[0]), card[1])))


def card_named(card: Any, number: str) -> str:
    name = " ".join(card.split()) if isinstance(card, str) else str(card)
    if name in CARD_NAMES:
        return name
    role = name.rstrip("0123456789+ ")
    if role not in ROLE_NAMES:
        raise BadSetup("pillars.card-role", number=number, found=shown(card), known=ROLE_NAMES)
    if role == "pitch-dipper":
        raise BadSetup("pillars.card-dipper", number=number, found=shown(card), most=MOST_PILES)
    if role in ("councillor", "master builder"):
        raise BadSetup("pillars.card-stones", number=number, found=shown(card), most=MOST_STONES, role=role)
    raise BadSetup("pillars.card-figures", number=number, found=shown(card), role=role)


def figure(shapes: dict[str, Any], shape: str, name: str, most: int) -> int:
    value = section(shapes, f"districts.{shape}").get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise BadSetup("pillars.figure", section=f"districts.{shape}", name=name, most=most, found=shown(value))
    return value


def pieces(shapes: dict[str, Any], shape: int) -> list[str]:
    """§1.3: the districts of a shape by name."""
    name = SHAPE_NAMES[shape]
    patterns = section(shapes, f"districts.{name}").get("patterns")
    if not isinstance(patterns, dict):
        raise BadSetup("pillars.no-patterns", section=f"districts.{name}")
    for pattern, copies in patterns.items():
        if pattern not in PATTERNS[shape]:
            raise BadSetup("pillars.pattern", found=shown(pattern), name=name, known=tuple(PATTERNS[shape]))
        if not isinstance(copies, int) or isinstance(copies, bool) or copies < 0:
            raise BadSetup("pillars.pattern-count", name=f"{name} {pattern}", found=shown(copies))
    total = sum(patterns.values())
    if total != SHAPE_PIECES[shape]:
        raise BadSetup("pillars.pieces", section=f"districts.{name}", count=total, wanted=int(SHAPE_PIECES[shape]))
    return [f"{name} {pattern}" for pattern in PATTERNS[shape] for _ in range(patterns.get(pattern, 0))]


def checked_board(board: Any) -> tuple[str, ...]:
    """§1.5: 8 rows of 17 cells with one connected canal, and room for all piles."""
    if not isinstance(board, str):
        raise BadSetup("pillars.no-map")
    rows = tuple(board.split())
    if len(rows) != ROWS:
        raise BadSetup("pillars.map-rows", rows=len(rows), wanted=ROWS)
    for number, row in enumerate(rows, 1):
        if len(row) != COLUMNS:
            raise BadSetup("pillars.map-columns", row=number, cells=len(row), wanted=COLUMNS)
        strange = set(row) - {CANAL, LAGOON}
        if strange:
            raise BadSetup("pillars.map-sign", row=number, found=shown(min(strange)))
    canal = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == CANAL}
    if not canal:
        raise BadSetup("pillars.no-canal")
    lagoon = ROWS * COLUMNS - len(canal)
    if lagoon < PILES:
        raise BadSetup("pillars.map-room", cells=lagoon, piles=PILES)
    reached = {min(canal)}
    while True:
        beside = {(r + a, c + b) for r, c in reached for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        further = reached | beside & canal
        if further == reached:
            break
        reached = further
    if reached != canal:
        raise BadSetup("pillars.canal-apart")
    return rows
