"""Revealing tiles and buying from the warehouse (§5, §6)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as codes
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


def draw_tile(board: Board) -> i64:
    """§5.1: the top of the current stack; a rider among the third."""
    number: i64 = 0
    while number < 2 and board.stacks[number] == 0:
        number += 1
    stack = board.stacks[number]
    riders_left = RIDERS - board.riders if number == 2 else i64(0)
    drawn = board.chance.draw(TILES_DRAWN, count_tiles(stack) + riders_left)
    if drawn < riders_left:
        return RIDER
    kind = nth_tile(stack, drawn - riders_left)
    board.stacks[number] = without_tile(stack, kind)
    return kind


def reveal_tiles(board: Board) -> None:
    """§5.1–5.3: the first into the warehouse, the second to a quarry; the fifth rider ends the game at once."""
    board.idle_turns = 0
    kind = draw_tile(board)
    if kind == RIDER:
        if rider_ends(board):
            return
    else:
        board.warehouse = with_tile(board.warehouse, kind)
        board.announce(codes.TO_WAREHOUSE, board.actor, kind)
    kind = draw_tile(board)
    if kind == RIDER:
        if rider_ends(board):
            return
    else:
        quarry = (board.builder + windows_of(kind)) & 3
        board.quarries[quarry] = with_tile(board.quarries[quarry], kind)
        board.announce(codes.TO_QUARRY, board.actor, kind, quarry)
    board.phase = MARKET


def rider_ends(board: Board) -> bool:
    """§5.2, §12.1"""
    board.riders += 1
    board.announce(codes.RIDER_CAME, board.actor, board.riders)
    if board.riders < RIDERS:
        return False
    end(board, codes.BY_RIDERS)
    return True


def purchase(board: Board) -> None:
    """§6.3: the payment goes to the discards, the tiles are built."""
    price = board.price()
    tiles = board.chosen
    board.warehouse = minus(board.warehouse, tiles)
    board.chosen = 0
    paid = commit(board)
    board.discards += paid
    board.pending = tiles
    board.announce(codes.BOUGHT, board.actor, tiles, paid, price)
    choose_tile(board)
