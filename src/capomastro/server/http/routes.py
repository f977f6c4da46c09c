"""Every request there is, with its body and its answer; the OpenAPI document is made from the same list."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from msgspec import Raw, Struct
from sqlalchemy import Connection

import capomastro
from capomastro.core.matchfile import written
from capomastro.server.bots import autopilot
from capomastro.server.bots.pool import TooBusy, named
from capomastro.server.http.requests import Handler, TableRequest, Text
from capomastro.server.notify import consent
from capomastro.server.notify.mail import can_send, language_of
from capomastro.server.protocol import bodies, responses
from capomastro.server.protocol.addresses import check_mail, check_webhook
from capomastro.server.protocol.audience import NEW_CHAT, NOBODY
from capomastro.server.protocol.identity import origin_of, tidy, tidy_lines
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.storage import queries
from capomastro.server.storage.faults import SENTENCES
from capomastro.server.storage.rows import now
from capomastro.server.table import history, links, moves, owner, seating
from capomastro.server.table import lobby as lobbies
from capomastro.server.table import past as pasts
from capomastro.server.table.rendering import all_events
from capomastro.server.table.table import LiveTable

T = TypeVar("T")
AT = "/api/tables/{table}"
STEPS = AT + "/steps"


class Route(Struct, frozen=True):
    """A request: method, path, what it does, body, answer, and the names of its query's parameters."""

    method: str
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    status: int = 200


def taking(body: type[Any], act: Any, *, known: bool = False) -> Handler:
    """A handler that decodes the body and does something at the table with it."""

    async def handle(call: TableRequest) -> Any:
        message = await call.body(body, call.tables.settings.max_body)
        return await act(call.tables, call.table, call.known() if known else call.who, message)

    return handle


async def health(call: TableRequest) -> responses.Health:
    """Answers only if the store can be read and written; it is tried no more often than once in a second."""
    tables = call.tables
    if now() - tables.well > 1000:
        known = next(iter(tables.live), None)
        try:
            await tables.read(lambda db: queries.read_some(db, known))
            await tables.writer.write("", NOBODY, queries.touch)
        except StoreDown as error:
            raise Refusal("unwell", retry_after=2, why=SENTENCES[error.why]) from None
        tables.watch.worked()
        tables.well = now()
    trouble = tables.watch.trouble()
    if trouble is not None:
        raise Refusal("unwell", retry_after=2, why=trouble)
    sockets = call.limits.open_sockets.total()
    return responses.Health("ok", capomastro.__version__, capomastro.compiled, len(call.tables.live), sockets)


async def games(call: TableRequest) -> responses.Games:
    return lobbies.games()


async def lobby(call: TableRequest) -> responses.Lobby:
    game = call.request.query_params.get("game")
    if game is not None and (len(game) > 40 or not game.isprintable()):
        raise Refusal("bad-game-name")
    return await call.tables.read(lambda db: lobbies.lobby(db, call.who.device, game))


async def create(call: TableRequest) -> responses.Created:
    message = await call.body(bodies.NewTable, call.tables.settings.max_body)
    call.limits.tables.spend(call.who.address)
    return await owner.create(call.tables, call.known(), message)


async def claim(call: TableRequest) -> responses.Seated:
    message = await call.body(bodies.Claim, call.tables.settings.max_body)
    with guessing(call):
        return await links.claim(call.tables, call.table, call.known(), message)


async def invitation(call: TableRequest) -> responses.Invitation:
    """Gives the asker a cookie, too: a claim whose answer is lost can then be sent again by the same device."""
    with guessing(call):
        return await links.invitation(call.tables, call.table, call.known())


@contextmanager
def guessing(call: TableRequest) -> Iterator[None]:
    """Whoever tries links that are not good may not do so for long."""
    try:
        yield
    except Refusal as refusal:
        if refusal.status == 403:
            call.limits.claims.spend(call.who.address)
        raise


async def look(call: TableRequest) -> Any:
    since = call.number("since", 0)
    async with call.tables.at(call.table) as live:
        viewer = live.viewer(call.who, call.seat)
        autopilot.looked_at(live, viewer, call.who.address)
        return live.update(viewer, since, call.who)


async def log(call: TableRequest) -> Any:
    since = call.number("since", 0)
    async with call.tables.at(call.table) as live:
        viewer, names, game = live.viewer(call.who, call.seat), live.names, live.game
        upto = live.row.entries
    lines = await call.tables.read(lambda db: queries.lines_of(db, call.table))
    return await beside(
        call, lambda: Raw(responses.encode(responses.Log(since, *all_events(game, lines[:upto], viewer, since, names))))
    )


async def read_chat(call: TableRequest) -> responses.Messages:
    since = call.number("since", 0)
    async with call.tables.at(call.table) as live:
        live.own_seat(call.who, None)
    return responses.Messages(await call.tables.read(lambda db: queries.messages_of(db, call.table, since)))


async def say(call: TableRequest) -> responses.Said:
    message = await call.body(bodies.Say, call.tables.settings.max_body)
    text = tidy(message.text, 500)
    if not text:
        raise Refusal("empty-message")
    call.limits.messages.spend(call.who.address)
    async with call.tables.at(call.table, check=False) as live:
        seat = live.own_seat(call.who, message.seat)
        at, name = now(), live.names[seat]
        number = await call.tables.writer.write(
            live.id, NEW_CHAT, lambda db: queries.add_message(db, live.id, seat, name, text, at)
        )
        live.chat_id = max(live.chat_id, number)
        live.publish_chat([responses.Message(number, seat, name, text, at)])
    return responses.Said(number)


async def read_notes(call: TableRequest) -> responses.Notes:
    async with call.tables.at(call.table) as live:
        return responses.Notes(live.seats[seat_of(live, call)].note)


async def put_notes(call: TableRequest) -> responses.Notes:
    message = await call.body(bodies.PutNotes, call.tables.settings.max_body)
    text = tidy_lines(message.text)

    async def act(live: LiveTable) -> responses.Notes:
        seat = live.own_seat(call.who, message.seat)
        await live.write(lambda db: queries.set_seat(db, live.id, seat, note=text), tell=NOBODY)
        return responses.Notes(text)

    return await call.tables.acting(call.table, act)


async def read_notify(call: TableRequest) -> responses.Notify:
    async with call.tables.at(call.table) as live:
        row = live.seats[seat_of(live, call)]
        email, devices = row.email, live.holders[row.seat] | {row.token or ""}
    state = None if email is None else await call.tables.read(lambda db: consent.state_of(db, email, devices))
    return responses.Notify(row.seat, row.webhook, email, state)


async def put_notify(call: TableRequest) -> responses.Notify:
    message = await call.body(bodies.PutNotify, call.tables.settings.max_body)
    webhook = check_webhook(message.webhook) if message.webhook else None
    email = check_mail(message.email) if message.email else None
    if email is not None and not can_send(call.tables.settings):
        raise Refusal("no-mail")
    device, sender = call.who.device or call.who.token or "", origin_of(call.who.address)
    language = language_of(call.request.headers.get("accept-language", ""))

    async def act(live: LiveTable) -> responses.Notify:
        seat = live.own_seat(call.who, message.seat)

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

    return await call.tables.acting(call.table, act)


def seat_of(live: LiveTable, call: TableRequest) -> int:
    viewer = live.viewer(call.who, call.seat)
    if viewer is None:
        raise Refusal("no-seat")
    return viewer


async def advice(call: TableRequest) -> responses.Advice:
    """What the bots advise; asked with the seat's own view, so it tells nothing the seat could not know."""
    async with call.tables.at(call.table) as live:
        seat = seat_of(live, call)
        record = moves.running(live)
        if set(live.people()) - set(live.held_by(call.who)):
            raise Refusal("advice-among-people")
        if seat not in record.legal:
            raise Refusal("advice-not-your-turn")
        view = record.game.view(record.match.state, seat)
    call.limits.advice.spend(call.who.address)
    call.limits.advice_at.spend(call.table)
    try:
        return responses.Advice(await call.tables.bot_pool.advise(view, call.table, origin_of(call.who.address)))
    except TooBusy:
        raise Refusal("bots-busy", retry_after=5) from None
    except Exception as error:
        raise Refusal("no-advice", why=named(error)) from None


async def export(call: TableRequest) -> Text:
    async with call.tables.at(call.table) as live:
        live.viewer(call.who, None)
        match, name = history.finished(live), f"{live.row.game}-{live.id}.jsonl"
    return Text(await beside(call, partial(written, match)), "application/x-ndjson", name)


async def verify(call: TableRequest) -> Any:
    return await beside(call, (await reel_of(call)).verify)


async def scores(call: TableRequest) -> Any:
    return await beside(call, (await reel_of(call)).scores)


async def reel_of(call: TableRequest) -> history.Reel:
    async with call.tables.at(call.table) as live:
        live.viewer(call.who, None)
        return call.tables.reels.of(live)


def eyes_of(live: LiveTable, call: TableRequest) -> history.Eyes:
    """Whose eyes a finished match is looked at with; anyone may look with any."""
    live.viewer(call.who, None)
    if call.seat in (None, "none"):
        return None
    if call.seat == history.EVERYBODY:
        return history.EVERYBODY
    seat = call.number("seat")
    if seat >= len(live.seats):
        raise Refusal("no-such-seat")
    return seat


async def story(call: TableRequest) -> Any:
    async with call.tables.at(call.table) as live:
        eyes, reel = eyes_of(live, call), call.tables.reels.of(live)
    return await beside(call, partial(reel.story, live, eyes))


async def replay(call: TableRequest) -> responses.Replay:
    step = call.number("step")
    async with call.tables.at(call.table) as live:
        eyes, reel = eyes_of(live, call), call.tables.reels.of(live)
    if step > len(reel.match.entries):
        raise Refusal("no-such-step", steps=len(reel.match.entries))
    then = await beside(call, partial(reel.then, step, live.row.created))
    return history.replay(live, then, step, eyes, call.who)


async def past(call: TableRequest) -> responses.Past:
    number = call.number("n")
    async with call.tables.at(call.table) as live:
        viewer, setup, upto = live.viewer(call.who, call.seat), live.row.setup, live.row.entries
    lines = await call.tables.read(lambda db: queries.lines_of(db, call.table))
    then = await beside(call, partial(pasts.log_at, setup, lines[:upto], viewer, number))
    return pasts.past(live, then, viewer, number, call.who)


async def beside(call: TableRequest, work: Callable[[], T]) -> T:
    """Following a log takes its time: it is done beside the loop and without the table's lock."""
    return await call.tables.aside.run(call.who.address, work)


async def vote(call: TableRequest) -> responses.Seated:
    message = await call.body(bodies.Vote, call.tables.settings.max_body)
    return await moves.vote(call.tables, call.table, call.who, call.request.path_params["proposal"], message)


async def undo(call: TableRequest) -> responses.Accepted:
    message = await call.body(bodies.Undo, call.tables.settings.max_body)
    return await moves.undo(call.tables, call.table, call.who, message, whole_turn=False)


async def restart(call: TableRequest) -> responses.Accepted:
    message = await call.body(bodies.Undo, call.tables.settings.max_body)
    return await moves.undo(call.tables, call.table, call.who, message, whole_turn=True)


ROUTES = (
    Route("POST", STEPS, taking(bodies.Step, moves.step), "Take a step", responses.Accepted, bodies.Step),
    Route("GET", AT, look, "Everything one viewer may know", responses.Update, query=("seat", "since")),
    Route("GET", "/healthz", health, "Is the server well?", responses.Health),
    Route("GET", "/api/games", games, "The games, their options and bots", responses.Games),
    Route("GET", "/api/lobby", lobby, "One's own tables, and the public ones", responses.Lobby, query=("game",)),
    Route("POST", "/api/tables", create, "Make a table", responses.Created, bodies.NewTable, status=201),
    Route("POST", AT + "/claim", claim, "Sit down by a link", responses.Seated, bodies.Claim),
    Route(
        "POST",
        AT + "/sit",
        taking(bodies.Sit, seating.sit, known=True),
        "Take an open seat",
        responses.Seated,
        bodies.Sit,
    ),
    Route("POST", AT + "/leave", taking(bodies.OfSeat, seating.leave), "Get up again", responses.Seated, bodies.OfSeat),
    Route("POST", AT + "/fill", taking(bodies.Fill, owner.fill), "Give a seat to a bot", responses.Seated, bodies.Fill),
    Route("POST", AT + "/free", taking(bodies.Free, owner.free), "Put somebody out", responses.Seated, bodies.Free),
    Route("GET", AT + "/invitation", invitation, "What a link is for", responses.Invitation),
    Route("POST", AT + "/link", taking(bodies.OfSeat, links.fresh_link), "A fresh link", responses.Link, bodies.OfSeat),
    Route(
        "POST",
        AT + "/devices",
        taking(bodies.OfSeat, links.device_link),
        "Another device",
        responses.Link,
        bodies.OfSeat,
    ),
    Route(
        "POST", AT + "/invite", taking(bodies.Invite, links.invite), "A link for many", responses.Link, bodies.Invite
    ),
    Route("POST", AT + "/undo", undo, "Take the last step back", responses.Accepted, bodies.Undo),
    Route("POST", AT + "/restart", restart, "Take the whole turn back", responses.Accepted, bodies.Undo),
    Route(
        "POST", AT + "/proposals", taking(bodies.Propose, moves.propose), "Propose", responses.Seated, bodies.Propose
    ),
    Route("POST", AT + "/proposals/{proposal}", vote, "Agree to a proposal, or not", responses.Seated, bodies.Vote),
    Route(
        "POST",
        AT + "/resign",
        taking(bodies.Resign, moves.resign),
        "Let a bot play on",
        responses.Seated,
        bodies.Resign,
    ),
    Route("POST", AT + "/return", taking(bodies.OfSeat, moves.come_back), "Come back", responses.Seated, bodies.OfSeat),
    Route("POST", AT + "/plan", taking(bodies.Plan, moves.plan), "Plan a move", responses.Seated, bodies.Plan),
    Route(
        "POST", AT + "/rematch", taking(bodies.OfSeat, seating.rematch), "Play again", responses.Rematch, bodies.OfSeat
    ),
    Route("GET", AT + "/log", log, "All events", responses.Log, query=("seat", "since")),
    Route("GET", AT + "/past", past, "What one saw at an earlier number", responses.Past, query=("n", "seat")),
    Route("GET", AT + "/chat", read_chat, "Messages", responses.Messages, query=("since",)),
    Route("POST", AT + "/chat", say, "Say something", responses.Said, bodies.Say),
    Route("GET", AT + "/notes", read_notes, "One's own notes", responses.Notes, query=("seat",)),
    Route("PUT", AT + "/notes", put_notes, "Write them", responses.Notes, bodies.PutNotes),
    Route("GET", AT + "/notify", read_notify, "Where reminders go", responses.Notify, query=("seat",)),
    Route("PUT", AT + "/notify", put_notify, "Change it", responses.Notify, bodies.PutNotify),
    Route("GET", AT + "/advice", advice, "What the bots advise", responses.Advice, query=("seat",)),
    Route("GET", AT + "/export", export, "The match file", None),
    Route("GET", AT + "/verify", verify, "Deal and play it all again", responses.Verified),
    Route("GET", AT + "/replay", replay, "The table after a step", responses.Replay, query=("step", "seat")),
    Route("GET", AT + "/replay/events", story, "What each step told", responses.Story, query=("seat",)),
    Route("GET", AT + "/scores", scores, "Points after each step", responses.Scores),
)
