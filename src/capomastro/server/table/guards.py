"""What must hold before somebody acts at a table."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from capomastro.core.game import Seat
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal, RefusalWithUpdate
from capomastro.server.table.log import MatchLog
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

T = TypeVar("T")
MOST_ENTRIES = 20_000
"""No match needs more entries, even with many steps taken back; this stops anybody who fills a log on purpose."""


async def seated(
    tables: Registry, table: str, who: Who, wanted: Seat | None, act: Callable[[LiveTable, Seat], Awaitable[T]]
) -> T:
    """Does something for a seat that the asker holds. A refusal that depends on the situation carries the update."""

    async def operation(live: LiveTable) -> T:
        seat = live.own_seat(who, wanted)
        try:
            return await act(live, seat)
        except Refusal as refusal:
            if not refusal.include_update:
                raise
            raise RefusalWithUpdate(refusal, live.update(seat, None, who)) from None

    return await tables.acting(table, operation)


def running(live: LiveTable) -> MatchLog:
    if live.row.status == "open":
        raise Refusal("not-begun")
    if live.row.status == "closed":
        raise Refusal("closed")
    if live.over:
        raise Refusal("over")
    record = live.playable()
    if record.n >= MOST_ENTRIES:
        raise Refusal("too-long")
    return record


def require_human(live: LiveTable, seat: Seat) -> None:
    if live.seats[seat].stand_in is not None:
        raise Refusal("bot-plays")
