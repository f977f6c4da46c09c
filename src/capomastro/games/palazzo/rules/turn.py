"""The end of a turn, and of the game (§3, §12)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.board import OVER, STANDSTILL_TURNS, TURN, Board
from capomastro.games.palazzo.rules.tiles import count_tiles


def end_turn(board: Board) -> None:
    """§3.2, §12.4"""
    board.turns += 1
    board.turn = board.after(board.turn)
    board.actor = board.turn
    board.phase = TURN
    board.stored_at_turn_start = count_tiles(board.warehouse)
    if board.idle_turns >= STANDSTILL_TURNS * board.seats:
        end(board, codes.BY_STANDSTILL)


def end(board: Board, reason: i64) -> None:
    board.phase = OVER
    board.over = True
    board.shown += 1
    board.announce(codes.ENDED, board.turn, reason)
