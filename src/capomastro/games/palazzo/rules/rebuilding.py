"""Rebuilding (§9)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as note
from capomastro.games.palazzo.rules.board import MOVING, Board
from capomastro.games.palazzo.rules.palazzi import FLOORS, floor_bits, single_tile, tile_at
from capomastro.games.palazzo.rules.paying import commit
from capomastro.games.palazzo.rules.steps import MOVE, OUT, RAZE
from capomastro.games.palazzo.rules.tiles import with_tile
from capomastro.games.palazzo.rules.turn import end_turn


def rebuild(table: Board, action: i64) -> None:
    """§9.2, §9.4; the third kind (§9.3) needs one step more."""
    seat = table.actor
    if action >= OUT:
        site = (action - OUT) // FLOORS
        floor = (action - OUT) % FLOORS + 1
        palazzo = table.palazzo(seat, site)
        kind = tile_at(palazzo, floor)
        bits = floor_bits(kind)
        table.erect(seat, site, palazzo - bits)
        alone = table.free_site(seat)
        table.erect(seat, alone, bits)
        pay_rebuild(table, note.TAKEN_OUT, action - OUT, alone)
    elif action >= MOVE:
        table.moving = action - MOVE
        table.phase = MOVING
    else:
        site = action - RAZE
        table.box = with_tile(table.box, single_tile(table.palazzo(seat, site)))
        table.erect(seat, site, 0)
        pay_rebuild(table, note.RAZED, site, 0)


def put_in(table: Board, site: i64) -> None:
    """§9.3: into any palazzo where the floor is free, between two floors too."""
    seat = table.actor
    left = table.moving
    tile = table.palazzo(seat, left)
    table.erect(seat, site, table.palazzo(seat, site) | tile)
    table.erect(seat, left, 0)
    table.moving = 0
    pay_rebuild(table, note.PUT_IN, left, site)


def pay_rebuild(table: Board, kind: i64, a: i64, b: i64) -> None:
    """§9.1: the card goes to the discards, and the turn is over."""
    paid = commit(table)
    table.discards += paid
    table.announce(kind, table.actor, paid, a, b)
    table.idle_turns += 1
    end_turn(table)
