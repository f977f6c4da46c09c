"""What is stored of somebody, to be told to them or removed. The matches stay; the names in them do not."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, or_, select, update

from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.reactions import REACTION
from capomastro.server.storage import notice_queries
from capomastro.server.storage.queries import read_table, set_table
from capomastro.server.storage.schema import (
    challenges,
    consents,
    daily_plays,
    devices,
    entries,
    holdings,
    messages,
    outbox,
    passkeys,
    players,
    ratings,
    seats,
    tables,
)

GUEST: Final = "Guest"
"""What a match calls somebody whose name was removed."""
REMOVED: Final = "removed"
"""The kind of a message whose writer has removed it."""
NO, NOBODYS = "no", ""
SPOKEN = or_(messages.c.kind.is_(None), messages.c.kind == REACTION)
"""What people said themselves, in their words or in ours."""


def seats_of(db: Connection, whom: Iterable[str]) -> list[Any]:
    """The seats these devices hold: the row of each, with its table's id, game, name and status."""
    columns = [tables.c.id, tables.c.game, tables.c.name.label("table_name"), tables.c.status]
    columns += [seats.c[name] for name in ("seat", "name", "note", "webhook", "email")]
    own = select(holdings.c.table_id, holdings.c.seat).where(holdings.c.device.in_(list(whom))).distinct().subquery()
    joined = tables.join(own, own.c.table_id == tables.c.id).join(
        seats, and_(seats.c.table_id == own.c.table_id, seats.c.seat == own.c.seat)
    )
    return list(db.execute(select(*columns).select_from(joined).order_by(tables.c.id, seats.c.seat)))


def said_at(db: Connection, table: str, seat: int, name: str | None) -> list[Any]:
    mine = messages.c.table_id == table, messages.c.seat == seat, messages.c.name == name, SPOKEN
    return list(db.execute(select(messages.c.id, messages.c.text, messages.c.at).where(*mine).order_by(messages.c.id)))


def said_by(db: Connection, whom: Iterable[str]) -> list[Any]:
    """What was written with these devices, also where their seat is another's by now."""
    columns = (messages.c.id, messages.c.table_id, messages.c.text, messages.c.at)
    mine = messages.c.device.in_(list(whom)), SPOKEN
    return list(db.execute(select(*columns).where(*mine).order_by(messages.c.id)))


def places_of(db: Connection, whom: list[str]) -> list[Any]:
    """The tables that were made with these devices, or at which they hold a place beside the seats."""
    columns = [tables.c.id, tables.c.game, tables.c.name, tables.c.host, tables.c.webhook]
    beside = and_(holdings.c.table_id == tables.c.id, holdings.c.device.in_(whom), holdings.c.seat < 0)
    query = select(*columns, func.min(holdings.c.seat).label("place")).group_by(*columns)
    query = query.select_from(tables.outerjoin(holdings, beside))
    return list(db.execute(query.where(or_(tables.c.host.in_(whom), holdings.c.seat < 0)).order_by(tables.c.id)))


def addresses_of(db: Connection, whom: Iterable[str]) -> list[Any]:
    query = select(consents.c.address, consents.c.state).where(consents.c.device.in_(list(whom)))
    return list(db.execute(query.order_by(consents.c.address)))


def erase_seat(db: Connection, table: str, seat: int, name: str | None) -> None:
    """Nothing of whoever sat there stays but their steps; the keys of these were any text."""
    set_table(db, table)
    gone = {"token": None, "plan": None, "note": "", "webhook": None, "email": None, "here": 0}
    who = case((seats.c.claimed.is_(True), GUEST), else_=seats.c.name)
    db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(name=who, **gone))
    erase_messages(db, and_(messages.c.table_id == table, messages.c.seat == seat, messages.c.name == name))
    db.execute(delete(outbox).where(outbox.c.table_id == table, outbox.c.seat == seat, outbox.c.done.is_(False)))
    db.execute(update(entries).where(entries.c.table_id == table, entries.c.seat == seat).values(key=None))
    _rename(db, table, seat)


def erase_messages(db: Connection, mine: ColumnElement[bool]) -> None:
    """What somebody said is empty and says that it was removed; what was done to their seat was done to a guest's."""
    db.execute(update(messages).where(mine, SPOKEN).values(text="", kind=REMOVED))
    db.execute(update(messages).where(mine).values(name=GUEST, device=None))


def _rename(db: Connection, table: str, seat: int) -> None:
    """The setup says who played; match files are written from it."""
    row = db.execute(select(tables).where(tables.c.id == table)).first()
    setup = None if row is None else read_table(row).setup
    if setup is None or seat >= len(setup.names):
        return
    names = (*setup.names[:seat], GUEST, *setup.names[seat + 1 :])
    db.execute(update(tables).where(tables.c.id == table).values(setup=encode(replace(setup, names=names)).decode()))


def erase_holder(db: Connection, player: str | None, whom: list[str]) -> None:
    """The devices hold nothing any more, and neither they nor their player are known."""
    made = tables.c.host.in_(whom)
    db.execute(update(tables).where(made).values(host=NOBODYS, webhook=None, revision=tables.c.revision + 1))
    held = select(holdings.c.table_id).where(holdings.c.device.in_(whom))
    for device in whom:  # who took part in a deal is noted for a rematch
        part = tables.c.id.in_(held), tables.c.dealing.is_not(None)
        db.execute(update(tables).where(*part).values(dealing=func.replace(tables.c.dealing, device, NOBODYS)))
    db.execute(delete(holdings).where(holdings.c.device.in_(whom)))
    erase_messages(db, messages.c.device.in_(whom))
    forget_addresses(db, whom)
    notice_queries.erase(db, whom)
    db.execute(delete(daily_plays).where(daily_plays.c.who.in_(whom)))
    db.execute(delete(ratings).where(ratings.c.player == player))
    db.execute(delete(passkeys).where(passkeys.c.player == player))
    db.execute(delete(challenges).where(challenges.c.device.in_(whom)))
    db.execute(delete(devices).where(devices.c.device.in_(whom)))
    db.execute(delete(players).where(players.c.id == player))


def forget_addresses(db: Connection, whom: list[str]) -> None:
    """A no to all mail stays, without saying who had asked: it is the reader's, not theirs."""
    mine = consents.c.device.in_(whom)
    kept = list(db.execute(select(consents).where(mine, consents.c.state == NO)))
    db.execute(delete(consents).where(mine))
    for row in kept:
        known = consents.c.address == row.address, consents.c.state == NO
        if db.execute(select(consents.c.address).where(*known)).first() is None:
            db.execute(consents.insert().values(**row._asdict() | {"device": NOBODYS}))


def forget_words(db: Connection, before: int) -> None:
    """Chat and notes of matches that ended, or were closed, before then."""
    old = select(tables.c.id).where(tables.c.status.in_(("over", "closed")), tables.c.touched < before)
    db.execute(delete(messages).where(messages.c.table_id.in_(old)))
    db.execute(update(seats).where(seats.c.table_id.in_(old), seats.c.note != "").values(note=""))


def players_not_seen(db: Connection, before: int) -> list[str]:
    seen = select(devices.c.player).where(devices.c.player.is_not(None), devices.c.seen >= before)
    query = select(players.c.id).where(players.c.seen < before, or_(players.c.id.not_in(seen)))
    return list(db.execute(query.limit(50)).scalars())
