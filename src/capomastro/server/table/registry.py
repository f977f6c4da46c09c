"""All live tables of one process, and how to get at the store from the event loop."""

import asyncio
import logging
import random
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from capomastro.core.frozen import Frozen
from capomastro.server.bots.asking import Bots
from capomastro.server.protocol.refusals import Conflict, Refusal, RefusalWithUpdate, StoreDown, Unsure, unavailable
from capomastro.server.settings import Settings
from capomastro.server.storage import database, queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.faults import StoreWatch
from capomastro.server.storage.rows import TableRow, now
from capomastro.server.storage.writer import ANSWER_SECONDS, Writer
from capomastro.server.table.background import Aside
from capomastro.server.table.frozen import folded_if_possible, frozen_before_it_began
from capomastro.server.table.held import Held
from capomastro.server.table.history import Reels
from capomastro.server.table.homes import Homes
from capomastro.server.table.log import MatchLog
from capomastro.server.table.sightings import Sightings
from capomastro.server.table.table import SHORT, LiveTable

T = TypeVar("T")
log = logging.getLogger("capomastro.tables")
TRIES = 12
"""How often something is tried again because somebody else was faster; each time, somebody else made progress."""
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")


class Registry:
    """All live tables of this process."""

    def __init__(
        self, settings: Settings, bot_pool: Bots, on_change: Callable[[LiveTable], None] = lambda live: None
    ) -> None:
        self.settings = settings
        self.shared = settings.on_postgres
        """Whether other processes may write to the same store."""
        self.worker = secrets.token_hex(4)
        self.bot_pool = bot_pool
        self.live: dict[str, LiveTable] = {}
        self.homes: Homes | None = None
        """Where tables are at home, if other workers may have them; without it, everybody serves every table."""
        self.blocked: frozenset[str] = frozenset()
        """Devices and keys of those whom the operator lets look on only."""
        self.well = 0
        """When the store was last known to work."""
        self.watch = StoreWatch()
        self.hanging = 0
        """How many reads nobody waits for any more, because the database does not answer."""
        self.on_read: Callable[[float], None] | None = None
        """Told how many seconds a question to the store took."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.engine = database.open_engine(settings, writing=False, serving=True)
        self.threads = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self.aside = Aside()
        self.reels = Reels()
        self.sightings = Sightings()
        self.finding = asyncio.Lock()  # people who look for a game are seated one after another
        self.folding = asyncio.Semaphore(2)  # the other readers are for those who only want to read
        self._on_change = on_change
        loop = asyncio.get_running_loop()
        engine = database.open_engine(settings, writing=True, serving=True)
        self.writer = Writer(engine, loop, self.worker if self.shared else None, self.watch)

    def on_change(self, live: LiveTable) -> None:
        """Starts what happens without a person at a table that has changed; called under its lock."""
        self._on_change(live)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Asks the store, in a thread. While the store does not answer at all, this fails at once."""

        def run() -> T:
            began = time.perf_counter()
            with database.store_errors(), self.engine.connect() as db:
                found = query(db)
            if self.on_read is not None:
                self.on_read(time.perf_counter() - began)
            return found

        if self.hanging:
            raise StoreDown("it has not answered earlier questions", "slow")
        future = self.threads.submit(copy_context().run, run)  # for whom it is asked, in logs and traces
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), ANSWER_SECONDS if self.shared else None)
        except TimeoutError:
            self._let_hang(future)
            error = StoreDown(f"no answer within {ANSWER_SECONDS:.0f} seconds", "slow")
            self.watch.failed(error)
            raise error from None
        except StoreDown as error:
            self.watch.failed(error)
            raise

    def _let_hang(self, future: "Future[Any]") -> None:
        loop = asyncio.get_running_loop()

        def back() -> None:
            self.hanging -= 1

        def done(_: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the loop is closed: the server stops
                loop.call_soon_threadsafe(back)

        self.hanging += 1
        future.add_done_callback(done)

    async def fold(self, row: TableRow, lines: list[LogEntry]) -> MatchLog | Frozen | None:
        """A table's match from its log, or why there is none; what may take long is done beside the loop."""
        work: Callable[[], MatchLog | Frozen | None] = partial(folded_if_possible, row, lines)
        if row.status == "open":
            work = partial(frozen_before_it_began, row)
        quick = len(lines) <= SHORT and row.setup.components is None
        return work() if quick else await self.beside(work)

    async def beside(self, work: Callable[[], T]) -> T:
        """Does something for a locked table beside the loop, where a few run at once: nobody else is held up."""
        async with self.folding:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)

    def live_table(self, table: str) -> LiveTable:
        """The place in memory for a table, whether there is one or not."""
        live = self.live.get(table)
        if live is None:
            if not TABLE_ID.fullmatch(table):
                raise Refusal("no-such-table")
            live = self.live[table] = LiveTable(table, self)
        return live

    def at(self, table: str, *, check: bool = True) -> Held:
        """The table, locked and up to date."""
        return Held(self, table, check=check)

    async def acting(self, table: str, operation: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Does something at a table; if somebody else was faster, looks again and tries again.

        Where others write too, the first try believes the memory: what it would refuse is decided after another look.
        """
        for attempt in range(TRIES):
            wrote = False
            try:
                async with self.at(table, check=attempt > 0) as live:
                    try:
                        return await operation(live)
                    finally:
                        wrote = live.wrote
            except Conflict:
                await asyncio.sleep(random.uniform(0, 0.01 * attempt))
            except (Refusal, RefusalWithUpdate):
                if attempt > 0 or wrote or not self.shared:
                    raise
            except Exception as error:
                if not wrote:
                    raise
                log.exception("something was stored, but not told")
                raise Unsure("it was stored, but not told") from error
        raise unavailable()

    async def across(self, concerned: Callable[[Connection], set[str]], work: Callable[[Connection], T]) -> T:
        """Changes who holds what at several tables at once, whether they are in memory or not.

        `concerned` finds the tables; if there are more of them by the time of writing, it is tried again.
        """
        for _ in range(TRIES):
            tables = await self.read(concerned)

            def change(db: Connection, known: set[str] = tables) -> T:
                if not concerned(db) <= known:
                    raise Conflict("there are more tables by now")
                return work(db)

            try:
                result = await self.writer.write_to(tuple(sorted(tables)), change)
            except Conflict:
                continue
            for live in [self.live[table] for table in tables if table in self.live]:
                live.fresh = False
            for table in tables & self.live.keys():
                with suppress(Refusal):
                    async with self.at(table) as live:
                        live.publish()
            return result
        raise unavailable()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Runs something beside the requests."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreDown):  # of the store's failures its watch tells
            log.error("work at a table failed: %s", error, exc_info=error)

    async def notice_operator(self) -> None:
        """Tables that the operator has closed from outside, or moved to other rules, are read again."""
        if not self.live:
            return
        since = now() - 60_000
        frozen = {table: live.row.revision for table, live in self.live.items() if live.fresh and live.frozen}

        def ask(db: Connection) -> tuple[list[str], list[str]]:
            moved = [table for table, revision in frozen.items() if queries.revision_of(db, table) != revision]
            return queries.closed_since(db, since), moved

        closed, moved = await self.read(ask)
        for table in dict.fromkeys([*closed, *moved]):
            live = self.live.get(table)
            if live is not None and live.fresh and (table in moved or live.row.status != "closed"):
                live.fresh = False
                async with self.at(table) as live:
                    live.publish()

    def evict(self) -> list[str]:
        """Forgets tables that nobody looks at; returns which."""
        before = time.monotonic() - self.settings.idle_seconds
        idle = [live for live in self.live.values() if live.used < before and live.is_idle]
        for live in idle:
            del self.live[live.id]
        return [live.id for live in idle]

    async def stop(self) -> None:
        """Finishes what is being written and ends everything else."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.writer.stop()
        self.aside.stop()
        if self.hangs:
            self.threads.shutdown(wait=False, cancel_futures=True)
            return
        await asyncio.to_thread(self.threads.shutdown)
        self.engine.dispose()

    @property
    def hangs(self) -> bool:
        """Whether threads of ours wait for a database that does not answer."""
        return self.hanging > 0 or self.writer.stuck
