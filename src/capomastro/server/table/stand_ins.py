"""A bot plays on for somebody who resigned or is late, until they come back."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from capomastro.core.errors import CapomastroError
from capomastro.core.game import Seat
from capomastro.server.bots.pool import check_bot, usual_bot
from capomastro.server.protocol.bodies import Resign
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Seated
from capomastro.server.storage import queries
from capomastro.server.storage.rows import now
from capomastro.server.table.days import as_dealt
from capomastro.server.table.guards import running, seated
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable


def bot_named(live: LiveTable, name: str | None) -> str:
    if name is None:
        return usual_bot(live.game)
    try:
        check_bot(name, live.game)
    except CapomastroError as error:
        raise Refusal("bad-bot", reason=error.reason) from None
    return name


async def set_stand_in(
    live: LiveTable, seat: Seat, bot: str | None, also: Callable[[Connection], None] | None = None
) -> None:
    """From here on a bot decides for this seat, or its person again."""
    line = running(live).stand_in(seat, bot, now())
    live.seats[seat].stand_in = bot

    def write(db: Connection) -> None:
        queries.set_seat(db, live.id, seat, stand_in=bot)
        if also is not None:
            also(db)

    await live.commit([line], write)


async def resign(tables: Registry, table: str, who: Who, body: Resign) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        as_dealt(live.row)
        if live.seats[seat].stand_in is None:
            await set_stand_in(live, seat, bot_named(live, body.bot))
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, body.seat, act)


async def come_back(tables: Registry, table: str, who: Who, body: Any) -> Seated:
    async def act(live: LiveTable, seat: Seat) -> Seated:
        running(live)
        if live.seats[seat].stand_in is not None:
            await set_stand_in(live, seat, None)
        return Seated(seat, live.update(seat, None, who))

    return await seated(tables, table, who, body.seat, act)
