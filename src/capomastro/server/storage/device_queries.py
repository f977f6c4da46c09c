"""Which device holds what, as it is stored; and what is known of the devices themselves.

A player holds seats too, under a mark that no cookie can have. Each of a player's devices has the same seats, written
out for every one of them, so that whoever asks for a seat is looked up by the device alone.
"""

from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update

from capomastro.core.game import Seat
from capomastro.server.storage.queries import set_table
from capomastro.server.storage.rows import PLAYER
from capomastro.server.storage.schema import devices, holdings

WATCHING, OWNING, BARRED = -1, -2, -3
"""Places that a device may hold beside the seats: it may watch, it looks after the table, its seat was freed."""
KNOW = text("INSERT INTO devices (device, label) VALUES (:device, :label) ON CONFLICT (device) DO NOTHING")


def mark_of(player: str) -> str:
    return PLAYER + player


def is_mark(device: str) -> bool:
    return device.startswith(PLAYER)


def know(db: Connection, device: str, label: str) -> None:
    """Notes what kind of device this is, unless it is known or has been given a name."""
    db.execute(KNOW, {"device": device, "label": label or None})


def player_of(db: Connection, device: str | None) -> str | None:
    return db.execute(select(devices.c.player).where(devices.c.device == device)).scalar()


def devices_of_player(db: Connection, player: str) -> list[str]:
    return list(db.execute(select(devices.c.device).where(devices.c.player == player)).scalars())


def kin(db: Connection, device: str) -> list[str]:
    """All who hold what this device holds: itself or, if it is a player's, the player and all of their devices."""
    player = player_of(db, device)
    return [device] if player is None else [mark_of(player), *devices_of_player(db, player)]


def hold(db: Connection, table: str, seat: Seat, device: str, label: str = "") -> None:
    if label:
        know(db, device, label)
    place = holdings.c.table_id == table, holdings.c.seat == seat
    known = set(db.execute(select(holdings.c.device).where(*place)).scalars())
    new = [{"table_id": table, "seat": seat, "device": one} for one in kin(db, device) if one not in known]
    if new:
        db.execute(insert(holdings), new)
    set_table(db, table)


def own(db: Connection, table: str, device: str) -> None:
    """A table that a player's device has made is the player's: all of their devices look after it."""
    player = player_of(db, device)
    if player is not None:
        set_table(db, table, host=mark_of(player))
        hold(db, table, OWNING, device)


def with_kin(db: Connection, held: list[tuple[Seat, str]]) -> list[tuple[Seat, str]]:
    """The same for the seats of a new table."""
    everybody = {device: kin(db, device) for _, device in held if not is_mark(device)}
    return sorted({(seat, one) for seat, device in held for one in everybody.get(device, [device])})


def let_go(db: Connection, table: str, seat: Seat, *whom: str) -> None:
    """Nobody holds this place any more, or none of these devices."""
    query = delete(holdings).where(holdings.c.table_id == table, holdings.c.seat == seat)
    db.execute(query.where(holdings.c.device.in_(whom)) if whom else query)
    set_table(db, table)


def devices_at(db: Connection, table: str, seat: Seat) -> list[Any]:
    """The devices that hold a seat, the one seen last first: device, label, seen and player."""
    both = holdings.outerjoin(devices, devices.c.device == holdings.c.device)
    query = select(holdings.c.device, devices.c.label, devices.c.seen, devices.c.player).select_from(both)
    rows = db.execute(query.where(holdings.c.table_id == table, holdings.c.seat == seat)).all()
    return sorted((row for row in rows if not is_mark(row.device)), key=lambda row: (-(row.seen or 0), row.device))


def name_device(db: Connection, device: str, label: str) -> None:
    know(db, device, label)
    db.execute(update(devices).where(devices.c.device == device).values(label=label))


def note_seen(db: Connection, seen: dict[str, int]) -> None:
    for device, at in sorted(seen.items()):
        db.execute(update(devices).where(devices.c.device == device).values(seen=at))


def forget_unused(db: Connection) -> None:
    """Devices that hold nothing and are no player's need not be known."""
    holding = select(holdings.c.device)
    db.execute(delete(devices).where(devices.c.player.is_(None), devices.c.device.not_in(holding)))
