"""Finding a game for somebody: the next table that fits, or a new one; and bots for seats that stay free."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Connection, func, select, text

from capomastro.core.catalogue import all_games, game_named, game_names
from capomastro.core.game import AnyGame
from capomastro.server.bots.pool import usual_bot
from capomastro.server.protocol.bodies import Find, NewSeat, NewTable, Sit
from capomastro.server.protocol.deeds import FILLED
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Conflict, Refusal, RefusalWithUpdate, StoreDown
from capomastro.server.protocol.responses import Created, Found
from capomastro.server.protocol.updates import Pace
from capomastro.server.storage import database, queries
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import holdings, seats, tables
from capomastro.server.table import owner
from capomastro.server.table.powers import deed
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import path_of, sit, store_deal
from capomastro.server.table.state import HERE_MS
from capomastro.server.table.table import LiveTable

log = logging.getLogger("capomastro.tables")
MOST = 200
USUAL_PLAYERS = 3
AT_ONCE = 20
LOCK = 724_620_012
"""An arbitrary number, by which workers know that somebody is just being seated."""
LONGEST_MS = 5_000


@asynccontextmanager
async def in_turn(registry: Registry) -> AsyncIterator[None]:
    """People who look for a game are seated one after another, also at different workers: or two who look at the same
    moment would both go on waiting. A worker that is cut off meanwhile holds nobody up for long."""
    loop = asyncio.get_running_loop()

    def take() -> Connection:
        with database.store_errors():
            db = registry.engine.connect()
            try:
                db.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = {LONGEST_MS}"))
                db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            except BaseException:
                db.close()
                raise
            return db

    def release(db: Connection) -> None:
        with suppress(StoreDown, Conflict), database.store_errors(), db:
            db.rollback()

    async with registry.finding:
        taken = await loop.run_in_executor(registry.threads, take) if registry.shared else None
        try:
            yield
        finally:
            if taken is not None:
                await loop.run_in_executor(registry.threads, release, taken)


async def find(registry: Registry, who: Who, body: Find) -> Found | None:
    """Seats somebody at the next table that fits, if there is one."""
    if body.game is not None and body.game not in game_names():
        raise Refusal("bad-game-name")
    for row in await registry.read(lambda db: fitting(db, who.device, body)):
        if row.mine is not None:
            async with registry.at(row.id) as live:
                return Found(row.id, path_of(row.id), row.mine, False, live.update(row.mine, 0, who))
        if row.days is None and not somebody_here(registry, row):
            continue
        try:
            seat = Sit(seat=row.free, name=body.name, share=body.share)
            seated = await sit(registry, row.id, who, seat)
        except (Refusal, RefusalWithUpdate):
            continue  # somebody was faster, or may not sit there
        return Found(row.id, path_of(row.id), row.free, False, seated.update, seated.link)
    return None


def somebody_here(registry: Registry, row: Any) -> bool:
    """Whether a person waits at a live table now: nobody is sent to one that was left."""
    if now() - (row.here or 0) < HERE_MS:
        return True
    live = registry.live.get(row.id)
    if live is None or not live.fresh:
        return False
    return any(seat.claimed and seat.kind != "bot" and live.here(seat) for seat in live.seats)


def fitting(db: Connection, device: str | None, body: Find) -> list[Any]:
    """Public tables that have not begun: one's own first, then those that lack the fewest people, then the oldest."""
    count = func.count(seats.c.seat)
    is_free = (seats.c.kind == "open") & seats.c.claimed.is_(False)
    free = func.min(seats.c.seat).filter(is_free)
    missing = func.count(seats.c.seat).filter(seats.c.claimed.is_(False))
    here = func.max(seats.c.here)
    held = holdings.c.table_id == tables.c.id, holdings.c.device == device, holdings.c.seat >= 0
    mine = select(func.min(holdings.c.seat)).where(*held).scalar_subquery()
    columns = (tables.c.id, tables.c.days, tables.c.created)
    query = select(*columns, free.label("free"), missing.label("missing"), here.label("here"), mine.label("mine"))
    query = query.join(seats, seats.c.table_id == tables.c.id).group_by(*columns)
    query = query.where(tables.c.public.is_(True), tables.c.status == "open", tables.c.frozen.is_(None))
    if body.game is not None:
        query = query.where(tables.c.game == body.game)
    if body.pace is not None:
        query = query.where(tables.c.days.is_(None) if body.pace.days is None else tables.c.days == body.pace.days)
    if body.language is not None:
        query = query.where(tables.c.language.is_(None) | (tables.c.language == body.language))
    if body.players is not None:
        query = query.having(count == body.players)
    rows = db.execute(query.order_by(missing, tables.c.created, tables.c.id).limit(MOST)).all()
    return sorted(
        (row for row in rows if row.mine is not None or row.free is not None), key=lambda row: row.mine is None
    )


async def make(registry: Registry, who: Who, body: Find) -> Found:
    """A public table for whoever found none, with free seats for those who look next."""
    game = game_named(body.game) if body.game is not None else all_games()[0]
    count = players_at(game, body.players)
    seats = (NewSeat(kind="me", name=body.name), *(NewSeat(kind="open") for _ in range(count - 1)))
    wish = NewTable(
        game=game.name,
        seats=seats,
        public=True,
        pace=body.pace or Pace(),
        language=body.language,
        bots_after=body.bots_after,
        share=body.share,
    )
    created: Created = await owner.create(registry, who, wish)
    link = next(iter(created.links), UNSET)
    return Found(created.table, created.path, 0, True, created.update, link)


def players_at(game: AnyGame, wanted: int | None) -> int:
    if wanted is not None and wanted not in game.seat_counts:
        raise Refusal("bad-players", least=min(game.seat_counts), most=max(game.seat_counts))
    return wanted or min(game.seat_counts, key=lambda count: abs(count - USUAL_PLAYERS))


async def fill_due(registry: Registry) -> int:
    """Gives seats that stayed free to bots, where that was wished for and the time has come; returns at how many."""
    due = tables.c.status == "open", tables.c.fill_at <= now()
    query = select(tables.c.id).where(*due).order_by(tables.c.fill_at).limit(AT_ONCE)
    found = await registry.read(lambda db: list(db.execute(query).scalars()))
    for table in found:
        try:
            await registry.acting(table, fill_up)
        except (Refusal, RefusalWithUpdate):
            log.info("the free seats of table %s could not be filled", table)
    return len(found)


async def fill_up(live: LiveTable) -> None:
    """Bots take all free seats at once. Where nobody sits, nobody is to play with."""
    if live.row.status != "open" or live.row.fill_at is None or live.row.fill_at > now():
        return
    done = []
    if any(row.claimed and row.kind != "bot" for row in live.seats) and live.frozen is None:
        for row in [row for row in live.seats if row.kind == "open" and not row.claimed]:
            bot = usual_bot(live.game)
            fresh = owner.new_seat(row.seat, NewSeat(kind="bot", bot=bot), live.row.setup)
            live.seats[row.seat] = replace(row, kind="bot", name=fresh.name, claimed=True, bot=bot)
            done.append(deed(live, FILLED, row.seat, fresh.name))
    live.row.fill_at = None
    filled = [live.seats[one.seat] for one in done]

    def change(db: Connection) -> None:
        for row in filled:
            values = {"kind": row.kind, "name": row.name, "claimed": True, "bot": row.bot, "token": None}
            queries.set_seat(db, live.id, row.seat, **values)
        for one in done:
            one.write(db, live)
        queries.set_table(db, live.id, fill_at=None)

    await store_deal(live, change)
    for one in done:
        one.tell(live)
