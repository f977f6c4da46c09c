"""How somebody hears of their turns; and which tables wait for them."""

from typing import Any

from capomastro.server.http.operator import operator_of
from capomastro.server.http.players import site_of
from capomastro.server.http.requests import TableRequest
from capomastro.server.notify import wishes
from capomastro.server.protocol import bodies
from capomastro.server.protocol.player_responses import NoticeTest, NoticeWishes, Turns
from capomastro.server.table import lobby


async def turns(request: TableRequest) -> Turns:
    found = await request.tables.read(lambda db: lobby.turns(db, request.who.device))
    return Turns(found.tables, operator_of(request).current())


async def read(request: TableRequest) -> NoticeWishes:
    return await wishes.read(request.tables, request.who)


async def put_push(request: TableRequest) -> NoticeWishes:
    body = await request.body(bodies.PutPush)
    return await wishes.put_push(request.tables, request.known(), site_of(request).origin, body)


async def remove_push(tables: Any, who: Any, body: bodies.Nothing) -> NoticeWishes:
    return await wishes.remove_push(tables, who)


async def test_push(request: TableRequest) -> NoticeTest:
    await request.body(bodies.Nothing)
    request.limits.messages.spend(request.who.address)
    return await wishes.test_push(request.tables, request.who)
