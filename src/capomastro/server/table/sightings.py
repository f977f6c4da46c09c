"""When a device was last here. It is written now and then, many at once, and never while a step waits."""

from sqlalchemy import Connection

from capomastro.server.protocol.audience import NOBODY
from capomastro.server.storage import device_queries
from capomastro.server.storage.rows import now
from capomastro.server.storage.writer import Writer

SELDOM_MS = 3_600_000
"""A device that stays is written down this often."""
REMEMBERED = 10_000


class Sightings:
    """What is to be written of the devices this process has seen."""

    def __init__(self) -> None:
        self.waiting: dict[str, int] = {}
        self.written: dict[str, int] = {}

    def came(self, device: str | None) -> None:
        if device is not None and now() - self.written.get(device, 0) > SELDOM_MS:
            self.waiting[device] = now()

    def left(self, device: str | None) -> None:
        if device is not None:
            self.waiting[device] = now()

    async def write(self, writer: Writer) -> None:
        if not self.waiting:
            return
        seen, self.waiting = self.waiting, {}

        def work(db: Connection) -> None:
            device_queries.note_seen(db, seen)

        await writer.write("", NOBODY, work)
        if len(self.written) > REMEMBERED:
            self.written.clear()
        self.written.update(seen)
