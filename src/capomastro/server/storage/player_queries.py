"""Players as they are stored: who they are, which devices are theirs, and what lets another device in."""

from typing import Any

from sqlalchemy import Connection, and_, delete, insert, select, text, tuple_, update

from capomastro.server.storage import device_queries, link_queries, notice_queries
from capomastro.server.storage.device_queries import devices_of_player, mark_of
from capomastro.server.storage.link_queries import DEVICE
from capomastro.server.storage.queries import set_table
from capomastro.server.storage.schema import challenges, devices, holdings, passkeys, players, seats, tables

CHALLENGE = text(
    "INSERT INTO challenges (device, challenge, expires) VALUES (:device, :challenge, :expires) "
    "ON CONFLICT (device) DO UPDATE SET challenge = excluded.challenge, expires = excluded.expires"
)


def add_player(db: Connection, player: str, at: int, **values: str | None) -> None:
    db.execute(insert(players).values(id=player, created=at, seen=at, **values))


def player_row(db: Connection, player: str | None) -> Any:
    return db.execute(select(players).where(players.c.id == player)).first()


def set_player(db: Connection, player: str, **values: Any) -> None:
    db.execute(update(players).where(players.c.id == player).values(**values))


def with_recovery(db: Connection, secret: str) -> Any:
    return db.execute(select(players).where(players.c.recovery == secret)).first()


def device_rows(db: Connection, player: str) -> list[Any]:
    rows = db.execute(select(devices).where(devices.c.player == player)).all()
    return sorted(rows, key=lambda row: (-(row.seen or 0), row.device))


def known_device(db: Connection, device: str | None) -> list[Any]:
    return list(db.execute(select(devices).where(devices.c.device == device)).all())


def passkey_rows(db: Connection, player: str) -> list[Any]:
    return list(db.execute(select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.created)).all())


def tables_of(db: Connection, *whom: str) -> set[str]:
    """The tables at which one of these devices, or a player's mark, holds anything, or which it has made."""
    held = select(holdings.c.table_id).where(holdings.c.device.in_(whom))
    made = select(tables.c.id).where(tables.c.host.in_(whom))
    return set(db.execute(held.union(made)).scalars())


def holdings_of(db: Connection, device: str) -> set[tuple[str, int]]:
    rows = db.execute(select(holdings.c.table_id, holdings.c.seat).where(holdings.c.device == device))
    return {(row.table_id, row.seat) for row in rows}


def join(db: Connection, player: str, device: str, label: str, at: int, *, bring: bool) -> None:
    """The device is the player's from now on, and holds what they hold; if it brings its own seats, they do too."""
    device_queries.know(db, device, label)
    db.execute(update(devices).where(devices.c.device == device).values(player=player, seen=at))
    set_player(db, player, seen=at)
    mark = mark_of(player)
    notice_queries.inherit(db, device, mark)
    places = holdings_of(db, mark)
    if bring:
        places |= holdings_of(db, device) | _made_by(db, device, mark)
    new = [(*place, one) for one in (mark, *devices_of_player(db, player)) for place in places - holdings_of(db, one)]
    if new:
        db.execute(insert(holdings), [{"table_id": table, "seat": seat, "device": one} for table, seat, one in new])
    for table in {table for table, _, _ in new}:
        set_table(db, table)


def _made_by(db: Connection, device: str, mark: str) -> set[tuple[str, int]]:
    """The tables a device has made become the player's; returns the places of whoever looks after them."""
    made = list(db.execute(select(tables.c.id).where(tables.c.host == device)).scalars())
    for table in made:
        set_table(db, table, host=mark)
    return {(table, device_queries.OWNING) for table in made}


def sign_out(db: Connection, device: str, *, removed: bool) -> None:
    """The device is the player's no longer, and holds nothing of theirs.

    If it was removed, all it may have known ends too: the keys of seats, unused links, the recovery link, its passkeys.
    """
    player = device_queries.player_of(db, device)
    if player is None:
        return
    places = holdings_of(db, mark_of(player))
    for table in {table for table, _ in places}:
        set_table(db, table)
    if places:
        theirs = tuple_(holdings.c.table_id, holdings.c.seat).in_(places)
        db.execute(delete(holdings).where(holdings.c.device == device, theirs))
    db.execute(update(devices).where(devices.c.device == device).values(player=None))
    notice_queries.drop_push(db, device)
    if not removed:
        return
    set_player(db, player, recovery=None)
    db.execute(delete(passkeys).where(passkeys.c.player == player, passkeys.c.device == device))
    for table, seat in sorted(places):
        link_queries.end_links(db, table, DEVICE, seat=seat if seat >= 0 else None)
        db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(token=None))


def add_passkey(db: Connection, player: str, device: str, label: str, at: int, **values: Any) -> None:
    db.execute(insert(passkeys).values(player=player, device=device, label=label or None, created=at, **values))


def passkey_with(db: Connection, credential: str) -> Any:
    return db.execute(select(passkeys).where(passkeys.c.id == credential)).first()


def used_passkey(db: Connection, credential: str, sign_count: int) -> None:
    db.execute(update(passkeys).where(passkeys.c.id == credential).values(sign_count=sign_count))


def drop_passkey(db: Connection, player: str, credential: str) -> None:
    db.execute(delete(passkeys).where(and_(passkeys.c.player == player, passkeys.c.id == credential)))


def challenge(db: Connection, device: str, secret: str, expires: int) -> None:
    """Remembers what a passkey of this device shall sign; only the last one counts."""
    db.execute(CHALLENGE, {"device": device, "challenge": secret, "expires": expires})


def drop_challenges(db: Connection, at: int) -> None:
    """Those that nobody answered in time."""
    db.execute(delete(challenges).where(challenges.c.expires < at))


def take_challenge(db: Connection, device: str, at: int) -> str | None:
    row = db.execute(select(challenges).where(challenges.c.device == device)).first()
    db.execute(delete(challenges).where(challenges.c.device == device))
    return None if row is None or row.expires < at else str(row.challenge)
