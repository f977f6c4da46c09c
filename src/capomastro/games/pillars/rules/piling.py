"""The pitch-dipper: setting piles, then markers (§5, §6)."""

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as note
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


def begin_pitch_dipper(table: Board, kind: i64) -> bool:
    """§5.4, §5.5: how many piles will be set, and where the first may go; is there anything to set?"""
    wanted = FIGURE[kind]
    if table.pile_supply < wanted:
        wanted = table.pile_supply
    table.left = wanted
    table.begun = none()
    table.phase = PILING
    find_starts(table)
    return table.left > 0


def first_cells(table: Board) -> Cells:
    """§5.2, §5.3: free lagoon at the canal or at a pile, even one under a district."""
    ashore = union(table.box.canal_bank, touching(table.piles))
    return common(table.open_lagoon(), ashore)


def find_starts(table: Board) -> None:
    """§5.4: the first pile goes where there is room for all; if nowhere, where there is room for most.

    Room is what can be reached over edges: any connected group that fits into it can be grown pile by pile.
    """
    wanted = table.left
    lagoon = table.open_lagoon()
    rest = first_cells(table)
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
    table.left = most
    table.starts = starts


def some_cell(a: Cells) -> Cells:
    """One cell of a set that is not empty."""
    if a[0]:
        return (a[0] & -a[0], 0, 0)
    if a[1]:
        return (0, a[1] & -a[1], 0)
    return (0, 0, a[2] & -a[2])


def next_pile_cells(table: Board) -> Cells:
    """§5.2: where the next pile may go: at the canal or an earlier pile first, then at those just set."""
    if is_empty(table.begun):
        return table.starts
    return common(touching(table.begun), table.open_lagoon())


def set_pile(table: Board, cell: i64) -> bool:
    """§5: sets a pile; is there more to decide? The last pile of the supply ends the game (§11.1)."""
    pile = cell_set(cell)
    table.piles = union(table.piles, pile)
    table.begun = union(table.begun, pile)
    table.pile_supply -= 1
    table.pile_this_round = True
    table.left -= 1
    table.announce(note.SET_PILE, table.actor, cell, table.pile_supply)
    if table.left > 0 or table.pile_supply == 0:
        return True
    return begin_marking(table)


def begin_marking(table: Board) -> bool:
    """§6.1: as many markers as the card says and the supply has; is there anything to decide?"""
    table.begun = none()
    table.starts = none()
    table.phase = MARKING
    table.left = MARKERS[table.kind_played(table.actor)]
    supply = table.markers(table.actor)
    if supply < table.left:
        table.left = supply
    return table.left > 0 and not is_empty(table.markable())


def set_marker(table: Board, cell: i64) -> bool:
    """§6.1: puts a marker on a pile; is there more to decide?"""
    place = cell_set(cell)
    seat = table.actor
    table.marked = union(table.marked, place)
    table.set_marks(seat, union(table.marks_of(seat), place))
    table.left -= 1
    table.announce(note.MARKED, seat, cell)
    return table.left > 0 and not is_empty(table.markable())
