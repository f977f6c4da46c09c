"""Revealing tiles and buying from the warehouse (§5, §6)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as note
from capomastro.games.palazzo.rules.board import MARKET, RIDERS, TILES_DRAWN, Board
from capomastro.games.palazzo.rules.building import choose_tile
from capomastro.games.palazzo.rules.paying import commit
from capomastro.games.palazzo.rules.tiles import (
    RIDER,
    count_tiles,
    minus,
    nth_tile,
    windows_of,
    with_tile,
    without_tile,
)
from capomastro.games.palazzo.rules.turn import end


def draw_tile(table: Board) -> i64:
    """§5.1: the top of the current stack; a rider among the third."""
    number: i64 = 0
    while number < 2 and table.stacks[number] == 0:
        number += 1
    stack = table.stacks[number]
    riders_left = RIDERS - table.riders if number == 2 else i64(0)
    drawn = table.chance.draw(TILES_DRAWN, count_tiles(stack) + riders_left)
    if drawn < riders_left:
        return RIDER
    kind = nth_tile(stack, drawn - riders_left)
    table.stacks[number] = without_tile(stack, kind)
    return kind


def reveal_tiles(table: Board) -> None:
    """§5.1–5.3: the first into the warehouse, the second to a quarry; the fifth rider ends the game at once."""
    table.idle_turns = 0
    kind = draw_tile(table)
    if kind == RIDER:
        if rider_ends(table):
            return
    else:
        table.warehouse = with_tile(table.warehouse, kind)
        table.announce(note.TO_WAREHOUSE, table.actor, kind)
    kind = draw_tile(table)
    if kind == RIDER:
        if rider_ends(table):
            return
    else:
        quarry = (table.builder + windows_of(kind)) & 3
        table.quarries[quarry] = with_tile(table.quarries[quarry], kind)
        table.announce(note.TO_QUARRY, table.actor, kind, quarry)
    table.phase = MARKET


def rider_ends(table: Board) -> bool:
    """§5.2, §12.1"""
    table.riders += 1
    table.announce(note.RIDER_CAME, table.actor, table.riders)
    if table.riders < RIDERS:
        return False
    end(table, note.BY_RIDERS)
    return True


def purchase(table: Board) -> None:
    """§6.3: the payment goes to the discards, the tiles are built."""
    price = table.price()
    tiles = table.chosen
    table.warehouse = minus(table.warehouse, tiles)
    table.chosen = 0
    paid = commit(table)
    table.discards += paid
    table.pending = tiles
    table.announce(note.BOUGHT, table.actor, tiles, paid, price)
    choose_tile(table)
