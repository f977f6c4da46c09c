"""The lagoon as characters, each cell as large as there is room for."""

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Scene
from capomastro.games.pillars.names import CELL_NAMES
from capomastro.games.pillars.rules.cells import COLUMNS, ROWS
from capomastro.games.pillars.terminal.aiming import CELL, Aim
from capomastro.games.pillars.terminal.ground import Ground, Lying, place_of
from capomastro.games.pillars.view import View

COLOURS = {
    "lagoon": ("#17394a", "default"),
    "wave": ("#3f7289", "bright_black"),
    "canal": ("#0f2733", "blue"),
    "canal wave": ("#4a94b5", "bright_white"),
    "wood": ("#e2c9a0", "default"),
    "house 0": ("#b5533a", "red"),
    "house 1": ("#964029", "red"),
    "piazza 0": ("#dcb56b", "yellow"),
    "piazza 1": ("#c29a50", "yellow"),
    "on house": ("#fff6ec", "bright_white"),
    "on piazza": ("#241a08", "black"),
    "bridge": ("#dde3ea", "default"),
    "ghost": ("#2f6d3a", "green"),
    "no ghost": ("#7c2f2f", "magenta"),
    "card": ("#e8dcc0", "default"),
}
SIZES = ((9, 4), (7, 3), (5, 2), (3, 1))
"""Columns and lines of a cell."""


def layout_for(width: int, height: int, players: int) -> tuple[tuple[int, int], bool]:
    """The largest cells that leave room for the rest of the table, and whether the stacks lie beside the lagoon."""
    for across, down in SIZES:
        wide, tall = 4 + COLUMNS * across, 2 + ROWS * down
        if wide + 40 <= width and tall + 2 * players <= height:
            return (across, down), True
        if wide <= width and tall + 8 + 2 * players <= height:
            return (across, down), False
    return SIZES[-1], True


def draw_lagoon(canvas: Canvas, y: int, scene: Scene, aim: Aim | None, size: tuple[int, int]) -> int:
    """Returns the line after it."""
    view: View = scene.view
    ground = aim.ground if aim is not None else Ground(view)
    across, down = size
    open_cells = set(aim.cells) if aim is not None else set()
    for column in range(COLUMNS):
        chosen = aim is not None and column == aim.column
        ink = Ink("strong", bold=True) if chosen else Ink("quiet")
        canvas.put(3 + column * across + across // 2, y, chr(ord("A") + column), ink)
    for row in range(ROWS):
        top = y + 1 + row * down
        chosen = aim is not None and row == aim.row
        canvas.put(0, top + down // 2, f"{row + 1:>2}", Ink("strong", bold=True) if chosen else Ink("quiet"))
        for column in range(COLUMNS):
            cell = CELL_NAMES[COLUMNS * row + column]
            draw_cell(canvas, 3 + column * across, top, size, cell, ground, cell in open_cells)
            canvas.spot(3 + column * across, top, across, down, CELL + cell)
    if aim is not None:
        draw_ghost(canvas, y + 1, size, aim)
    return y + 1 + ROWS * down


def draw_cell(canvas: Canvas, x: int, y: int, size: tuple[int, int], cell: str, ground: Ground, is_open: bool) -> None:
    across, down = size
    if cell in ground.built:
        face, number = ground.built[cell]
        kind = "house" if face == "B" else "piazza"
        ink = Ink(f"on {kind}", f"{kind} {number % 2}", bold=True)
        canvas.fill(x, y, across, down, ink)
        canvas.put(x + across // 2, y + down // 2, face, ink)
        joined(canvas, x, y, size, cell, ground.districts[number], ink)
        return
    canal = cell in ground.canal
    water = Ink("canal wave", "canal") if canal else Ink("wave", "lagoon")
    canvas.fill(x, y, across, down, water)
    middle = (x + across // 2, y + down // 2)
    if cell in ground.piles:
        owner = ground.marks.get(cell)
        if owner is None:
            canvas.put(*middle, canvas.glyph("pile"), Ink("wood", water.ground, bold=True))
        else:
            canvas.put(*middle, canvas.mark(owner), Ink(f"seat {owner + 1}", water.ground, bold=True))
    elif cell in ground.spans:
        bridge(canvas, x, y, size, ground.spans[cell], water.ground)
    else:
        canvas.put(*middle, canvas.glyph("canal" if canal else "gap"), water)
    if is_open:
        sign = "+" if cell not in ground.piles else canvas.glyph("pile")
        canvas.put(*middle, sign, Ink("aim", water.ground, bold=True))


def joined(canvas: Canvas, x: int, y: int, size: tuple[int, int], cell: str, lying: Lying, ink: Ink) -> None:
    """Lines between the cells of one district, so that districts can be told apart without colours."""
    across, down = size
    row, column = place_of(cell)
    cells = {place_of(other) for other in lying.faces}
    line = Ink(ink.colour, ink.ground)
    if (row, column + 1) in cells:
        canvas.put(x + across // 2 + 1, y + down // 2, canvas.glyph("across") * (across - across // 2 - 1), line)
    if (row, column - 1) in cells:
        canvas.put(x, y + down // 2, canvas.glyph("across") * (across // 2), line)
    for other, lines in ((row + 1, range(down // 2 + 1, down)), (row - 1, range(down // 2))):
        if (other, column) in cells:
            for inner in lines:
                canvas.put(x + across // 2, y + inner, canvas.glyph("down"), line)


def bridge(canvas: Canvas, x: int, y: int, size: tuple[int, int], lying: Lying, ground: str) -> None:
    across, down = size
    ink = Ink("bridge", ground, bold=True)
    rows = {place_of(cell)[0] for cell in lying.faces}
    if len(rows) == 1:
        canvas.put(x, y + down // 2, canvas.glyph("across") * across, ink)
    else:
        for row in range(down):
            canvas.put(x + across // 2, y + row, canvas.glyph("down"), ink)


def draw_ghost(canvas: Canvas, y: int, size: tuple[int, int], aim: Aim) -> None:
    """What is aimed with: green where it may lie, else red; marked without colours too."""
    across, down = size
    good = aim.step is not None
    ink = Ink("light", "ghost" if good else "no ghost", bold=True, reverse=not good)
    lying = aim.lying
    faces = {aim.cell: "+" if good else "x"} if lying is None else dict(lying.faces)
    if lying is not None and lying.span is not None:
        faces[lying.span] = "="
    for cell, face in faces.items():
        row, column = place_of(cell)
        x, top = 3 + column * across, y + row * down
        canvas.fill(x, top, across, down, ink)
        text = f"[{face if good else face.lower()}]" if across > 2 else face
        canvas.put(x + (across - len(text)) // 2, top + down // 2, text, ink)
