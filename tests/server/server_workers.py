"""Workers that share one store within one process, so that races between them cost little."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from capomastro.server.bots.pool import BotPool
from capomastro.server.settings import Settings
from capomastro.server.storage.migrate import migrate
from capomastro.server.table.registry import Registry


@asynccontextmanager
async def workers(db: str, count: int = 1, **more: float) -> AsyncIterator[list[Registry]]:
    """This many workers on one store, as their processes would have them. They hear no news of each other,
    and no bot thinks at their tables: nobody plays but the test."""
    settings = Settings(db=db, **more)  # type: ignore[arg-type]
    migrate(settings)
    hubs = []
    for _ in range(count):
        bot_pool = BotPool(1, 30.0)
        registry = Registry(settings, bot_pool)
        hubs.append(registry)
    try:
        yield hubs
    finally:
        for registry in hubs:
            await registry.stop()
            await registry.bot_pool.stop()
