"""The one writer: it gathers the appends that wait, commits them together, and only then says that they are written.

A disk needs some milliseconds to make one transaction durable, however much is in it. Whoever asks while a transaction
is under way waits for the next one, so the server is as durable as a single commit and as fast as many at once.
"""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from capomastro.server.protocol.audience import EVERYBODY, NOBODY, Audience, both
from capomastro.server.protocol.refusals import Conflict, Refusal, StoreDown, Unsure
from capomastro.server.storage import database, lease_queries, log_queries, queries
from capomastro.server.storage.append_at_once import AtOnce
from capomastro.server.storage.append_rows import is_plain
from capomastro.server.storage.faults import StoreWatch
from capomastro.server.storage.rows import Append, Rows

T = TypeVar("T")
log = logging.getLogger("capomastro.writer")
ANSWER_SECONDS, DISK_SECONDS = 8.0, 30.0
"""A transaction that takes longer hangs: at a database server, where no statement may take so long; at a file."""
MOST = 256
"""More than this are not written in one transaction."""


class Job:
    """Something to be written, for a table, and who waits for it."""

    def __init__(
        self,
        table: str,
        audience: Audience,
        work: Append | Callable[[Connection], Any],
        told: Callable[[Any, Exception | None], None],
        others: tuple[str, ...] = (),
    ) -> None:
        self.table = table
        self.audience = audience
        self.work = work
        self.told = told
        """Called once on the event loop: with what came of it, or with why nothing did."""
        self.others = others
        """Further tables that it changes, for everybody."""
        self.given_up = False
        """Nobody waits for it any more, so it must not be written."""
        self.over = False
        """It is written or not, and whoever waits has been told."""
        self.settled: asyncio.Future[None] | None = None
        """For a caller that was cancelled while waiting and must know when it is over."""

    def settle(self, result: Any, error: Exception | None) -> None:
        """Called on the event loop, a second time if it was given up before it was over."""
        if self.over:
            return
        self.over = True
        if self.settled is not None and not self.settled.done():
            self.settled.set_result(None)
        self.told(result, error)

    @property
    def beside_the_log(self) -> bool:
        return not isinstance(self.work, Append) or self.work.also is not None


def resolve(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    """Tells whoever awaits, if anybody still does."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


class Writer:
    """Runs on a thread of its own. `announcing` is set where other processes must hear of changes."""

    def __init__(
        self, engine: Engine, loop: asyncio.AbstractEventLoop, announcing: str | None, watch: StoreWatch | None = None
    ) -> None:
        self.engine = engine
        self.at_once = AtOnce.of(engine)
        self.watch = watch or StoreWatch()
        self.waiting: set[Job] = set()
        self.busy_since: float | None = None
        """When the transaction under way began."""
        self.committing: list[Job] = []
        """What the store may have taken already, though it has not said so."""
        self.stuck = False
        self.on_written: Callable[[int, float], None] | None = None
        """Told how much was written at once, and how many seconds that took."""
        self.held: Callable[[set[str]], list[str]] | None = None
        """Says for which tables the lease must hold, where tables have homes; see table/homes.py."""
        self.patience = DISK_SECONDS if announcing is None else ANSWER_SECONDS
        self.loop = loop
        self.announcing = announcing
        self.asked: list[Job] = []
        """What the loop has come across since it last looked around."""
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    def submit(self, item: Append, told: Callable[[Any, Exception | None], None]) -> None:
        """Does what `append` does for somebody who does not wait: `told` is called on the event loop, which is a task
        less for each step."""
        if self.stuck:
            raise StoreDown("earlier writes are not done yet", "slow")
        self._put(Job(item.table, item.audience, item, told))

    async def append(self, item: Append) -> Rows | None:
        """Returns when the entries are durable, with what is beside the log now if that was changed too.

        Raises `Conflict` or `StoreDown`, and then nothing was written; or `Unsure`, and then nobody knows.
        """
        rows: Rows | None = await self._wait(item.table, item.audience, item)
        return rows

    async def write(self, table: str, audience: Audience, work: Callable[[Connection], T]) -> T:
        """Runs a function in a transaction; what it returns is returned when it is durable."""
        written: T = await self._wait(table, audience, work)
        return written

    async def write_to(self, tables: tuple[str, ...], work: Callable[[Connection], T]) -> T:
        """The same for several tables at once, of which everybody hears."""
        written: T = await self._wait("", NOBODY, work, tables)
        return written

    async def _wait(
        self, table: str, audience: Audience, work: Append | Callable[[Connection], Any], others: tuple[str, ...] = ()
    ) -> Any:
        if self.stuck:
            raise StoreDown("earlier writes are not done yet", "slow")
        future = self.loop.create_future()
        job = Job(table, audience, work, partial(resolve, future), others)
        self._put(job)
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled() and not job.over:  # it is written all the same: whoever reads next must find it
                job.settled = self.loop.create_future()
                await job.settled
            raise

    def _put(self, job: Job) -> None:
        """Everything that the loop finds to be written in one round goes to the writer together: it is woken once, when
        the loop is about to wait and does not need the interpreter."""
        self.waiting.add(job)
        self.asked.append(job)
        if len(self.asked) == 1:
            self.loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if self.asked:
            self.jobs.put(self.asked)
            self.asked = []

    def look_after(self) -> None:
        """Called regularly: if the database does not answer, whoever waits for it is told so."""
        since = self.busy_since
        self.stuck = since is not None and time.monotonic() - since > self.patience
        if not self.stuck:
            return
        text = f"a write is not done after {self.patience:.0f} seconds"
        self.watch.failed(StoreDown(text, "slow"))
        self.give_up(text)

    def give_up(self, text: str) -> None:
        """Nothing that waits is written any more; whoever waits is told so, or that nobody knows."""
        for job in list(self.waiting):
            job.given_up = True  # first: the writer looks at this before it commits
            self.settle(job, None, (Unsure if job in self.committing else StoreDown)(text, "slow"))

    def settle(self, job: Job, result: Any, error: Exception | None) -> None:
        self.waiting.discard(job)
        try:
            job.settle(result, error)
        except Exception:
            log.exception("whoever waited for a write could not be told")

    async def stop(self) -> None:
        """Finishes what waits, then ends; a database that does not answer is not waited for."""
        self._hand_over()
        self.jobs.put(None)
        until = time.monotonic() + 30
        while self.thread.is_alive() and not self.stuck and time.monotonic() < until:
            await asyncio.to_thread(self.thread.join, 0.5)

    def _run(self) -> None:
        while True:
            gathered, last = self._gather()
            for first in range(0, len(gathered), MOST):
                batch = [job for job in gathered[first : first + MOST] if not job.given_up]
                if batch:
                    self.busy_since = time.monotonic()
                    self._settle(batch)
                    if self.on_written is not None:
                        self.on_written(len(batch), time.monotonic() - self.busy_since)
                    self.busy_since, self.committing = None, []
            if last:
                if self.at_once is not None:
                    self.at_once.close()
                self.engine.dispose()
                return

    def _gather(self) -> tuple[list[Job], bool]:
        first = self.jobs.get()
        if first is None:
            return [], True
        batch = first
        while not self.jobs.empty():
            more = self.jobs.get()
            if more is None:
                return batch, True
            batch += more
        return batch, False

    def _settle(self, batch: list[Job]) -> None:
        """All in one transaction; if one of them is refused, each half in its own, until only that one fails."""
        try:
            results = self._commit(batch)
        except Exception as error:
            if isinstance(error, StoreDown) or len(batch) == 1:
                if isinstance(error, StoreDown):
                    self.watch.failed(error)
                elif not isinstance(error, Conflict | Refusal):
                    log.exception("a write failed")
                self._answer([(job, None, error) for job in batch])
                return
            half = len(batch) // 2
            self._settle(batch[:half])
            self._settle(batch[half:])
            return
        self._answer([(job, result, None) for job, result in zip(batch, results, strict=True)])

    def _commit(self, batch: list[Job]) -> list[Any]:
        """Tables are locked in the order of their names, so that no two writers wait for each other."""
        plain = [job.work for job in batch if isinstance(job.work, Append) and is_plain(job.work)]
        if self.at_once is not None and len(plain) == len(batch):
            self.committing = batch
            if any(job.given_up for job in batch):
                raise StoreDown("nobody waits for this any more", "slow")
            with database.store_errors():
                self.at_once.append(plain)
            return [None] * len(batch)
        ordered = sorted(batch, key=lambda job: job.table)
        with database.store_errors(), self.engine.connect() as db:
            db.begin()
            several = len(batch) > 1 or any(job.others for job in batch)
            if self.announcing is not None and several and any(job.beside_the_log for job in batch):
                queries.lock(db, [table for job in ordered for table in (job.table, *job.others)])
            ours: list[str] = []
            if self.held is not None and self.announcing is not None:
                ours = self.held({job.table for job in batch})
                if ours and not lease_queries.all_held(db, self.announcing, ours):
                    raise Conflict("a table has another home by now")
            appends = [job for job in ordered if isinstance(job.work, Append)]
            written = (
                log_queries.append(db, [job.work for job in appends if isinstance(job.work, Append)]) if appends else []
            )
            results: dict[Job, Any] = dict(zip(appends, written, strict=True))
            for job in ordered:
                if not isinstance(job.work, Append):
                    results[job] = job.work(db)
            if self.announcing is not None:
                audiences: dict[str, Audience] = {}
                for job in ordered:
                    if job.table and job.table not in ours:  # whoever looks at one of ours does so here
                        audiences[job.table] = both(audiences.get(job.table, NOBODY), job.audience)
                    audiences |= {table: both(audiences.get(table, NOBODY), EVERYBODY) for table in job.others}
                log_queries.announce(db, audiences, self.announcing)
            self.committing = batch
            if any(job.given_up for job in batch):
                raise StoreDown("nobody waits for this any more", "slow")
            with database.committing():
                db.commit()
        return [results[job] for job in batch]

    def _answer(self, outcomes: list[tuple[Job, Any, Exception | None]]) -> None:
        def settle() -> None:
            for job, result, error in outcomes:
                self.settle(job, result, error)

        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(settle)
