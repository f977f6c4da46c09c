"""Building what was bought, won or taken; sharing out a quarry of four or more (§8, §11)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as note
from capomastro.games.palazzo.rules.board import BUILDING, DRAFTING, PLACING, Board
from capomastro.games.palazzo.rules.palazzi import floor_bits
from capomastro.games.palazzo.rules.steps import BOX, NEW, PUT
from capomastro.games.palazzo.rules.tiles import kinds_in, lowest, merged, with_tile, without_tile
from capomastro.games.palazzo.rules.turn import end_turn


def choose_tile(table: Board) -> None:
    """§11.7: several tiles are built in any order; where all are alike there is nothing to choose."""
    kinds = kinds_in(table.pending)
    if kinds & (kinds - 1):
        table.phase = BUILDING
    else:
        table.placing = lowest(kinds)
        table.phase = PLACING


def choose_next(table: Board, kind: i64) -> None:
    """§11.7: this one first."""
    table.placing = kind
    table.phase = PLACING
    table.announce(note.TILE_CHOSEN, table.actor, kind)


def place(table: Board, action: i64) -> None:
    """§11: on a palazzo, as a new one, or into the box."""
    kind = table.placing
    seat = table.actor
    if action == BOX:
        table.box = with_tile(table.box, kind)
        table.announce(note.BOXED, seat, kind)
    else:
        site = table.free_site(seat) if action == NEW else action - PUT
        table.erect(seat, site, table.palazzo(seat, site) | floor_bits(kind))
        table.announce(note.BUILT, seat, kind, site)
    table.placing = 0
    table.pending = without_tile(table.pending, kind)
    if table.drafters:
        next_drafter(table)
    elif table.pending:
        choose_tile(table)
    else:
        end_turn(table)


def choose_draft(table: Board) -> None:
    """§8.1: the actor takes one of the tiles; where all are alike there is nothing to choose."""
    kinds = kinds_in(table.pending)
    table.phase = DRAFTING
    if kinds & (kinds - 1) == 0:
        draft(table, lowest(kinds))


def draft(table: Board, kind: i64) -> None:
    table.placing = kind
    table.phase = PLACING
    table.announce(note.TILE_TAKEN, table.actor, kind)


def next_drafter(table: Board) -> None:
    """§8.2: what nobody took goes into the box."""
    table.drafters -= 1
    if table.drafters:
        table.actor = table.after(table.actor)
        choose_draft(table)
        return
    if table.pending:
        table.announce(note.REST_BOXED, table.actor, table.pending)
    table.box = merged(table.box, table.pending)
    table.pending = 0
    end_turn(table)
