"""Where piles, markers and districts go in The Pillars of Venice, and what a place brings at once."""

from typing import Final

from mypy_extensions import i64

from capomastro.core.chance import Fast
from capomastro.games.pillars.rules.board import NOBODY, Board
from capomastro.games.pillars.rules.building import GONDOLA_POINTS, MARKER_POINTS, at_canal, cells_showing
from capomastro.games.pillars.rules.cells import (
    WORD_CELLS,
    Cells,
    common,
    count,
    down,
    edges_between,
    left,
    meet,
    nth,
    right,
    size,
    union,
    up,
)
from capomastro.games.pillars.rules.districts import FORM_SHAPE, PLACEMENT_FORM, PLACEMENT_PLACE

OWN_MARKER: Final = 1.0  # what a marker of one's own, built over, is missed


def building_gain(board: Board, seat: i64, placement: i64) -> float:
    """Points for crests, matches and the gondola, less what the others get."""
    form = i64(PLACEMENT_FORM[placement])
    place = i64(PLACEMENT_PLACE[placement])
    shape = FORM_SHAPE[form]
    buildings = cells_showing(form, place, False)
    piazzas = cells_showing(form, place, True)
    gain = float(board.box.crests[shape])
    gain += float(edges_between(buildings, board.buildings) + edges_between(piazzas, board.piazzas))
    covered = union(buildings, piazzas)
    rivals = float(board.seats - 1)
    if meet(covered, board.marked):
        own = count(common(covered, board.marks_of(seat)))
        others = count(common(covered, board.marked)) - own
        gain -= OWN_MARKER * float(own) + MARKER_POINTS * float(others) / rivals
    if board.gondola != NOBODY and at_canal(board, covered, form, place):
        gain += float(GONDOLA_POINTS) if board.gondola == seat else -float(GONDOLA_POINTS) / rivals
    return gain


def crowded(free: Cells) -> Cells:
    """Cells with free piles on two sides or more: whatever is built here finds partners."""
    a, b, c, d = left(free), right(free), up(free), down(free)
    return union(union(common(a, b), common(c, d)), common(union(a, b), union(c, d)))


def any_cell(cells: Cells, rng: Fast) -> i64:
    """A cell of a set that is not empty."""
    return nth_cell(cells, rng.randrange(count(cells)))


def nth_cell(cells: Cells, n: i64) -> i64:
    """The n-th cell of a set, counted from 0."""
    first = size(cells[0])
    if n < first:
        return nth(cells[0], n)
    n -= first
    second = size(cells[1])
    if n < second:
        return WORD_CELLS + nth(cells[1], n)
    return 2 * WORD_CELLS + nth(cells[2], n - second)
