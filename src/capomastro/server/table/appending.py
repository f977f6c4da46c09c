"""What is stored of entries that have just been done in memory: they, and what the table's row says after them."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from sqlalchemy import Connection

from capomastro.server.protocol.audience import EVERYBODY, NEW_CHAT, audience_of, both, is_public
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import Append
from capomastro.server.table.reminding import reminders_for
from capomastro.server.table.state import TableState


def append_of(live: TableState, lines: list[LogEntry], also: Callable[[Connection], Any] | None = None) -> Append:
    """The last entries of the match, to be stored, with whatever else must happen in the same transaction."""
    record, seats = live.running_record(), live.seats
    state, to_act, over = record.match.state, record.to_act(), record.over
    told = [record.audience]  # of the last entry, which is nearly always the only one
    if len(lines) > 1:
        told = [audience_of(line.seat, line.events, len(seats)) for line in lines]
    public = [line.at for line, audience in zip(lines, told, strict=True) if is_public(audience)]
    return Append(
        table=live.id,
        lines=tuple(lines),
        revision=live.row.revision,
        status="over" if over else "running",
        to_act=to_act,
        bot_due=any(seats[seat].played_by for seat in to_act),
        scores=state.scores() if over else None,
        winners=state.winners() if over else [],
        audience=both(EVERYBODY, NEW_CHAT) if also is not None else reduce(both, told),
        touched=public[-1] if public else live.row.touched,
        reminders=reminders_for(live, lines),
        also=also,
    )
