"""Two versions side by side: a worker that a newer version's database leaves behind says so, and stops.

Migrations only add, so workers of an earlier version go on beside a newer one. Where one cannot, the migration says
from which schema on workers can serve (`storage/migrate.py`), and the database tells everybody.
"""

import logging
import multiprocessing
import os
import signal

from sqlalchemy import Connection, text

import capomastro
from capomastro.server.storage.migrate import is_readable, newest
from capomastro.server.table.registry import Registry

log = logging.getLogger("capomastro.upgrades")
LOOK_SECONDS = 3.0


class UpgradeWatch:
    """Looks every few seconds which schema the database has; whoever cannot serve it stops as if told to."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.known = newest()

    async def look(self) -> None:
        version, readable = await self.tables.read(seen)
        if version == self.known:
            return
        self.known = version
        ours = f"{capomastro.__version__}, schema {newest()}"
        if readable:
            log.info("a newer version has brought the database to schema %s; this one (%s) goes on", version, ours)
            return
        log.error(
            "a newer version has brought the database to schema %s, which this one (%s) cannot serve: it stops, "
            "and its tables go to the others",
            version,
            ours,
        )
        supervisor = multiprocessing.parent_process()
        os.kill(os.getpid() if supervisor is None or supervisor.pid is None else supervisor.pid, signal.SIGTERM)


def seen(db: Connection) -> tuple[str, bool]:
    version = str(db.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
    return version, is_readable(db, version)
