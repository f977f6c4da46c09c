"""What happened: the log, an earlier point, and everything about a match that is over."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from msgspec import Raw

from capomastro.core.matchfile import written
from capomastro.server.http.requests import TableRequest, Text
from capomastro.server.protocol import responses
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import log_queries
from capomastro.server.table import earlier_views, frozen, history
from capomastro.server.table.rendering import all_events
from capomastro.server.table.table import LiveTable

T = TypeVar("T")


async def log(request: TableRequest) -> Any:
    since = request.number("since", 0)
    async with request.tables.at(request.table) as live:
        viewer, names, sentences = live.viewer(request.who, request.seat), live.names, live.sentences
        upto = live.row.entries
    lines = await request.tables.read(lambda db: log_queries.lines_of(db, request.table))
    return await beside(
        request, lambda: Raw(encode(responses.Log(since, *all_events(sentences, lines[:upto], viewer, since, names))))
    )


async def past(request: TableRequest) -> responses.Past:
    number = request.number("n")
    async with request.tables.at(request.table) as live:
        viewer, setup, upto = live.viewer(request.who, request.seat), live.row.setup, live.row.entries
        live.not_frozen()
    lines = await request.tables.read(lambda db: log_queries.lines_of(db, request.table))
    then = await beside(request, partial(earlier_views.log_at, setup, lines[:upto], viewer, number))
    return earlier_views.earlier_view(live, then, viewer, number, request.who)


async def export(request: TableRequest) -> Text:
    """The match file. Of a match frozen before its end, what the viewer was told: the rest is others' secret."""
    async with request.tables.at(request.table) as live:
        viewer = live.viewer(request.who, None)
        row, name = live.row, f"{live.row.game}-{live.id}.jsonl"
        if live.frozen is None:
            work = partial(written, history.finished(live))
        elif live.over:
            work = partial(frozen.match_file, row, live.frozen.lines)
        else:
            work = partial(frozen.told_file, row, live.frozen, viewer)
    return Text(await beside(request, work), "application/x-ndjson", name)


async def verify(request: TableRequest) -> Any:
    return await beside(request, (await reel_of(request)).verify)


async def scores(request: TableRequest) -> Any:
    return await beside(request, (await reel_of(request)).scores)


async def reel_of(request: TableRequest) -> history.Reel:
    async with request.tables.at(request.table) as live:
        live.viewer(request.who, None)
        return request.tables.reels.of(live)


def eyes_of(live: LiveTable, request: TableRequest) -> history.Eyes:
    """Whose eyes a finished match is looked at with; anyone may look with any."""
    live.viewer(request.who, None)
    if request.seat in (None, "none"):
        return None
    if request.seat == history.EVERYBODY:
        return history.EVERYBODY
    seat = request.number("seat")
    if seat >= len(live.seats):
        raise Refusal("no-such-seat")
    return seat


async def story(request: TableRequest) -> Any:
    async with request.tables.at(request.table) as live:
        eyes = eyes_of(live, request)
        if live.frozen is not None and live.over:
            return await beside(request, partial(history.stored_story, live, live.frozen, eyes))
        reel = request.tables.reels.of(live)
    return await beside(request, partial(reel.story, live, eyes))


async def replay(request: TableRequest) -> responses.Replay:
    step = request.number("step")
    async with request.tables.at(request.table) as live:
        eyes, reel = eyes_of(live, request), request.tables.reels.of(live)
    if step > len(reel.match.entries):
        raise Refusal("no-such-step", steps=len(reel.match.entries))
    then = await beside(request, partial(reel.then, step, live.row.created))
    return history.replay(live, then, step, eyes, request.who)


async def beside(request: TableRequest, work: Callable[[], T]) -> T:
    """Following a log takes long, so it is done in a thread and without the table's lock."""
    return await request.tables.aside.run(request.who.address, work)
