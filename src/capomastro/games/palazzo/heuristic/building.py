"""What tiles are worth to a seat in Palazzo, and where to put them."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.palazzo.heuristic.evaluator import Evaluator
from capomastro.games.palazzo.rules.board import Board
from capomastro.games.palazzo.rules.palazzi import fits_on_top, floor_bits
from capomastro.games.palazzo.rules.steps import BOX, NEW, PUT
from capomastro.games.palazzo.rules.tiles import FIRST_COPIES, KINDS, floor_of, lowest

MOST_SEATS: Final = 4
MIX: Final = 0x9E3B1  # an odd number, to tell palazzi apart by a short key
KEY: Final = 0x3FFFFFFFFFF
REMEMBERED: Final = 4096  # tiles and lots, by the palazzi they would join; each place remembers the last one


class Gains:
    """What tiles add to each seat's palazzi. Palazzi that were met before, in whatever iteration, are remembered."""

    def __init__(self, worth: Evaluator) -> None:
        self.worth = worth
        self.key = vec[i64]([0] * MOST_SEATS)
        self.tile_key = vec[i64]([-1] * REMEMBERED)
        self.tile_gain = vec[float]([0.0] * REMEMBERED)
        self.tile_place = vec[i64]([0] * REMEMBERED)
        self.lot_key = vec[i64]([-1] * REMEMBERED)
        self.lot_tiles = vec[i64]([0] * REMEMBERED)
        self.lot_gain = vec[float]([0.0] * REMEMBERED)
        self.place: i64 = 0  # where the tile asked for last belongs

    def look(self, board: Board, time: i64) -> None:
        """Takes note of how the palazzi stand; to be called before asking what something adds."""
        for seat in range(board.seats):
            key = time
            for site in range(board.sites[seat]):
                key = (key * MIX + board.palazzo(seat, site) + 1) & KEY
            self.key[seat] = key

    def of_tile(self, board: Board, seat: i64, kind: i64, time: i64) -> float:
        """What a tile adds at its best place; never less than nothing, for the box is free."""
        key = self.key[seat] * KINDS + kind
        at = (key ^ key >> 17) & (REMEMBERED - 1)
        if self.tile_key[at] != key:
            self.tile_gain[at] = self.find_place(board, seat, kind, time)
            self.tile_place[at] = self.place
            self.tile_key[at] = key
        self.place = self.tile_place[at]
        return self.tile_gain[at]

    def find_place(self, board: Board, seat: i64, kind: i64, time: i64) -> float:
        worth = self.worth
        bits = floor_bits(kind)
        floor = floor_of(kind)
        place: i64 = NEW
        best = worth.of_palazzo(bits, time)
        if best < 0.0:
            place = BOX
            best = 0.0
        for site in range(board.sites[seat]):
            palazzo = board.palazzo(seat, site)
            if palazzo != 0 and fits_on_top(palazzo, floor):
                gain = worth.of_palazzo(palazzo | bits, time) - worth.of_palazzo(palazzo, time)
                if gain > best:
                    best = gain
                    place = PUT + site
        self.place = place
        return best

    def of_lot(self, board: Board, seat: i64, tiles: i64, time: i64) -> float:
        """What several tiles add together, built from the lowest floor up, each at its best place."""
        tiles &= FIRST_COPIES
        key = self.key[seat]
        mixed = key ^ tiles
        at = (mixed ^ mixed >> 13 ^ mixed >> 27) & (REMEMBERED - 1)
        if self.lot_key[at] != key or self.lot_tiles[at] != tiles:
            self.lot_gain[at] = self.reckon_lot(board, seat, tiles, time)
            self.lot_key[at] = key
            self.lot_tiles[at] = tiles
        return self.lot_gain[at]

    def reckon_lot(self, board: Board, seat: i64, tiles: i64, time: i64) -> float:
        total = 0.0
        grown: i64 = 0  # the palazzo that grew last, as it stands then
        while tiles:
            kind = lowest(tiles)
            tiles &= tiles - 1
            bits = floor_bits(kind)
            gain = self.of_tile(board, seat, kind, time)
            place = self.place
            if grown != 0 and fits_on_top(grown, floor_of(kind)):
                further = self.worth.of_palazzo(grown | bits, time) - self.worth.of_palazzo(grown, time)
                if further >= gain:
                    total += further
                    grown |= bits
                    continue
            total += gain
            grown = bits
            if place >= PUT:
                grown |= board.palazzo(seat, place - PUT)
        return total


def place_gain(worth: Evaluator, board: Board, seat: i64, kind: i64, place: i64, time: i64) -> float:
    """What a tile adds at this place: a step of PLACING."""
    if place == BOX:
        return 0.0
    bits = floor_bits(kind)
    if place == NEW:
        return worth.of_palazzo(bits, time)
    palazzo = board.palazzo(seat, place - PUT)
    return worth.of_palazzo(palazzo | bits, time) - worth.of_palazzo(palazzo, time)


def has_place(worth: Evaluator, board: Board, seat: i64, kind: i64, time: i64, site: i64, palazzo: i64) -> bool:
    """Does a tile gain anything anywhere, if this palazzo stands on this site?"""
    bits = floor_bits(kind)
    if worth.of_palazzo(bits, time) > 0.0:
        return True
    for other in range(board.sites[seat] + 1):
        host = palazzo if other == site else board.palazzo(seat, other)
        if host == 0 or not fits_on_top(host, floor_of(kind)):
            continue
        if worth.of_palazzo(host | bits, time) > worth.of_palazzo(host, time):
            return True
    return False


def both_have_places(worth: Evaluator, board: Board, seat: i64, low: i64, high: i64, time: i64) -> bool:
    """Can two tiles be built, the lower first, so that each gains something?"""
    bits = floor_bits(low)
    for site in range(board.sites[seat] + 1):
        host = board.palazzo(seat, site)
        if host != 0 and not fits_on_top(host, floor_of(low)):
            continue
        gains = worth.of_palazzo(host | bits, time) > worth.of_palazzo(host, time)
        if gains and has_place(worth, board, seat, high, time, site, host | bits):
            return True
    return False


def leaves_place(worth: Evaluator, board: Board, seat: i64, rest: i64, step: i64, time: i64) -> bool:
    """Does another tile still gain something, once the one to build has been put there?"""
    site = board.free_site(seat) if step == NEW else step - PUT
    return has_place(worth, board, seat, rest, time, site, board.palazzo(seat, site) | floor_bits(board.placing))


def spoils(
    worth: Evaluator, board: Board, seat: i64, rest: i64, step: i64, legal: vec[i64], count: i64, time: i64
) -> bool:
    """Does this step of PLACING leave no place for the other tile, though both of them could gain something?"""
    if leaves_place(worth, board, seat, rest, step, time):
        return False
    for i in range(count):
        other = legal[i]
        if other == BOX or other == step or place_gain(worth, board, seat, board.placing, other, time) <= 0.0:
            continue
        if leaves_place(worth, board, seat, rest, other, time):
            return True
    return False


def seen_before(board: Board, seat: i64, site: i64) -> bool:
    """Does the same palazzo stand on an earlier site?"""
    for earlier in range(site):
        if board.palazzo(seat, earlier) == board.palazzo(seat, site):
            return True
    return False
