"""What tiles are worth to a seat in Palazzo, where to put them, and which rebuild helps most."""

from typing import Final

from mypy_extensions import i64

from capomastro.bots.palazzo.worth import Worth
from capomastro.palazzo.palazzi import FLOORS, fits_on_top, floor_bits, has_floor, is_single, single_tile
from capomastro.palazzo.steps import BOX, MOVE, NEW, OUT, PUT, RAZE
from capomastro.palazzo.table import Table
from capomastro.palazzo.tiles import floor_of, lowest

FIRST_COPIES: Final = 0x1FFFFFFFFFFF
NO_REBUILD: Final = -1


def tile_gain(worth: Worth, table: Table, seat: i64, kind: i64, time: i64) -> float:
    """What a tile adds at its best place; never less than nothing, for the box is free."""
    bits = floor_bits(kind)
    floor = floor_of(kind)
    best = worth.of_palazzo(bits, time)
    if best < 0.0:
        best = 0.0
    for site in range(table.sites[seat]):
        palazzo = table.palazzo(seat, site)
        if palazzo != 0 and fits_on_top(palazzo, floor):
            gain = worth.of_palazzo(palazzo | bits, time) - worth.of_palazzo(palazzo, time)
            if gain > best:
                best = gain
    return best


def place_gain(worth: Worth, table: Table, seat: i64, kind: i64, place: i64, time: i64) -> float:
    """What a tile adds at this place: a step of PLACING."""
    if place == BOX:
        return 0.0
    bits = floor_bits(kind)
    if place == NEW:
        return worth.of_palazzo(bits, time)
    palazzo = table.palazzo(seat, place - PUT)
    return worth.of_palazzo(palazzo | bits, time) - worth.of_palazzo(palazzo, time)


def best_place(worth: Worth, table: Table, seat: i64, kind: i64, time: i64) -> i64:
    bits = floor_bits(kind)
    floor = floor_of(kind)
    choice: i64 = NEW
    best = worth.of_palazzo(bits, time)
    if best < 0.0:
        choice = BOX
        best = 0.0
    for site in range(table.sites[seat]):
        palazzo = table.palazzo(seat, site)
        if palazzo != 0 and fits_on_top(palazzo, floor):
            gain = worth.of_palazzo(palazzo | bits, time) - worth.of_palazzo(palazzo, time)
            if gain > best:
                best = gain
                choice = PUT + site
    return choice


def lot_gain(worth: Worth, table: Table, seat: i64, tiles: i64, time: i64) -> float:
    """What several tiles add together, built from the lowest floor up, each at its best place."""
    rest = tiles & FIRST_COPIES
    if rest & (rest - 1) == 0:
        return tile_gain(worth, table, seat, lowest(rest), time) if rest else 0.0
    total = 0.0
    extended: i64 = 0  # the palazzo that grew last, as it stands now
    was: i64 = 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        bits = floor_bits(kind)
        best = tile_gain(worth, table, seat, kind, time)
        onto: i64 = -1
        if extended != 0 and fits_on_top(extended, floor_of(kind)):
            further = worth.of_palazzo(extended | bits, time) - worth.of_palazzo(extended, time)
            if further >= best:
                best = further
                onto = extended
        total += best
        if onto >= 0:
            extended = onto | bits
        else:
            was = site_for(worth, table, seat, kind, time)
            extended = was | bits
    return total


def site_for(worth: Worth, table: Table, seat: i64, kind: i64, time: i64) -> i64:
    """The palazzo, as it stands, on which this tile is best put; 0 for a new one."""
    place = best_place(worth, table, seat, kind, time)
    return table.palazzo(seat, place - PUT) if place >= PUT else i64(0)


class Rebuild:
    """The most helpful rebuild found: its step, for a move also where to, and what it gains before the card."""

    def __init__(self) -> None:
        self.step: i64 = NO_REBUILD
        self.into: i64 = 0
        self.gain = 0.0

    def find(self, worth: Worth, table: Table, seat: i64, time: i64) -> None:
        """Looks at removing singles, putting them in, and taking floors out."""
        self.step = NO_REBUILD
        self.gain = -1e9
        for site in range(table.sites[seat]):
            palazzo = table.palazzo(seat, site)
            if palazzo == 0:
                continue
            now = worth.of_palazzo(palazzo, time)
            if is_single(palazzo):
                self.better(RAZE + site, 0, -now)
                self.find_entry(worth, table, seat, site, palazzo, now, time)
            else:
                self.find_exit(worth, site, palazzo, now, time)

    def find_entry(self, worth: Worth, table: Table, seat: i64, site: i64, palazzo: i64, now: float, time: i64) -> None:
        floor = floor_of(single_tile(palazzo))
        for other in range(table.sites[seat]):
            host = table.palazzo(seat, other)
            if other != site and host != 0 and not has_floor(host, floor):
                gain = worth.of_palazzo(host | palazzo, time) - worth.of_palazzo(host, time) - now
                self.better(MOVE + site, other, gain)

    def find_exit(self, worth: Worth, site: i64, palazzo: i64, now: float, time: i64) -> None:
        for floor in range(1, FLOORS + 1):
            bits = palazzo & (i64(15) << (4 * floor - 4))
            if bits:
                gain = worth.of_palazzo(palazzo - bits, time) + worth.of_palazzo(bits, time) - now
                self.better(OUT + FLOORS * site + floor - 1, 0, gain)

    def better(self, step: i64, into: i64, gain: float) -> None:
        if gain > self.gain:
            self.gain = gain
            self.step = step
            self.into = into
