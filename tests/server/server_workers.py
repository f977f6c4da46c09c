"""Workers that share one store within one process, so that races between them cost little."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from capomastro.server.bots.pool import Botwork
from capomastro.server.settings import Settings
from capomastro.server.storage.migrate import migrate
from capomastro.server.table.registry import Tables


@asynccontextmanager
async def workers(db: str, count: int = 1, **more: float) -> AsyncIterator[list[Tables]]:
    """So many workers on one store, as their processes would have them. They hear no news of each other,
    and no bot thinks at their tables: nobody plays but the test."""
    settings = Settings(db=db, **more)  # type: ignore[arg-type]
    migrate(settings)
    hubs = []
    for _ in range(count):
        botwork = Botwork(1, 30.0)
        hub = Tables(settings, botwork)
        hubs.append(hub)
    try:
        yield hubs
    finally:
        for hub in hubs:
            await hub.stop()
            await hub.botwork.stop()
