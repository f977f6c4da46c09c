"""New entries and what their tables' rows say after them, as rows. Compiled: the writer makes them while the event loop
waits for the interpreter."""

from typing import Any, Final

from capomastro.server.protocol.encoding import encode
from capomastro.server.storage.entries import LogEntry, stored
from capomastro.server.storage.queries import joined
from capomastro.server.storage.rows import Append

ANY_REVISION: Final = (0, 2**31 - 1)


def entry_row(table: str, line: LogEntry) -> tuple[Any, ...]:
    """An entry as it is stored, in the order of ENTRY."""
    kind, number, step = stored(line.deed)
    return table, line.n, kind, line.seat, number, line.key, line.seen, encode(line.events).decode(), line.at, step


def after_row(item: Append) -> tuple[Any, ...]:
    """What the table's row says now, in the order of AFTER."""
    last = item.lines[-1]
    scores = None if item.scores is None else joined(item.scores)
    to_act, winners = joined(item.to_act), joined(item.winners)
    least, most = ANY_REVISION if item.also is not None else (item.revision, item.revision)
    return item.table, least, most, last.n, item.status, to_act, item.bot_due, item.touched, scores, winners


def is_plain(item: Append) -> bool:
    """Whether nothing but one entry and its table's row is to be written."""
    return len(item.lines) == 1 and item.also is None and not item.reminders
