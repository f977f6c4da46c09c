"""Long computations outside the event loop: a few run at once, some wait, and no address takes every place.

They run in threads, so they must end by themselves: whoever waits is sent away after a while, but the thread goes on,
and its place is free only when it is done.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from capomastro.server.protocol.identity import origin_of
from capomastro.server.protocol.refusals import Refusal

T = TypeVar("T")
THREADS = 2
PLACES = 256
"""At most this many computations run or wait."""
PLACES_PER_ADDRESS = 64
SECONDS = 20.0


class Aside:
    """The threads for long computations, and who has how many under way."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="aside")
        self.loop = asyncio.get_running_loop()
        self.under_way: Counter[str] = Counter()

    async def run(self, address: str, work: Callable[[], T], seconds: float = SECONDS) -> T:
        """What the work returns or raises; refused if too much is under way, or if it takes too long."""
        whose = origin_of(address)
        if self.under_way.total() >= PLACES or self.under_way[whose] >= PLACES_PER_ADDRESS:
            raise Refusal("too-busy", retry_after=2)
        self.under_way[whose] += 1
        future = self.pool.submit(work)
        future.add_done_callback(lambda done: self._done(whose, done))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        except TimeoutError:
            raise Refusal("takes-too-long") from None

    def _done(self, whose: str, _: "Future[Any]") -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody counts any more
            self.loop.call_soon_threadsafe(self._leave, whose)

    def _leave(self, whose: str) -> None:
        self.under_way[whose] -= 1
        if self.under_way[whose] <= 0:
            del self.under_way[whose]

    def stop(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
