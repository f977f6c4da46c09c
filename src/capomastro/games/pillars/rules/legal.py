"""What a seat may do: the one place that decides which steps are legal.

Each function writes steps into `out`, ascending, and returns how many there are.
"""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.pillars.rules.board import (
    BUILDING,
    CHOOSING,
    GIVING,
    MARKING,
    PILING,
    SWAPPING,
    TAKING,
    Board,
    everybody,
)
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.cells import CELLS, WORD_CELLS, Cells, bit, lowest
from capomastro.games.pillars.rules.districts import (
    FIRST_FORM,
    FIRST_PLACEMENT,
    FORM_OUTLINE,
    FORM_WIDTH,
    RANK,
    SHAPES,
    places,
)
from capomastro.games.pillars.rules.piling import next_pile_cells
from capomastro.games.pillars.rules.stacks import can_take
from capomastro.games.pillars.rules.steps import BUILD, CHOOSE, DONE, GIVE, MARK, PILE, STAY, SWAP, TAKE
from capomastro.games.pillars.rules.swapping import givable


def owes(board: Board, seat: i64) -> bool:
    """Must this seat decide something now?"""
    if board.phase == CHOOSING:
        return 0 <= seat < board.seats and (board.ready >> seat) & 1 == 0
    return seat == board.actor and not board.over


def waiting(board: Board) -> i64:
    """A bit for each seat that owes a decision."""
    if board.phase == CHOOSING:
        return everybody(board) & ~board.ready
    return 0 if board.over else bit(board.actor)


def fill_legal(board: Board, seat: i64, out: vec[i64]) -> i64:
    """Writes the legal steps of a seat that must decide, ascending, and returns how many there are."""
    phase = board.phase
    if phase == CHOOSING:
        return fill_kinds(board, out, CHOOSE, board.hands[seat])  # §3.2
    if phase == PILING:
        return fill_cells(out, 0, PILE, next_pile_cells(board))
    if phase == MARKING:
        out[0] = DONE
        return fill_cells(out, 1, MARK, board.markable())
    if phase == BUILDING:
        return fill_builds(board, out)
    if phase == TAKING:
        return fill_tops(board, out)
    if phase == SWAPPING:
        return fill_swaps(board, out)
    if phase == GIVING:
        return fill_kinds(board, out, GIVE, givable(board))
    return 0


def fill_swaps(board: Board, out: vec[i64]) -> i64:
    """§3.1: stay, or draw from any other seat."""
    out[0] = STAY
    found: i64 = 1
    for seat in range(board.seats):
        if seat != board.start:
            out[found] = SWAP + seat
            found += 1
    return found


def fill_kinds(board: Board, out: vec[i64], family: i64, cards: i64) -> i64:
    """One step of the family for each different card; cards are numbered by kind, so equal ones follow each other."""
    found: i64 = 0
    while cards:
        card = lowest(cards)
        out[found] = family + board.box.card_kinds[card]
        if found == 0 or out[found] != out[found - 1]:
            found += 1
        cards &= cards - 1
    return found


def fill_tops(board: Board, out: vec[i64]) -> i64:
    """§4.1: at least one district; then one may stop."""
    found: i64 = 0
    if not board.unspent():
        out[0] = DONE
        found = 1
    for shape in range(SHAPES):
        if can_take(board, shape):
            out[found] = TAKE + shape
            found += 1
    return found


def fill_cells(out: vec[i64], found: i64, family: i64, cells: Cells) -> i64:
    """One step of the family for each cell of a set."""
    word = cells[0]
    while word:
        out[found] = family + lowest(word)
        found += 1
        word &= word - 1
    word = cells[1]
    while word:
        out[found] = family + WORD_CELLS + lowest(word)
        found += 1
        word &= word - 1
    word = cells[2]
    while word:
        out[found] = family + 2 * WORD_CELLS + lowest(word)
        found += 1
        word &= word - 1
    return found


def affordable(board: Board) -> i64:
    """§4.3: the districts of the actor's stock that the stones left pay for."""
    stock = board.stocks[board.actor]
    for shape in range(SHAPES):
        if board.box.stones[shape] > board.left:
            stock &= ~shape_set(shape)
    return stock


def fill_builds(board: Board, out: vec[i64]) -> i64:
    """§7: every district one can pay for, in every form, at every place where it fits; no other step (§7.3)."""
    found: i64 = 0
    free = board.free_piles()
    water = board.open_water()
    stock = affordable(board)
    while stock:
        kind = board.box.district_kinds[lowest(stock)]
        for form in range(FIRST_FORM[kind], FIRST_FORM[kind + 1]):
            found = fill_places(out, found, form, places(FORM_OUTLINE[form], free, water))
        stock &= ~board.box.districts_of_kind[kind]
    return found


def fill_places(out: vec[i64], found: i64, form: i64, cells: Cells) -> i64:
    """One step for each place of a form."""
    first = BUILD + FIRST_PLACEMENT[form]
    ranks = CELLS * FORM_WIDTH[form]
    word = cells[0]
    while word:
        out[found] = first + RANK[ranks + lowest(word)]
        found += 1
        word &= word - 1
    ranks += WORD_CELLS
    word = cells[1]
    while word:
        out[found] = first + RANK[ranks + lowest(word)]
        found += 1
        word &= word - 1
    ranks += WORD_CELLS
    word = cells[2]
    while word:
        out[found] = first + RANK[ranks + lowest(word)]
        found += 1
        word &= word - 1
    return found
