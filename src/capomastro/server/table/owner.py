"""What the owner of a table decides: how it is made, who is put out, which seats bots take."""

from collections.abc import Callable
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.core.catalogue import game_named
from capomastro.core.errors import CapomastroError
from capomastro.core.game import Seat
from capomastro.core.match import Match, Setup, new_setup
from capomastro.server.bots.pool import check_bot, usual_bot
from capomastro.server.protocol.addresses import check_webhook
from capomastro.server.protocol.audience import EVERYBODY, NEW_CHAT, NOBODY, both
from capomastro.server.protocol.bodies import Fill, Free, NewSeat, NewTable, Nothing
from capomastro.server.protocol.deeds import CLOSED, FILLED, FREED, OPENED
from capomastro.server.protocol.identity import Who, hashed, new_secret, new_table_id
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Created, Seated
from capomastro.server.storage import device_queries, link_queries, queries
from capomastro.server.storage.device_queries import BARRED
from capomastro.server.storage.link_queries import SEAT, TABLE, LinkRow
from capomastro.server.storage.rows import Dealing, Rows, SeatRow, TableRow, now
from capomastro.server.table.powers import concerns_others, deed
from capomastro.server.table.registry import Registry
from capomastro.server.table.rounds import joined, settled
from capomastro.server.table.seating import (
    change_seat,
    deal_values,
    laid,
    link_for,
    nickname,
    owner_only,
    path_of,
    still_open,
    vacate,
)
from capomastro.server.table.table import LiveTable

TRIAL_SECONDS = 2.0
"""A match that takes longer to deal is refused: it is dealt again whenever its table is opened."""


def bot_title(bot: str) -> str:
    return bot.partition(":")[0].capitalize()


async def create(tables: Registry, who: Who, body: NewTable) -> Created:
    device = who.device or ""
    if body.components is None:
        setup = tried(body)
    else:
        setup = await tables.aside.run(who.address, partial(tried, body), TRIAL_SECONDS)
    table = new_table_id()
    seats, links, held, handed_out = [], [], [], []
    for seat, wanted in enumerate(body.seats):
        placed = new_seat(seat, wanted, setup)
        if placed.kind == "link":
            token = new_secret()
            links.append(link_for(table, seat, token))
            if placed.claimed:
                placed.token = hashed(token)
            else:
                handed_out.append(LinkRow(hashed(token), SEAT, seat))
        if placed.claimed and placed.kind != "bot":
            held.append((seat, device))
        seats.append(placed)
    if body.pace.kind == "days" and body.pace.days is None:
        raise Refusal("pace-needs-days")
    webhook = None if body.webhook is None else check_webhook(body.webhook)
    row = TableRow(
        id=table,
        game=body.game,
        setup=setup,
        name=nickname(body.name) or "",
        public=body.public,
        watch=body.watch,
        scored=body.scores,
        days=body.pace.days if body.pace.kind == "days" else None,
        owner=device,
        rules=setup.rules,
        webhook=webhook,
        created=now(),
        touched=now(),
        language=body.language,
        hints=body.hints,
        fill_at=None if body.bots_after is None else now() + body.bots_after * 60_000,
        dealing=joined(Dealing(), device, [seat for seat, _ in held], body.share if held else None),
    )
    invite = link_for(table, None, new_secret()) if body.invite else UNSET
    if invite is not UNSET:
        handed_out.append(LinkRow(hashed(invite.token), TABLE))

    live, lay = laid(tables, Rows(row, seats, held, []))

    def write(db: Connection) -> Rows:
        stored = lay(db)
        if held:
            device_queries.know(db, device, who.label)
        device_queries.own(db, table, device)
        link_queries.add_links(db, table, handed_out)
        return queries.rows_of(db, table) or stored

    await put_up(tables, live, write)
    viewer = held[0][0] if held else None
    return Created(table, path_of(table), links, live.update(viewer, 0, who), invite)


async def put_up(tables: Registry, live: LiveTable, write: Callable[[Connection], Rows]) -> None:
    """Stores a new table, and opens it."""
    live.adopt(await tables.writer.write(live.id, NOBODY, write))
    live.fresh = True
    tables.live[live.id] = live
    live.go_on()


def tried(body: NewTable) -> Setup:
    """The setup, after a match was dealt from it once: a faulty component file is refused now, not when the last guest
    has come. It may take long to read a stranger's file, so this does not run on the event loop."""
    try:
        setup = new_setup(body.game, len(body.seats), body.options, components=body.components)
        Match(setup)
    except CapomastroError as error:
        raise Refusal("bad-setup", reason=error.reason) from None
    return setup


def new_seat(seat: Seat, wanted: NewSeat, setup: Setup) -> SeatRow:
    name = nickname(wanted.name)
    if wanted.kind == "bot":
        game = game_named(setup.game)
        bot = wanted.bot or usual_bot(game)
        try:
            check_bot(bot, game)
        except CapomastroError as error:
            raise Refusal("bad-bot", reason=error.reason) from None
        return SeatRow(seat, "bot", name or bot_title(bot), True, bot)
    if wanted.kind == "me":
        if name is None:
            raise Refusal("name-needed")
        return SeatRow(seat, "link", name, True)
    return SeatRow(seat, wanted.kind, name)


async def free(tables: Registry, table: str, who: Who, body: Free) -> Seated:
    """The owner puts somebody out before the start: all who sit hear of it, and whoever sat there needs a new link."""

    async def act(live: LiveTable) -> Seated:
        owner_only(live, who)
        still_open(live)
        if body.seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[body.seat]
        if not row.claimed or row.kind == "bot":
            raise Refusal("seat-free")
        done = deed(live, FREED, row.seat)
        live.seats[row.seat] = replace(row, claimed=False)
        settled(live.row, live.seats)
        deal = deal_values(live.row)

        def change(db: Connection) -> None:
            vacate(db, live, row)
            queries.set_table(db, live.id, **deal)
            link_queries.end_links(db, live.id, SEAT, seat=row.seat)
            for device in live.holders[row.seat].difference(device_queries.kin(db, who.device or "")):
                device_queries.hold(db, live.id, BARRED, device)
            done.write(db, live)

        await live.write(change, tell=both(EVERYBODY, NEW_CHAT))
        done.tell(live)
        return Seated(row.seat, live.update(live.viewer(who, None), 0, who))

    return await tables.acting(table, act)


async def fill(tables: Registry, table: str, who: Who, body: Fill) -> Seated:
    """The owner gives a free seat to a bot, or a bot's seat to whoever comes."""

    async def act(live: LiveTable) -> Seated:
        owner_only(live, who)
        still_open(live)
        if body.seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[body.seat]
        if row.claimed and row.kind != "bot":
            raise Refusal("seat-occupied")
        fresh = new_seat(row.seat, NewSeat(kind="bot" if body.bot else "open", bot=body.bot), live.row.setup)

        values = {"kind": fresh.kind, "name": fresh.name, "claimed": fresh.claimed, "bot": fresh.bot, "token": None}
        done = deed(live, FILLED if body.bot else OPENED, row.seat, fresh.name)
        told = concerns_others(live, who)

        def change(db: Connection) -> None:
            queries.set_seat(db, live.id, row.seat, **values)
            link_queries.end_links(db, live.id, SEAT, seat=row.seat)
            if told:
                done.write(db, live)

        await change_seat(live, row, change, **values)
        done.tell(live)
        return Seated(row.seat, live.update(live.viewer(who, None), 0, who))

    return await tables.acting(table, act)


async def close(tables: Registry, table: str, who: Who, body: Nothing) -> Seated:
    """The owner closes a table that has not begun, or at which no other person plays; what was played stays."""

    async def act(live: LiveTable) -> Seated:
        owner_only(live, who)
        if live.row.status not in ("open", "running"):
            raise Refusal("closed" if live.row.status == "closed" else "over")
        if live.row.status == "running" and set(live.people()) - set(live.held_by(who)):
            raise Refusal("others-play")
        done = deed(live, CLOSED)

        def change(db: Connection) -> None:
            queries.set_table(db, live.id, status="closed", bot_due=False, touched=now())
            done.write(db, live)

        await live.write(change, tell=both(EVERYBODY, NEW_CHAT))
        done.tell(live)
        viewer = live.viewer(who, None)
        return Seated(viewer, live.update(viewer, 0, who))

    return await tables.acting(table, act)
