"""The lagoon in figures: what lies where, how a district would lie, and what building it there would bring (§8).

Nothing here decides what is allowed: the legal steps say that.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from capomastro.games.pillars.components import CANAL
from capomastro.games.pillars.names import CELL_NAMES, cell_number
from capomastro.games.pillars.rules.cells import COLUMNS, ROWS
from capomastro.games.pillars.rules.districts import PRINTED, SHAPE_NAMES
from capomastro.games.pillars.view import View

BUILD = re.compile(r"build (\S+ \S+) at ([A-Q][1-8]) turned (\d+)")
MARKER_POINTS, GONDOLA_POINTS = 3, 2


class Lying(NamedTuple):
    """A district as it lies, with a face for each cell; cells beyond the rim are missing, then it does not fit."""

    district: str
    faces: dict[str, str]
    span: str | None
    fits: bool

    def look(self) -> frozenset[tuple[str, str]]:
        """Two ways of lying that look the same are the same."""
        return frozenset(self.faces.items())


class Split(Struct, frozen=True):
    """Who would get what."""

    crests: int
    matches: int
    own: int
    """Markers of one's own that come back."""
    markers: dict[int, int]
    gondola: int | None
    points: tuple[int, ...]


def named(row: int, column: int) -> str | None:
    return CELL_NAMES[COLUMNS * row + column] if 0 <= row < ROWS and 0 <= column < COLUMNS else None


def place_of(cell: str) -> tuple[int, int]:
    return divmod(cell_number(cell), COLUMNS)


def shape_of(district: str) -> int:
    return SHAPE_NAMES.index(district.split(" ")[0])


def faces_of(district: str) -> str:
    return district.split(" ")[1].replace("-", "")


def lie(district: str, at: str, turned: int) -> Lying:
    row, column = place_of(at)
    offsets = PRINTED[shape_of(district)]
    for _ in range(turned // 90):
        offsets = [(side, -down) for down, side in offsets]
    cells = [named(row + down, column + side) for down, side in offsets]
    faces = {cell: face for cell, face in zip(cells, faces_of(district), strict=True) if cell is not None}
    fits = None not in cells
    span = None
    if SHAPE_NAMES[shape_of(district)] == "bridge" and fits:
        down, side = offsets[1]
        span = named(row + down // 2, column + side // 2)
    return Lying(district, faces, span, fits)


def lying_of(step: str) -> Lying | None:
    """How the district of a building step lies."""
    found = BUILD.fullmatch(step)
    return lie(found[1], found[2], int(found[3])) if found else None


def neighbours(cell: str) -> list[str]:
    row, column = place_of(cell)
    around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    return [name for name in (named(*place) for place in around) if name is not None]


class Ground:
    """All that a view tells of the board, looked up by the name of a cell."""

    def __init__(self, view: View) -> None:
        signs = "".join(view.components.board)
        self.canal = {CELL_NAMES[number] for number, sign in enumerate(signs) if sign == CANAL}
        self.piles = set(view.piles)
        self.marks = {cell: seat for seat, seen in enumerate(view.seats) for cell in seen.marks}
        self.districts = [lie(placed.district, placed.at, placed.turned) for placed in view.placed]
        self.built = {
            cell: (face, number) for number, one in enumerate(self.districts) for cell, face in one.faces.items()
        }
        self.spans = {one.span: one for one in self.districts if one.span is not None}


def split(view: View, ground: Ground, lying: Lying, seat: int) -> Split:
    """§8: who gets what if the seat builds a district so."""
    matches, own = 0, 0
    markers: Counter[int] = Counter()
    at_canal = lying.span is not None and lying.span in ground.canal
    for cell, face in lying.faces.items():
        around = neighbours(cell)
        matches += sum(ground.built[one][0] == face for one in around if one in ground.built)
        at_canal = at_canal or any(one in ground.canal for one in around)
        owner = ground.marks.get(cell)
        if owner == seat:
            own += 1
        elif owner is not None:
            markers[owner] += 1
    crests = view.components.crests[shape_of(lying.district)]
    gondola = view.gondola if at_canal else None
    points = [MARKER_POINTS * markers[other] for other in range(len(view.seats))]
    points[seat] = crests + matches
    if gondola is not None:
        points[gondola] += GONDOLA_POINTS
    return Split(crests, matches, own, dict(markers), gondola, tuple(points))


def why_not_build(view: View, ground: Ground, lying: Lying) -> tuple[str, dict[str, object]]:
    """What speaks against a place, as a key of the words and its arguments."""
    stones = view.components.stones[shape_of(lying.district)]
    if stones > view.left:
        return "pillars.not.stones", {"stones": stones, "left": view.left}
    if not lying.fits:
        return "pillars.not.rim", {}
    for cell in lying.faces:
        if cell not in ground.piles:
            return "pillars.not.nopile", {"cell": cell}
        if cell in ground.built:
            return "pillars.not.built", {"cell": cell}
    if lying.span in ground.piles:
        return "pillars.not.pileunder", {"cell": lying.span}
    if lying.span in ground.spans:
        return "pillars.not.crossing", {"cell": lying.span}
    return "pillars.not.here", {}


def why_not_pile(view: View, ground: Ground, cell: str) -> tuple[str, dict[str, object]]:
    for key, cells in (("canal", ground.canal), ("pile", ground.piles), ("span", ground.spans)):
        if cell in cells:
            return f"pillars.not.{key}", {"cell": cell}
    if view.begun:
        return "pillars.not.group", {"cell": cell}
    touches = any(one in ground.canal or one in ground.piles for one in neighbours(cell))
    return (
        ("pillars.not.room", {"cell": cell, "piles": view.left}) if touches else ("pillars.not.touch", {"cell": cell})
    )


def why_not_mark(ground: Ground, cell: str) -> tuple[str, dict[str, object]]:
    key = "nopile" if cell not in ground.piles else "built" if cell in ground.built else "marked"
    return f"pillars.not.{key}", {"cell": cell}


def in_order(cells: Sequence[str]) -> str:
    return ", ".join(sorted(cells, key=cell_number))
