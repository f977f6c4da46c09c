"""A player: one identity over tables and devices. Nobody needs one; whoever wants one needs no mail address.

A recovery link or a passkey lets another device in. A device that comes in holds the player's seats, and one that goes
holds them no longer; see `storage/device_queries.py`.
"""

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import Connection

from capomastro.server.protocol.bodies import DeviceName, PutPlayer, Recover, RemoveOwnDevice
from capomastro.server.protocol.identity import Who, hashed, new_secret, new_table_id, tidy
from capomastro.server.protocol.player_responses import Me, PasskeyInfo, PlayerInfo, Recovery
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import device_queries, player_queries, queries
from capomastro.server.storage.rows import now
from capomastro.server.table.devices import info, opaque
from capomastro.server.table.links import MOST_DEVICES
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import nickname

Found: TypeAlias = Callable[[Connection], str | None]
"""Finds the player to whom somebody has shown that they belong."""


def me_of(db: Connection, who: Who) -> Me:
    player = device_queries.player_of(db, who.device)
    row = player_queries.player_row(db, player)
    if player is None or row is None:
        held = 0 if who.device is None else len(player_queries.tables_of(db, who.device))
        return Me(None, held)
    devices = [info(player, one, who, here=one.device == who.device) for one in player_queries.device_rows(db, player)]
    keys = [
        PasskeyInfo(opaque(player, key.id), key.label, key.created) for key in player_queries.passkey_rows(db, player)
    ]
    facts = (row.name, row.language, row.picture, row.created, row.recovery is not None)
    shown = PlayerInfo(*facts, keys, devices, row.rated is not None)
    return Me(shown, len(player_queries.tables_of(db, device_queries.mark_of(player))))


async def me(tables: Registry, who: Who) -> Me:
    return await tables.read(lambda db: me_of(db, who))


def signed_in(db: Connection, who: Who) -> str:
    player = device_queries.player_of(db, who.device)
    if player is None:
        raise Refusal("no-player")
    return player


def own_player(who: Who) -> Callable[[Connection], set[str]]:
    """For what concerns a player and no table; refused unless the device is signed in."""

    def concerned(db: Connection) -> set[str]:
        signed_in(db, who)
        return set()

    return concerned


async def change(tables: Registry, who: Who, body: PutPlayer) -> Me:
    """Makes a player of this device, or changes who the player is. Names at tables stay as they were given there."""
    values = {"name": nickname(body.name) or "", "language": body.language, "picture": body.picture}
    device, new = who.device or "", new_table_id()

    def work(db: Connection) -> Me:
        player = device_queries.player_of(db, device)
        if player is not None:
            player_queries.set_player(db, player, **values)
            for table in player_queries.tables_of(db, device):  # other workers show the picture there
                queries.set_table(db, table)
        else:
            player_queries.add_player(db, new, now(), **values)
            player_queries.join(db, new, device, who.label, now(), bring=True)
        return me_of(db, who)

    return await tables.across(lambda db: player_queries.tables_of(db, device), work)


async def renew_recovery(tables: Registry, who: Who) -> Recovery:
    """A link that lets further devices in until it is renewed; it is told only here."""
    token = new_secret()

    def work(db: Connection) -> Recovery:
        player_queries.set_player(db, signed_in(db, who), recovery=hashed(token))
        return Recovery(token, f"/you#{token}")

    return await tables.across(own_player(who), work)


async def recover(tables: Registry, who: Who, body: Recover) -> Me:
    """Follows a recovery link: the device is the player's from now on."""

    def found(db: Connection) -> str | None:
        row = player_queries.with_recovery(db, hashed(body.token))
        return None if row is None else str(row.id)

    if body.look:
        return await tables.read(lambda db: whose(db, found(db)))
    return await come_in(tables, who, found, bring=body.bring)


def whose(db: Connection, player: str | None) -> Me:
    """To whom a recovery link belongs, told before it is followed."""
    row = player_queries.player_row(db, player)
    if row is None:
        raise Refusal("recovery-not-good")
    return Me(PlayerInfo(row.name, row.language, row.picture, row.created, True, [], []), 0)


async def come_in(tables: Registry, who: Who, found: Found, *, bring: bool) -> Me:
    """The device becomes the found player's, unless it is another's."""
    device = who.device or ""

    def welcome(db: Connection) -> str:
        player, own = found(db), device_queries.player_of(db, device)
        if player is None:
            raise Refusal("recovery-not-good")
        if own is not None and own != player:
            raise Refusal("signed-in-already")
        if own is None and len(device_queries.devices_of_player(db, player)) >= MOST_DEVICES:
            raise Refusal("too-many-devices")
        return player

    def concerned(db: Connection) -> set[str]:
        return player_queries.tables_of(db, device, device_queries.mark_of(welcome(db)))

    def work(db: Connection) -> Me:
        player_queries.join(db, welcome(db), device, who.label, now(), bring=bring)
        return me_of(db, who)

    return await tables.across(concerned, work)


async def sign_out(tables: Registry, who: Who) -> Me:
    """This device is the player's no longer. What else lets devices in stays."""
    return await let_out(tables, who, who.device or "", removed=False)


async def let_out(tables: Registry, who: Who, device: str, *, removed: bool) -> Me:
    def concerned(db: Connection) -> set[str]:
        return player_queries.tables_of(db, device_queries.mark_of(signed_in(db, who)))

    def work(db: Connection) -> Me:
        player_queries.sign_out(db, device, removed=removed)
        return me_of(db, who)

    return await tables.across(concerned, work)


def own_device(db: Connection, who: Who, wanted: str) -> str:
    player = signed_in(db, who)
    for device in device_queries.devices_of_player(db, player):
        if opaque(player, device) == wanted:
            return device
    raise Refusal("no-such-device")


async def name_device(tables: Registry, who: Who, body: DeviceName) -> Me:
    label = tidy(body.label, 40)
    if not label:
        raise Refusal("empty-name")

    def work(db: Connection) -> Me:
        device_queries.name_device(db, own_device(db, who, body.device), label)
        return me_of(db, who)

    return await tables.across(own_player(who), work)


async def remove_device(tables: Registry, who: Who, body: RemoveOwnDevice) -> Me:
    """A device that was lost: it is signed out everywhere, and with it ends all it may have known."""
    device = await tables.read(lambda db: own_device(db, who, body.device))
    if device == who.device:
        raise Refusal("own-device")
    return await let_out(tables, who, device, removed=True)
