"""Bots that think as a service of their own, on any machine: questions go to them by the store, and answers come back.

The service gets what a bot process beside the server would get: a view. It returns a step, and the worker that asked,
where the table is at home, stores it if the decision is still the same. What is asked is written down; so a service
that dies loses nothing, and whoever has not heard of an answer looks for it. While no service of this version runs,
bots wait.
"""

import asyncio
import hashlib
import secrets
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from capomastro import __version__
from capomastro.server.bots.asking import Bots, Unwanted, fail
from capomastro.server.bots.packing import packed, unpacked
from capomastro.server.bots.pool import BACKLOG
from capomastro.server.bots.queue import Question, Rank
from capomastro.server.bots.worker import BotFailed, Gone
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.storage import bot_queries
from capomastro.server.storage.bot_queries import Asked
from capomastro.server.storage.key_queries import keep_key
from capomastro.server.storage.writer import Writer

T = TypeVar("T")
LOOK_SECONDS = 2.0
"""How soon an answer is found of which no news came, and a question that is stored no more is asked again."""


class Read(Protocol):
    """Asks the store; see the registry's `read`."""

    def __call__(self, query: Any) -> Any: ...


class RemoteBots(Bots):
    """The worker's end. `attach` comes before the first question."""

    def __init__(self) -> None:
        super().__init__(processes=1)
        self.version = __version__
        self.open: dict[str, Question] = {}
        self.stored: set[str] = set()
        """Those of them that the store has."""
        self.claimed: set[str] = set()
        self.salt = ""
        self.worker: str
        self.writer: Writer
        self.read: Read

    def attach(self, worker: str, writer: Writer, read: Read) -> None:
        self.worker, self.writer, self.read = worker, writer, read

    def waiting(self) -> dict[Rank, int]:
        counts = Counter(one.asker.rank for name, one in self.open.items() if name not in self.claimed)
        return {rank: counts[rank] for rank in Rank}

    async def room(self) -> None:
        while len(self.open) >= BACKLOG * self.processes and not self.stopped:
            await asyncio.sleep(0.05)

    async def ask(self, question: Question) -> Any:
        if self.stopped:
            raise Unwanted
        name, began = secrets.token_hex(8), time.perf_counter()
        self.open[name] = question
        try:
            await self._store(name, question)
            answer = await question.answer
        except BaseException:
            if name in self.stored and not self.stopped:  # nobody waits any more; if it is thought about, it stays
                with suppress(StoreDown):
                    await asyncio.shield(self._write(partial(bot_queries.withdraw, worker=self.worker, ids=[name])))
            raise
        finally:
            del self.open[name]
            self.stored.discard(name)
            self.claimed.discard(name)
        if self.on_thought is not None:
            self.on_thought(question.kind, time.perf_counter() - began)
        return answer

    async def _store(self, name: str, question: Question) -> None:
        if not self.salt:
            self.salt = await self._write(partial(keep_key, name="bot askers", value=secrets.token_hex(16)))
        asker = question.asker
        marks = [hashlib.sha256(f"{self.salt} {one}".encode()).hexdigest()[:16] for one in asker.addresses]
        told = packed(question.arguments)
        asked = Asked(name, self.worker, self.version, int(asker.rank), marks, question.kind, told)
        await self._write(partial(bot_queries.ask, asked=asked))
        self.stored.add(name)

    async def _write(self, work: Any) -> Any:
        return await self.writer.write("", NOBODY, work)

    async def run(self) -> None:
        """For as long as the server runs: takes in answers, and looks after what is not answered."""
        looked = time.monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), LOOK_SECONDS)
            told = self.news.is_set()
            self.news.clear()
            with suppress(StoreDown):  # of which its watch tells
                if told or self.stored:
                    await self.collect()
                if time.monotonic() - looked >= LOOK_SECONDS:
                    looked = time.monotonic()
                    await self.look_after()

    async def collect(self) -> None:
        for row in await self._write(partial(bot_queries.collect, worker=self.worker)):
            question = self.open.get(row.id)
            if question is None or question.answer.done():
                continue
            try:
                answer = unpacked(row.answer)
            except Exception as error:
                fail(question, error)
                continue
            if row.well:
                question.answer.set_result(answer)
            else:
                fail(question, Gone(answer) if answer == Gone.__name__ else BotFailed(answer))

    async def look_after(self) -> None:
        """Asks again what the store has lost, and takes back what nobody wants any more."""
        asked = set(self.stored)

        def look(db: Connection) -> tuple[dict[str, str | None], int]:
            return bot_queries.mine(db, self.worker, self.version)

        rows, processes = await self.read(look)
        self.processes = max(1, processes)
        self.claimed = {name for name, service in rows.items() if service is not None and name in self.open}
        self.busy = len(self.claimed)
        for name in asked & self.stored - rows.keys():
            question = self.open.get(name)
            if question is not None and not question.answer.done():
                self.stored.discard(name)
                await self._store(name, question)
        unwanted = [name for name in asked & self.stored - self.claimed if not self.open[name].asker.wanted()]
        if unwanted:
            work = partial(bot_queries.withdraw, worker=self.worker, ids=unwanted)
            for name in await self._write(work):
                if name in self.open:
                    self.stored.discard(name)
                    fail(self.open[name], Unwanted())

    async def stop(self) -> None:
        """The services take away what nobody will ask for."""
        self.stopped = True
        for question in self.open.values():
            question.answer.cancel()
