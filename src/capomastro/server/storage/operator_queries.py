"""What operators have made, done and decided, as it is stored."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from capomastro.server.protocol.operator_messages import Broadcast
from capomastro.server.settings import Settings
from capomastro.server.storage import device_queries
from capomastro.server.storage.rows import PLAYER
from capomastro.server.storage.schema import (
    blocks,
    devices,
    holdings,
    house_rules,
    operator_links,
    operator_log,
    players,
    seats,
    tables,
)

BROADCAST = "broadcast"
KEPT = ("open", "running", "closed", "finished", "words", "players")
"""What is kept for some time, as the settings `sweep_…_days` have it."""
REMOVE = "remove"
decode_broadcast = msgspec.json.Decoder(Broadcast).decode


class Standing(Struct, frozen=True):
    """What every worker must know of the operator's decisions."""

    blocked: frozenset[str]
    broadcast: Broadcast | None
    removed: list[str]
    """Tables that were removed since one last asked."""
    last: int
    """The number of the last deed."""


def note(db: Connection, at: int, name: str, deed: str, subject: str = "", detail: str = "") -> None:
    """Writes into the log of operators; in the transaction that does what it tells."""
    values = {"at": at, "name": name, "deed": deed, "subject": subject[:120], "detail": detail[:400]}
    db.execute(insert(operator_log).values(**values))


def deeds(db: Connection, most: int) -> list[Any]:
    return list(db.execute(select(operator_log).order_by(operator_log.c.id.desc()).limit(most)).all())


# links


def add_link(db: Connection, secret: str, name: str, at: int, expires: int) -> int:
    values = {"hash": secret, "name": name, "created": at, "expires": expires}
    return int(db.execute(insert(operator_links).values(**values).returning(operator_links.c.id)).scalar_one())


def link_with(db: Connection, secret: str, at: int) -> Any:
    """The link of this secret, if it is still good."""
    query = select(operator_links).where(operator_links.c.hash == secret, operator_links.c.expires > at)
    return db.execute(query).first()


def links(db: Connection) -> list[Any]:
    return list(db.execute(select(operator_links).order_by(operator_links.c.id)).all())


def saw(db: Connection, link: int, at: int) -> bool:
    """Notes that a link was used; whether it is the first time."""
    query = update(operator_links).where(operator_links.c.id == link)
    first = db.execute(query.where(operator_links.c.seen.is_(None)).values(seen=at)).rowcount == 1
    if not first:
        db.execute(query.values(seen=at))
    return first


def end_link(db: Connection, link: int) -> bool:
    return db.execute(delete(operator_links).where(operator_links.c.id == link)).rowcount == 1


# people


def holders(db: Connection, table: str, seat: int) -> tuple[str, set[str]]:
    """Who sits there: the name, and all by which they can be known; nothing at a bot's seat or a free one."""
    row = db.execute(select(seats).where(seats.c.table_id == table, seats.c.seat == seat)).first()
    if row is None or row.kind == "bot" or not row.claimed:
        return "", set()
    held = db.execute(select(holdings.c.device).where(holdings.c.table_id == table, holdings.c.seat == seat)).scalars()
    marks = {mark for device in held for mark in device_queries.kin(db, device)}
    return row.name or "", marks | ({row.token} if row.token else set())


def player(db: Connection, player: str) -> tuple[str, set[str]]:
    name = db.execute(select(players.c.name).where(players.c.id == player)).scalar()
    if name is None:
        return "", set()
    return str(name), {device_queries.mark_of(player), *device_queries.devices_of_player(db, player)}


def block(db: Connection, name: str, reason: str, at: int, marks: set[str]) -> None:
    text = msgspec.json.encode(sorted(marks)).decode()
    db.execute(insert(blocks).values(name=name, reason=reason, at=at, marks=text))


def blocked(db: Connection) -> list[Any]:
    return list(db.execute(select(blocks).order_by(blocks.c.id.desc())).all())


def unblock(db: Connection, block: int) -> str | None:
    """Whose block it was."""
    name = db.execute(select(blocks.c.name).where(blocks.c.id == block)).scalar()
    db.execute(delete(blocks).where(blocks.c.id == block))
    return None if name is None else str(name)


def blocked_marks(db: Connection) -> frozenset[str]:
    """All devices and keys that are blocked; a player's are looked up, for they may have come to others."""
    texts = db.execute(select(blocks.c.marks)).scalars()
    marks = {mark for text in texts for mark in msgspec.json.decode(text, type=list[str])}
    of_players = [mark.removeprefix(PLAYER) for mark in marks if mark.startswith(PLAYER)]
    if of_players:
        marks |= set(db.execute(select(devices.c.device).where(devices.c.player.in_(of_players))).scalars())
    return frozenset(marks)


# what was decided


def rule(db: Connection, name: str) -> str | None:
    return db.execute(select(house_rules.c.value).where(house_rules.c.name == name)).scalar()


def set_rule(db: Connection, name: str, value: str | None) -> None:
    db.execute(delete(house_rules).where(house_rules.c.name == name))
    if value is not None:
        db.execute(insert(house_rules).values(name=name, value=value))


def with_rules(db: Connection, settings: Settings) -> Settings:
    """The settings, and for how long the operator has decided to keep what there is."""
    found = {kept: rule(db, f"sweep_{kept}_days") for kept in KEPT}
    return msgspec.structs.replace(
        settings, **{f"sweep_{kept}_days": float(days) for kept, days in found.items() if days is not None}
    )


def standing(db: Connection, last: int | None) -> Standing:
    """How things stand; `last` is the deed up to which one has heard."""
    newest = db.execute(select(func.max(operator_log.c.id))).scalar() or 0
    removed: list[str] = []
    if last is not None and newest > last:
        query = select(operator_log.c.subject).where(operator_log.c.id > last, operator_log.c.deed == REMOVE)
        removed = list(db.execute(query).scalars())
    text = rule(db, BROADCAST)
    broadcast = None if text is None else decode_broadcast(text)
    return Standing(blocked_marks(db), broadcast, removed, newest)


# what there is

SHOWN = ("id", "game", "name", "status", "frozen", "entries", "created", "touched", "public")


def counts(db: Connection) -> dict[str, int]:
    """How many tables there are of each status."""
    query = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {status: int(number) for status, number in db.execute(query)}


def count_players(db: Connection) -> int:
    return int(db.execute(select(func.count()).select_from(players)).scalar_one())


def pattern(find: str) -> str:
    return "%" + find.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def find_tables(db: Connection, find: str, status: str, most: int) -> list[tuple[Any, list[Any]]]:
    """Tables with their seats, the most recently used first; by id, name, or the name of somebody who sits there."""
    query = select(*(tables.c[name] for name in SHOWN)).order_by(tables.c.touched.desc()).limit(most)
    if status:
        query = query.where(tables.c.status == status)
    if find:
        like = pattern(find)
        sitting = select(seats.c.table_id).where(seats.c.name.ilike(like, escape="\\"))
        query = query.where(or_(tables.c.id == find, tables.c.name.ilike(like, escape="\\"), tables.c.id.in_(sitting)))
    rows = db.execute(query).all()
    columns = [seats.c[name] for name in ("table_id", "seat", "kind", "name", "claimed", "stand_in")]
    inside = select(*columns).where(seats.c.table_id.in_([row.id for row in rows])).order_by(seats.c.seat)
    by_table: dict[str, list[Any]] = {}
    for seat in db.execute(inside) if rows else ():
        by_table.setdefault(seat.table_id, []).append(seat)
    return [(row, by_table.get(row.id, [])) for row in rows]


def find_players(db: Connection, find: str, most: int) -> list[Any]:
    """Players, the most recently seen first, and how many devices and seats each has."""
    own = select(func.count()).where(devices.c.player == players.c.id).scalar_subquery()
    held = select(func.count()).where(holdings.c.device == PLAYER + players.c.id, holdings.c.seat >= 0)
    columns = (players.c.id, players.c.name, players.c.created, players.c.seen)
    query = select(*columns, own.label("devices"), held.scalar_subquery().label("held"))
    if find:
        query = query.where(players.c.name.ilike(pattern(find), escape="\\"))
    return list(db.execute(query.order_by(players.c.seen.desc()).limit(most)).all())


def remove_table(db: Connection, table: str) -> bool:
    return db.execute(delete(tables).where(tables.c.id == table)).rowcount == 1
