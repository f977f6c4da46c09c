"""What people come back for: the daily deal, the same deal again, their own matches."""

from capomastro.server.http.requests import TableRequest
from capomastro.server.players import record as records
from capomastro.server.players.chronicle import Chronicler
from capomastro.server.protocol import bodies, responses, return_responses
from capomastro.server.table import daily, duplicates


async def look_daily(request: TableRequest) -> return_responses.Daily:
    query = request.http.query_params
    return await daily.look(request.tables, request.who, query.get("game", ""), query.get("day"))


async def start_daily(request: TableRequest) -> responses.Rematch:
    body = await request.body(bodies.StartDaily)
    request.limits.tables.spend(request.who.address)
    return await daily.start(request.tables, request.known(), body)


async def same_deal(request: TableRequest) -> return_responses.SameDeal:
    return await duplicates.compare(request.tables, request.table, request.who)


async def record(request: TableRequest) -> return_responses.PlayRecord:
    chronicler: Chronicler = request.http.app.state.chronicler
    return await records.record(request.tables, chronicler, request.who)
