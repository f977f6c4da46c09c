"""The master builder: building districts and scoring them (§7, §8, §9, §10)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.board import (
    BUILDING,
    FROM_CRESTS,
    FROM_GONDOLA,
    FROM_MARKERS,
    FROM_MATCHES,
    NOBODY,
    Board,
)
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.cards import FIGURE
from capomastro.games.pillars.rules.cells import (
    Cells,
    cell_set,
    common,
    count,
    edges_between,
    has,
    is_empty,
    meet,
    none,
    union,
    without,
)
from capomastro.games.pillars.rules.districts import (
    ACROSS_2,
    ACROSS_3,
    BLOCK,
    BRIDGE,
    FORM_CELLS,
    FORM_KIND,
    FORM_OFFSETS,
    FORM_PIAZZAS,
    FORM_SHAPE,
    OUTLINES,
    PLACEMENT_FORM,
    PLACEMENT_PLACE,
    SHAPE_OF,
    SHAPES,
    SPAN_ACROSS,
    WITHOUT_LOWER_RIGHT,
    places,
    span_of,
)
from capomastro.games.pillars.rules.steps import BUILD

MARKER_POINTS: Final = 3
GONDOLA_POINTS: Final = 2
FIRST_OUTLINE: Final = vec[i64]([ACROSS_2, ACROSS_3, WITHOUT_LOWER_RIGHT, BLOCK, SPAN_ACROSS, OUTLINES])


def begin_master_builder(board: Board, kind: i64) -> bool:
    """§7.3: is there anything the actor can, and so must, build?"""
    board.left = FIGURE[kind]
    board.phase = BUILDING
    return something_fits(board)


def something_fits(board: Board) -> bool:
    """§7.3: a district of the actor's stock that the stones pay for and that fits somewhere."""
    free = board.free_piles()
    if is_empty(free):
        return False
    water = board.open_water()
    stock = board.stocks[board.actor]
    for shape in range(SHAPES):
        if stock & shape_set(shape) and board.box.stones[shape] <= board.left and shape_fits(shape, free, water):
            return True
    return False


def shape_fits(shape: i64, free: Cells, water: Cells) -> bool:
    """Every kind of a shape can be turned into each of its outlines, so the pattern does not matter here."""
    for outline in range(FIRST_OUTLINE[shape], FIRST_OUTLINE[shape + 1]):
        if not is_empty(places(outline, free, water)):
            return True
    return False


def cells_showing(form: i64, place: i64, piazza: bool) -> Cells:
    """The cells on which a district lying so shows piazzas, or buildings."""
    showing = none()
    faces = FORM_PIAZZAS[form]
    for i in range(FORM_CELLS[form]):
        if ((faces >> i) & 1 != 0) == piazza:
            showing = union(showing, cell_set(place + FORM_OFFSETS[4 * form + i]))
    return showing


def build(board: Board, placement: i64) -> bool:
    """§7: puts a district of the actor's stock on its piles and scores it; must the actor go on?"""
    form = i64(PLACEMENT_FORM[placement])
    place = i64(PLACEMENT_PLACE[placement])
    kind = FORM_KIND[form]
    shape = SHAPE_OF[kind]
    seat = board.actor
    buildings = cells_showing(form, place, False)
    piazzas = cells_showing(form, place, True)
    matches = edges_between(buildings, board.buildings) + edges_between(piazzas, board.piazzas)

    alike = board.stocks[seat] & board.box.districts_of_kind[kind]
    board.stocks[seat] -= alike & -alike
    board.left -= board.box.stones[shape]
    board.buildings = union(board.buildings, buildings)
    board.piazzas = union(board.piazzas, piazzas)
    if shape == BRIDGE:
        board.closed = union(board.closed, cell_set(span_of(form, place)))
    board.placed[board.placed_count] = i32(8 * placement + seat)
    board.placed_count += 1

    crests = board.box.crests[shape]
    board.earn(seat, FROM_CRESTS, crests)  # §8.1
    board.earn(seat, FROM_MATCHES, matches)  # §8.2
    board.announce(codes.BUILT, seat, BUILD + placement, crests, matches)
    covered = union(buildings, piazzas)
    if meet(covered, board.marked):
        return_markers(board, seat, covered)
    if board.gondola != NOBODY and at_canal(board, covered, form, place):
        pay_gondola(board)
    return something_fits(board)


def at_canal(board: Board, covered: Cells, form: i64, place: i64) -> bool:
    """§10.1: has the district on these piles an edge at the canal? A bridge may have it at its span alone."""
    if meet(covered, board.box.canal_bank):
        return True
    return FORM_SHAPE[form] == BRIDGE and has(board.box.canal_bank, span_of(form, place))


def pay_gondola(board: Board) -> None:
    """§10.1: 2 points for a district at the canal."""
    board.earn(board.gondola, FROM_GONDOLA, GONDOLA_POINTS)
    board.announce(codes.GONDOLA_PAID, board.gondola, GONDOLA_POINTS)


def return_markers(board: Board, builder: i64, covered: Cells) -> None:
    """§8.3: markers built over go back; each brings its owner 3 points, but the builder nothing."""
    for seat in range(board.seats):
        marks = board.marks_of(seat)
        back = count(common(marks, covered))
        if back:
            board.set_marks(seat, without(marks, covered))
            points: i64 = 0 if seat == builder else MARKER_POINTS * back
            board.earn(seat, FROM_MARKERS, points)
            board.announce(codes.MARKERS_BACK, seat, back, points)
    board.marked = without(board.marked, covered)
