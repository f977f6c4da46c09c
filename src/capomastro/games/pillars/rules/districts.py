"""The kinds of districts and the ways they can lie (§1.3, §7.2, §9).

A kind is a shape with a pattern; there are 26. A *form* is a kind turned by quarters; forms that look the same are one.
A form lies within a box of cells; its *place* is the upper left cell of that box, whether or not it covers it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from capomastro.games.pillars.rules.cells import CELLS, COLUMNS, ROWS, Cells, common, left, up

DOMINO: Final = 0
ROW: Final = 1
CORNER: Final = 2
SQUARE: Final = 3
BRIDGE: Final = 4
SHAPES: Final = 5
SHAPE_NAMES: Final = ("domino", "row", "corner", "square", "bridge")

PATTERNS: Final[list[list[str]]] = [
    ["BB", "BP", "PP"],
    ["BBB", "BBP", "BPB", "BPP", "PBP", "PPP"],
    ["B-BB", "B-BP", "B-PB", "B-PP", "P-BB", "P-BP", "P-PB", "P-PP"],
    ["BBBB", "BBBP", "BBPP", "BPPB", "BPPP", "PPPP"],
    ["B-B", "B-P", "P-P"],
]
"""Every pattern of a shape, each once: what only differs by turning is the same piece (§13.1)."""

PRINTED: Final[list[list[tuple[int, int]]]] = [
    [(0, 0), (0, 1)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (0, 1), (1, 0)],
    [(0, 0), (0, 1), (1, 0), (1, 1)],
    [(0, 0), (0, 2)],
]
"""Row and column of each cell of a pattern, as printed; a bridge's span lies between its ends."""

SHAPE_FIRST: Final = vec[i64]([0, 10, 20, 30, 40, 48])  # the first district of each shape, and the end
DISTRICTS: Final = 48
SHAPE_PIECES: Final = (10, 10, 10, 10, 8)
DISTRICT_KINDS: Final = 26

# The outlines a form can have.
ACROSS_2: Final = 0
DOWN_2: Final = 1
ACROSS_3: Final = 2
DOWN_3: Final = 3
WITHOUT_LOWER_RIGHT: Final = 4
WITHOUT_LOWER_LEFT: Final = 5
WITHOUT_UPPER_LEFT: Final = 6
WITHOUT_UPPER_RIGHT: Final = 7
BLOCK: Final = 8
SPAN_ACROSS: Final = 9
SPAN_DOWN: Final = 10
OUTLINES: Final = 11

_OUTLINE_CELLS: Final[list[list[tuple[int, int]]]] = [
    [(0, 0), (0, 1)],
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 0), (0, 1), (1, 0)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 1), (1, 0), (1, 1)],
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (0, 1), (1, 0), (1, 1)],
    [(0, 0), (0, 2)],
    [(0, 0), (2, 0)],
]


class Form:
    """A kind of district turned some way: its outline, where its cells are seen from its place, and what they show."""

    def __init__(self, kind: int, shape: int, turned: int, cells: list[tuple[int, int]], faces: str) -> None:
        top = min([row for row, _ in cells])
        side = min([column for _, column in cells])
        placed = [(row - top, column - side) for row, column in cells]
        self.kind = kind
        self.shape = shape
        self.turned = turned
        self.cells = placed  # in the order of the pattern: the first one is where the district is said to lie
        self.faces = faces
        self.outline = _OUTLINE_CELLS.index(sorted(placed))
        self.height = max([row for row, _ in placed]) + 1
        self.width = max([column for _, column in placed]) + 1
        self.look = sorted([(placed[i][0], placed[i][1], faces[i]) for i in range(len(placed))])


def _forms() -> list[Form]:
    """Every form, kind by kind, by rising turn; a turn that looks like an earlier one is left out (§7.2)."""
    forms: list[Form] = []
    kind = 0
    for shape in range(SHAPES):
        for pattern in PATTERNS[shape]:
            cells = PRINTED[shape]
            looks: list[list[tuple[int, int, str]]] = []
            for turned in (0, 90, 180, 270):
                form = Form(kind, shape, turned, cells, pattern.replace("-", ""))
                if form.look not in looks:
                    looks.append(form.look)
                    forms.append(form)
                cells = [(column, -row) for row, column in cells]
            kind += 1
    return forms


FORMS: Final = _forms()
SHAPE_OF: Final = vec[i64]([shape for shape in range(SHAPES) for _ in PATTERNS[shape]])
KIND_NAMES: Final = [f"{SHAPE_NAMES[shape]} {pattern}" for shape in range(SHAPES) for pattern in PATTERNS[shape]]


def _first_forms() -> list[int]:
    """For each kind its first form, and the end."""
    kinds = [form.kind for form in FORMS]
    return [kinds.index(kind) for kind in range(DISTRICT_KINDS)] + [len(FORMS)]


def _first_steps() -> list[int]:
    """For each form how many placements the forms before it have, and the end."""
    total = 0
    firsts: list[int] = []
    for form in FORMS:
        firsts.append(total)
        total += (ROWS + 1 - form.height) * (COLUMNS + 1 - form.width)
    return [*firsts, total]


def _placements() -> list[tuple[int, int]]:
    """Form and place of every placement, in the order of the action table."""
    placements: list[tuple[int, int]] = []
    for number in range(len(FORMS)):
        form = FORMS[number]
        for row in range(ROWS + 1 - form.height):
            for column in range(COLUMNS + 1 - form.width):
                placements.append((number, COLUMNS * row + column))
    return placements


def _offsets() -> list[int]:
    """For each form, where the cells of its pattern lie from its place; four a form, the last repeated."""
    offsets: list[int] = []
    for form in FORMS:
        own = [COLUMNS * row + column for row, column in form.cells]
        offsets += own + [own[-1]] * (4 - len(own))
    return offsets


def _piazzas() -> list[int]:
    """For each form, a bit for each of its four cells that shows a piazza."""
    return [sum([1 << i for i in range(len(form.faces)) if form.faces[i] == "P"]) for form in FORMS]


def _ranks() -> list[int]:
    """For each width of a form and each place, the rank of the place among those on the board."""
    ranks: list[int] = []
    for width in range(4):
        ranks += [cell // COLUMNS * (COLUMNS + 1 - width) + cell % COLUMNS for cell in range(CELLS)]
    return ranks


FIRST_FORM: Final = vec[i64](_first_forms())
FIRST_PLACEMENT: Final = vec[i64](_first_steps())
PLACEMENTS: Final = 9028
PLACEMENT_FORM: Final = vec[u8]([form for form, _ in _placements()])
PLACEMENT_PLACE: Final = vec[u8]([place for _, place in _placements()])
FORM_SHAPE: Final = vec[i64]([form.shape for form in FORMS])
FORM_KIND: Final = vec[i64]([form.kind for form in FORMS])
FORM_OUTLINE: Final = vec[i64]([form.outline for form in FORMS])
FORM_CELLS: Final = vec[i64]([len(form.cells) for form in FORMS])
FORM_WIDTH: Final = vec[i64]([form.width for form in FORMS])
FORM_OFFSETS: Final = vec[i64](_offsets())
FORM_PIAZZAS: Final = vec[i64](_piazzas())
RANK: Final = vec[i64](_ranks())


def places(outline: i64, free: Cells, open_water: Cells) -> Cells:
    """§7.1, §9.1: every place where this outline lies with all its cells on `free` piles, a span over `open_water`.

    What leaves the board on one side does not come back on the other, so no place reaches over the edge.
    """
    if outline == ACROSS_2:
        return common(free, left(free))
    if outline == DOWN_2:
        return common(free, up(free))
    if outline == ACROSS_3:
        return common(free, left(common(free, left(free))))
    if outline == DOWN_3:
        return common(free, up(common(free, up(free))))
    if outline == SPAN_ACROSS:
        return common(free, left(common(open_water, left(free))))
    if outline == SPAN_DOWN:
        return common(free, up(common(open_water, up(free))))
    across = common(free, left(free))
    if outline == BLOCK:
        return common(across, up(across))
    if outline == WITHOUT_LOWER_RIGHT:
        return common(across, up(free))
    if outline == WITHOUT_LOWER_LEFT:
        return common(across, up(left(free)))
    if outline == WITHOUT_UPPER_LEFT:
        return common(left(free), up(across))
    return common(free, up(across))


def span_of(form: i64, place: i64) -> i64:
    """§9.1: the cell under a bridge."""
    if FORM_OUTLINE[form] == SPAN_ACROSS:
        return place + 1
    return place + COLUMNS
