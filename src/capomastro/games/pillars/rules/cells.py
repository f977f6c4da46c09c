"""Cells of the lagoon and sets of them (§1.5).

Cell c (0 to 135) is column c % 17, row c // 17, counted from the upper left. A set of cells is three ints of three
whole rows each (the last of two), so that moving a whole set by one cell is a shift and a mask. All values stay below
2**51.
"""

from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

COLUMNS: Final = 17
ROWS: Final = 8
CELLS: Final = 136
WORD_CELLS: Final = 51

ONE_ROW: Final = 0x1FFFF
TWO_ROWS: Final = 0x3FFFFFFFF
THREE_ROWS: Final = 0x7FFFFFFFFFFFF
NOT_FIRST_COLUMN: Final = 0x7FFFBFFFDFFFE
NOT_LAST_COLUMN: Final = 0x3FFFDFFFEFFFF

Cells: TypeAlias = tuple[i64, i64, i64]


def _bit_numbers() -> list[int]:
    """The exponent of every power of two below 2**66, found at its remainder by 67."""
    numbers = [0] * 67
    for exponent in range(66):
        numbers[(1 << exponent) % 67] = exponent
    return numbers


BIT_NUMBER: Final = vec[i64](_bit_numbers())


def bit(number: i64) -> i64:
    """The set of this one thing, for sets that are one int."""
    one: i64 = 1
    one <<= number
    return one


def lowest(things: i64) -> i64:
    """The number of the lowest bit of a set that is not empty."""
    return BIT_NUMBER[(things & -things) % 67]


def counted_bytes(things: i64) -> i64:
    """In each byte, how many of its bits are set; for sets below 2**62."""
    x = things - ((things >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    return (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F


def size(things: i64) -> i64:
    """How many bits are set; for sets below 2**62."""
    x = counted_bytes(things)
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 127


def nth(things: i64, n: i64) -> i64:
    """The number of the n-th bit of a set, counted from 0."""
    while n > 0:
        things &= things - 1
        n -= 1
    return lowest(things)


def none() -> Cells:
    return (0, 0, 0)


def cell_set(cell: i64) -> Cells:
    """The set of this one cell."""
    if cell < WORD_CELLS:
        return (bit(cell), 0, 0)
    if cell < 2 * WORD_CELLS:
        return (0, bit(cell - WORD_CELLS), 0)
    return (0, 0, bit(cell - 2 * WORD_CELLS))


def has(a: Cells, cell: i64) -> bool:
    if cell < WORD_CELLS:
        return (a[0] >> cell) & 1 != 0
    if cell < 2 * WORD_CELLS:
        return (a[1] >> (cell - WORD_CELLS)) & 1 != 0
    return (a[2] >> (cell - 2 * WORD_CELLS)) & 1 != 0


def union(a: Cells, b: Cells) -> Cells:
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2])


def common(a: Cells, b: Cells) -> Cells:
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2])


def without(a: Cells, b: Cells) -> Cells:
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2])


def is_empty(a: Cells) -> bool:
    return (a[0] | a[1] | a[2]) == 0


def meet(a: Cells, b: Cells) -> bool:
    """Do the two sets share a cell?"""
    return (a[0] & b[0] | a[1] & b[1] | a[2] & b[2]) != 0


def count(a: Cells) -> i64:
    """How many cells a set has: the bytes of its three ints are counted apart, and summed up together."""
    x = counted_bytes(a[0]) + counted_bytes(a[1]) + counted_bytes(a[2])
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 255


def left(a: Cells) -> Cells:
    """Every cell of the set one column to the left; what leaves the board is gone."""
    return ((a[0] >> 1) & NOT_LAST_COLUMN, (a[1] >> 1) & NOT_LAST_COLUMN, (a[2] >> 1) & NOT_LAST_COLUMN)


def right(a: Cells) -> Cells:
    return ((a[0] << 1) & NOT_FIRST_COLUMN, (a[1] << 1) & NOT_FIRST_COLUMN, (a[2] << 1) & NOT_FIRST_COLUMN & TWO_ROWS)


def up(a: Cells) -> Cells:
    return ((a[0] >> 17) | (a[1] & ONE_ROW) << 34, (a[1] >> 17) | (a[2] & ONE_ROW) << 34, a[2] >> 17)


def down(a: Cells) -> Cells:
    return ((a[0] & TWO_ROWS) << 17, (a[1] & TWO_ROWS) << 17 | a[0] >> 34, (a[2] & ONE_ROW) << 17 | a[1] >> 34)


def touching(a: Cells) -> Cells:
    """Every cell that shares an edge with one of the set; cells of the set themselves may be among them."""
    return union(union(left(a), right(a)), union(up(a), down(a)))


def edges_between(a: Cells, b: Cells) -> i64:
    """How many cell edges have a cell of `a` on one side and a cell of `b` on the other; the sets are apart."""
    edges: i64 = 0
    if meet(touching(a), b):
        edges += count(common(left(a), b)) + count(common(right(a), b))
        edges += count(common(up(a), b)) + count(common(down(a), b))
    return edges


def flooded(start: Cells, water: Cells) -> Cells:
    """All cells of `water` that can be reached from `start`, a part of it, over edges.

    Every round goes two cells along the rows, which are longer, and then one across them.
    """
    reached = start
    while True:
        once = common(union(reached, union(left(reached), right(reached))), water)
        twice = common(union(once, union(left(once), right(once))), water)
        further = common(union(twice, union(up(twice), down(twice))), water)
        if further == reached:
            return reached
        reached = further


def list_cells(a: Cells) -> list[int]:
    """The cells of a set, ascending."""
    found: list[int] = []
    first: i64 = 0
    for word in a:
        rest: i64 = word
        while rest:
            found.append(first + lowest(rest))
            rest &= rest - 1
        first += WORD_CELLS
    return found


def cells_from(cells: list[int]) -> Cells:
    """The set of these cells."""
    a = none()
    for cell in cells:
        a = union(a, cell_set(cell))
    return a
