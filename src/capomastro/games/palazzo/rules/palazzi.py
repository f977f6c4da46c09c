"""A palazzo: its floors, what may be built on it, what it scores (§11, §12.2).

A palazzo is one int with four bits for each of five floors: 0, or 1 + 3 * material + (windows - 1). Floors therefore
ascend and never repeat by their very form. 0 is an empty building site.
"""

from typing import Final

from mypy_extensions import i64

FLOORS: Final = 5
FLOOR_BITS: Final = 15  # the four bits of a floor, shifted down


def shift_of(floor: i64) -> i64:
    return 4 * (floor - 1)


def floor_bits(kind: i64) -> i64:
    """The palazzo of this single tile."""
    code = 1 + kind % 9
    return code << (4 * (kind // 9))


def tile_at(palazzo: i64, floor: i64) -> i64:
    """The kind of the tile on a floor that is built."""
    return 9 * (floor - 1) + ((palazzo >> shift_of(floor)) & FLOOR_BITS) - 1


def has_floor(palazzo: i64, floor: i64) -> bool:
    return (palazzo >> shift_of(floor)) & FLOOR_BITS != 0


def fits_on_top(palazzo: i64, floor: i64) -> bool:
    """§11.5: a new tile goes above all that stands."""
    return palazzo >> shift_of(floor) == 0


def floor_count(palazzo: i64) -> i64:
    count: i64 = 0
    while palazzo:
        if palazzo & FLOOR_BITS:
            count += 1
        palazzo >>= 4
    return count


def is_single(palazzo: i64) -> bool:
    """§9: one floor only. Such a palazzo is what the rules call a single tile."""
    while palazzo and palazzo & FLOOR_BITS == 0:
        palazzo >>= 4
    return palazzo != 0 and palazzo >> 4 == 0


def single_tile(palazzo: i64) -> i64:
    """The kind of the tile of a one-floor palazzo."""
    floor: i64 = 1
    while palazzo >> shift_of(floor + 1):
        floor += 1
    return tile_at(palazzo, floor)


def window_count(palazzo: i64) -> i64:
    windows: i64 = 0
    while palazzo:
        code = palazzo & 15
        if code:
            windows += 1 + (code - 1) % 3
        palazzo >>= 4
    return windows


def is_pure(palazzo: i64) -> bool:
    """§12.2: of one material throughout."""
    material: i64 = -1
    while palazzo:
        code = palazzo & 15
        if code:
            own = (code - 1) // 3
            if material >= 0 and own != material:
                return False
            material = own
        palazzo >>= 4
    return True


def score_of(palazzo: i64) -> i64:
    """§12.2: one floor -5, two nothing, three to five their windows and 0, 3 or 6; of one material 3, 3 or 6 more."""
    floors = floor_count(palazzo)
    if floors == 0:
        return 0
    if floors == 1:
        return -5
    if floors == 2:
        return 0
    points = window_count(palazzo) + 3 * (floors - 3)
    if is_pure(palazzo):
        points += i64(6) if floors == 5 else i64(3)
    return points


def tiles_of(palazzo: int) -> list[int]:
    """The kinds of a palazzo's tiles from the ground up."""
    return [int(tile_at(palazzo, floor)) for floor in range(1, FLOORS + 1) if has_floor(palazzo, floor)]
