"""One table in memory: its match, who sits there, who looks on.

What is in memory is always behind the store, never ahead of it. Everything about one table happens under its lock: take
a step in memory, store it, then tell it. If storing fails, what is in memory is thrown away and read again, so nobody
is ever shown what was not stored.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Raw
from sqlalchemy import Connection

from capomastro.core.catalogue import game_named
from capomastro.core.game import AnyGame, Seat, Viewer
from capomastro.server.protocol.identity import Who, same
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.protocol.responses import Chat, Message, encode
from capomastro.server.storage import queries
from capomastro.server.storage.rows import Append, ProposalRow, Reminder, Rows, SeatRow, TableRow, now
from capomastro.server.table.log import LogEntry, MatchLog, audience_of, viewer_index
from capomastro.server.table.rendering import RenderedView, seen_by
from capomastro.server.table.update import update_for

if TYPE_CHECKING:
    from capomastro.server.http.stream import Socket
    from capomastro.server.table.registry import Registry

T = TypeVar("T")
log = logging.getLogger("capomastro.live")
HERE_MS = 75_000
"""Somebody whose socket was open this recently counts as present."""
EVERYBODY = (1 << 17) - 1
NEW_CHAT = 1 << 17
"""Not a viewer: says that there are new messages."""
DAY_MS = 86_400_000
WATCHING, OWNING, BARRED = -1, -2, -3
"""Places that a device may hold beside the seats: it may watch, it looks after the table, its seat was freed."""
NOT_ALLOWED = 4403
"""The code with which a socket is closed whose device may not look with these eyes."""
SHORT = 30
"""A log of so many entries is followed at once, a longer one beside the event loop."""
OUR_FAULT = 1011
"""Closes a socket that could not be served."""


class LiveTable:
    """One table in memory."""

    def __init__(self, table: str, registry: "Registry") -> None:
        self.id = table
        self.registry = registry
        self.lock = asyncio.Lock()
        self.fresh = False
        self.wrote = False  # whether something was stored since it was last locked
        self.row: TableRow
        self.seats: list[SeatRow] = []
        self.holders: list[set[str]] = []
        self.watchers: set[str] = set()  # devices that were given a link to watch
        self.owners: set[str] = set()  # further devices of whoever made the table
        self.barred: set[str] = set()  # devices whose seat was freed by the owner
        self.proposals: list[ProposalRow] = []
        self.record: MatchLog | None = None
        self.chat_id = 0
        self.sockets: set[Socket] = set()
        self.left: dict[Seat, int] = {}  # when the last socket of a seat was closed
        self.thinking: set[Seat] = set()
        self.looked = float("-inf")  # when an update was last asked for without a socket,
        self.looked_from = ""  # from where,
        self.looked_seated = False  # and whether by somebody who sits here
        self.commitment: str | None = None
        self.views: dict[Viewer, RenderedView] = {}
        self.made: dict[tuple[Any, ...], Raw] = {}  # the updates sent with the last change
        self.used = time.monotonic()

    # reading the store

    async def renew(self, *, check: bool) -> None:
        """Brings the memory up to the store: always after a failure, and wherever others may write too if asked."""
        self.used = time.monotonic()
        self.made.clear()
        if not self.fresh:
            await self._reload()
        elif check and self.registry.shared:
            version = await self.registry.read(lambda db: queries.version_of(db, self.id))
            if version != (self.row.entries, self.row.revision):
                await self._reload()

    async def _reload(self) -> None:
        """Reads everything but the entries that are already in memory."""
        known = self.record.n if self.record is not None else 0
        rows, lines = await self.registry.read(
            lambda db: (queries.rows_of(db, self.id), queries.lines_of(db, self.id, known))
        )
        if rows is None:
            self.forget()
            raise Refusal("no-such-table")
        if known and len(lines) > SHORT:  # so far behind that it is better followed beside the loop
            self.forget()
            await self._reload()
            return
        record = self.record
        if known == 0:
            record = await self.registry.fold(rows.table, lines) if rows.table.status != "open" else None
        elif lines and lines[0].n != known + 1:
            raise StoreDown("the log has a gap")
        else:
            try:
                for line in lines:
                    self._record().follow(line)
            except BaseException:
                self.forget()
                raise
        self.adopt(rows)
        self.record = record
        self.row.entries = self._record().n if self.record is not None else 0
        self.fresh = True

    def adopt(self, rows: Rows) -> None:
        """Takes over what is stored beside the log."""
        self.row, self.seats, held, self.proposals = rows
        self.commitment = self.row.setup.commitment
        self._take_holders(held)
        self.views.clear()

    def forget(self) -> None:
        """What is in memory is no longer believed: everything is read again before it is used."""
        self.fresh = False
        self.record = None

    def _take_holders(self, held: list[tuple[int, str]]) -> None:
        by_place: dict[int, set[str]] = {}
        for place_held, device in held:
            by_place.setdefault(place_held, set()).add(device)
        self.holders = [by_place.get(seat.seat, set()) for seat in self.seats]
        self.watchers, self.owners, self.barred = (by_place.get(at, set()) for at in (WATCHING, OWNING, BARRED))

    def _record(self) -> MatchLog:
        assert self.record is not None
        return self.record

    # who is who

    def holds(self, who: Who, seat: Seat) -> bool:
        by_device = who.device is not None and who.device in self.holders[seat]
        return by_device or (who.token is not None and same(who.token, self.seats[seat].token))

    def held_by(self, who: Who) -> list[Seat]:
        return [seat.seat for seat in self.seats if self.holds(who, seat.seat)]

    def is_owner(self, who: Who) -> bool:
        return same(who.device, self.row.host) or who.device in self.owners

    def owner_seat(self) -> Seat | None:
        """Where whoever made the table sits."""
        return next((seat for seat, devices in enumerate(self.holders) if self.row.host in devices), None)

    def own_seat(self, who: Who, message: Seat | None) -> Seat:
        """The seat somebody acts for; refused unless they hold it."""
        held = self.held_by(who)
        if message is None:
            if not held:
                raise Refusal("no-seat")
            due = [seat for seat in held if self.record is not None and seat in self.record.legal]
            due = [seat for seat in due if self.seats[seat].played_by is None]
            return due[0] if due else held[0]
        if message not in held:
            raise Refusal("not-your-seat")
        return message

    def viewer(self, who: Who, message: str | None) -> Viewer:
        """With whose eyes somebody looks: `none` is a spectator's, a number a seat's, nothing the one that fits."""
        if message is None:
            message = str(self.own_seat(who, None)) if self.held_by(who) else "none"
        if message == "none":
            if not self.may_watch(who):
                raise Refusal("no-spectators")
            return None
        if not message.isdecimal() or len(message) > 2 or int(message) >= len(self.seats):
            raise Refusal("no-such-seat")
        return self.own_seat(who, int(message))

    def may_watch(self, who: Who) -> bool:
        return self.row.watch or who.device in self.watchers or bool(self.held_by(who)) or self.is_owner(who)

    def may_look(self, who: Who, viewer: Viewer) -> bool:
        """Whether somebody may look with these eyes now; seats change hands, so a socket is asked again each time."""
        return self.may_watch(who) if viewer is None else self.holds(who, viewer)

    def people(self) -> list[Seat]:
        """The seats for which a person decides."""
        return [seat.seat for seat in self.seats if seat.claimed and seat.played_by is None]

    @property
    def full(self) -> bool:
        return all(seat.claimed for seat in self.seats)

    def here(self, seat: SeatRow) -> bool:
        return seat.kind == "bot" or self.connected(seat.seat) or now() - seat.here < HERE_MS

    def connected(self, seat: Seat) -> bool:
        """Whether a device that holds the seat listens, with whatever eyes: a screen of several covers hands."""
        devices = self.holders[seat]
        return any(
            (socket.viewer == seat or socket.who.device in devices) and not socket.closing for socket in self.sockets
        )

    def away_since(self, seat: SeatRow) -> int | None:
        """When a person who is not here was last connected, as far as this process knows or was told."""
        return None if self.here(seat) else max(self.left.get(seat.seat, 0), seat.here) or None

    @property
    def game(self) -> AnyGame:
        return game_named(self.row.game)

    @property
    def names(self) -> list[str]:
        return [seat.name or f"Seat {seat.seat + 1}" for seat in self.seats]

    # telling

    def late_after(self) -> int:
        days = self.row.days
        return int(self.registry.settings.live_minutes * 60_000) if days is None else days * DAY_MS

    def is_late(self, seat: Seat) -> bool:
        record = self.record
        return record is not None and seat in record.legal and now() - record.since[seat] > self.late_after()

    def seen_view(self, viewer: Viewer) -> RenderedView:
        """What this viewer sees now; made once for each viewer and entry."""
        known = self.views.get(viewer)
        if known is None:
            known = self.views[viewer] = seen_by(self._record(), viewer)
        return known

    def update(self, viewer: Viewer, since: int | None, who: Who) -> Raw:
        """Everything this viewer may know, with the events after `since`, or none; 0 brings what never changes too."""
        held, host = self.held_by(who), self.is_owner(who)
        kind = (viewer, since, tuple(held), host)
        known = self.made.get(kind)
        if known is None:
            known = self.made[kind] = update_for(self, viewer, since, held, host)
        return known

    def voters(self, row: ProposalRow) -> list[Seat]:
        """Who has to agree. Going back concerns everybody, also those who are away and for whom a bot stands in."""
        if row.kind == "rewind":
            return [seat.seat for seat in self.seats if seat.kind != "bot"]
        return [seat for seat in self.people() if seat != row.for_seat]

    def publish(self, audience: int = EVERYBODY) -> None:
        """Sends everybody in the audience, one bit for each viewer, what is new to them.

        It is stored already: whoever cannot be told is let go and asks anew, and nobody else suffers from it.
        """
        self.made.clear()
        for socket in list(self.sockets):
            if audience >> viewer_index(socket.viewer) & 1:
                try:
                    self.greet(socket)
                except Exception:
                    log.exception("a viewer could not be told what is new")
                    socket.close(OUR_FAULT)

    def go_on(self) -> None:
        """Sets going what goes by itself; if that fails, it is tried again later, and what was stored stays so."""
        try:
            self.registry.after(self)
        except Exception:
            log.exception("bots and plans could not be set going")

    def greet(self, socket: "Socket") -> None:
        """Tells a socket how things stand, and what it has not heard yet."""
        if not self.keeps(socket):
            return
        socket.offer(bytes(self.update(socket.viewer, socket.last, socket.who)))
        if self.record is not None:
            socket.last = self.record.seen(socket.viewer)

    def publish_chat(self, messages: list[Message]) -> None:
        text = encode(Chat(messages))
        for socket in list(self.sockets):
            if socket.viewer is not None and self.keeps(socket):
                socket.offer(text)

    def keeps(self, socket: "Socket") -> bool:
        """Whether a socket may go on listening; one whose device has lost its seat is closed."""
        if not self.may_look(socket.who, socket.viewer):
            socket.close(NOT_ALLOWED)
        return not socket.closing

    # writing

    async def commit(self, lines: list[LogEntry], also: Callable[[Connection], None] | None = None) -> None:
        """Stores what has just been done in memory, then tells it; on failure forgets it."""
        item = self.item(lines, None if also is None else partial(self._expected, self.row.revision, None, also))
        try:
            rows = await self.registry.writer.append(item)
        except BaseException:
            self.forget()
            raise
        self.wrote = True
        if rows is not None:
            self.adopt(rows)
        self.row.entries = self._record().n
        self.row.status, self.row.to_act, self.row.touched = item.status, item.to_act, item.touched
        self.views.clear()
        self.publish(item.audience)
        self.go_on()

    def item(self, lines: list[LogEntry], also: Callable[[Connection], Any] | None = None) -> Append:
        """What has just been done in memory, to be stored."""
        record = self._record()
        state, to_act = record.match.state, record.to_act()
        told = [audience_of(line.seat, line.events, len(self.seats)) for line in lines]
        public = [line.at for line, audience in zip(lines, told, strict=True) if audience & 1]
        return Append(
            table=self.id,
            lines=tuple(lines),
            status="over" if record.over else "running",
            to_act=to_act,
            bot_due=any(self.seats[seat].played_by for seat in to_act),
            scores=state.scores() if record.over else None,
            winners=state.winners() if record.over else [],
            audience=EVERYBODY if also is not None else reduce(or_, told),
            touched=public[-1] if public else self.row.touched,
            reminders=self._reminders(lines),
            also=also,
        )

    def _expected(self, revision: int, length: int | None, work: Callable[[Connection], T], db: Connection) -> T:
        """Writes beside the log only if nobody else has since this memory was read."""
        queries.expect(db, self.id, revision, length)
        return work(db)

    def _reminders(self, lines: list[LogEntry]) -> tuple[Reminder, ...]:
        """For the turns that begin with these entries, of people who want to hear of it."""
        record = self._record()
        found = []
        due = lines[-1].at + int(self.registry.settings.reminder_seconds * 1000)
        first = 0 if lines[0].kind == "began" else lines[0].n  # the first turns are there before the first entry
        for seat in self.people():
            if seat not in record.legal or record.turn[seat] < first:
                continue
            row = self.seats[seat]
            channels = [("seat", row.webhook), ("table", self.row.webhook), ("mail", row.email)]
            found += [Reminder(seat, record.turn[seat], channel, due) for channel, target in channels if target]
        return tuple(found)

    async def write(self, work: Callable[[Connection], T], *, tell: int = EVERYBODY) -> T:
        """Changes something beside the log, then tells those concerned.

        What is beside it then is read in the same transaction, so that nothing can fail once it is written.
        """
        expected = partial(self._expected, self.row.revision, self.row.entries, work)
        try:
            result, rows = await self.registry.writer.write(
                self.id, tell, lambda db: (expected(db), queries.rows_of(db, self.id))
            )
        except BaseException:
            self.fresh = False
            raise
        self.wrote = True
        if rows is None:
            raise Refusal("table-gone")
        self.adopt(rows)
        self.publish(tell)
        return result
