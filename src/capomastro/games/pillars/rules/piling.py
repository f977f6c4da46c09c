"""The pitch-dipper: setting piles, then markers (§5, §6)."""

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.board import MARKING, PILING, Board
from capomastro.games.pillars.rules.cards import FIGURE, MARKERS
from capomastro.games.pillars.rules.cells import (
    Cells,
    cell_set,
    common,
    count,
    flooded,
    is_empty,
    none,
    touching,
    union,
    without,
)


def begin_pitch_dipper(board: Board, kind: i64) -> bool:
    """§5.4, §5.5: how many piles will be set, and where the first may go; is there anything to set?"""
    wanted = FIGURE[kind]
    if board.pile_supply < wanted:
        wanted = board.pile_supply
    board.left = wanted
    board.begun = none()
    board.phase = PILING
    find_starts(board)
    return board.left > 0


def first_cells(board: Board) -> Cells:
    """§5.2, §5.3: free lagoon at the canal or at a pile, even one under a district."""
    ashore = union(board.box.canal_bank, touching(board.piles))
    return common(board.open_lagoon(), ashore)


def find_starts(board: Board) -> None:
    """§5.4: the first pile goes where there is room for all; if nowhere, where there is room for most.

    Room is what can be reached over edges: any connected group that fits into it can be grown pile by pile.
    """
    wanted = board.left
    lagoon = board.open_lagoon()
    rest = first_cells(board)
    most: i64 = 0
    starts = none()
    while not is_empty(rest):
        region = flooded(some_cell(rest), lagoon)
        room = count(region)
        if room > wanted:
            room = wanted
        if room > most:
            most = room
            starts = none()
        if room == most:
            starts = union(starts, common(rest, region))
        rest = without(rest, region)
    board.left = most
    board.starts = starts


def some_cell(a: Cells) -> Cells:
    """One cell of a set that is not empty."""
    if a[0]:
        return (a[0] & -a[0], 0, 0)
    if a[1]:
        return (0, a[1] & -a[1], 0)
    return (0, 0, a[2] & -a[2])


def next_pile_cells(board: Board) -> Cells:
    """§5.2: where the next pile may go: at the canal or an earlier pile first, then at those just set."""
    if is_empty(board.begun):
        return board.starts
    return common(touching(board.begun), board.open_lagoon())


def set_pile(board: Board, cell: i64) -> bool:
    """§5: sets a pile; is there more to decide? The last pile of the supply ends the game (§11.1)."""
    pile = cell_set(cell)
    board.piles = union(board.piles, pile)
    board.begun = union(board.begun, pile)
    board.pile_supply -= 1
    board.pile_this_round = True
    board.left -= 1
    board.announce(codes.SET_PILE, board.actor, cell, board.pile_supply)
    if board.left > 0 or board.pile_supply == 0:
        return True
    return begin_marking(board)


def begin_marking(board: Board) -> bool:
    """§6.1: as many markers as the card says and the supply has; is there anything to decide?"""
    board.begun = none()
    board.starts = none()
    board.phase = MARKING
    board.left = MARKERS[board.kind_played(board.actor)]
    supply = board.markers(board.actor)
    if supply < board.left:
        board.left = supply
    return board.left > 0 and not is_empty(board.markable())


def set_marker(board: Board, cell: i64) -> bool:
    """§6.1: puts a marker on a pile; is there more to decide?"""
    place = cell_set(cell)
    seat = board.actor
    board.marked = union(board.marked, place)
    board.set_marks(seat, union(board.marks_of(seat), place))
    board.left -= 1
    board.announce(codes.MARKED, seat, cell)
    return board.left > 0 and not is_empty(board.markable())
