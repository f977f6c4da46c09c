"""One table in memory, as people play there: it reads the store, writes to it, and tells everybody what is new.

What is in memory is always behind the store, never ahead of it. Everything about one table happens under its lock: take
a step in memory, store it, then publish it. If storing fails, what is in memory is thrown away and read again, so
nobody is ever shown what was not stored.
"""

import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from capomastro.core.frozen import Frozen
from capomastro.core.game import Seat
from capomastro.core.match import Setup
from capomastro.server.bots.asking import Bots
from capomastro.server.protocol.audience import EVERYBODY, NOBODY, Audience
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.settings import Settings
from capomastro.server.storage import log_queries, queries, snapshot_queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import Append, Rows, TableRow
from capomastro.server.storage.writer import Writer
from capomastro.server.table.appending import append_of
from capomastro.server.table.frozen import FrozenMatch
from capomastro.server.table.lock import TableLock
from capomastro.server.table.log import MatchLog
from capomastro.server.table.snapshots import unpacked
from capomastro.server.table.told import ToldTable

T = TypeVar("T")
log = logging.getLogger("capomastro.live")
SHORT = 30
"""A log up to this long is replayed on the event loop, a longer one in a thread."""


def is_another(row: TableRow, setup: Setup) -> bool:
    """Whether a match in memory must be read again: it has other rules by now, or somebody's name was removed."""
    return row.rules != setup.rules or row.setup.names != setup.names


class Surroundings(Protocol):
    """What a table needs of the process it lives in."""

    settings: Settings
    shared: bool
    writer: Writer
    bot_pool: Bots

    async def read(self, query: Callable[[Connection], T]) -> T: ...

    async def fold(self, row: TableRow, lines: list[LogEntry]) -> MatchLog | Frozen | None: ...

    async def beside(self, work: Callable[[], T]) -> T: ...

    async def acting(self, table: str, operation: "Callable[[LiveTable], Awaitable[T]]") -> T: ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...

    def on_change(self, live: "LiveTable") -> None: ...


class LiveTable(ToldTable):
    """One table in memory."""

    def __init__(self, table: str, registry: Surroundings) -> None:
        super().__init__(table, registry.settings)
        self.registry = registry
        self.lock = TableLock()
        self.fresh = False
        self.wrote = False  # whether something was stored since it was last locked
        self.chat_id = 0
        self.kept = 0  # how many entries are in a snapshot that this process has stored
        self.thinking: set[Seat] = set()
        self.looked = float("-inf")  # when an update was last asked for without a socket,
        self.looked_from = ""  # from where,
        self.looked_seated = False  # and whether by somebody who sits here
        self.used = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, thinks or acts here, so that it may be forgotten."""
        return not self.sockets and not self.thinking and not self.lock.locked()

    # reading the store

    async def renew(self, *, check: bool) -> None:
        """Brings the memory up to the store: always after a failure, and wherever others may write too if asked."""
        self.used = time.monotonic()
        self.drop_updates()
        if not self.fresh:
            await self._reload()
        elif check and self.registry.shared:
            version = await self.registry.read(lambda db: queries.version_of(db, self.id))
            if version != (self.row.entries, self.row.revision):
                await self._reload()

    async def _reload(self) -> None:
        """Reads everything but the entries that are already in memory."""
        known = self.record.n if self.record is not None else 0
        rows, lines = await self.registry.read(
            lambda db: (queries.rows_of(db, self.id), log_queries.lines_of(db, self.id, known))
        )
        if rows is None:
            self.forget()
            raise Refusal("no-such-table")
        moved = known and is_another(rows.table, self.running_record().setup)
        if moved or (known and len(lines) > SHORT):  # so far behind that a thread is better
            self.forget()
            await self._reload()
            return
        record, frozen = self.record, None
        if known == 0:
            found = await self.registry.fold(rows.table, lines)
            if isinstance(found, Frozen):
                frozen = await self._freeze(rows.table, lines, found)
            else:
                record = found
                if rows.table.frozen is not None:  # by an earlier version, or before it was mended
                    await self._mark(None)
        elif lines and lines[0].n != known + 1:
            raise StoreDown("the log has a gap")
        else:
            try:
                for line in lines:
                    self.running_record().follow(line)
            except BaseException:
                self.forget()
                raise
        self.adopt(rows)
        self.record, self.frozen = record, frozen
        if record is not None:
            self.row.entries = record.n
        self.fresh = True

    async def _freeze(self, row: TableRow, lines: list[LogEntry], why: Frozen) -> FrozenMatch:
        """What is stored of a match that cannot be played; lists are told of it."""
        stored = await self.registry.read(lambda db: snapshot_queries.snapshot_of(db, self.id))
        reason = encode(why).decode()
        if row.frozen != reason:
            log.warning("table %s is frozen: %s", self.id, why.text)
            await self._mark(reason)
        return FrozenMatch(why, lines, None if stored is None else unpacked(stored))

    async def _mark(self, reason: str | None) -> None:
        """Lists are told whether the match is frozen; if that fails, whoever opens it next tells them."""
        with suppress(StoreDown):
            mark = partial(snapshot_queries.mark_frozen, table=self.id, reason=reason)
            await self.registry.writer.write(self.id, NOBODY, mark)

    def forget(self) -> None:
        """What is in memory is no longer believed: everything is read again before it is used."""
        self.fresh = False
        self.record = self.frozen = None

    # writing

    async def commit(self, lines: list[LogEntry], also: Callable[[Connection], None] | None = None) -> None:
        """Stores what has just been done in memory, then tells it; on failure forgets it."""
        item = append_of(self, lines, None if also is None else partial(self._expected, self.row.revision, None, also))
        try:
            rows = await self.registry.writer.append(item)
        except BaseException:
            self.forget()
            raise
        self.stored(item, rows)

    def stored(self, item: Append, rows: Rows | None) -> None:
        """What was done in memory is stored, with what is beside the log now if that was changed too: it is told."""
        self.wrote = True
        if rows is not None:
            self.adopt(rows)
        self.row.entries = self.running_record().n
        self.row.status, self.row.to_act, self.row.touched = item.status, item.to_act, item.touched
        self.views.clear()
        self.publish(item.audience)
        self.go_on()

    def go_on(self) -> None:
        """Starts what happens without a person. If that fails it is tried again later; what was stored stays stored."""
        try:
            self.registry.on_change(self)
        except Exception:
            log.exception("bots and plans could not be set going")

    def _expected(self, revision: int, length: int | None, work: Callable[[Connection], T], db: Connection) -> T:
        """Writes beside the log only if nobody else has since this memory was read."""
        queries.expect(db, self.id, revision, length)
        return work(db)

    async def note(self, work: Callable[[Connection], T]) -> T:
        """Writes what belongs to this table but changes nothing that is in memory."""
        return await self.registry.writer.write(self.id, NOBODY, work)

    async def write(self, work: Callable[[Connection], T], *, tell: Audience = EVERYBODY) -> T:
        """Changes something beside the log, then tells those concerned.

        What is beside it then is read in the same transaction, so that nothing can fail once it is written.
        """
        expected = partial(self._expected, self.row.revision, self.row.entries, work)
        try:
            result, rows = await self.registry.writer.write(
                self.id, tell, lambda db: (expected(db), queries.rows_of(db, self.id))
            )
        except BaseException:
            self.fresh = False
            raise
        self.wrote = True
        if rows is None:
            raise Refusal("table-gone")
        self.adopt(rows)
        self.publish(tell)
        return result
