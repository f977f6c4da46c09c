"""What a network reads of a position of Palazzo: a list of the inputs that are there; see `bots/search/value.py`."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.palazzo.heuristic.building import Gains
from capomastro.games.palazzo.heuristic.evaluator import TIMES, summary
from capomastro.games.palazzo.rules.board import QUARRIES, RIDERS, Board
from capomastro.games.palazzo.rules.money import CERTIFICATE_SHIFT, NO_CURRENCY, best_in, card_count, reach
from capomastro.games.palazzo.rules.tiles import FIRST_COPIES, TILES, count_tiles, lowest

VERSION: Final = 1  # raised whenever an input comes, goes or means something else: then networks are trained again
FLOOR_TILES: Final = 0x1FF  # the nine kinds of one floor
FEW: Final = 16
GAINS: Final = 16  # inputs for what something adds, by the point
PURSES: Final = 48

# Common inputs, each family with the number of the first one.
TIME: Final = 0
RIDERS_SEEN: Final = TIME + TIMES
STORED: Final = RIDERS_SEEN + RIDERS + 1
WAREHOUSE: Final = STORED + FEW
QUARRY: Final = WAREHOUSE + TILES  # in the order in which the builder comes by
FLOORS_LEFT: Final = QUARRY + QUARRIES * TILES
SEATS: Final = FLOORS_LEFT + 5 * FEW
COMMON: Final = SEATS + 5

# Inputs of a seat.
SHAPE: Final = 0  # of a palazzo: which floors, and its material or that it is mixed
WINDOWS: Final = SHAPE + 128  # of a palazzo, with the number of its floors
PALAZZI: Final = WINDOWS + 96
PURSE: Final = PALAZZI + FEW  # the largest payment
SECOND_PURSE: Final = PURSE + PURSES  # in the second best currency, by four
THIRD_PURSE: Final = SECOND_PURSE + FEW
CARDS: Final = THIRD_PURSE + FEW
CERTIFICATES: Final = CARDS + 24
TURN: Final = CERTIFICATES + 10  # how many seats until it is this one's turn
BEST_TILE: Final = TURN + 4  # what the best tile of the warehouse adds
SECOND_TILE: Final = BEST_TILE + GAINS
LOT: Final = SECOND_TILE + GAINS  # what each quarry adds, in the order in which the builder comes by
AFFORDED: Final = LOT + QUARRIES * GAINS  # whether it can pay one tile or two
OF_SEAT: Final = AFFORDED + 3


def common_inputs(board: Board, time: i64, out: vec[i64]) -> i64:
    """Writes the inputs that belong to no seat, and returns how many there are."""
    out[0] = TIME + time
    out[1] = RIDERS_SEEN + board.riders
    out[2] = STORED + at_most(count_tiles(board.warehouse), FEW - 1)
    out[3] = SEATS + board.seats
    count: i64 = 4
    count = put_tiles(board.warehouse, WAREHOUSE, out, count)
    quarry = board.next_quarry()
    for nth in range(QUARRIES):
        count = put_tiles(board.quarries[quarry], QUARRY + nth * TILES, out, count)
        quarry = (quarry + 1) & 3
    left = board.stacks[0] | board.stacks[1] | board.stacks[2]
    for floor in range(5):
        out[count] = FLOORS_LEFT + floor * FEW + at_most(count_tiles(left & FLOOR_TILES), FEW - 1)
        left >>= 9
        count += 1
    return count


def put_tiles(tiles: i64, first: i64, out: vec[i64], count: i64) -> i64:
    """An input for each tile of a set."""
    while tiles:
        out[count] = first + lowest(tiles)
        tiles &= tiles - 1
        count += 1
    return count


def seat_inputs(board: Board, seat: i64, time: i64, gains: Gains, out: vec[i64]) -> i64:
    """Writes the inputs of a seat, and returns how many there are; `gains` has looked at the board."""
    count: i64 = 0
    palazzi: i64 = 0
    for site in range(board.sites[seat]):
        palazzo = board.palazzo(seat, site)
        if palazzo != 0:
            palazzi += 1
            packed = summary(palazzo)
            floors = packed & 255
            out[count] = SHAPE + 4 * floors_of(palazzo) + material_of(packed)
            out[count + 1] = WINDOWS + 16 * floors + ((packed >> 8) & 15)
            count += 2
    out[count] = PALAZZI + at_most(palazzi, FEW - 1)
    money = board.hands[seat] + board.laid[seat]
    packed = reach(money)
    jokers = packed >> 24
    high, middle, low = packed & 255, (packed >> 8) & 255, (packed >> 16) & 255
    if middle > high:
        high, middle = middle, high
    if low > middle:
        middle, low = low, middle
        if middle > high:
            high, middle = middle, high
    out[count + 1] = PURSE + at_most(jokers + high, PURSES - 1)
    out[count + 2] = SECOND_PURSE + at_most((jokers + middle) >> 2, FEW - 1)
    out[count + 3] = THIRD_PURSE + at_most((jokers + low) >> 2, FEW - 1)
    out[count + 4] = CARDS + at_most(card_count(money), 23)
    out[count + 5] = CERTIFICATES + at_most(money >> CERTIFICATE_SHIFT, 9)
    out[count + 6] = TURN + (seat - board.turn if seat >= board.turn else seat - board.turn + board.seats)
    price = board.price()
    purse = best_in(packed, NO_CURRENCY)
    out[count + 7] = AFFORDED + (i64(0) if purse < price else i64(1) if purse < 2 * price else i64(2))
    best = 0.0
    second = 0.0
    rest = board.warehouse & FIRST_COPIES
    while rest:
        gain = gains.of_tile(board, seat, lowest(rest), time)
        rest &= rest - 1
        if gain > best:
            second = best
            best = gain
        elif gain > second:
            second = gain
    out[count + 8] = BEST_TILE + by_point(best)
    out[count + 9] = SECOND_TILE + by_point(second)
    count += 10
    quarry = board.next_quarry()
    for nth in range(QUARRIES):
        tiles = board.quarries[quarry]
        if tiles != 0:
            out[count] = LOT + nth * GAINS + by_point(gains.of_lot(board, seat, tiles, time))
            count += 1
        quarry = (quarry + 1) & 3
    return count


def floors_of(palazzo: i64) -> i64:
    """A bit for each floor that is built."""
    present = (palazzo | palazzo >> 1 | palazzo >> 2 | palazzo >> 3) & 0x11111
    return (present | present >> 3 | present >> 6 | present >> 9 | present >> 12) & 31


def material_of(packed: i64) -> i64:
    """The material of all floors, of those summed up, or 3 if there are several."""
    floors = packed & 255
    materials = packed >> 16
    for material in range(3):
        if (materials >> (4 * material)) & 15 == floors:
            return material
    return 3


def by_point(gain: float) -> i64:
    """Which of the inputs for a gain is there."""
    return at_most(i64(gain), GAINS - 1)


def at_most(figure: i64, most: i64) -> i64:
    return figure if figure < most else most
