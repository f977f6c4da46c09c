"""What is stored of somebody: they take it home, and they have it removed, be they a player or a guest.

The steps of a match belong to all who played it, so they stay, under the name of a guest.
"""

from contextlib import suppress
from typing import Literal

from sqlalchemy import Connection

from capomastro.core.game import Seat
from capomastro.server.players.identity import me_of
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.player_responses import (
    Export,
    ExportedAddress,
    ExportedDaily,
    ExportedLine,
    ExportedNotices,
    ExportedPlace,
    ExportedPush,
    ExportedRating,
    ExportedSeat,
    ExportedWords,
    Me,
)
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import (
    daily_queries,
    device_queries,
    notice_queries,
    player_queries,
    privacy_queries,
    record_queries,
)
from capomastro.server.storage.device_queries import BARRED, WATCHING
from capomastro.server.table.devices import info
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import change_seat, path_of, vacate
from capomastro.server.table.stand_ins import bot_named, set_stand_in
from capomastro.server.table.table import LiveTable


def everything_of(db: Connection, player: str | None, device: str | None) -> list[str]:
    """All devices whose seats are somebody's, and their player's mark."""
    if player is None:
        return [] if device is None else [device]
    return [device_queries.mark_of(player), *device_queries.devices_of_player(db, player)]


PLACES: dict[int, Literal["owner", "watching", "put out"]] = {BARRED: "put out", WATCHING: "watching"}


async def export(tables: Registry, who: Who) -> Export:
    return await tables.read(lambda db: gathered(db, who))


def gathered(db: Connection, who: Who) -> Export:
    player = device_queries.player_of(db, who.device)
    whom = everything_of(db, player, who.device)
    seats, told = [], set[int]()
    for row in privacy_queries.seats_of(db, whom):
        said = privacy_queries.said_at(db, row.id, row.seat, row.name)
        told |= {line.id for line in said}
        lines = [ExportedLine(line.text, line.at) for line in said]
        match = f"/api/tables/{row.id}/export" if row.status == "over" else None
        facts = (row.id, path_of(row.id), row.game, row.table_name, row.status, row.seat, row.name, match)
        seats.append(ExportedSeat(*facts, lines, row.note, row.webhook, row.email))
    places = []
    for row in privacy_queries.places_of(db, whom):
        own = row.host in whom
        place = "owner" if own else PLACES.get(row.place, "owner")
        places.append(ExportedPlace(row.id, path_of(row.id), row.game, row.name, place, row.webhook if own else None))
    words = [
        ExportedWords(line.table_id, line.text, line.at)
        for line in privacy_queries.said_by(db, whom)
        if line.id not in told
    ]
    rows = player_queries.device_rows(db, player) if player else player_queries.known_device(db, who.device)
    devices = [info(player or "", row, who, here=row.device == who.device) for row in rows]
    addresses = [ExportedAddress(row.address, row.state) for row in privacy_queries.addresses_of(db, whom)]
    notices, pushes = notices_of(db, whom)
    rated = [ExportedRating(row.game, row.mu, row.sigma, row.matches) for row in record_queries.ratings_of(db, player)]
    daily = [ExportedDaily(row.day, row.game, row.table_id) for row in daily_queries.plays_of(db, whom)]
    return Export(me_of(db, who).player, devices, seats, places, words, addresses, rated, daily, notices, pushes)


def notices_of(db: Connection, whom: list[str]) -> tuple[ExportedNotices | None, list[ExportedPush]]:
    """How somebody wants to hear of their turns, and the browsers that are told of them."""
    wish = next((row for one in whom if (row := notice_queries.wish_of(db, one)) is not None), None)
    fields = ExportedNotices.__struct_fields__
    places = [row for one in whom if (row := notice_queries.push_of(db, one)) is not None]
    notices = None if wish is None else ExportedNotices(**{name: getattr(wish, name) for name in fields})
    return notices, [ExportedPush(row.endpoint, row.created) for row in places]


async def erase(tables: Registry, who: Who) -> Me:
    """Everything of whoever asks: of the player, or of this device if it is no player's."""

    def found(db: Connection) -> str | None:
        return device_queries.player_of(db, who.device)

    player = await tables.read(found)
    await erase_all(tables, player, who.device)
    return await tables.read(lambda db: me_of(db, who))


async def erase_all(tables: Registry, player: str | None, device: str | None) -> None:
    """First bots play on, or seats are free again, where others would wait; then all is removed at once."""
    whom = await tables.read(lambda db: everything_of(db, player, device))
    for row in await tables.read(lambda db: privacy_queries.seats_of(db, whom)):
        if row.status in ("open", "running"):
            with suppress(Refusal):  # it is over, closed or gone by now
                await get_up(tables, row.id, row.seat, set(whom))

    def concerned(db: Connection) -> set[str]:
        return player_queries.tables_of(db, *everything_of(db, player, device))

    def work(db: Connection) -> None:
        mine = everything_of(db, player, device)
        for row in privacy_queries.seats_of(db, mine):
            privacy_queries.erase_seat(db, row.id, row.seat, row.name)
        privacy_queries.erase_holder(db, player, mine)

    await tables.across(concerned, work)


async def get_up(tables: Registry, table: str, seat: Seat, whom: set[str]) -> None:
    async def act(live: LiveTable) -> None:
        row = live.seats[seat]
        if live.holders[seat] - whom or not live.holders[seat]:
            return  # somebody else plays there too
        if live.row.status == "open":

            def leave(db: Connection) -> None:
                privacy_queries.erase_seat(db, table, seat, row.name)
                vacate(db, live, row)

            await change_seat(live, row, leave, claimed=False)
        elif live.row.status == "running" and row.stand_in is None:
            await set_stand_in(live, seat, bot_named(live, None))

    await tables.acting(table, act)
