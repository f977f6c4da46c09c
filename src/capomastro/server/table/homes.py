"""The tables that are at home in this process, where several share a store.

A table has one home at a time: there its match is in memory, its sockets end, and its steps are written. A home is held
by a lease. It lasts as long as the worker says every second that it is alive, and every transaction looks whether it
still holds: a worker that was cut off and comes back does not write what it decided in ignorance. By its own clock a
worker knows when its leases may be over: from then on it tells nothing from memory, and lets its sockets go.

Requests go to a table's home (`http/forwarding.py`). Whoever must act at a table of another worker all the same is a
guest there: it reads the store first, the number of an entry decides who was faster, and the home is told.
"""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from sqlalchemy import Connection

from capomastro import __version__
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.storage import lease_queries
from capomastro.server.storage.lease_queries import LEASE_MS, Lease
from capomastro.server.storage.writer import Writer

log = logging.getLogger("capomastro.homes")
BELIEVED_SECONDS = 1.0
"""For how long it is believed where another worker's table is. A mistake costs one more request, no more."""
MOST_BELIEVED = 20_000
Read: TypeAlias = Callable[[Callable[[Connection], Lease | None]], Awaitable[Lease | None]]
"""Asks the store without writing."""


class Homes:
    """What is known of homes in one process. `address` is where the other workers reach it."""

    def __init__(self, worker: str, read: Read, writer: Writer, address: str) -> None:
        self.worker = worker
        self.read = read
        self.writer = writer
        self.address = address
        self.secret = secrets.token_urlsafe(32)
        self.version = __version__
        self.mine: set[str] = set()
        self.others: dict[str, tuple[Lease, float]] = {}
        self.leaving = False
        self.handed_on = 0
        """How many requests other workers have answered for us."""
        self.on_lost: Callable[[], None] = lambda: None
        """What happens when the leases are over because the store has not heard of us."""
        self.sure_until = 0.0
        """Up to when nobody else can have our tables, by the clock of this process."""
        writer.held = self.held_by_us

    def held_by_us(self, tables: set[str]) -> list[str]:
        """Those of these tables whose lease must hold when something is written; called by the writer."""
        return sorted(tables & self.mine)

    def said_alive(self, at: float) -> None:
        """The store has noted that this process is alive, which it had said at this time; called by any thread."""
        if self.silent > 0:
            self.mine.clear()  # others may have taken them
        self.sure_until = at + LEASE_MS / 1000

    @property
    def silent(self) -> float:
        """For how many seconds the leases may have been others', because the store has not heard of us; below 0: not
        at all."""
        return time.monotonic() - self.sure_until

    def has(self, table: str) -> bool:
        """Whether a table is ours without a doubt."""
        return table in self.mine and self.silent < 0

    async def other_home(self, table: str) -> Lease | None:
        """Who else has a table; None if it is ours, from now on if it was nobody's, or if there is no such table."""
        if self.has(table):
            return None
        lease, until = self.others.get(table, (None, 0.0))
        if lease is None or until < time.monotonic():
            lease = await self._ask(table)
        return None if lease is None or lease.worker == self.worker else lease

    async def _ask(self, table: str) -> Lease | None:
        if self.leaving:
            return None
        lease = await self.read(partial(lease_queries.holder, table=table))
        if lease is None or lease.worker == self.worker:
            work = partial(lease_queries.take, table=table, worker=self.worker)
            lease = await self.writer.write("", NOBODY, work)
        if lease is not None and lease.worker == self.worker:
            self.mine.add(table)
            self.others.pop(table, None)
        elif lease is not None:
            if len(self.others) >= MOST_BELIEVED:
                self.others.clear()
            self.others[table] = lease, time.monotonic() + BELIEVED_SECONDS
        return lease

    def doubt(self, table: str | None = None) -> None:
        """A table, or all of them, may have another home by now: whoever needs it asks again."""
        if table is None:
            self.mine.clear()
            self.others.clear()
        else:
            self.mine.discard(table)
            self.others.pop(table, None)

    async def give_back(self, tables: list[str]) -> None:
        """Tables that nobody looks at any more may have another home."""
        gone = [table for table in tables if table in self.mine]
        if gone:
            self.mine.difference_update(gone)
            await self.writer.write("", NOBODY, partial(lease_queries.give_back, worker=self.worker, tables=gone))

    async def leave(self) -> None:
        """The worker stops: whatever it had is free for others at once."""
        self.leaving = True
        self.mine.clear()

        def work(db: Connection) -> None:
            lease_queries.leave(db, self.worker)

        await self.writer.write("", NOBODY, work)
