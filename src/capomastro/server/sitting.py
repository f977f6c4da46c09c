"""Making tables, sitting down, getting up; and the rematch."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.catalogue import game_named
from capomastro.errors import CapomastroError
from capomastro.game import Seat
from capomastro.match import Match, Setup, new_setup
from capomastro.server import store
from capomastro.server.bodies import Claim, Fill, NewSeat, NewTable, OfSeat, Sit
from capomastro.server.botwork import check_bot, usual_bot
from capomastro.server.live import Live
from capomastro.server.notices import check_webhook
from capomastro.server.record import Line, Record
from capomastro.server.refusals import Refusal, as_sentence
from capomastro.server.rows import Rows, SeatRow, TableRow, now
from capomastro.server.seats import Who, hashed, new_secret, new_table_id, same, tidy
from capomastro.server.tables import Tables
from capomastro.server.wire import Created, Link, Rematch, Seated, encode

TRIAL_SECONDS = 2.0
"""A match that takes longer to deal is refused: it is dealt again whenever its table is opened."""
MOST_DEVICES = 20
"""So many may hold one seat."""


def path_of(table: str) -> str:
    return f"/t/{table}"


def link_for(table: str, seat: Seat, token: str) -> Link:
    return Link(seat, token, f"{path_of(table)}#{token}")


def nickname(name: str | None) -> str | None:
    if name is None:
        return None
    tidied = tidy(name, 40)
    if not tidied:
        raise Refusal("empty-name")
    return tidied


def bot_title(bot: str) -> str:
    return bot.partition(":")[0].capitalize()


async def create(tables: Tables, who: Who, asked: NewTable) -> Created:
    device = who.device or ""
    setup = await tables.aside.run(who.address, partial(tried, asked), TRIAL_SECONDS)
    table = new_table_id()
    seats, links, held = [], [], []
    for seat, wanted in enumerate(asked.seats):
        placed = new_seat(seat, wanted, setup)
        if placed.kind == "link":
            token = new_secret()
            placed.token = hashed(token)
            links.append(link_for(table, seat, token))
        if placed.claimed and placed.kind != "bot":
            held.append((seat, device))
        seats.append(placed)
    if asked.pace.kind == "days" and asked.pace.days is None:
        raise Refusal("pace-needs-days")
    webhook = None if asked.webhook is None else check_webhook(asked.webhook)
    row = TableRow(
        id=table,
        game=asked.game,
        setup=setup,
        name=nickname(asked.name) or "",
        public=asked.public,
        watch=asked.watch,
        scored=asked.scores,
        days=asked.pace.days if asked.pace.kind == "days" else None,
        host=device,
        webhook=webhook,
        created=now(),
        touched=now(),
    )
    live, write = laid(tables, Rows(row, seats, held, []))
    stored = await tables.writer.write(table, 0, write)
    live.adopt(stored)
    live.fresh = True
    tables.live[table] = live
    live.go_on()
    viewer = held[0][0] if held else None
    return Created(table, path_of(table), links, live.update(viewer, 0, who))


def laid(tables: Tables, rows: Rows) -> tuple[Live, Callable[[Connection], Rows]]:
    """A new table in memory, and what stores it: with the beginning of its match if nobody is missing."""
    live = Live(rows.table.id, tables)
    live.adopt(rows)
    began = live.item([begun(live)]) if live.full else None

    def write(db: Connection) -> Rows:
        store.add_table(db, rows.table, rows.seats, rows.held)
        if began is not None:
            store.append(db, [began])
        stored = store.rows_of(db, live.id)
        assert stored is not None
        return stored

    return live, write


def tried(asked: NewTable) -> Setup:
    """The setup, of which a match has been dealt: a component file that makes no game is refused now, not when the
    last guest has come. Reading a stranger's file is not for the event loop."""
    try:
        setup = new_setup(asked.game, len(asked.seats), asked.options, components=asked.components)
        Match(setup)
    except CapomastroError as error:
        raise Refusal("bad-setup", why=as_sentence(str(error))) from None
    return setup


def new_seat(seat: Seat, wanted: NewSeat, setup: Setup) -> SeatRow:
    name = nickname(wanted.name)
    if wanted.kind == "bot":
        game = game_named(setup.game)
        bot = wanted.bot or usual_bot(game)
        try:
            check_bot(bot, game)
        except CapomastroError as error:
            raise Refusal("bad-bot", why=as_sentence(str(error))) from None
        return SeatRow(seat, "bot", name or bot_title(bot), True, bot)
    if wanted.kind == "me":
        if name is None:
            raise Refusal("name-needed")
        return SeatRow(seat, "link", name, True)
    return SeatRow(seat, wanted.kind, name)


def begun(live: Live) -> Line:
    """Begins the match in memory, with the names of those who sit there."""
    at = now()
    live.row.setup = replace(live.row.setup, names=tuple(live.names))
    live.record = Record(live.row.setup, at)
    return live.record.began(at)


async def change_seat(live: Live, row: SeatRow, change: Callable[[Connection], None], **values: Any) -> None:
    """Stores who sits there now; if nobody is missing any more, the match begins in the same transaction."""
    live.seats[row.seat] = replace(row, **values)
    if live.row.status != "open" or not live.full:
        await live.write(change)
        return
    line = begun(live)
    setup = encode(live.row.setup).decode()

    def write(db: Connection) -> None:
        change(db)
        store.set_table(db, live.id, setup=setup)

    await live.commit([line], write)


def still_open(live: Live) -> None:
    if live.row.status != "open":
        raise Refusal("already-begun")


async def claim(tables: Tables, table: str, who: Who, asked: Claim) -> Seated:
    """Sits down by a link; the same link lets another device hold the seat too."""
    token, device = hashed(asked.token), who.device or ""
    name = nickname(asked.name)

    async def act(live: Live) -> Seated:
        row = next((row for row in live.seats if same(token, row.token)), None)
        if row is None:
            raise Refusal("link-not-good")
        if row.claimed:
            if len(live.holders[row.seat]) >= MOST_DEVICES:
                raise Refusal("too-many-devices")

            def hold(db: Connection) -> None:
                store.hold(db, live.id, row.seat, device)

            await change_seat(live, row, hold)
        else:
            if name is None and row.name is None:
                raise Refusal("guest-name-needed")

            def sit_down(db: Connection) -> None:
                store.take_seat(db, live.id, row.seat, name=name or row.name)
                store.hold(db, live.id, row.seat, device)

            await change_seat(live, row, sit_down, claimed=True, name=name or row.name)
        return Seated(row.seat, live.update(row.seat, 0, who))

    return await tables.acting(table, act)


async def wake(live: Live) -> None:
    """Bots at a table nobody has opened yet begin to think."""
    live.go_on()


async def sit(tables: Tables, table: str, who: Who, asked: Sit) -> Seated:
    device, token = who.device or "", new_secret()
    name = nickname(asked.name)

    async def act(live: Live) -> Seated:
        still_open(live)
        if asked.seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[asked.seat]
        if row.kind != "open":
            raise Refusal("seat-kept")
        if row.claimed:
            raise Refusal("seat-taken")

        def sit_down(db: Connection) -> None:
            store.take_seat(db, live.id, row.seat, name=name, token=hashed(token))
            store.hold(db, live.id, row.seat, device)

        await change_seat(live, row, sit_down, claimed=True, name=name)
        return Seated(row.seat, live.update(row.seat, 0, who), link_for(table, row.seat, token))

    return await tables.acting(table, act)


async def leave(tables: Tables, table: str, who: Who, asked: OfSeat) -> Seated:
    async def act(live: Live) -> Seated:
        seat = live.own_seat(who, asked.seat)
        still_open(live)
        row = live.seats[seat]

        def get_up(db: Connection) -> None:
            token = None if row.kind == "open" else row.token
            store.set_seat(db, live.id, seat, claimed=False, token=token, plan=None, note="", webhook=None, email=None)
            store.let_go(db, live.id, seat)

        await live.write(get_up)
        return Seated(seat, live.update(None, None, who))

    return await tables.acting(table, act)


async def fill(tables: Tables, table: str, who: Who, asked: Fill) -> Seated:
    """The host gives a free seat to a bot, or a bot's seat to whoever comes."""

    async def act(live: Live) -> Seated:
        host_only(live, who)
        still_open(live)
        if asked.seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[asked.seat]
        if row.claimed and row.kind != "bot":
            raise Refusal("seat-occupied")
        fresh = new_seat(row.seat, NewSeat(kind="bot" if asked.bot else "open", bot=asked.bot), live.row.setup)

        values = {"kind": fresh.kind, "name": fresh.name, "claimed": fresh.claimed, "bot": fresh.bot, "token": None}

        def change(db: Connection) -> None:
            store.set_seat(db, live.id, row.seat, **values)

        await change_seat(live, row, change, **values)
        return Seated(row.seat, live.update(live.viewer(who, None), 0, who))

    return await tables.acting(table, act)


def host_only(live: Live, who: Who) -> None:
    if not live.is_host(who):
        raise Refusal("not-the-host")


async def fresh_link(tables: Tables, table: str, who: Who, asked: Sit | OfSeat) -> Link:
    """A new link for one's own seat, or, for the host, for a seat nobody has claimed; the old one ends."""
    token = new_secret()

    async def act(live: Live) -> Link:
        held = live.held_by(who)
        seat = asked.seat if asked.seat is not None else (held[0] if held else 0)
        if seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[seat]
        if seat not in held:
            host_only(live, who)
            if row.claimed or row.kind != "link":
                raise Refusal("link-not-yours")

        def change(db: Connection) -> None:
            store.set_seat(db, live.id, seat, token=hashed(token))

        await live.write(change)
        return link_for(table, seat, token)

    return await tables.acting(table, act)


async def rematch(tables: Tables, table: str, who: Who, asked: OfSeat) -> Rematch:
    """A new table for the same people, everybody one seat further; there is only one."""

    async def act(live: Live) -> Rematch:
        live.own_seat(who, asked.seat)
        if live.row.rematch is not None:
            return Rematch(live.row.rematch, path_of(live.row.rematch))
        if live.row.status != "over":
            raise Refusal("rematch-early")
        count = len(live.seats)
        old = live.row
        names = [live.names[(seat - 1) % count] for seat in range(count)]
        setup = new_setup(old.game, count, old.setup.options, names=names, components=old.setup.components)
        seats, held = [], []
        for seat in range(count):
            before = live.seats[(seat - 1) % count]
            seats.append(replace(before, seat=seat, claimed=True, stand_in=None, plan=None, note="", here=0))
            held += [(seat, device) for device in live.holders[before.seat]]
        row = old.anew(new_table_id(), setup)
        _, lay = laid(tables, Rows(row, seats, held, []))

        def write(db: Connection) -> None:
            lay(db)
            store.set_table(db, old.id, rematch=row.id)

        await live.write(write)
        tables.spawn(tables.acting(row.id, wake))
        return Rematch(row.id, path_of(row.id))

    return await tables.acting(table, act)
