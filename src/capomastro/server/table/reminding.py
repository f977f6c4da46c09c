"""Who is to hear that their turn has begun, should they stay away."""

from capomastro.server.storage.entries import BEGAN, LogEntry
from capomastro.server.storage.rows import Channel, Reminder
from capomastro.server.table.state import TableState


def reminders_for(live: TableState, lines: list[LogEntry]) -> tuple[Reminder, ...]:
    """For the turns that begin with these entries, of people who want to hear of it."""
    record = live.running_record()
    found: list[Reminder] = []
    due = lines[-1].at + int(live.settings.reminder_seconds * 1000)
    first = 0 if lines[0].deed == BEGAN else lines[0].n  # the first turns are there before the first entry
    for seat in record.legal:
        row = live.seats[seat]
        if record.turn[seat] < first or not row.claimed or row.played_by is not None:
            continue
        channels: list[tuple[Channel, str | None]] = [
            ("seat", row.webhook),
            ("table", live.row.webhook),
            ("mail", row.email),
        ]
        if seat in live.notified or lines[0].deed == BEGAN:  # of those at a new table nothing is known yet
            channels.append(("people", "as they want it"))
        found += [Reminder(seat, record.turn[seat], channel, due) for channel, target in channels if target]
    return tuple(found)
