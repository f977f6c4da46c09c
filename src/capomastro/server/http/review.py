"""The review of a match that is over, and playing on from one of its steps."""

from capomastro.server.bots.reviewer import Reviewer
from capomastro.server.http.requests import TableRequest
from capomastro.server.protocol import bodies, responses
from capomastro.server.table import branching
from capomastro.server.table.history import finished


async def may_see(request: TableRequest) -> Reviewer:
    """Whoever may see the replay may see the review."""
    async with request.tables.at(request.table) as live:
        live.viewer(request.who, None)
        finished(live)
    reviewer: Reviewer = request.http.app.state.reviewer
    return reviewer


async def look(request: TableRequest) -> responses.ReviewState:
    return await (await may_see(request)).state(request.table)


async def ask(request: TableRequest) -> responses.ReviewState:
    await request.body(bodies.Nothing)
    reviewer = await may_see(request)
    state = await reviewer.state(request.table)
    if state.status in ("waiting", "done"):
        return state
    request.limits.reviews.spend(request.who.address)
    await reviewer.ask(request.table)
    return await reviewer.state(request.table)


async def play_on(request: TableRequest) -> responses.Rematch:
    body = await request.body(bodies.PlayOn)
    request.limits.tables.spend(request.who.address)
    return await branching.play_on(request.tables, request.table, request.known(), body)
