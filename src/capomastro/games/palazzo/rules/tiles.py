"""Building tiles and sets of them (§1.3).

Kind k (0 to 44) is floor 1 + k // 9, material k % 9 // 3, windows 1 + k % 3. A set of tiles is one int of 48 bits: one
bit for each kind, and bits 45 to 47 for the second copies of the three tiles that come twice (floor 3, one window).
Equal tiles are interchangeable: a set uses the second bit only when the first is set.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KINDS: Final = 45
TILES: Final = 48
RIDER: Final = 48
ALL_TILES: Final = 0xFFFFFFFFFFFF
FIRST_COPIES: Final = 0x1FFFFFFFFFFF

MATERIALS: Final = ("brick", "sandstone", "marble")


def floor_of(kind: i64) -> i64:
    return 1 + kind // 9


def windows_of(kind: i64) -> i64:
    return 1 + kind % 3


def _bit_numbers() -> list[int]:
    """The exponent of every power of two below 2**66, found at its remainder by 67."""
    numbers = [0] * 67
    for exponent in range(66):
        numbers[(1 << exponent) % 67] = exponent
    return numbers


def _second_bits() -> list[int]:
    """For each kind its second bit's number, or 0."""
    numbers = [0] * KINDS
    for material in range(3):
        numbers[18 + 3 * material] = KINDS + material
    return numbers


BIT_NUMBER: Final = vec[i64](_bit_numbers())
SECOND: Final = vec[i64](_second_bits())


def bit(number: i64) -> i64:
    one: i64 = 1
    one <<= number
    return one


def lowest(tiles: i64) -> i64:
    """The number of the lowest bit of a set that is not empty."""
    return BIT_NUMBER[(tiles & -tiles) % 67]


def kind_of_bit(number: i64) -> i64:
    """A second copy is the same tile as the first."""
    if number >= KINDS:
        return 18 + 3 * (number - KINDS)
    return number


def count_tiles(tiles: i64) -> i64:
    x = tiles - ((tiles >> 1) & 0x555555555555)
    x = (x & 0x333333333333) + ((x >> 2) & 0x333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F
    x += x >> 8
    return ((x & 0xFF) + ((x >> 16) & 0xFF) + ((x >> 32) & 0xFF)) & 63


def kinds_in(tiles: i64) -> i64:
    """The set without second copies: one bit for each different tile."""
    return tiles & FIRST_COPIES


def nth_tile(tiles: i64, n: i64) -> i64:
    """The kind of the n-th tile of a set."""
    while n > 0:
        tiles &= tiles - 1
        n -= 1
    return kind_of_bit(lowest(tiles))


def with_tile(tiles: i64, kind: i64) -> i64:
    first = bit(kind)
    if tiles & first:
        return tiles | bit(SECOND[kind])
    return tiles | first


def without_tile(tiles: i64, kind: i64) -> i64:
    second = SECOND[kind]
    if second != 0 and tiles & bit(second):
        return tiles & ~bit(second)
    return tiles & ~bit(kind)


def minus(tiles: i64, taken: i64) -> i64:
    """The set without these tiles, all of which it has."""
    while taken:
        kind = nth_tile(taken, 0)
        tiles = without_tile(tiles, kind)
        taken = without_tile(taken, kind)
    return tiles


def merged(tiles: i64, more: i64) -> i64:
    """Both sets in one."""
    while more:
        kind = nth_tile(more, 0)
        tiles = with_tile(tiles, kind)
        more = without_tile(more, kind)
    return tiles


def list_tiles(tiles: int) -> list[int]:
    """Every tile of a set as its kind, in ascending order."""
    return sorted(kind_of_bit(number) for number in range(TILES) if (tiles >> number) & 1)


def set_of(kinds: list[int]) -> int:
    """The set of these tiles."""
    tiles: i64 = 0
    for kind in kinds:
        tiles = with_tile(tiles, kind)
    return tiles
