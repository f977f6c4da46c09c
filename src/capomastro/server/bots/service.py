"""The bots as a service of their own: claims questions of a PostgreSQL, lets bots think, writes their answers.

As many services as you like, on any machines: a question is claimed by one of them at a time. Who is next is decided as
within one server (see `queue.py`), but for all of them together: people at their tables first, addresses in turn.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.rows import namedtuple_row

from capomastro import __version__
from capomastro.server.bots.packing import packed, unpacked
from capomastro.server.bots.pool import TRIES, BotPool
from capomastro.server.bots.queue import PATIENT, Asker, Question, Rank
from capomastro.server.bots.worker import BotFailed, Gone
from capomastro.server.storage import bot_queries
from capomastro.server.storage.database import POSTGRES

log = logging.getLogger("capomastro.bots")
BEAT_SECONDS = 1.0
SWEEP_SECONDS = 10.0
ANSWER_SECONDS = 8.0
"""A database that takes longer for one of these statements hangs."""
PAUSE_SECONDS = 0.5
FINISH_SECONDS = 5.0
"""So long a service that stops lets its bots finish; what they have not decided by then, others do."""


class BotService:
    """One service."""

    def __init__(self, address: str, pool: BotPool) -> None:
        self.address, self.pool = address, pool
        self.name = secrets.token_hex(4)
        self.facts = {"service": self.name, "version": __version__, "processes": pool.processes}
        self.answers: list[dict[str, Any]] = []
        """What is to be written; it waits while the database is away."""
        self.thinking: dict[asyncio.Task[None], Rank] = {}
        self.claims = 0
        self.wake = asyncio.Event()
        self.stopping = False
        self.away = False
        self.on_waiting: Callable[[int, float], None] | None = None
        """Told how many questions wait for any service, and for how many seconds the oldest has waited."""

    def stop(self) -> None:
        """Claims nothing more, and ends when what is thought about is answered."""
        self.stopping = True
        self.wake.set()

    async def run(self) -> None:
        """Until it is stopped, whatever happens to the database meanwhile."""
        while not (self.stopping and not self.thinking and not self.answers):
            try:
                async with await self._connected() as ears, await self._connected() as db:
                    await self._serve(ears, db)
                    return
            except (psycopg.Error, OSError, TimeoutError) as error:
                if not self.away:
                    log.warning("the database is away: %s", type(error).__name__)
                self.away = True
                if self.stopping:
                    return
                await asyncio.sleep(PAUSE_SECONDS)

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        patience: dict[str, Any] = dict(POSTGRES)
        return await psycopg.AsyncConnection.connect(
            self.address, autocommit=True, row_factory=namedtuple_row, **patience
        )

    async def _serve(self, ears: psycopg.AsyncConnection[Any], db: psycopg.AsyncConnection[Any]) -> None:
        await self._do(db, "SET synchronous_commit = off")  # what a crash takes back is asked and answered again
        await self._do(ears, f"LISTEN {bot_queries.QUESTIONS}")
        await self._do(db, bot_queries.BEAT)
        log.info("bots are ready" if not self.away else "the database is back")
        self.away = False
        hearing = asyncio.create_task(self._hear(ears))
        beat = swept = 0.0
        until: float | None = None
        try:
            while True:
                now = time.monotonic()
                if now - beat >= BEAT_SECONDS:
                    beat = now
                    await self._do(db, bot_queries.BEAT)
                    await self._do(db, bot_queries.RENEW)
                    await self._count(db)
                if now - swept >= SWEEP_SECONDS:
                    swept = now
                    await self._do(db, bot_queries.SWEEP)
                while self.answers:
                    await self._do(db, bot_queries.ANSWER, **self.answers[0])
                    del self.answers[0]
                if self.stopping:
                    until = until or now + FINISH_SECONDS
                    if not self.thinking or now > until:
                        break
                while not self.stopping and await self._claim(db):
                    pass
                if hearing.done():
                    hearing.result()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.wake.wait(), max(0.0, beat + BEAT_SECONDS - time.monotonic()))
                self.wake.clear()
            await self._do(db, bot_queries.GIVE_BACK)
            await self._do(db, bot_queries.LEAVE)
            await self._do(db, f"NOTIFY {bot_queries.QUESTIONS}")
        finally:
            hearing.cancel()
            with contextlib.suppress(asyncio.CancelledError, psycopg.Error):
                await hearing

    async def _do(self, db: psycopg.AsyncConnection[Any], sql: str, **more: Any) -> Any:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await db.execute(sql, {**self.facts, **more} if "%(" in sql else None)

    async def _count(self, db: psycopg.AsyncConnection[Any]) -> None:
        if self.on_waiting is not None:
            row = await (await self._do(db, bot_queries.WAITING)).fetchone()
            self.on_waiting(row.waits, row.oldest / 1000)

    async def _hear(self, ears: psycopg.AsyncConnection[Any]) -> None:
        async for _ in ears.notifies():
            self.wake.set()

    async def _claim(self, db: psycopg.AsyncConnection[Any]) -> bool:
        """Lets a free process think about the next question. The last of several is for people at their tables."""
        if len(self.thinking) >= self.pool.processes:
            return False
        for_others = sum(rank != Rank.PRESENT for rank in self.thinking.values())
        reserved = for_others >= max(1, self.pool.processes - 1)
        oldest = self.claims % (PATIENT + 1) == PATIENT and not reserved
        sql = bot_queries.CLAIM_OLDEST if oldest else bot_queries.CLAIM
        found = await self._do(db, sql, least=int(Rank.PRESENT if reserved else max(Rank)))
        row = await found.fetchone()
        if row is None:
            return False
        self.claims += 1
        task = asyncio.create_task(self._think(row))
        self.thinking[task] = Rank(row.rank)
        task.add_done_callback(self._thought)
        return True

    def _thought(self, task: "asyncio.Task[None]") -> None:
        del self.thinking[task]
        self.wake.set()

    async def _think(self, row: Any) -> None:
        well, answer = False, None
        try:
            if row.claims > TRIES:
                raise Gone("service after service ended")
            arguments = unpacked(row.question)
            # The pool's own order does not matter: nothing is claimed that it could not think about now.
            answer = await self.pool.ask(Question(Asker(Rank.PRESENT, row.id), row.kind, *arguments))
            well = True
        except asyncio.CancelledError:
            return  # the service stops: somebody else thinks about it
        except BotFailed as error:
            answer = str(error)
        except Exception as error:
            answer = type(error).__name__
        self.answers.append({"id": row.id, "well": well, "answer": packed(answer)})
