"""Building what was bought, won or taken; sharing out a quarry of four or more (§8, §11)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.board import BUILDING, DRAFTING, PLACING, Board
from capomastro.games.palazzo.rules.palazzi import floor_bits
from capomastro.games.palazzo.rules.steps import BOX, NEW, PUT
from capomastro.games.palazzo.rules.tiles import kinds_in, lowest, merged, with_tile, without_tile
from capomastro.games.palazzo.rules.turn import end_turn


def choose_tile(board: Board) -> None:
    """§11.7: several tiles are built in any order; where all are alike there is nothing to choose."""
    kinds = kinds_in(board.pending)
    if kinds & (kinds - 1):
        board.phase = BUILDING
    else:
        board.placing = lowest(kinds)
        board.phase = PLACING


def choose_next(board: Board, kind: i64) -> None:
    """§11.7: this one first."""
    board.placing = kind
    board.phase = PLACING
    board.announce(codes.TILE_CHOSEN, board.actor, kind)


def place(board: Board, action: i64) -> None:
    """§11: on a palazzo, as a new one, or into the box."""
    kind = board.placing
    seat = board.actor
    if action == BOX:
        board.box = with_tile(board.box, kind)
        board.announce(codes.BOXED, seat, kind)
    else:
        site = board.free_site(seat) if action == NEW else action - PUT
        board.erect(seat, site, board.palazzo(seat, site) | floor_bits(kind))
        board.announce(codes.BUILT, seat, kind, site)
    board.placing = 0
    board.pending = without_tile(board.pending, kind)
    if board.drafters:
        next_drafter(board)
    elif board.pending:
        choose_tile(board)
    else:
        end_turn(board)


def choose_draft(board: Board) -> None:
    """§8.1: the actor takes one of the tiles; where all are alike there is nothing to choose."""
    kinds = kinds_in(board.pending)
    board.phase = DRAFTING
    if kinds & (kinds - 1) == 0:
        draft(board, lowest(kinds))


def draft(board: Board, kind: i64) -> None:
    board.placing = kind
    board.phase = PLACING
    board.announce(codes.TILE_TAKEN, board.actor, kind)


def next_drafter(board: Board) -> None:
    """§8.2: what nobody took goes into the box."""
    board.drafters -= 1
    if board.drafters:
        board.actor = board.after(board.actor)
        choose_draft(board)
        return
    if board.pending:
        board.announce(codes.REST_BOXED, board.actor, board.pending)
    board.box = merged(board.box, board.pending)
    board.pending = 0
    end_turn(board)
