"""A picture of the table for those who watch machines play: the game's terminal drawing, as text or as pixels."""

from functools import cache
from typing import TYPE_CHECKING

from capomastro.core.canvas import PALETTE, PLAIN, Canvas, Ink
from capomastro.core.catalogue import loaded, registrations
from capomastro.core.drawing import Drawing, Scene
from capomastro.core.game import AnyGame, Position, Viewer
from capomastro.core.words import words_in
from capomastro.research.extras import required
from capomastro.research.letters import HEIGHT, ROWS, WIDTH

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = required("numpy", "research")

COLUMNS, LINES = 110, 48
"""How large a drawing is, so that all pictures of a game have one size; a higher one is shown whole."""
CELL = (HEIGHT + 1, WIDTH + 1)
DIM = 0.6
PAPER, TEXT = "#1d1b18", "#e8e4da"


def drawn(game: AnyGame, position: Position, viewer: Viewer, names: list[str]) -> Canvas:
    """The board as this viewer sees it, in plain ASCII: what is to be decided above it."""
    view = game.view(position, viewer)
    canvas = Canvas(COLUMNS, ascii_only=True)
    prompt, drawing = game.prompt(view), drawing_of(game)
    if drawing is None:
        board = game.picture(view, names).splitlines()
    else:
        scores = position.scores()
        scene = Scene(
            view=view, viewer=viewer, names=names, words=words_in("en"), scores=scores, prompt=prompt, game=game.name
        )
        prompt, board = drawing.prompt(scene), []
        drawing.draw(canvas, scene, None, LINES)
    for number, line in enumerate(board):
        canvas.put(0, number, line)
    canvas.rows[:0], canvas.inks[:0] = [[" "] * COLUMNS for _ in "ab"], [[PLAIN] * COLUMNS for _ in "ab"]
    canvas.put(0, 0, prompt, Ink("strong", bold=True))
    return canvas


def drawing_of(game: AnyGame) -> Drawing | None:
    where = registrations()[game.name].terminal
    return None if where is None else loaded(where)


def text_of(game: AnyGame, position: Position, viewer: Viewer, names: list[str]) -> str:
    return drawn(game, position, viewer, names).text() + "\n"


def pixels_of(game: AnyGame, position: Position, viewer: Viewer, names: list[str]) -> "npt.NDArray[np.uint8]":
    """The same as an array of (height, width, 3) bytes: red, green, blue."""
    canvas, drawing = drawn(game, position, viewer, names), drawing_of(game)
    colours = {name: full for name, (full, _) in {**PALETTE, **(drawing.palette if drawing else {})}.items()}
    rows = max(LINES, canvas.height)
    picture = np.empty((rows, CELL[0], COLUMNS, CELL[1], 3), np.uint8)
    picture[:] = rgb(PAPER)
    for y, (signs, inks) in enumerate(zip(canvas.rows, canvas.inks, strict=True)):
        for x, (sign, ink) in enumerate(zip(signs, inks, strict=True)):
            if sign != " " or ink != PLAIN:
                front, ground = shades(ink, colours)
                picture[y, :, x] = np.where(dots(sign, ink.underline)[:, :, None], front, ground)
    return picture.reshape(rows * CELL[0], COLUMNS * CELL[1], 3)


def shades(ink: Ink, colours: dict[str, str]) -> "tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]":
    """The colours of a sign and of its ground."""
    front, ground = rgb(colours.get(ink.colour, TEXT)), rgb(colours.get(ink.ground, PAPER))
    if ink.dim:
        front = (DIM * front + (1 - DIM) * ground).astype(np.uint8)
    return (ground, front) if ink.reverse else (front, ground)


@cache
def rgb(colour: str) -> "npt.NDArray[np.uint8]":
    """`#rrggbb` as three bytes."""
    return np.frombuffer(bytes.fromhex(colour[1:]), np.uint8)


@cache
def dots(sign: str, underline: bool) -> "npt.NDArray[np.bool_]":
    """Which dots of a cell are set; a sign that is not known is a filled block."""
    cell = np.zeros(CELL, np.bool_)
    if sign != " ":
        rows = [int(row, 16) for row in ROWS[sign].split()] if sign in ROWS else [2**WIDTH - 1] * HEIGHT
        cell[1 : len(rows) + 1, :WIDTH] = [[row >> WIDTH - 1 - x & 1 for x in range(WIDTH)] for row in rows]
    cell[-1] |= underline
    return cell
