"""What the operator does while the server runs: closes and removes tables, blocks people, decides how long things are
kept, says something to everybody. All of it is written to a log, in the transaction that does it.

A decision is stored first. This process acts upon it at once, other workers within seconds (`refresh`).
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from capomastro.server.ops.slowest import Slowest
from capomastro.server.protocol.audience import EVERYBODY, NEW_CHAT, NOBODY, both
from capomastro.server.protocol.deeds import SHUT
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import tidy
from capomastro.server.protocol.operator_messages import Block, Broadcast, Broadcasting, OfTable, PutRetention, Unblock
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import operator_queries, queries
from capomastro.server.storage.operator_queries import BROADCAST, KEPT, REMOVE
from capomastro.server.storage.rows import now
from capomastro.server.table.powers import deed
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

T = TypeVar("T")
GONE = 4404
"""Closes the sockets of a table that is no more."""
REFRESH_SECONDS = 3.0


class Operator:
    """The operator's hands in one process."""

    def __init__(self, tables: Registry, slowest: Slowest) -> None:
        self.tables, self.slowest = tables, slowest
        self.since = now()
        self.broadcast: Broadcast | None = None
        self.told = 0
        """The last broadcast that sockets here were sent."""
        self.last: int | None = None
        """The last deed that this process has heard of."""

    async def refresh(self) -> None:
        """Acts upon what was decided, here or at another worker."""
        self.slowest.turn()
        last = self.last
        found = await self.tables.read(lambda db: operator_queries.standing(db, last))
        self.tables.blocked, self.last = found.blocked, found.last
        for table in found.removed:
            self._drop(table)
        self.broadcast = found.broadcast
        said = self.current()
        if said is not None and said.id != self.told:
            self.told = said.id
            self._say(said)

    def current(self) -> Broadcast | None:
        """What everybody is to be told just now."""
        said = self.broadcast
        return said if said is not None and said.until > now() else None

    def _say(self, said: Broadcast) -> None:
        message = encode({"type": "broadcast", "broadcast": said})
        for live in list(self.tables.live.values()):
            for socket in list(live.sockets):
                if live.keeps(socket):
                    socket.offer(message)

    def _drop(self, table: str) -> None:
        live = self.tables.live.pop(table, None)
        for socket in list(live.sockets) if live is not None else ():
            socket.close(GONE)

    async def _decide(self, work: Callable[[Connection], T]) -> T:
        result = await self.tables.writer.write("", NOBODY, work)
        await self.refresh()
        return result

    async def close(self, name: str, body: OfTable) -> None:
        """Nobody can play on there; what was played stays."""

        async def act(live: LiveTable) -> None:
            if live.row.status not in ("open", "running"):
                raise Refusal("closed" if live.row.status == "closed" else "over")
            done = deed(live, SHUT)

            def change(db: Connection) -> None:
                queries.set_table(db, live.id, status="closed", bot_due=False, touched=now())
                done.write(db, live)
                operator_queries.note(db, now(), name, "close", live.id, tidy(body.reason, 200))

            await live.write(change, tell=both(EVERYBODY, NEW_CHAT))
            done.tell(live)

        await self.tables.acting(body.table, act)

    async def remove(self, name: str, body: OfTable) -> None:
        """The table and its log are gone for good."""

        async def act(live: LiveTable) -> None:
            def change(db: Connection) -> None:
                if not operator_queries.remove_table(db, live.id):
                    raise Refusal("no-such-table")
                operator_queries.note(db, now(), name, REMOVE, live.id, tidy(body.reason, 200))

            await self.tables.writer.write(live.id, EVERYBODY, change)
            live.forget()

        await self.tables.acting(body.table, act)
        self._drop(body.table)

    async def block(self, name: str, body: Block) -> None:
        """They may look on, but not take part."""

        def change(db: Connection) -> None:
            if body.player is not None:
                whom, marks = operator_queries.player(db, body.player)
                where = f"player {body.player}"
            elif body.table is not None and body.seat is not None:
                whom, marks = operator_queries.holders(db, body.table, body.seat)
                where = f"seat {body.seat + 1} of {body.table}"
            else:
                raise Refusal("whom-to-block")
            if not marks:
                raise Refusal("nobody-to-block")
            reason = tidy(body.reason, 200)
            operator_queries.block(db, whom, reason, now(), marks)
            operator_queries.note(db, now(), name, "block", where, reason)

        await self._decide(change)

    async def unblock(self, name: str, body: Unblock) -> None:
        def change(db: Connection) -> None:
            if operator_queries.unblock(db, body.block) is None:
                raise Refusal("no-such-block")
            operator_queries.note(db, now(), name, "unblock", f"block {body.block}")

        await self._decide(change)

    async def retain(self, name: str, body: PutRetention) -> None:
        """Decides for how many days things are kept; what is not decided is as the settings say."""
        wanted = msgspec.structs.asdict(body)

        def change(db: Connection) -> None:
            for kept in KEPT:
                rule, days = f"sweep_{kept}_days", wanted[kept]
                before, after = operator_queries.rule(db, rule), None if days is None else f"{days:g}"
                if before != after:
                    operator_queries.set_rule(db, rule, after)
                    detail = f"{before or 'as set'} → {after or 'as set'}"
                    operator_queries.note(db, now(), name, "retention", kept, detail)

        await self._decide(change)

    async def say(self, name: str, body: Broadcasting) -> None:
        """Tells all open pages a sentence, and those that are opened until its time is over."""
        text, at = tidy(body.text, 300), now()

        def change(db: Connection) -> None:
            said = Broadcast(at, text, at, at + body.minutes * 60_000) if text else None
            operator_queries.set_rule(db, BROADCAST, None if said is None else encode(said).decode())
            operator_queries.note(db, at, name, "broadcast", "", text)

        await self._decide(change)
