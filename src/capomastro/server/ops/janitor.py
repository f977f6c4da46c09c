"""Old tables that nobody uses are removed, each kind after its own time; finished and closed ones stay unless the
operator says otherwise.

A clock that is wrong must not cost anybody a match. So the wall clock alone removes nothing. A table's age is counted
up to the seventh last day on which any table was used: a clock that jumps makes one such day, not seven. The clock must
go on evenly beside the server's own, and what is found old is removed only if it still is hours later.
"""

import logging
import time
from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, exists, func, or_, select

from capomastro.server.notify import consent
from capomastro.server.players import privacy
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.settings import Settings
from capomastro.server.storage import device_queries, notice_queries, operator_queries, player_queries, privacy_queries
from capomastro.server.storage.rows import DAY_MS, now
from capomastro.server.storage.schema import outbox, seats, tables
from capomastro.server.table.registry import Registry

log = logging.getLogger("capomastro.janitor")
AT_ONCE = 200
GRACE_SECONDS = 6 * 3600.0
"""How long the server must have run between finding an old table and removing it."""
UNEVEN_MS = 600_000
"""If the wall clock differs from the server's own by more, somebody has set it."""
AHEAD_MS = 3_600_000
DAYS_OF_USE = 7


class Found(Struct, frozen=True):
    """An old table: when it was last used, and when, in the server's own time, it was found."""

    touched: int
    at: float


def retention(settings: Settings) -> dict[str, float]:
    """For how many days tables of each status are kept; those that are kept for ever are left out."""
    days = {
        "open": settings.sweep_open_days,
        "running": settings.sweep_running_days,
        "closed": settings.sweep_closed_days,
        "over": settings.sweep_finished_days,
    }
    return {status: kept for status, kept in days.items() if kept > 0}


class Janitor:
    """Removes what is old. One clock tells the time, in milliseconds; the other, in seconds, never jumps."""

    def __init__(
        self, registry: Registry, wall: Callable[[], int] = now, uptime: Callable[[], float] = time.monotonic
    ) -> None:
        self.registry = registry
        self.wall, self.uptime = wall, uptime
        self.before = (wall(), uptime())
        self.found: dict[str, Found] = {}
        self.unseen: list[str] = []
        """Players who have not been here for as long as they are kept."""

    async def sweep(self) -> int:
        """Removes tables found old before, notes those found now; returns how many were removed."""
        if not self._goes_evenly():
            log.warning("the clock was set; no tables are removed until it has gone on evenly")
            self.found.clear()
            return 0
        at, uptime = self.wall(), self.uptime()
        swept = await self.registry.writer.write("", NOBODY, lambda db: self._work(db, at, uptime))
        for table in swept:
            live = self.registry.live.pop(table, None)
            for socket in list(live.sockets) if live is not None else ():
                socket.close(4404)
        if swept:
            log.info("removed %d old tables", len(swept))
        for player in self.unseen:
            await privacy.erase_all(self.registry, player, None)
        return len(swept)

    def _goes_evenly(self) -> bool:
        (wall, uptime), self.before = self.before, (self.wall(), self.uptime())
        passed = self.before[0] - wall - (self.before[1] - uptime) * 1000
        return abs(passed) < UNEVEN_MS

    def _work(self, db: Connection, at: int, uptime: float) -> list[str]:
        newest = db.execute(select(func.max(tables.c.touched))).scalar() or 0
        if newest > at + AHEAD_MS:
            log.warning("the clock is behind the last use of a table; no tables are removed")
            return []
        old = self._old(db, at)
        self.found = {table: self.found.get(table) or Found(touched, uptime) for table, touched in old.items()}
        due = [
            (table, found.touched)
            for table, found in self.found.items()
            if found.touched == old[table] and uptime - found.at >= GRACE_SECONDS and not self._looked_at(table)
        ]
        for table, touched in due:
            db.execute(delete(tables).where(tables.c.id == table, tables.c.touched == touched))
            del self.found[table]
        db.execute(delete(outbox).where(outbox.c.done.is_(True), outbox.c.due < at - DAY_MS))
        consent.tidy(db, at)
        notice_queries.tidy(db, at)
        self._people(db, at)
        player_queries.drop_challenges(db, at)
        device_queries.forget_unused(db)
        return [table for table, _ in due]

    def _today(self, db: Connection, at: int) -> int | None:
        """Up to when age is counted; nothing as long as the server was used on too few days."""
        day = tables.c.touched - tables.c.touched % DAY_MS
        used = db.execute(select(day.label("day")).distinct().order_by(day.desc()).limit(DAYS_OF_USE)).scalars().all()
        return None if len(used) < DAYS_OF_USE else min(at, int(used[-1]))

    def _people(self, db: Connection, at: int) -> None:
        """What people wrote at old tables is removed; players who stay away are found."""
        today, settings = self._today(db, at), operator_queries.with_rules(db, self.registry.settings)
        self.unseen = []
        if today is not None and settings.sweep_words_days > 0:
            privacy_queries.forget_words(db, today - int(settings.sweep_words_days * DAY_MS))
        if today is not None and settings.sweep_players_days > 0:
            self.unseen = privacy_queries.players_not_seen(db, today - int(settings.sweep_players_days * DAY_MS))

    def _old(self, db: Connection, at: int) -> dict[str, int]:
        """Tables that nobody has used for as long as their kind is kept, or looked at; with when that was."""
        today, old = self._today(db, at), []
        if today is None:
            return {}
        for status, days in retention(operator_queries.with_rules(db, self.registry.settings)).items():
            then = today - int(days * DAY_MS)
            seen = exists().where(seats.c.table_id == tables.c.id, seats.c.here >= then)
            old.append(and_(tables.c.status == status, tables.c.touched < then, ~seen))
        if not old:
            return {}
        query = select(tables.c.id, tables.c.touched).where(or_(*old)).order_by(tables.c.touched, tables.c.id)
        return {row.id: row.touched for row in db.execute(query.limit(AT_ONCE))}

    def _looked_at(self, table: str) -> bool:
        live = self.registry.live.get(table)
        return live is not None and bool(live.sockets)
