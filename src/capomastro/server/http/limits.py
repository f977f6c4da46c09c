"""How much each address may ask of the server, so that nobody uses up what is meant for all."""

import time
from collections import Counter, OrderedDict

from capomastro.server.protocol.identity import origin_of
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.settings import Settings

BURST = 8.0
"""This many seconds' worth of requests may come at once."""
REMEMBERED = 10_000
"""How many addresses are remembered; the one that was silent for the longest time is forgotten first."""


FIRST_LOAD = 500.0
"""Loading the client takes less than a hundred files; several people behind one address may do so at once."""


class Allowance:
    """A token bucket for each address: it fills steadily and holds no more than a burst."""

    def __init__(self, per_second: float, burst: float, refusal: str) -> None:
        self.per_second = per_second
        self.burst = burst
        self.refusal = refusal
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, address: str) -> None:
        """Takes one; refuses if there is none left."""
        if self.per_second <= 0:
            return
        address = origin_of(address)
        now = time.monotonic()
        left, then = self.left.get(address, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.per_second)
        if left < 1:
            raise Refusal(self.refusal, retry_after=max(1, round((1 - left) / self.per_second)))
        self.left[address] = (left - 1, now)
        self.left.move_to_end(address)
        if len(self.left) > REMEMBERED:
            self.left.popitem(last=False)


class Limits:
    """All allowances of one process. A limit of nothing means that there is none.

    Each of several workers allows its part of what it may be asked, so that together they allow what was set. What is
    asked at a table all goes to its home, which allows it in full.
    """

    def __init__(self, settings: Settings) -> None:
        workers = settings.workers
        requests, tables = settings.requests_per_second / workers, settings.tables_per_hour / workers
        slowly = 1.0 if requests > 0 else 0.0
        self.requests = Allowance(requests, max(1.0, requests * BURST), "too-many-requests")
        self.pages = Allowance(requests * 4, max(FIRST_LOAD, requests * 4 * BURST), "too-many-requests")
        self.tables = Allowance(tables / 3600, max(1.0, tables), "too-many-tables")
        self.claims = Allowance(slowly, 30.0, "too-many-claims")
        advice = settings.advice_per_minute
        self.advice, self.advice_at = (
            Allowance(advice / 60, max(1.0, advice / 2), "too-many-questions") for _ in ("address", "table")
        )
        reviews = settings.reviews_per_hour
        self.reviews = Allowance(reviews / 3600, max(1.0, reviews), "too-many-reviews")
        self.messages = Allowance(slowly, 20.0, "too-many-messages")
        self.sockets_per_address = settings.sockets_per_address
        self.sockets = part_of(settings.sockets, workers)
        self.open_sockets: Counter[str] = Counter()

    def spend(self, address: str, path: str) -> None:
        """Counts a request, whatever it asks for; refuses if there were too many."""
        (self.requests if path.startswith(("/api/", "/healthz")) else self.pages).spend(address)

    def take_socket(self, address: str) -> bool:
        """Counts a socket in, if there is room for it."""
        address = origin_of(address)
        if 0 < self.sockets <= self.open_sockets.total():
            return False
        if 0 < self.sockets_per_address <= self.open_sockets[address]:
            return False
        self.open_sockets[address] += 1
        return True

    def return_socket(self, address: str) -> None:
        address = origin_of(address)
        self.open_sockets[address] -= 1
        if self.open_sockets[address] <= 0:
            del self.open_sockets[address]


def part_of(limit: int, workers: int) -> int:
    """One worker's share; at least 1, because 0 would mean no limit."""
    return max(1, limit // workers) if limit > 0 else limit
