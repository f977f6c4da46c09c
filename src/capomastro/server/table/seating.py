"""Sitting down, getting up, the beginning of a match; and the rematch."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.core.errors import CapomastroError
from capomastro.core.game import Seat
from capomastro.core.match import Match, Setup, new_setup, renewed
from capomastro.server.protocol.audience import EVERYBODY, NEW_CHAT, both
from capomastro.server.protocol.bodies import OfSeat, Sit
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import Who, hashed, new_secret, new_table_id, tidy
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Link, Rematch, Seated
from capomastro.server.storage import device_queries, link_queries, log_queries, queries
from capomastro.server.storage.device_queries import BARRED, OWNING, WATCHING
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.link_queries import DEVICE
from capomastro.server.storage.rows import Rows, SeatRow, TableRow, now
from capomastro.server.table.appending import append_of
from capomastro.server.table.log import MatchLog
from capomastro.server.table.registry import Registry
from capomastro.server.table.rounds import deal_of, for_rematch, joined, settled, stage_of
from capomastro.server.table.table import LiveTable, Surroundings


def path_of(table: str) -> str:
    return f"/t/{table}"


def link_for(table: str, seat: Seat | None, token: str) -> Link:
    return Link(seat, token, f"{path_of(table)}#{token}")


def nickname(name: str | None) -> str | None:
    if name is None:
        return None
    tidied = tidy(name, 40)
    if not tidied:
        raise Refusal("empty-name")
    return tidied


def laid(
    tables: Registry, rows: Rows, played: tuple[MatchLog, list[LogEntry]] | None = None
) -> tuple[LiveTable, Callable[[Connection], Rows]]:
    """A new table in memory, and what stores it: with the beginning of its match if nobody is missing.

    `played` is a match that has begun elsewhere.
    """
    live = LiveTable(rows.table.id, tables)
    live.adopt(rows)
    settled(rows.table, rows.seats)
    if played is None:
        lines = [begun(live)] if ready(live) else []
    else:
        live.record, lines = played
    began = append_of(live, lines) if lines else None

    def write(db: Connection) -> Rows:
        queries.add_table(db, rows.table, rows.seats, device_queries.with_kin(db, rows.held))
        if began is not None:
            log_queries.append(db, [began])
        stored = queries.rows_of(db, live.id)
        assert stored is not None
        return stored

    return live, write


async def unpack(registry: Surroundings, setup: Setup) -> None:
    """Reads a component file of somebody's own. The rules remember it, so that the loop deals from it quickly."""
    if setup.components is not None:
        await registry.beside(partial(Match, setup))


def begun(live: LiveTable) -> LogEntry:
    """Begins the match in memory, with the names of those who sit there and by the rules of today."""
    at = now()
    live.row.setup = renewed(replace(live.row.setup, names=tuple(live.names)))
    live.row.setup = replace(live.row.setup, deal=deal_of(live.row))
    live.row.rules = live.row.setup.rules
    live.record = MatchLog(live.row.setup, at)
    return live.record.began(at)


def ready(live: LiveTable) -> bool:
    """Nobody is missing, and the deal waits for no device."""
    return live.row.status == "open" and stage_of(live.row.dealing, full=live.full) == "done"


async def change_seat(live: LiveTable, row: SeatRow, change: Callable[[Connection], None], **values: Any) -> None:
    """Stores who sits there now; if nobody is missing any more, the match begins in the same transaction."""
    live.seats[row.seat] = replace(row, **values)
    if live.row.status == "open":
        await store_deal(live, change)
    else:
        await live.write(change)


def deal_values(row: TableRow) -> dict[str, Any]:
    """What is stored of a deal beside the seats."""
    dealing = queries.dealing_text(row.dealing)
    return {"setup": encode(row.setup).decode(), "rules": row.rules, "dealing": dealing}


async def store_deal(live: LiveTable, also: Callable[[Connection], None] | None = None) -> None:
    """Stores how far the deal is; if it waits for nobody any more, the match begins in the same transaction."""
    row = live.row
    settled(row, live.seats)
    if ready(live):
        await unpack(live.registry, row.setup)
    began = begun(live) if ready(live) else None
    values = deal_values(row)

    def write(db: Connection) -> None:
        if also is not None:
            also(db)
        queries.set_table(db, live.id, **values)

    if began is None:
        await live.write(write, tell=both(EVERYBODY, NEW_CHAT))
    else:
        await live.commit([began], write)


async def wake(live: LiveTable) -> None:
    """Bots at a table nobody has opened yet begin to think."""
    live.go_on()


def still_open(live: LiveTable) -> None:
    if live.row.status == "closed":
        raise Refusal("closed")
    if live.row.status != "open":
        raise Refusal("already-begun")
    live.not_frozen()


def not_barred(live: LiveTable, who: Who) -> None:
    if who.device in live.barred:
        raise Refusal("put-out")


def seated_again(live: LiveTable, seat: Seat, who: Who) -> Seated:
    """The answer for a device that holds the seat already."""
    return Seated(seat, live.update(seat, 0, who))


async def take_place(live: LiveTable, row: SeatRow, who: Who, name: str | None, share: str | None) -> Seated:
    """Sits down on a free seat, with one's part of the deal. Whoever does gets a key, which nobody else is told."""
    device, token = who.device or "", new_secret()
    if live.row.status == "closed":
        raise Refusal("closed")
    live.not_frozen()
    if name is None:
        raise Refusal("guest-name-needed")

    def sit_down(db: Connection) -> None:
        queries.take_seat(db, live.id, row.seat, name=name, token=hashed(token))
        device_queries.hold(db, live.id, row.seat, device, who.label)
        device_queries.let_go(db, live.id, BARRED, *device_queries.kin(db, device))

    live.left.pop(row.seat, None)  # that was somebody else
    if live.row.status == "open":
        live.row.dealing = joined(live.row.dealing, device, [row.seat], share)
    await change_seat(live, row, sit_down, claimed=True, name=name)
    return Seated(row.seat, live.update(row.seat, 0, who), link_for(live.id, row.seat, token))


async def sit(tables: Registry, table: str, who: Who, body: Sit) -> Seated:
    """Takes an open seat. Who sits already takes no second one, unless several people share the device."""
    name = nickname(body.name)

    async def act(live: LiveTable) -> Seated:
        held = live.held_by(who)
        if body.seat in held:
            return seated_again(live, body.seat, who)
        still_open(live)
        if held and not body.hot_seat:
            raise Refusal("sits-already")
        if body.seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[body.seat]
        if row.kind != "open":
            raise Refusal("seat-kept")
        if row.claimed:
            raise Refusal("seat-taken")
        not_barred(live, who)
        return await take_place(live, row, who, name, body.share)

    return await tables.acting(table, act)


def vacate(db: Connection, live: LiveTable, row: SeatRow) -> None:
    """Nobody sits there any more, and nothing of whoever did stays."""
    left = {"claimed": False, "token": None, "plan": None, "note": "", "webhook": None, "email": None, "here": 0}
    queries.set_seat(db, live.id, row.seat, name=None, **left)
    device_queries.let_go(db, live.id, row.seat)
    link_queries.end_links(db, live.id, DEVICE, seat=row.seat)


async def leave(tables: Registry, table: str, who: Who, body: OfSeat) -> Seated:
    """Gets up before the start. An invitation by which one came is good again."""

    async def act(live: LiveTable) -> Seated:
        seat = live.own_seat(who, body.seat)
        still_open(live)
        row = live.seats[seat]
        await change_seat(live, row, lambda db: vacate(db, live, row), claimed=False)
        viewer = live.viewer(who, None) if live.may_watch(who) else None
        return Seated(seat, live.update(viewer, 0, who))

    return await tables.acting(table, act)


def owner_only(live: LiveTable, who: Who) -> None:
    if not live.is_owner(who):
        raise Refusal("not-the-host")


def rotated(live: LiveTable) -> tuple[list[SeatRow], list[tuple[Seat, str]]]:
    """The seats of another table for the same people, everybody one seat further, and who holds them."""
    seats, held, count = [], [], len(live.seats)
    for seat in range(count):
        before = live.seats[(seat - 1) % count]
        seats.append(replace(before, seat=seat, claimed=True, stand_in=None, plan=None, note="", here=0))
        held += [(seat, device) for device in live.holders[before.seat]]
    beside = ((WATCHING, live.watchers), (OWNING, live.owners))
    held += [(place, device) for place, devices in beside for device in devices]
    return seats, held


async def rematch(tables: Registry, table: str, who: Who, body: OfSeat) -> Rematch:
    """A new table for the same people, everybody one seat further; there is only one."""

    async def act(live: LiveTable) -> Rematch:
        asker = live.own_seat(who, body.seat)
        if live.row.rematch is not None:
            return Rematch(live.row.rematch, path_of(live.row.rematch))
        if live.row.status != "over":
            raise Refusal("rematch-early")
        count = len(live.seats)
        old = live.row
        names = [live.names[(seat - 1) % count] for seat in range(count)]
        try:
            setup = new_setup(old.game, count, old.setup.options, names=names, components=old.setup.components)
            await unpack(tables, setup)
            Match(setup)
        except CapomastroError as error:  # the rules of today know nothing of such a match
            raise Refusal("bad-setup", reason=error.reason) from None
        seats, held = rotated(live)
        row = old.for_rematch(new_table_id(), setup)
        row.dealing = for_rematch(old.dealing, count)
        _, lay = laid(tables, Rows(row, seats, held, []))

        def write(db: Connection) -> None:
            lay(db)
            queries.set_table(db, old.id, rematch=row.id, rematch_by=asker)

        await live.write(write)
        tables.spawn(tables.acting(row.id, wake))
        return Rematch(row.id, path_of(row.id))

    return await tables.acting(table, act)
