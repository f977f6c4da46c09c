"""One table in memory, as people play there: it reads the store, writes to it, and tells everybody what is new.

What is in memory is always behind the store, never ahead of it. Everything about one table happens under its lock: take
a step in memory, store it, then publish it. If storing fails, what is in memory is thrown away and read again, so
nobody is ever shown what was not stored.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from msgspec import Raw
from sqlalchemy import Connection

from capomastro.core.frozen import Frozen
from capomastro.core.game import Seat, Viewer
from capomastro.core.match import Setup
from capomastro.server.bots.asking import Bots
from capomastro.server.protocol.audience import EVERYBODY, NOBODY, Audience, includes
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.protocol.responses import Chat, Message
from capomastro.server.settings import Settings
from capomastro.server.storage import log_queries, queries, snapshot_queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import TableRow
from capomastro.server.storage.writer import Writer
from capomastro.server.table.appending import append_of
from capomastro.server.table.frozen import FrozenMatch
from capomastro.server.table.log import MatchLog
from capomastro.server.table.snapshots import unpacked
from capomastro.server.table.state import NOT_ALLOWED, Standing, TableState, ViewerSocket
from capomastro.server.table.update import Common, common_of, update_for

T = TypeVar("T")
log = logging.getLogger("capomastro.live")
SHORT = 30
"""A log up to this long is replayed on the event loop, a longer one in a thread."""
OUR_FAULT = 1011
"""Closes a socket that could not be served."""


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


class LiveTable(TableState):
    """One table in memory."""

    def __init__(self, table: str, registry: Surroundings) -> None:
        super().__init__(table, registry.settings)
        self.registry = registry
        self.lock = asyncio.Lock()
        self.fresh = False
        self.wrote = False  # whether something was stored since it was last locked
        self.chat_id = 0
        self.kept = 0  # how many entries are in a snapshot that this process has stored
        self.thinking: set[Seat] = set()
        self.looked = float("-inf")  # when an update was last asked for without a socket,
        self.looked_from = ""  # from where,
        self.looked_seated = False  # and whether by somebody who sits here
        self.updates: dict[tuple[Viewer, int | None, Standing, bool], Raw] = {}  # those sent with the last change
        self.common: Common | None = None  # what they have in common
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

    # who is told what

    def drop_updates(self) -> None:
        """Something has changed, or may have: updates are built again."""
        self.updates.clear()
        self.common = None

    def update(self, viewer: Viewer, since: int | None, who: Who) -> Raw:
        """Everything this viewer may know, with the events after `since`, or none; 0 brings what never changes too."""
        return self._update(viewer, since, self.standing(who), who.brief)

    def _update(self, viewer: Viewer, since: int | None, standing: Standing, brief: bool) -> Raw:
        wanted = viewer, since, standing, brief
        known = self.updates.get(wanted)
        if known is None:
            common = self.common = self.common or common_of(self)
            known = self.updates[wanted] = update_for(self, common, viewer, since, standing, brief)
        return known

    def publish(self, audience: Audience = EVERYBODY) -> None:
        """Sends everybody in the audience, one bit for each viewer, what is new to them. It is stored already: whoever
        cannot be told is let go and asks again, and nobody else suffers from it."""
        self.drop_updates()
        told = [socket for socket in self.sockets if includes(audience, socket.viewer)]
        with suppress(Exception):  # one of them cannot be shown: which one is seen below
            self.render(told)
        for socket in told:
            try:
                self.greet(socket)
            except Exception:
                log.exception("a viewer could not be told what is new")
                socket.close(OUR_FAULT)

    def go_on(self) -> None:
        """Starts what happens without a person. If that fails it is tried again later; what was stored stays stored."""
        try:
            self.registry.on_change(self)
        except Exception:
            log.exception("bots and plans could not be set going")

    def greet(self, socket: ViewerSocket) -> None:
        """Tells a socket how things stand, and what it has not heard yet."""
        viewer, standing = socket.viewer, socket.standing
        if standing is None:
            standing = socket.standing = self.standing(socket.who)
        if viewer not in standing.held and not self.keeps(socket):  # nobody holds the spectators' place
            return
        socket.offer(bytes(self._update(viewer, socket.last, standing, socket.who.brief)))
        socket.revision = self.row.revision
        if self.record is not None:
            socket.last = self.record.version(viewer)

    def publish_chat(self, messages: list[Message]) -> None:
        text = encode(Chat(messages))
        for socket in list(self.sockets):
            if socket.viewer is not None and self.keeps(socket):
                socket.offer(text)

    def keeps(self, socket: ViewerSocket) -> bool:
        """Whether a socket may go on listening; one whose device has lost its seat is closed."""
        if not self.may_look(socket.who, socket.viewer):
            socket.close(NOT_ALLOWED)
        return not socket.closing

    # writing

    async def commit(self, lines: list[LogEntry], also: Callable[[Connection], None] | None = None) -> None:
        """Stores what has just been done in memory, then tells it; on failure forgets it."""
        item = append_of(self, lines, None if also is None else partial(self._expected, self.row.revision, None, also))
        try:
            rows = await self.registry.writer.append(item)
        except BaseException:
            self.forget()
            raise
        self.wrote = True
        if rows is not None:
            self.adopt(rows)
        self.row.entries = self.running_record().n
        self.row.status, self.row.to_act, self.row.touched = item.status, item.to_act, item.touched
        self.views.clear()
        self.publish(item.audience)
        self.go_on()

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
