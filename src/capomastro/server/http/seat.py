"""What belongs to a seat: its chat, notes, reminders and advice."""

from sqlalchemy import Connection

from capomastro.server.bots.asking import TooBusy, named
from capomastro.server.http.requests import TableRequest
from capomastro.server.notify import consent
from capomastro.server.notify.mail import can_send, language_of
from capomastro.server.protocol import bodies, responses
from capomastro.server.protocol.addresses import check_mail, check_webhook
from capomastro.server.protocol.audience import NEW_CHAT, NOBODY
from capomastro.server.protocol.identity import origin_of, tidy, tidy_lines
from capomastro.server.protocol.reactions import REACTION, WORDS
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import queries
from capomastro.server.storage.rows import now
from capomastro.server.table import devices
from capomastro.server.table.days import as_dealt
from capomastro.server.table.guards import running
from capomastro.server.table.table import LiveTable


def seat_of(live: LiveTable, request: TableRequest) -> int:
    viewer = live.viewer(request.who, request.seat)
    if viewer is None:
        raise Refusal("no-seat")
    return viewer


async def read_chat(request: TableRequest) -> responses.Messages:
    since = request.number("since", 0)
    async with request.tables.at(request.table) as live:
        live.own_seat(request.who, None)
    return responses.Messages(await request.tables.read(lambda db: queries.messages_of(db, request.table, since)))


async def say(request: TableRequest) -> responses.Said:
    body = await request.body(bodies.Say)
    text = tidy(body.text, 500)
    if not text:
        raise Refusal("empty-message")
    return await spoken(request, body.seat, text)


async def react(request: TableRequest) -> responses.Said:
    """One of our reactions, by its code; everybody reads it in their own language."""
    body = await request.body(bodies.React)
    if body.reaction not in WORDS:
        raise Refusal("unknown-reaction", reaction=body.reaction, known=", ".join(WORDS))
    return await spoken(request, body.seat, body.reaction, REACTION)


async def spoken(request: TableRequest, of: int | None, text: str, kind: str | None = None) -> responses.Said:
    """Stores what a seat says, then tells all who sit there."""
    request.limits.messages.spend(request.who.address)
    async with request.tables.at(request.table) as live:  # whoever was put out at another worker says nothing here
        seat = live.own_seat(request.who, of)
        at, name = now(), live.names[seat]
        number = await request.tables.writer.write(
            live.id,
            NEW_CHAT,
            lambda db: queries.add_message(db, live.id, seat, name, text, at, kind, request.who.device),
        )
        live.chat_id = max(live.chat_id, number)
        live.publish_chat([queries.as_message(number, seat, name, text, at, kind)])
    return responses.Said(number)


async def read_notes(request: TableRequest) -> responses.Notes:
    async with request.tables.at(request.table) as live:
        return responses.Notes(live.seats[seat_of(live, request)].note)


async def put_notes(request: TableRequest) -> responses.Notes:
    body = await request.body(bodies.PutNotes)
    text = tidy_lines(body.text)

    async def act(live: LiveTable) -> responses.Notes:
        seat = live.own_seat(request.who, body.seat)
        await live.write(lambda db: queries.set_seat(db, live.id, seat, note=text), tell=NOBODY)
        return responses.Notes(text)

    return await request.tables.acting(request.table, act)


async def read_devices(request: TableRequest) -> responses.Devices:
    wanted = None if request.seat is None else request.number("seat")
    return await devices.devices(request.tables, request.table, request.who, wanted)


async def read_notify(request: TableRequest) -> responses.Notify:
    async with request.tables.at(request.table) as live:
        row = live.seats[seat_of(live, request)]
        email, devices = row.email, live.holders[row.seat] | {row.token or ""}
    state = None if email is None else await request.tables.read(lambda db: consent.state_of(db, email, devices))
    return responses.Notify(row.seat, row.webhook, email, state)


async def put_notify(request: TableRequest) -> responses.Notify:
    body = await request.body(bodies.PutNotify)
    webhook = check_webhook(body.webhook) if body.webhook else None
    email = check_mail(body.email) if body.email else None
    if email is not None and not can_send(request.tables.settings):
        raise Refusal("no-mail")
    device, sender = request.who.device or request.who.token or "", origin_of(request.who.address)
    language = language_of(request.http.headers.get("accept-language", ""))

    async def act(live: LiveTable) -> responses.Notify:
        seat = live.own_seat(request.who, body.seat)

        def write(db: Connection) -> str | None:
            state = None if email is None else consent.ask(db, email, device, sender, language, now())
            if state not in (consent.BLOCKED, consent.TOO_MANY):
                queries.set_seat(db, live.id, seat, webhook=webhook, email=email)
            return state

        state = await live.write(write, tell=NOBODY)
        if state == consent.BLOCKED:
            raise Refusal("mail-unwanted")
        if state == consent.TOO_MANY:
            raise Refusal("too-many-addresses", retry_after=3600)
        return responses.Notify(seat, webhook, email, state)

    return await request.tables.acting(request.table, act)


async def advice(request: TableRequest) -> responses.Advice:
    """What the bots advise; asked with the seat's own view, so it tells nothing the seat could not know."""
    async with request.tables.at(request.table) as live:
        seat = seat_of(live, request)
        record = running(live)
        as_dealt(live.row)
        if not live.row.hints and set(live.people()) - set(live.held_by(request.who)):
            raise Refusal("advice-among-people")
        if seat not in record.legal:
            raise Refusal("advice-not-your-turn")
        view = record.game.view(record.match.state, seat)
    request.limits.advice.spend(request.who.address)
    request.limits.advice_at.spend(request.table)
    try:
        return responses.Advice(
            await request.tables.bot_pool.advise(view, request.table, origin_of(request.who.address))
        )
    except TooBusy:
        raise Refusal("bots-busy", retry_after=5) from None
    except Exception as error:
        raise Refusal("no-advice", why=named(error)) from None
