"""Starting bots as a service of their own."""

import asyncio
import logging
import signal
from collections.abc import Callable

from capomastro.core.errors import BadSetup
from capomastro.server.bots.pool import BotPool, cores
from capomastro.server.ops.logs import set_up_logs
from capomastro.server.ops.main import loop_factory
from capomastro.server.settings import Settings
from capomastro.server.storage.database import open_engine, usable
from capomastro.server.storage.migrate import check_readable


def run_bots(settings: Settings) -> None:
    """Lets bots think for the workers on a PostgreSQL until it is told to stop."""
    if not settings.on_postgres:
        raise BadSetup(
            "bots as a service need PostgreSQL: --db postgresql://…; a SQLite file belongs to one machine, "
            "and there bots think beside the server"
        )
    set_up_logs(logging.INFO)
    with usable():
        engine = open_engine(settings, writing=False)
        try:
            with engine.connect() as db:
                check_readable(db)
        finally:
            engine.dispose()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve_bots(settings))


async def serve_bots(settings: Settings) -> None:
    from capomastro.server.bots.service import BotService  # with a driver that not everybody has

    processes = settings.bot_processes or cores()
    pool = BotPool(processes, settings.bot_seconds)
    service = BotService(settings.db, pool)
    loop = asyncio.get_running_loop()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, service.stop)
    stop_figures: Callable[[], None] | None = None
    if settings.metrics_port:
        from capomastro.server.ops.bot_metrics import BotMetrics  # with a library that nobody else needs
        from capomastro.server.ops.metrics import serve

        stop_figures = serve(BotMetrics(pool, service).registry, settings.metrics_host, settings.metrics_port)
    print(f"Capomastro's bots think here, {processes} at once  (Ctrl-C stops them)", flush=True)
    try:
        await service.run()
    finally:
        await pool.stop()
        if stop_figures is not None:
            await asyncio.to_thread(stop_figures)
