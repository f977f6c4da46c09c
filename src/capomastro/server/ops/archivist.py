"""Keeps what each viewer sees of every match beside its log, so that it can be shown when its rules are gone.

Rules that are gone cannot be asked any more, so this is done while they are there: soon after a match has ended, when a
running one has been quiet for a while or has left memory, and when the server stops. No step waits for it.
"""

import asyncio
import logging
import time
from functools import partial

from sqlalchemy import Connection

from capomastro.core.frozen import Frozen
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.refusals import Conflict, StoreDown
from capomastro.server.storage import log_queries, queries, snapshot_queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import TableRow, now
from capomastro.server.storage.snapshot_queries import SnapshotRow, Unkept
from capomastro.server.table.registry import Registry
from capomastro.server.table.snapshots import packed
from capomastro.server.table.table import LiveTable

log = logging.getLogger("capomastro.archivist")
AT_ONCE = 200
QUIET_MS = 600_000
"""A running match in memory is kept when nothing has happened for so long; it changes again soon."""
OVERLAP_MS = 2 * QUIET_MS
REST = 4.0
"""The archivist rests this many times as long as a match took: people's requests come first."""
ROUND_SECONDS = 60.0
STOP_SECONDS = 5.0


class Archivist:
    """Goes round the tables of a server; the first round is over all of them, later ones over those used since."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.since = 0

    async def round(self) -> int:
        """Keeps what is to be kept now; returns how many matches."""
        began, kept, after = now(), 0, ""
        while True:
            found, rest = await self.tables.read(
                partial(snapshot_queries.unkept, after=after, since=self.since, most=AT_ONCE)
            )
            for table in found:
                start = time.monotonic()
                kept += await self._keep(table, began)
                await asyncio.sleep(REST * (time.monotonic() - start))
            if rest is None:
                break
            after = rest
        self.since = began - OVERLAP_MS
        return kept

    async def _keep(self, table: Unkept, at: int) -> bool:
        try:
            live = self.tables.live.get(table.id)
            if live is None or not live.fresh or live.record is None:
                return await self._keep_stored(table.id)
            if table.status == "running" and at - table.touched < QUIET_MS:
                return False
            return await self._keep_live(live)
        except StoreDown:
            raise
        except Conflict:
            return False  # another worker was faster
        except Exception:
            log.exception("table %s cannot be kept", table.id)
            return False

    async def _keep_live(self, live: LiveTable) -> bool:
        """From memory, beside the loop; under the lock, for nobody else may use the position meanwhile."""
        async with live.lock:
            if not live.fresh or live.record is None or live.record.n != live.row.entries:
                return False
            if live.kept == live.record.n:
                return False
            row = await asyncio.get_running_loop().run_in_executor(self.tables.threads, packed, live.record)
        live.kept = row.entries
        return await self._write(live.id, row)

    async def _keep_stored(self, table: str) -> bool:
        """From the log; what cannot be played any more stays as it was kept."""

        def read(db: Connection) -> tuple[TableRow | None, list[LogEntry]]:
            return queries.table_row(db, table), log_queries.lines_of(db, table)

        row, lines = await self.tables.read(read)
        if row is None or not lines:
            return False
        record = await self.tables.fold(row, lines)
        if record is None or isinstance(record, Frozen):
            return False
        return await self._write(table, packed(record))

    async def _write(self, table: str, row: SnapshotRow) -> bool:
        return await self.tables.writer.write("", NOBODY, partial(snapshot_queries.put_snapshot, table=table, row=row))

    async def finish(self) -> None:
        """The server stops: whatever is in memory is kept, as far as a few seconds go."""
        if self.tables.hangs:
            return
        work = [asyncio.create_task(self._keep_live(live)) for live in list(self.tables.live.values())]
        if not work:
            return
        _, late = await asyncio.wait(work, timeout=STOP_SECONDS)
        for task in late:
            task.cancel()
        ended = await asyncio.gather(*work, return_exceptions=True)
        failed = [error for error in ended if isinstance(error, BaseException)]
        if failed:
            log.info("%d matches were not kept: %s", len(failed), type(failed[0]).__name__)
