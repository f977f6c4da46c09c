"""Rebuilding (§9)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.board import MOVING, Board
from capomastro.games.palazzo.rules.palazzi import FLOORS, floor_bits, single_tile, tile_at
from capomastro.games.palazzo.rules.paying import commit
from capomastro.games.palazzo.rules.steps import MOVE, OUT, RAZE
from capomastro.games.palazzo.rules.tiles import with_tile
from capomastro.games.palazzo.rules.turn import end_turn


def rebuild(board: Board, action: i64) -> None:
    """§9.2, §9.4; the third kind (§9.3) needs one step more."""
    seat = board.actor
    if action >= OUT:
        site = (action - OUT) // FLOORS
        floor = (action - OUT) % FLOORS + 1
        palazzo = board.palazzo(seat, site)
        kind = tile_at(palazzo, floor)
        bits = floor_bits(kind)
        board.erect(seat, site, palazzo - bits)
        alone = board.free_site(seat)
        board.erect(seat, alone, bits)
        pay_rebuild(board, codes.TAKEN_OUT, action - OUT, alone)
    elif action >= MOVE:
        board.moving = action - MOVE
        board.phase = MOVING
    else:
        site = action - RAZE
        board.box = with_tile(board.box, single_tile(board.palazzo(seat, site)))
        board.erect(seat, site, 0)
        pay_rebuild(board, codes.RAZED, site, 0)


def put_in(board: Board, site: i64) -> None:
    """§9.3: into any palazzo where the floor is free, between two floors too."""
    seat = board.actor
    left = board.moving
    tile = board.palazzo(seat, left)
    board.erect(seat, site, board.palazzo(seat, site) | tile)
    board.erect(seat, left, 0)
    board.moving = 0
    pay_rebuild(board, codes.PUT_IN, left, site)


def pay_rebuild(board: Board, kind: i64, a: i64, b: i64) -> None:
    """§9.1: the card goes to the discards, and the turn is over."""
    paid = commit(board)
    board.discards += paid
    board.announce(kind, board.actor, paid, a, b)
    board.idle_turns += 1
    end_turn(board)
