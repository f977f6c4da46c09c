"""Devices that hold a seat: whoever sits there sees them, names them, and removes those that shall hold it no longer.

What a removed device may have known ends with it: the seat's own key, and links for further devices.
"""

import hashlib
from typing import Any

from sqlalchemy import Connection

from capomastro.core.game import Seat
from capomastro.server.protocol.bodies import NameDevice, RemoveDevice
from capomastro.server.protocol.identity import Who, hashed, new_secret, tidy
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import DeviceInfo, Devices
from capomastro.server.storage import device_queries, link_queries, player_queries, queries
from capomastro.server.storage.device_queries import OWNING
from capomastro.server.storage.link_queries import DEVICE
from capomastro.server.storage.rows import now
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import link_for
from capomastro.server.table.table import LiveTable

ID_CHARACTERS = 16


def opaque(where: str, device: str) -> str:
    """A device as others are told it: it opens nothing, and differs from table to table."""
    return hashlib.sha256(f"{where} {device}".encode()).hexdigest()[:ID_CHARACTERS]


def info(where: str, row: Any, who: Who, *, here: bool) -> DeviceInfo:
    return DeviceInfo(opaque(where, row.device), row.label, now() if here else row.seen, row.device == who.device)


def listed(live: LiveTable, seat: Seat, rows: list[Any], who: Who) -> Devices:
    here = {socket.who.device for socket in live.sockets if not socket.closing}
    return Devices(seat, [info(live.id, row, who, here=row.device in here) for row in rows])


async def devices(tables: Registry, table: str, who: Who, wanted: Seat | None) -> Devices:
    async with tables.at(table) as live:
        seat = live.own_seat(who, wanted)
        rows = await tables.read(lambda db: device_queries.devices_at(db, table, seat))
        return listed(live, seat, rows, who)


def chosen(live: LiveTable, seat: Seat, device: str) -> str:
    found = next((one for one in live.holders[seat] if opaque(live.id, one) == device), None)
    if found is None or device_queries.is_mark(found):
        raise Refusal("no-such-device")
    return found


async def name(tables: Registry, table: str, who: Who, body: NameDevice) -> Devices:
    label = tidy(body.label, 40)
    if not label:
        raise Refusal("empty-name")
    async with tables.at(table) as live:
        seat = live.own_seat(who, body.seat)
        device = chosen(live, seat, body.device)

        def write(db: Connection) -> list[Any]:
            device_queries.name_device(db, device, label)
            return device_queries.devices_at(db, table, seat)

        return listed(live, seat, await live.note(write), who)


async def remove(tables: Registry, table: str, who: Who, body: RemoveDevice) -> Devices:
    """The device holds this seat no longer, and its sockets are closed. Whoever asks gets the seat's new key."""
    token, removed = new_secret(), [""]

    async def act(live: LiveTable) -> Devices:
        seat = live.own_seat(who, body.seat)
        device, owner = chosen(live, seat, body.device), live.is_owner(who)
        if device == who.device:
            raise Refusal("own-device")
        removed[0] = device

        def change(db: Connection) -> list[Any]:
            kin = device_queries.kin(db, device)
            own = who.device in kin  # then it is signed out below; a stranger's player leaves the seat as a whole
            device_queries.let_go(db, table, seat, *([device] if own else kin))
            queries.set_seat(db, table, seat, token=hashed(token))
            link_queries.end_links(db, table, DEVICE, seat=seat)
            if owner:
                disown(db, live, device, who)
            return device_queries.devices_at(db, table, seat)

        rows = await live.write(change)
        found = listed(live, seat, rows, who)
        found.link = link_for(table, seat, token)
        return found

    done = await tables.acting(table, act)
    await sign_out_kin(tables, who, removed[0])
    return done


async def sign_out_kin(tables: Registry, who: Who, device: str) -> None:
    """A removed device of one's own is no device of the player's any longer: it could let itself in again."""

    def concerned(db: Connection) -> set[str]:
        player = device_queries.player_of(db, device)
        if player is None or player != device_queries.player_of(db, who.device):
            return set()
        return player_queries.tables_of(db, device_queries.mark_of(player))

    def work(db: Connection) -> None:
        if device_queries.player_of(db, device) == device_queries.player_of(db, who.device):
            player_queries.sign_out(db, device, removed=True)

    if await tables.read(concerned):
        await tables.across(concerned, work)


def disown(db: Connection, live: LiveTable, device: str, who: Who) -> None:
    """A removed device of the owner's looks after the table no longer, either."""
    device_queries.let_go(db, live.id, OWNING, device)
    link_queries.end_links(db, live.id, DEVICE)
    if live.row.owner == device and who.device is not None:
        queries.set_table(db, live.id, host=who.device)
