"""Being at a table: it is locked and up to date meanwhile, and what went wrong there is not believed afterwards."""

from typing import Any, Protocol

from capomastro.server.protocol.refusals import Conflict, Refusal, RefusalWithUpdate, StoreDown
from capomastro.server.table.homes import Homes
from capomastro.server.table.table import LiveTable

MOVED = 1012
"""Closes a socket whose table has another home by now: whoever connects again gets there."""


class House(Protocol):
    """Where tables are."""

    live: dict[str, LiveTable]
    homes: Homes | None

    def live_table(self, table: str) -> LiveTable: ...


class Held:
    """A table, locked and up to date for as long as somebody is at it.

    A class and no generator: a step is taken in one, and the generator's detours cost more than the lock.
    """

    __slots__ = ("check", "live", "registry", "table")

    def __init__(self, registry: House, table: str, *, check: bool) -> None:
        self.registry, self.table, self.check = registry, table, check
        self.live: LiveTable

    async def __aenter__(self) -> LiveTable:
        live = self.live = self.registry.live_table(self.table)
        await live.lock.acquire()
        try:
            homes = self.registry.homes
            believed = homes is None or homes.has(self.table)
            if homes is not None and not believed and await homes.other_home(self.table) is not None:
                for socket in live.sockets:
                    socket.close(MOVED)
            await live.renew(check=self.check or not believed)
        except BaseException:
            live.lock.release()
            if not live.fresh and not live.sockets:
                self.registry.live.pop(self.table, None)
            raise
        live.wrote = False
        return live

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, _: Any) -> None:
        live = self.live
        try:
            if isinstance(error, Conflict):
                live.fresh = False
                if self.registry.homes is not None:
                    self.registry.homes.doubt(self.table)
            elif error is not None and not isinstance(error, Refusal | RefusalWithUpdate | StoreDown):
                live.forget()  # whatever was being done may be half done in memory; the store knows only whole things
        finally:
            leave(live)


def leave(live: LiveTable) -> None:
    """Lets the next one to the table."""
    try:
        if live.fresh and live.record is not None and live.record.n != live.row.entries:
            live.forget()  # something was done in memory and not stored
        live.drop_updates()
        if not live.sockets:
            live.views.clear()  # nobody listens for the next change, so no rendered view is kept
    finally:
        live.lock.release()
