"""The ways to a table: the lobby, a new table, a link."""

from collections.abc import Iterator
from contextlib import contextmanager

from capomastro.server.http.requests import TableRequest
from capomastro.server.protocol import bodies, responses
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.table import finding, links, owner
from capomastro.server.table import lobby as lobbies
from capomastro.server.table.update import seat_infos


async def games(request: TableRequest) -> responses.Games:
    return lobbies.games()


async def lobby(request: TableRequest) -> responses.Lobby:
    game = request.http.query_params.get("game")
    if game is not None and (len(game) > 40 or not game.isprintable()):
        raise Refusal("bad-game-name")
    found = await request.tables.read(lambda db: lobbies.lobby(db, request.who.device, game))
    for row in found.open:  # who is connected to this process is known here alone
        live = request.tables.live.get(row.table)
        if live is not None and live.fresh and live.row.status == "open":
            row.seats[:] = seat_infos(live)
    return found


async def create(request: TableRequest) -> responses.Created:
    body = await request.body(bodies.NewTable)
    request.limits.tables.spend(request.who.address)
    return await owner.create(request.tables, request.known(), body)


async def find(request: TableRequest) -> responses.Found:
    """A seat at the next table that fits, or a new table."""
    body = await request.body(bodies.Find)
    if body.pace is not None and body.pace.kind == "days" and body.pace.days is None:
        raise Refusal("pace-needs-days")
    who = request.known()
    async with finding.in_turn(request.tables):
        found = await finding.find(request.tables, who, body)
        if found is not None:
            return found
        request.limits.tables.spend(request.who.address)
        return await finding.make(request.tables, who, body)


async def claim(request: TableRequest) -> responses.Seated:
    body = await request.body(bodies.Claim)
    with guessing(request):
        return await links.claim(request.tables, request.table, request.known(), body)


async def invitation(request: TableRequest) -> responses.Invitation:
    """Gives the asker a cookie, too: a claim whose answer is lost can then be sent again by the same device."""
    with guessing(request):
        return await links.invitation(request.tables, request.table, request.known())


@contextmanager
def guessing(request: TableRequest) -> Iterator[None]:
    """Limits how often somebody may try links that are not valid."""
    try:
        yield
    except Refusal as refusal:
        if refusal.status == 403:
            request.limits.claims.spend(request.who.address)
        raise
