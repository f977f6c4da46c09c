"""The games there are, and the tables one can see."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, and_, select

from capomastro.core.catalogue import all_games, registrations
from capomastro.server.bots.pool import bots_for
from capomastro.server.drawings import drawing_info
from capomastro.server.protocol.player_responses import Turn, Turns
from capomastro.server.protocol.responses import BotInfo, GameInfo, Games, Lobby, OptionInfo, Row
from capomastro.server.protocol.updates import Pace, SeatInfo
from capomastro.server.storage import queries
from capomastro.server.storage.device_queries import OWNING
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import holdings, seats, tables
from capomastro.server.table.seating import path_of
from capomastro.server.table.state import HERE_MS
from capomastro.server.table.update import seat_kind

MOST = 50


@cache
def games() -> Games:
    """All games, with their options, their bots and the plans they understand."""
    return Games(
        [
            GameInfo(
                game.name,
                game.title,
                game.credits,
                game.rules_version,
                list(game.seat_counts),
                [OptionInfo(option.name, option.choices, option.help) for option in game.options],
                [BotInfo(*bot) for bot in bots_for(game)],
                () if game.plans is None else game.plans.texts,
                registrations()[game.name].page,
                drawing_info(game.name),
                registrations()[game.name].words is not None,
                registrations()[game.name].puzzles is not None,
            )
            for game in all_games()
        ]
    )


def lobby(db: Connection, device: str | None, game: str | None) -> Lobby:
    """The tables that this device may see."""
    mine: list[Any] = []
    held: dict[str, list[int]] = {}
    owned: set[str] = set()
    if device is not None:
        for row in db.execute(select(holdings.c.table_id, holdings.c.seat).where(holdings.c.device == device)):
            if row.seat == OWNING:
                owned.add(row.table_id)
            elif row.seat >= 0:
                held.setdefault(row.table_id, []).append(row.seat)
        mine = _rows(db, game, tables.c.id.in_(list(held)[-500:]), most=200)
    public = tables.c.public.is_(True)
    open_ones = _rows(db, game, public, tables.c.status == "open")
    running = _rows(db, game, public, tables.c.status == "running")
    finished = _rows(db, game, public, tables.c.status == "over")
    everything = {row.id: row for row in [*mine, *open_ones, *running, *finished]}
    sitting: dict[str, list[SeatInfo]] = {table: [] for table in everything}
    columns = [seats.c[name] for name in ("table_id", "seat", "kind", "name", "claimed", "bot", "stand_in", "here")]
    query = select(*columns).where(seats.c.table_id.in_(everything)).order_by(seats.c.table_id, seats.c.seat)
    for row in db.execute(query):
        here = row.kind == "bot" or now() - row.here < HERE_MS
        sitting[row.table_id].append(
            SeatInfo(row.seat, seat_kind(row.kind, row.claimed), row.name, row.claimed, row.bot, row.stand_in, here)
        )
    shown = {
        table: _shown(row, sitting[table], sorted(held.get(table, [])), table in owned or row.host == device)
        for table, row in everything.items()
    }
    order = {"running": 1, "open": 2, "over": 3, "closed": 4}
    own_rows = sorted(mine, key=lambda row: (not shown[row.id].waiting_for_me, order[row.status], -row.touched))
    return Lobby(
        [shown[row.id] for row in own_rows[:MOST]],
        [shown[row.id] for row in open_ones if shown[row.id].free],
        [shown[row.id] for row in running],
        [shown[row.id] for row in finished],
    )


SHOWN = (
    *("id", "game", "name", "status", "frozen", "public", "days", "host", "created", "touched"),
    *("to_act", "scores", "winners", "language", "fill_at", "hints"),
)
"""The columns a row of the lobby needs; the setup, with whole component files in it, is none of them."""


def _rows(db: Connection, game: str | None, *where: Any, most: int = MOST) -> list[Any]:
    query = select(*(tables.c[name] for name in SHOWN)).where(*where)
    if game is not None:
        query = query.where(tables.c.game == game)
    return list(db.execute(query.order_by(tables.c.touched.desc()).limit(most)))


def _shown(row: Any, sitting: Sequence[SeatInfo], held: list[int], host: bool) -> Row:
    free = [seat.seat for seat in sitting if seat.kind == "open" and not seat.claimed]
    to_act = queries.numbers(row.to_act)
    running = row.status == "running" and row.frozen is None
    return Row(
        table=row.id,
        game=row.game,
        name=row.name,
        status=row.status,
        public=row.public,
        pace=Pace() if row.days is None else Pace("days", row.days),
        created=row.created,
        touched=row.touched,
        seats=list(sitting),
        to_act=list(to_act) if running else [],
        held=held,
        waiting_for_me=running and bool(set(held) & set(to_act)),
        free=free if row.status == "open" else [],
        scores=None if row.scores is None else list(queries.numbers(row.scores)),
        winners=list(queries.numbers(row.winners)),
        frozen=row.frozen is not None,
        host=host,
        language=row.language,
        fill_at=row.fill_at if row.status == "open" else None,
        hints=row.hints,
    )


def turns(db: Connection, device: str | None) -> Turns:
    """The tables that wait for this device, unless a bot plays for it there."""
    columns = [tables.c[name] for name in ("id", "game", "name", "to_act", "touched")]
    own = and_(holdings.c.table_id == tables.c.id, holdings.c.device == device, holdings.c.seat >= 0)
    seat = and_(seats.c.table_id == holdings.c.table_id, seats.c.seat == holdings.c.seat, seats.c.stand_in.is_(None))
    query = select(*columns, holdings.c.seat).select_from(tables.join(holdings, own).join(seats, seat))
    query = query.where(tables.c.status == "running", tables.c.frozen.is_(None)).order_by(tables.c.touched, tables.c.id)
    rows = [row for row in db.execute(query) if row.seat in queries.numbers(row.to_act)]
    waiting = {row.id: Turn(row.id, path_of(row.id), row.game, row.name, row.touched) for row in rows}
    return Turns(list(waiting.values())[:MOST])
