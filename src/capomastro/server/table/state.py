"""What is known of a table: its match, who sits there, who looks on, and what follows from that.

Nothing here writes or sends. Updates are built from this; `ToldTable` adds publishing, and `LiveTable` storing.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Raw
from mypy_extensions import mypyc_attr

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.game import AnyGame, Seat, Viewer
from capomastro.server.protocol.identity import Who, same
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.settings import Settings
from capomastro.server.storage.device_queries import BARRED, OWNING, WATCHING
from capomastro.server.storage.rows import DAY_MS, ProposalRow, Rows, SeatRow, TableRow, now
from capomastro.server.table.days import is_secret
from capomastro.server.table.frozen import FrozenMatch
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import RenderedView, seen_by, seen_by_each
from capomastro.server.table.viewer_socket import Standing, ViewerSocket

HERE_MS = 75_000
"""A person whose socket was open this recently counts as present."""
MOST_STANDINGS = 256
"""At most this many people's standings are remembered at one table."""
Attendance: TypeAlias = list[tuple[bool, int | None]]
"""For each seat whether it is here, and when a person who is not was last connected, if that is known."""


@mypyc_attr(allow_interpreted_subclasses=True)  # of a live table, which reads and writes, nothing is compiled
class TableState:
    """One table, as far as it is in memory."""

    def __init__(self, table: str, settings: Settings) -> None:
        self.id = table
        self.settings = settings
        self.row: TableRow
        self.seats: list[SeatRow] = []
        self.holders: list[set[str]] = []
        self.watchers: set[str] = set()  # devices that were given a link to watch
        self.owners: set[str] = set()  # further devices of whoever made the table
        self.barred: set[str] = set()  # devices whose seat was freed by the owner
        self.proposals: list[ProposalRow] = []
        self.pictures: Mapping[Seat, str] = {}
        self.notified: frozenset[Seat] = frozenset()  # seats of people who want to hear of their turns
        self.record: MatchLog | None = None
        self.frozen: FrozenMatch | None = None  # instead of the record, where the rules cannot play the match
        self.commitment: str | None = None
        self.sockets: set[ViewerSocket] = set()
        self.left: dict[Seat, int] = {}  # when the last socket of a seat was closed
        self.views: dict[tuple[Viewer, bool], RenderedView] = {}  # whole or brief
        self.standings: dict[Who, Standing] = {}
        self.lasting: tuple[list[str], bytes] | None = None  # names, and the part of updates that only `adopt` changes
        self.attended: tuple[Attendance, Raw] | None = None  # the seats as they were last told

    def adopt(self, rows: Rows) -> None:
        """Takes over what is stored beside the log."""
        self.row, self.seats, held, self.proposals, self.pictures, self.notified = rows
        self.commitment = self.row.setup.commitment
        self._take_holders(held)
        self.standings.clear()
        for socket in self.sockets:
            socket.standing = None
        self.views.clear()
        self.lasting = self.attended = None

    def _take_holders(self, held: list[tuple[int, str]]) -> None:
        by_place: dict[int, set[str]] = {}
        for place, device in held:
            by_place.setdefault(place, set()).add(device)
        self.holders = [by_place.get(seat.seat, set()) for seat in self.seats]
        self.watchers, self.owners, self.barred = (by_place.get(at, set()) for at in (WATCHING, OWNING, BARRED))

    def running_record(self) -> MatchLog:
        assert self.record is not None
        return self.record

    def playable(self) -> MatchLog:
        """The match, if the rules of today can play it."""
        self.not_frozen()
        return self.running_record()

    def not_frozen(self) -> None:
        if self.frozen is not None:
            raise Refusal("frozen", why=self.frozen.why.text)

    @property
    def over(self) -> bool:
        """Whether the match has ended; of a frozen one its row says so."""
        return self.record.over if self.record is not None else self.row.scores is not None

    # who is who

    def standing(self, who: Who) -> Standing:
        """Worked out once for everybody who asks; it changes only with what is stored beside the log."""
        known = self.standings.get(who)
        if known is None:
            if len(self.standings) >= MOST_STANDINGS:
                self.standings.clear()
            held = tuple(seat.seat for seat in self.seats if self._holds(who, seat))
            owner = same(who.device, self.row.owner) or who.device in self.owners
            known = self.standings[who] = Standing(held, owner)
        return known

    def _holds(self, who: Who, seat: SeatRow) -> bool:
        by_device = who.device is not None and who.device in self.holders[seat.seat]
        return by_device or (who.token is not None and same(who.token, seat.token))

    def holds(self, who: Who, seat: Seat) -> bool:
        return seat in self.standing(who).held

    def held_by(self, who: Who) -> list[Seat]:
        return list(self.standing(who).held)

    def is_owner(self, who: Who) -> bool:
        return self.standing(who).owner

    def owner_seat(self) -> Seat | None:
        """Where whoever made the table sits."""
        return next((seat for seat, devices in enumerate(self.holders) if self.row.owner in devices), None)

    def own_seat(self, who: Who, wanted: Seat | None) -> Seat:
        """The seat somebody acts for; refused unless they hold it."""
        held = self.held_by(who)
        if wanted is None:
            if not held:
                raise Refusal("no-seat")
            due = [seat for seat in held if self.record is not None and seat in self.record.legal]
            due = [seat for seat in due if self.seats[seat].played_by is None]
            return due[0] if due else held[0]
        if wanted not in held:
            raise Refusal("not-your-seat")
        return wanted

    def viewer(self, who: Who, wanted: str | None) -> Viewer:
        """With whose eyes somebody looks: `none` is a spectator's, a number a seat's, nothing the one that fits."""
        if wanted is None:
            wanted = str(self.own_seat(who, None)) if self.held_by(who) else "none"
        if wanted == "none":
            if not self.may_watch(who):
                raise Refusal("no-spectators")
            return None
        if not wanted.isdecimal() or len(wanted) > 2 or int(wanted) >= len(self.seats):
            raise Refusal("no-such-seat")
        return self.own_seat(who, int(wanted))

    def may_watch(self, who: Who) -> bool:
        disclosed = self.row.daily is not None and self.over and not is_secret(self.row)
        return disclosed or self.row.watch or who.device in self.watchers or any(self.standing(who))

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
        for socket in self.sockets:
            if (socket.viewer == seat or socket.who.device in devices) and not socket.closing:
                return True
        return False

    def attendance(self) -> Attendance:
        """Who is `here`, as far as this process knows or was told."""
        listening = [socket for socket in self.sockets if not socket.closing]
        viewers = {socket.viewer for socket in listening}
        devices = {socket.who.device for socket in listening}
        recent = now() - HERE_MS
        found: Attendance = []
        for seat, holders in zip(self.seats, self.holders, strict=True):
            connected = seat.seat in viewers or not devices.isdisjoint(holders)
            if connected or seat.kind == "bot" or seat.here > recent:
                found.append((True, None))
            else:
                found.append((False, max(self.left.get(seat.seat, 0), seat.here) or None))
        return found

    @property
    def game(self) -> AnyGame:
        return game_named(self.row.game)

    @property
    def sentences(self) -> Mapping[str, str]:
        """For the events of the match; none where its game is not installed."""
        return self.game.sentences if self.row.game in game_names() else {}

    @property
    def names(self) -> list[str]:
        return [seat.name or f"Seat {seat.seat + 1}" for seat in self.seats]

    # how things stand

    def late_after(self) -> int:
        days = self.row.days
        return int(self.settings.live_minutes * 60_000) if days is None else days * DAY_MS

    def is_late(self, seat: Seat) -> bool:
        record = self.record
        return record is not None and seat in record.legal and now() - record.waiting_since[seat] > self.late_after()

    def view(self, viewer: Viewer, *, brief: bool) -> RenderedView:
        """What this viewer sees now; rendered once for each viewer and entry."""
        known = self.views.get((viewer, brief))
        if known is None:
            known = self.views[viewer, brief] = seen_by(self.running_record(), viewer, brief=brief)
        return known

    def render(self, sockets: Iterable[ViewerSocket]) -> None:
        """Renders what all who listen see now, at once."""
        record = self.record
        wanted = dict.fromkeys([(socket.viewer, socket.who.brief) for socket in sockets])
        for brief in (False, True) if record is not None else ():
            missing = [viewer for viewer, briefly in wanted if briefly == brief and (viewer, brief) not in self.views]
            if len(missing) > 1 and record is not None:
                for viewer, seen in zip(missing, seen_by_each(record, missing, brief=brief), strict=True):
                    self.views[viewer, brief] = seen

    def voters(self, row: ProposalRow) -> list[Seat]:
        """Who has to agree. A rewind concerns everybody, also those who are away and for whom a bot stands in."""
        if row.kind == "rewind":
            return [seat.seat for seat in self.seats if seat.kind != "bot"]
        return [seat for seat in self.people() if seat != row.for_seat]
