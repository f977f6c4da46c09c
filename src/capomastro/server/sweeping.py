"""Old tables that nobody uses are removed; finished matches stay."""

import logging

from sqlalchemy import Connection, and_, delete, or_, select

from capomastro.server.rows import now
from capomastro.server.schema import outbox, tables
from capomastro.server.tables import Tables

log = logging.getLogger("capomastro.sweeping")
DAY_MS = 86_400_000
AT_ONCE = 200


async def sweep(hub: Tables) -> int:
    """Removes tables that never began or were left, and reminders that are done; returns how many tables."""
    settings, at = hub.settings, now()
    never = at - int(settings.sweep_open_days * DAY_MS)
    left = at - int(settings.sweep_running_days * DAY_MS)

    def work(db: Connection) -> list[str]:
        old = or_(
            and_(tables.c.status.in_(["open", "closed"]), tables.c.touched < never),
            and_(tables.c.status == "running", tables.c.touched < left),
        )
        found = list(db.execute(select(tables.c.id).where(old).limit(AT_ONCE)).scalars())
        if found:
            db.execute(delete(tables).where(tables.c.id.in_(found)))
        db.execute(delete(outbox).where(outbox.c.done.is_(True), outbox.c.due < at - DAY_MS))
        return found

    swept = await hub.writer.write("", 0, work)
    for table in swept:
        live = hub.live.pop(table, None)
        for socket in list(live.sockets) if live is not None else ():
            socket.close(4404)
    if swept:
        log.info("swept %d tables", len(swept))
    return len(swept)
