"""The operator's page. It is opened by a link that is made on the command line, and by nothing else.

Its secret travels in a header of every request, never in a cookie: no other site can make a browser send it.
"""

import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

import capomastro
from capomastro.server.http import health
from capomastro.server.http.requests import Handler, TableRequest
from capomastro.server.ops.operator import Operator
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.operator_messages import (
    BlockInfo,
    BotFigures,
    DeedInfo,
    Kept,
    OperatorPlayer,
    OperatorPlayers,
    OperatorSeat,
    OperatorTable,
    OperatorTables,
    Overview,
)
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.settings import Settings
from capomastro.server.storage import device_queries, operator_queries
from capomastro.server.storage.rows import now, title_of
from capomastro.server.table.registry import Registry

MOST = 50
"""So many tables or players are shown at once."""
DEEDS = 100
SEEN_MS = 60_000
LONGEST = 80


def operator_of(request: TableRequest) -> Operator:
    operator: Operator = request.http.app.state.operator
    return operator


async def let_in(request: TableRequest) -> Any:
    """The link by which somebody comes in; whoever has none is refused, and cannot try many."""
    tables, token, at = request.tables, request.who.token, now()
    link = None
    if token is not None:
        link = await tables.read(lambda db: operator_queries.link_with(db, token, at))
    if link is None:
        request.limits.claims.spend(request.who.address)
        raise Refusal("operator-only")
    if link.seen is None or at - link.seen > SEEN_MS:

        def saw(db: Connection) -> None:
            if operator_queries.saw(db, link.id, at):
                operator_queries.note(db, at, link.name, "come", f"link {link.id}")

        await tables.writer.write("", NOBODY, saw)
    return link


def doing(body: type[Any], act: Callable[[Operator, str, Any], Awaitable[None]]) -> Handler:
    """A handler that does something as the operator, and tells how things are then."""

    async def handle(request: TableRequest) -> Overview:
        link = await let_in(request)
        await act(operator_of(request), link.name, await request.body(body))
        return await overview_for(request, link)

    return handle


async def overview(request: TableRequest) -> Overview:
    return await overview_for(request, await let_in(request))


async def overview_for(request: TableRequest, link: Any) -> Overview:
    tables, operator = request.tables, operator_of(request)
    settings = tables.settings
    trouble = None
    try:
        await health.health(request)
    except Refusal as refusal:
        trouble = refusal.message

    def ask(db: Connection) -> tuple[Any, ...]:
        rules = operator_queries.with_rules(db, settings)
        decided = {kept for kept in operator_queries.KEPT if operator_queries.rule(db, f"sweep_{kept}_days")}
        blocks = [BlockInfo(row.id, row.name, row.reason, row.at) for row in operator_queries.blocked(db)]
        log = [
            DeedInfo(row.at, row.name, row.deed, row.subject, row.detail) for row in operator_queries.deeds(db, DEEDS)
        ]
        people = operator_queries.count_players(db)
        return rules, decided, blocks, log, operator_queries.counts(db), people, size_of(db, settings)

    rules, decided, blocks, log, counts, people, size = await tables.read(ask)
    return Overview(
        name=link.name,
        expires=link.expires,
        trouble=trouble,
        version=capomastro.__version__,
        compiled=capomastro.compiled,
        since=operator.since,
        worker=tables.worker,
        workers=settings.workers,
        database="PostgreSQL" if settings.on_postgres else "SQLite",
        size=size,
        disk=None if settings.on_postgres else shutil.disk_usage(file_of(settings).parent).free,
        memory=memory(),
        tables=counts,
        players=people,
        live=len(tables.live),
        sockets=request.limits.open_sockets.total(),
        writes=len(tables.writer.waiting),
        bots=bots(tables),
        slowest=operator.slowest.told(),
        retention=[
            Kept(kept, getattr(rules, f"sweep_{kept}_days"), getattr(settings, f"sweep_{kept}_days"), kept in decided)
            for kept in operator_queries.KEPT
        ],
        broadcast=operator.current(),
        blocks=blocks,
        log=log,
    )


def bots(tables: Registry) -> BotFigures:
    pool = tables.bot_pool
    waiting = {rank.name.lower(): count for rank, count in pool.waiting().items()}
    return BotFigures(pool.processes, pool.busy, waiting)


def file_of(settings: Settings) -> Path:
    return Path(settings.url.removeprefix("sqlite:///"))


def size_of(db: Connection, settings: Settings) -> int | None:
    if settings.on_postgres:
        return int(db.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    file = file_of(settings)
    return sum(one.stat().st_size for one in (file, Path(f"{file}-wal")) if one.exists())


def memory() -> int | None:
    """What this process has in memory, where that can be told cheaply."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def wanted(request: TableRequest, name: str) -> str:
    found = request.http.query_params.get(name, "")
    if len(found) > LONGEST or not found.isprintable():
        raise Refusal("bad-search")
    return found.strip()


async def tables(request: TableRequest) -> OperatorTables:
    await let_in(request)
    find, status = wanted(request, "find"), wanted(request, "status")
    found = await request.tables.read(lambda db: operator_queries.find_tables(db, find, status, MOST + 1))
    live = request.tables.live
    shown = [
        OperatorTable(
            table=row.id,
            game=row.game,
            name=row.name or title_of(row.game),
            status=row.status,
            frozen=row.frozen is not None,
            public=row.public,
            entries=row.entries,
            created=row.created,
            touched=row.touched,
            sockets=len(live[row.id].sockets) if row.id in live else 0,
            seats=[
                OperatorSeat(seat.seat, seat.kind, seat.name, bool(seat.claimed) and seat.kind != "bot")
                for seat in seats
            ],
        )
        for row, seats in found[:MOST]
    ]
    return OperatorTables(shown, len(found) > MOST)


async def players(request: TableRequest) -> OperatorPlayers:
    await let_in(request)
    find, blocked = wanted(request, "find"), request.tables.blocked
    found = await request.tables.read(lambda db: operator_queries.find_players(db, find, MOST + 1))
    shown = [
        OperatorPlayer(
            row.id,
            row.name,
            row.created,
            row.seen,
            row.devices,
            row.held,
            blocked=device_queries.mark_of(row.id) in blocked,
        )
        for row in found[:MOST]
    ]
    return OperatorPlayers(shown, len(found) > MOST)
