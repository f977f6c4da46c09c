"""News from other workers that serve the same PostgreSQL: which tables have changed, and for whom."""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, bindparam, update

from capomastro.server.protocol.audience import EVERYBODY, NEW_CHAT, NOBODY, Audience
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.storage import lease_queries, queries
from capomastro.server.storage.bot_queries import ANSWERS
from capomastro.server.storage.database import POSTGRES
from capomastro.server.storage.log_queries import CHANNEL
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import seats
from capomastro.server.table.held import MOVED
from capomastro.server.table.homes import Homes
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable
from capomastro.server.table.viewer_socket import ViewerSocket

log = logging.getLogger("capomastro.news")
BEAT_SECONDS = 0.8
QUICKLY: dict[str, Any] = POSTGRES | {"connect_timeout": 2, "tcp_user_timeout": 3_000}
"""Whoever is cut off notices before its lease is over, and is back soon after the network is."""
WATCH_SECONDS, LET_GO_SECONDS = 0.25, 1.0
"""A machine that is only very busy for a moment keeps its sockets and what waits; nobody is told anything meanwhile."""


class Listener:
    """A thread with a connection of its own that waits for notifications."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.loop = asyncio.get_running_loop()
        self.stopped = False
        self.thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopped = True

    def _run(self) -> None:
        import psycopg

        address = self.tables.settings.db
        while not self.stopped:
            try:
                with psycopg.connect(address, autocommit=True, **QUICKLY) as connection:
                    connection.execute("SET synchronous_commit = off")  # who is alive need not outlive a crash
                    connection.execute(f"LISTEN {CHANNEL}")
                    connection.execute(f"LISTEN {ANSWERS}{self.tables.worker}")
                    self._say_alive(connection)
                    self._hand_over(None)  # changes that were missed while nobody listened
                    while not self.stopped:
                        for notification in connection.notifies(timeout=BEAT_SECONDS):
                            if notification.channel == CHANNEL:
                                self._hand_over(notification.payload)
                            else:
                                self._on_loop(self.tables.bot_pool.news.set)
                        self._say_alive(connection)
            except (psycopg.Error, OSError) as error:
                if not self.stopped:
                    log.warning("news from other workers must wait: %s", type(error).__name__)
                    time.sleep(0.5)

    def _say_alive(self, connection: Any) -> None:
        """The tables that are at home here stay here; this thread says so however busy the event loop is."""
        homes = self.tables.homes
        if homes is not None and not self.stopped and not homes.leaving:
            at = time.monotonic()
            connection.execute(lease_queries.BEAT, who_lives(homes))
            homes.said_alive(at)

    def _hand_over(self, payload: str | None) -> None:
        self._on_loop(heard, self.tables, payload)

    def _on_loop(self, work: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server stops
            self.loop.call_soon_threadsafe(work, *arguments)


async def let_go_when_cut_off(tables: Registry, homes: Homes) -> None:
    """A worker that the store has not heard of for too long has lost its tables: it lets the sockets there go.

    Whoever connects again gets to the new home; here, only if the store can be asked.
    """
    lost = False
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        if homes.leaving:  # it says no more that it is alive, and what it still writes concerns no table of its own
            return
        silent = homes.silent
        if silent > 0 and homes.mine:
            homes.doubt()
        since = tables.writer.busy_since
        if silent > 0 and since is not None and time.monotonic() - since > LET_GO_SECONDS:
            tables.writer.give_up("cut off from the store")  # whoever waits asks again, and another worker answers
        if silent > LET_GO_SECONDS and not lost:
            closed = sum(len(live.sockets) for live in tables.live.values())
            log.warning("cut off from the store: all tables may be others' by now; %d sockets are let go", closed)
            for live in list(tables.live.values()):
                live.fresh = False
                for socket in list(live.sockets):
                    socket.close(MOVED)
            homes.on_lost()
            lost = True
        elif silent < 0:
            lost = False


def who_lives(homes: Homes) -> dict[str, str]:
    return {"id": homes.worker, "address": homes.address, "secret": homes.secret, "version": homes.version}


def say_alive(db: Connection, homes: Homes) -> None:
    """For the first time, before anything is served."""
    at = time.monotonic()
    db.exec_driver_sql(lease_queries.BEAT, who_lives(homes))
    homes.said_alive(at)


def listen(tables: Registry) -> Listener:
    return Listener(tables)


def heard(tables: Registry, payload: str | None) -> None:
    """Brings the tables up to date that somebody here looks at."""
    if payload is None:
        if tables.homes is not None:
            tables.homes.doubt()  # the leases may have run out meanwhile
        for table in list(tables.live):
            tables.spawn(catch_up(tables, table))
        return
    table, sender, audience = payload.split()
    live = tables.live.get(table)
    if sender == tables.worker or live is None:
        return
    if live.is_idle:
        del tables.live[table]  # nobody looks: whoever needs it reads it again
    else:
        tables.spawn(refresh(tables, table, Audience(int(audience))))


async def refresh(tables: Registry, table: str, audience: Audience) -> None:
    with contextlib.suppress(Refusal, StoreDown):
        async with tables.at(table) as live:
            if audience & NEW_CHAT:
                await _chat(tables, live)
            live.publish(Audience(audience & EVERYBODY))


async def catch_up(tables: Registry, table: str) -> None:
    """News may have been missed: tells them, but only if there were any. Whoever is up to date hears nothing."""
    with contextlib.suppress(Refusal, StoreDown):
        async with tables.at(table) as live:
            if any(is_behind(live, socket) for socket in live.sockets):
                live.publish()


def is_behind(live: LiveTable, socket: ViewerSocket) -> bool:
    known = 0 if live.record is None else live.record.version(socket.viewer)
    return (socket.last, socket.revision) != (known, live.row.revision)


async def _chat(tables: Registry, live: LiveTable) -> None:
    messages = await tables.read(lambda db: queries.messages_of(db, live.id, live.chat_id))
    if messages:
        live.chat_id = messages[-1].id
        live.publish_chat(messages[-20:])


async def say_who_is_here(tables: Registry, only: LiveTable | None = None) -> None:
    """Where several workers share the tables, notes for the others who is connected to this one; or to one table."""
    if not tables.shared:
        return
    here: list[dict[str, Any]] = []
    for live in tables.live.values() if only is None else [only]:
        if live.sockets:
            connected = [row.seat for row in live.seats if row.kind != "bot" and live.connected(row.seat)]
            here += [{"of": live.id, "at": seat, "now": now()} for seat in connected]
    if not here:
        return
    query = (
        update(seats)
        .where(seats.c.table_id == bindparam("of"), seats.c.seat == bindparam("at"))
        .values(here=bindparam("now"))
    )

    def work(db: Connection) -> None:
        db.execute(query, here)

    await tables.writer.write("", NOBODY, work)
