"""Looks through finished matches in the background: what was remarkable, and what it means for ratings.

A match is looked through once, whoever played it; what is found belongs to the match and goes when the match does.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection

from capomastro.core.catalogue import loaded, registrations
from capomastro.core.frozen import Frozen
from capomastro.core.highlights import Highlights, SeatHighlights
from capomastro.core.match import Match
from capomastro.server.players import ratings
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Conflict, StoreDown
from capomastro.server.storage import log_queries, queries, record_queries
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import Rows
from capomastro.server.table.registry import Registry

log = logging.getLogger("capomastro.chronicle")
ROUND_SECONDS = 15.0
AT_ONCE = 20
REST = 2.0
"""The chronicler rests this many times as long as a match took: people's requests come first."""


def highlights_of(game: str) -> Highlights | None:
    registration = registrations().get(game)
    if registration is None or registration.highlights is None:
        return None
    found: Highlights = loaded(registration.highlights)
    return found


def found_in(game: str, match: Match) -> tuple[int, list[SeatHighlights]]:
    """What a game finds remarkable; another package's fault must not stop the others."""
    known = highlights_of(game)
    if known is None:
        return 0, []
    try:
        return known.version, known.of(match)
    except Exception:
        log.exception("the highlights of %s failed", game)
        return 0, []


class Chronicler:
    """Goes through the matches of a server, one at a time."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.lock = asyncio.Lock()

    async def round(self) -> int:
        """Looks through some matches, slowly; returns how many."""

        def ask(db: Connection) -> list[str]:
            found = record_queries.unnoted(db, AT_ONCE)
            for game in registrations():
                if (known := highlights_of(game)) is not None:
                    found += record_queries.outdated(db, game, known.version, AT_ONCE)
            return found

        return await self._look_through(await self.tables.read(ask), REST)

    async def catch_up(self, among: Sequence[str]) -> int:
        """Looks through some of these matches at once, for somebody who waits; returns how many are left."""
        if not among:
            return 0
        ask = partial(record_queries.unnoted, most=len(among), among=among)
        waiting = await self.tables.read(ask)
        return len(waiting) - await self._look_through(waiting[:AT_ONCE], 0.0)

    async def _look_through(self, found: Sequence[str], rest: float) -> int:
        done = 0
        for table in found:
            began = time.monotonic()
            try:
                async with self.lock:
                    await self._note(table)
                done += 1
            except StoreDown:
                raise
            except Conflict:
                pass  # another worker was faster; if not, the next round tries again
            except Exception:
                log.exception("table %s cannot be looked through", table)
            await asyncio.sleep(rest * (time.monotonic() - began))
        return done

    async def _note(self, table: str) -> None:
        def read(db: Connection) -> tuple[Rows | None, list[LogEntry]]:
            return queries.rows_of(db, table), log_queries.lines_of(db, table)

        rows, lines = await self.tables.read(read)
        if rows is None:
            return
        record = await self.tables.fold(rows.table, lines)
        version, facts = 0, list[SeatHighlights]()
        if record is not None and not isinstance(record, Frozen):
            version, facts = await self.tables.beside(partial(found_in, rows.table.game, record.match))
        text = encode(facts).decode()

        def write(db: Connection) -> None:
            first = record_queries.note(db, table, version, text)
            if first and self.tables.settings.ratings:
                ratings.count(db, rows)

        await self.tables.writer.write("", NOBODY, write)
