"""The end of a turn, and of the game (§3, §12)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as note
from capomastro.games.palazzo.rules.board import OVER, STANDSTILL_TURNS, TURN, Board
from capomastro.games.palazzo.rules.tiles import count_tiles


def end_turn(table: Board) -> None:
    """§3.2, §12.4"""
    table.turns += 1
    table.turn = table.after(table.turn)
    table.actor = table.turn
    table.phase = TURN
    table.stored_at_turn_start = count_tiles(table.warehouse)
    if table.idle_turns >= STANDSTILL_TURNS * table.seats:
        end(table, note.BY_STANDSTILL)


def end(table: Board, reason: i64) -> None:
    table.phase = OVER
    table.over = True
    table.shown += 1
    table.announce(note.ENDED, table.turn, reason)
