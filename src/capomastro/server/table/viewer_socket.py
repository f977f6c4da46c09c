"""The sockets of those who listen at a table, as the table knows them. Compiled: every step tells all of them."""

from asyncio import Event
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from capomastro.core.game import Seat, Viewer
from capomastro.server.protocol.identity import Who

MOST_WAITING: Final = 32
NOT_ALLOWED: Final = 4403
"""The code with which a socket is closed whose device may not look with these eyes."""
TOO_SLOW: Final = 4408


class Standing(NamedTuple):
    """What somebody is at a table: the seats they hold, and whether they look after it."""

    held: tuple[Seat, ...]
    owner: bool


@mypyc_attr(allow_interpreted_subclasses=True)  # what waits for the other side is not compiled
class ViewerSocket:
    """A connection to one viewer, told everything up to the viewer's number `last` and the table's `revision`."""

    def __init__(self, viewer: Viewer, who: Who, last: int, tell: Callable[[bytes], bool]) -> None:
        self.viewer = viewer
        self.who = who
        self.last = last
        self.revision = -1
        self.waiting: deque[bytes] = deque()
        self.wake = Event()
        self.closing = 0
        self.standing: Standing | None = None
        """What whoever listens is at the table, if that is known."""
        self.tell = tell
        """Sends a message at once, if that can be done."""
        self.queued = False
        """Whether messages before this one are still to be sent."""

    def offer(self, message: bytes) -> None:
        """Sends a message, or queues it behind others. A client that reads too slowly is disconnected, and resumes
        later where it was."""
        if self.closing or (not self.queued and self.tell(message)):
            return
        if len(self.waiting) >= MOST_WAITING:
            self.close(TOO_SLOW)
        else:
            self.queued = True
            self.waiting.append(message)
            self.wake.set()

    def close(self, code: int) -> None:
        self.closing = self.closing or code
        self.wake.set()
