"""The daily deals as they are stored: who plays which, and how they went."""

from typing import Any

from sqlalchemy import Connection, insert, select

from capomastro.server.protocol.refusals import Conflict
from capomastro.server.protocol.updates import TableStatus
from capomastro.server.storage.device_queries import kin, mark_of, player_of
from capomastro.server.storage.schema import daily_plays, seats, tables


def play_of(db: Connection, device: str | None, day: str, game: str) -> str | None:
    """The table at which somebody plays this day's deal: with this device, or with another of the same player."""
    whom = [] if device is None else kin(db, device)
    mine = (daily_plays.c.day == day, daily_plays.c.game == game, daily_plays.c.who.in_(whom))
    return db.execute(select(daily_plays.c.table_id).where(*mine).limit(1)).scalar()


def add_play(db: Connection, device: str, day: str, game: str, table: str) -> None:
    """Raises `Conflict` if they play it already."""
    if play_of(db, device, day, game) is not None:
        raise Conflict("this deal is played already")
    player = player_of(db, device)
    who = device if player is None else mark_of(player)
    db.execute(insert(daily_plays).values(day=day, game=game, who=who, table_id=table))


def days_of(db: Connection, device: str | None, game: str) -> set[str]:
    """The days whose deal somebody has played to the end."""
    whom = [] if device is None else kin(db, device)
    query = select(daily_plays.c.day).join(tables, tables.c.id == daily_plays.c.table_id)
    mine = (daily_plays.c.game == game, daily_plays.c.who.in_(whom), tables.c.status == "over")
    return set(db.execute(query.where(*mine)).scalars())


def status_of(db: Connection, table: str) -> TableStatus:
    found: TableStatus = db.execute(select(tables.c.status).where(tables.c.id == table)).scalar() or "closed"
    return found


def finished(db: Connection, day: str, game: str) -> list[Any]:
    """Who has played a day's deal to the end: table, name, scores and winners."""
    query = select(tables.c.id, seats.c.name, tables.c.scores, tables.c.winners)
    query = query.join(seats, (seats.c.table_id == tables.c.id) & (seats.c.kind != "bot"))
    return list(db.execute(query.where(tables.c.daily == day, tables.c.game == game, tables.c.status == "over")))


def plays_of(db: Connection, whom: list[str]) -> list[Any]:
    query = select(daily_plays.c.day, daily_plays.c.game, daily_plays.c.table_id)
    return list(db.execute(query.where(daily_plays.c.who.in_(whom)).order_by(daily_plays.c.day)))
