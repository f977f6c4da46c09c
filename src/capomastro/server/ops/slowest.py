"""The slowest of what the server did in the last half hour to hour, for the operator's page.

Most of what happens is faster than the slowest, and costs one comparison.
"""

import heapq
import threading
import time
from collections.abc import Callable
from typing import Literal

from capomastro.server.ops.listening import listen
from capomastro.server.protocol.operator_messages import Slow
from capomastro.server.storage.rows import now
from capomastro.server.table.registry import Registry

Kind = Literal["request", "transaction", "read", "bot"]
KINDS: tuple[Kind, ...] = ("request", "transaction", "read", "bot")
MOST = 5
"""How many of each kind are kept."""
HALF_HOUR = 1800.0


class Slowest:
    """Requests are noted on the event loop, reads and transactions in their threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.began = clock()
        self.lock = threading.Lock()
        self.least: dict[Kind, float] = dict.fromkeys(KINDS, 0.0)
        self.latest: dict[Kind, list[tuple[float, int, str]]] = {kind: [] for kind in KINDS}
        self.before: dict[Kind, list[tuple[float, int, str]]] = {kind: [] for kind in KINDS}

    def note(self, kind: Kind, what: str, seconds: float) -> None:
        if seconds <= self.least[kind]:
            return
        with self.lock:
            heap = self.latest[kind]
            heapq.heappush(heap, (seconds, now(), what))
            if len(heap) > MOST:
                heapq.heappop(heap)
            if len(heap) == MOST:
                self.least[kind] = heap[0][0]

    def turn(self) -> None:
        """Called regularly: what is too old is forgotten."""
        if self.clock() - self.began >= HALF_HOUR:
            with self.lock:
                self.began = self.clock()
                self.before, self.latest = self.latest, {kind: [] for kind in KINDS}
                self.least = dict.fromkeys(KINDS, 0.0)

    def told(self) -> list[Slow]:
        """Of each kind, the slowest first."""
        with self.lock:
            return [
                Slow(kind, what, round(seconds, 4), at)
                for kind in KINDS
                for seconds, at, what in heapq.nlargest(MOST, [*self.latest[kind], *self.before[kind]])
            ]

    def listen(self, tables: Registry) -> None:
        listen(
            tables,
            lambda seconds: self.note("read", "", seconds),
            lambda writes, seconds: self.note("transaction", str(writes), seconds),
            lambda task, seconds: self.note("bot", task, seconds),
        )
