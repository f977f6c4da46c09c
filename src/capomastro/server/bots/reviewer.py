"""Reviews finished matches in the background: one at a time, by the bots, when they have nothing better to do.

What is known so far is stored every few seconds, so a server that stops goes on where it was. Of several workers, one
at a time has a review; whoever has not stored anything for a while has lost it to the others.
"""

import asyncio
import logging
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection

import capomastro
from capomastro.review.model import VERSION, Review
from capomastro.review.work import ITERATIONS, Answers, Work
from capomastro.server.bots.asking import Unwanted
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.protocol.responses import ReviewState
from capomastro.server.settings import Settings
from capomastro.server.storage import review_queries
from capomastro.server.storage.review_queries import ReviewRow
from capomastro.server.storage.rows import now
from capomastro.server.table.history import finished
from capomastro.server.table.registry import Registry

T = TypeVar("T")
log = logging.getLogger("capomastro.reviews")
LOOK_SECONDS = 5.0
SAVE_SECONDS = 3.0
STALE_MS = 60_000
SLOWER = 50
"""So many times as long everything takes where nothing is compiled; then the bots think less."""


def iterations_of(settings: Settings) -> int:
    return settings.review_iterations or (ITERATIONS if capomastro.compiled else ITERATIONS // SLOWER)


def packed(value: Any) -> bytes:
    return zlib.compress(encode(value))


class Reviewer:
    """Does what is on the list. `under_way` says how far the reviews of this process are."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.awake = asyncio.Event()
        self.under_way: dict[str, Work] = {}

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            self.awake.clear()
            try:
                while (table := await self._claim()) is not None:
                    await self._review(table)
            except (StoreDown, Unwanted):
                pass  # of the store its watch tells; bots that answer no more end with the server
            except Exception:
                log.exception("reviewing failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.awake.wait()

    async def ask(self, table: str) -> None:
        """Puts a match on the list."""
        wanted = partial(review_queries.ask, table=table, version=VERSION, at=now())
        await self._write(partial(wanted, iterations=iterations_of(self.tables.settings)))
        self.awake.set()

    async def state(self, table: str) -> ReviewState:
        """How far a review is, or the review."""
        row = await self.tables.read(partial(review_queries.review_of, table=table))
        if row is None or row.version != VERSION:
            return ReviewState("none")
        if row.review is not None:
            return ReviewState(
                "done", row.done, row.size, msgspec.json.decode(zlib.decompress(row.review), type=Review)
            )
        work = self.under_way.get(table)
        done, size = (row.done, row.size) if work is None else (work.done, work.size)
        return ReviewState(row.status, done, size)

    async def finish(self) -> None:
        """The server stops: what is known is stored, and somebody else may go on."""
        if not self.tables.hangs:
            with suppress(StoreDown):
                for table, work in list(self.under_way.items()):
                    await self._save(table, work, worker=None)

    async def _claim(self) -> str | None:
        """On a database of its own a process is alone, so whatever is under way there is its own."""
        stale = now() - STALE_MS if self.tables.shared else now()
        return await self._write(partial(review_queries.claim, worker=self.tables.worker, at=now(), stale=stale))

    async def _review(self, table: str) -> None:
        row = await self.tables.read(partial(review_queries.review_of, table=table))
        if row is None:
            return
        try:
            work = self.under_way[table] = await self._begun(table, row)
            if await self._judge_all(table, work):
                review = packed(await self.tables.aside.run("", work.review))
                await self._put(table, status="done", done=work.size, size=work.size, review=review, answers=None)
        except (StoreDown, Unwanted):
            raise
        except Exception as error:
            log.warning("the review of table %s failed: %s: %s", table, type(error).__name__, error)
            await self._put(table, status="failed")
        self.under_way.pop(table, None)

    async def _begun(self, table: str, row: ReviewRow) -> Work:
        async with self.tables.at(table) as live:
            match = finished(live)
        known = None if row.answers is None else msgspec.json.decode(zlib.decompress(row.answers), type=Answers)
        return await self.tables.aside.run("", partial(Work, match, row.iterations, known))

    async def _judge_all(self, table: str, work: Work) -> bool:
        """Asks all there is to ask, a few things at once; returns whether the review was ours until the end."""
        pool, saved = self.tables.bot_pool, time.monotonic()
        while questions := work.questions():
            for first in range(0, len(questions), pool.processes):
                some = questions[first : first + pool.processes]
                asked = (pool.judge(table, one.view, one.line, one.iterations, one.seed, one.options) for one in some)
                for question, answer in zip(some, await asyncio.gather(*asked), strict=True):
                    work.give(question, answer)
                if time.monotonic() - saved > SAVE_SECONDS:
                    saved = time.monotonic()
                    if not await self._save(table, work):
                        return False
        return True

    async def _save(self, table: str, work: Work, **more: Any) -> bool:
        return await self._put(
            table, done=work.done, size=work.size, touched=now(), answers=packed(work.answers), **more
        )

    async def _put(self, table: str, **values: Any) -> bool:
        return await self._write(partial(review_queries.put, table=table, worker=self.tables.worker, values=values))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self.tables.writer.write("", NOBODY, work)
