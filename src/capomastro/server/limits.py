"""What a stranger may ask of the server, so that one cannot use up what is meant for all."""

import time
from collections import Counter, OrderedDict

from capomastro.server.refusals import Refusal
from capomastro.server.settings import Settings

BURST = 8.0
"""For a short while so many seconds' worth of requests may come at once."""
REMEMBERED = 10_000
"""So many addresses are kept in mind; the one that was quiet longest is forgotten first."""


class Allowance:
    """So much for each address: a bucket that fills steadily and holds no more than a burst."""

    def __init__(self, per_second: float, burst: float, refusal: str) -> None:
        self.per_second = per_second
        self.burst = burst
        self.refusal = refusal
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, address: str) -> None:
        """Takes one; refuses if there is none left."""
        if self.per_second <= 0:
            return
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
    """All allowances of one process. A limit of nothing means that there is none."""

    def __init__(self, settings: Settings) -> None:
        requests_per_second, tables_per_hour = settings.requests_per_second, settings.tables_per_hour
        self.requests = Allowance(requests_per_second, requests_per_second * BURST, "too-many-requests")
        self.tables = Allowance(tables_per_hour / 3600, float(tables_per_hour), "too-many-tables")
        self.claims = Allowance(1.0 if requests_per_second > 0 else 0.0, 30.0, "too-many-claims")
        self.messages = Allowance(1.0 if requests_per_second > 0 else 0.0, 20.0, "too-many-messages")
        self.sockets_per_address = settings.sockets_per_address
        self.sockets = settings.sockets
        self.open_sockets: Counter[str] = Counter()

    def take_socket(self, address: str) -> bool:
        """Counts a socket in, if there is room for it."""
        if 0 < self.sockets <= self.open_sockets.total():
            return False
        if 0 < self.sockets_per_address <= self.open_sockets[address]:
            return False
        self.open_sockets[address] += 1
        return True

    def return_socket(self, address: str) -> None:
        self.open_sockets[address] -= 1
        if self.open_sockets[address] <= 0:
            del self.open_sockets[address]
