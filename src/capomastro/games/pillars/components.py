"""The component file: the cards, the districts and the board (§1, §13)."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from capomastro.core.component_file import parsed, shown
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


class Components(Struct, frozen=True):
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
    """The components of a file's text, or of the file that comes along."""
    return own_components() if text is None else checked(text)


@cache
def own_components() -> Components:
    return checked(files("capomastro.games.pillars").joinpath("components.toml").read_text(encoding="utf-8"))


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


def checked(text: str) -> Components:
    """Raises `BadSetup` with a sentence that names the fault."""
    data = parsed(text)
    if data.get("game") != "pillars":
        raise BadSetup('the component file is not for The Pillars of Venice: it lacks game = "pillars"')
    for name, value in SUPPLY.items():
        if section(data, "supply").get(name) != value:
            raise BadSetup(f"[supply] {name} must be {value}")
    shapes = section(data, "districts")
    unknown = set(shapes) - set(SHAPE_NAMES)
    if unknown:
        raise BadSetup(f"[districts] has {shown(min(unknown))}; the shapes are {', '.join(SHAPE_NAMES)}")
    return Components(
        cards=checked_cards(section(data, "cards")),
        symbol=checked_symbol(data.get("symbol")),
        districts=tuple(name for shape in range(len(SHAPE_NAMES)) for name in pieces(shapes, shape)),
        stones=tuple(figure(shapes, name, "stones", MOST_STONES) for name in SHAPE_NAMES),
        crests=tuple(figure(shapes, name, "crests", MOST_CRESTS) for name in SHAPE_NAMES),
        board=checked_board(section(data, "board").get("map")),
    )


def section(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    if not isinstance(found, dict):
        raise BadSetup(f"the component file has no [{name}]")
    return found


def checked_symbol(roles: Any) -> tuple[str, ...]:
    """§3.5: the roles whose cards move the start player on."""
    if not isinstance(roles, list):
        raise BadSetup("the component file does not say which roles bear the start-player symbol: symbol = [...]")
    for role in roles:
        if role not in ROLE_NAMES:
            raise BadSetup(f"symbol has {shown(role)}; the roles are {', '.join(ROLE_NAMES)}")
    return tuple(dict.fromkeys(roles))


def checked_cards(cards: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """§1.4: ten cards with the 2, five each with the 3 to 6."""
    found: list[tuple[str, int]] = []
    numbers = [str(number) for number in range(2, MOST_SEATS + 1)]
    for number in cards:
        if number not in numbers:
            raise BadSetup(f"[cards] has number {number}; cards are numbered from 2 to {MOST_SEATS}")
    for number in numbers:
        named = cards.get(number)
        wanted = HAND * 2 if number == "2" else HAND
        if not isinstance(named, list) or len(named) != wanted:
            has = len(named) if isinstance(named, list) else 0
            raise BadSetup(f"[cards] has {has} cards with number {number}; there are {wanted}")
        found += [(card_named(card, number), int(number)) for card in named]
    assert len(found) == CARDS
    return tuple(sorted(found, key=lambda card: (card_kind(card[0]), card[1])))


def card_named(card: Any, number: str) -> str:
    name = " ".join(card.split()) if isinstance(card, str) else str(card)
    if name in CARD_NAMES:
        return name
    role = name.rstrip("0123456789+ ")
    if role not in ROLE_NAMES:
        raise BadSetup(f"number {number}: {shown(card)} has no known role; the roles are {', '.join(ROLE_NAMES)}")
    if role == "pitch-dipper":
        raise BadSetup(
            f"number {number}: {shown(card)} is no pitch-dipper; write its 1 to {MOST_PILES} piles and its markers, "
            "which are fewer, as in 'pitch-dipper 4+2'"
        )
    if role in ("councillor", "master builder"):
        raise BadSetup(f"number {number}: {shown(card)} needs 2 to {MOST_STONES} stones, as in '{role} 6'")
    raise BadSetup(f"number {number}: {shown(card)} has figures, but a {role} has none")


def shape_section(shapes: dict[str, Any], shape: str) -> dict[str, Any]:
    found = shapes.get(shape)
    if not isinstance(found, dict):
        raise BadSetup(f"the component file has no [districts.{shape}]")
    return found


def figure(shapes: dict[str, Any], shape: str, name: str, most: int) -> int:
    value = shape_section(shapes, shape).get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise BadSetup(f"[districts.{shape}] {name} must be a number from 1 to {most}, not {shown(value)}")
    return value


def pieces(shapes: dict[str, Any], shape: int) -> list[str]:
    """§1.3: the districts of a shape by name."""
    name = SHAPE_NAMES[shape]
    patterns = shape_section(shapes, name).get("patterns")
    if not isinstance(patterns, dict):
        raise BadSetup(f"[districts.{name}] has no patterns")
    for pattern, copies in patterns.items():
        if pattern not in PATTERNS[shape]:
            known = ", ".join(PATTERNS[shape])
            raise BadSetup(f"{shown(pattern)} is no pattern of a {name}; up to turning they are {known}")
        if not isinstance(copies, int) or isinstance(copies, bool) or copies < 0:
            raise BadSetup(f"{name} {pattern} must have a number of pieces, not {shown(copies)}")
    total = sum(patterns.values())
    if total != SHAPE_PIECES[shape]:
        raise BadSetup(f"[districts.{name}] has {total} pieces; there are {SHAPE_PIECES[shape]}")
    return [f"{name} {pattern}" for pattern in PATTERNS[shape] for _ in range(patterns.get(pattern, 0))]


def checked_board(board: Any) -> tuple[str, ...]:
    """§1.5: 8 rows of 17 cells with one connected canal, and room for all piles."""
    if not isinstance(board, str):
        raise BadSetup("[board] has no map")
    rows = tuple(board.split())
    if len(rows) != ROWS:
        raise BadSetup(f"the map has {len(rows)} rows; the board has {ROWS}")
    for number, row in enumerate(rows, 1):
        if len(row) != COLUMNS:
            raise BadSetup(f"row {number} of the map has {len(row)} cells; the board has {COLUMNS} columns")
        strange = set(row) - {CANAL, LAGOON}
        if strange:
            raise BadSetup(f"row {number} of the map has {min(strange)!r}; '=' is canal and '.' is lagoon")
    canal = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == CANAL}
    if not canal:
        raise BadSetup("the map has no canal; '=' is canal")
    lagoon = ROWS * COLUMNS - len(canal)
    if lagoon < PILES:
        raise BadSetup(f"the map has {lagoon} cells of lagoon; {PILES} piles need as many")
    reached = {min(canal)}
    while True:
        beside = {(r + a, c + b) for r, c in reached for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        further = reached | beside & canal
        if further == reached:
            break
        reached = further
    if reached != canal:
        raise BadSetup("the canal of the map is not connected: its cells must touch by edges")
    return rows
