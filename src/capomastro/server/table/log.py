"""A match at a table: the fold of its log, and what each viewer has been told of it.

Every viewer has a version number of its own, which counts the entries that told it something. Steps that a seat takes
in private, such as laying cards before it is done, leave the numbers of all others alone, so nobody can count them.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

import msgspec
from msgspec import Raw

from capomastro.core.game import Event, IllegalAction, Seat, Viewer
from capomastro.core.match import Match, Setup
from capomastro.server.protocol.audience import (
    NOBODY,
    Audience,
    audience_of,
    both,
    includes,
    is_public,
    only,
    seats_in,
    viewer_index,
)
from capomastro.server.storage.entries import (
    BEGAN,
    SEAT_CHANGED,
    VOTED,
    Branch,
    Deed,
    LogEntry,
    SeatChanged,
    Step,
    Undo,
    Voted,
    decode_events,
)

KEPT = 30
"""How many entries that told a viewer something are at hand without asking the store. Each viewer has its own: among
shared ones what others do in private would push out what one may know, and could be counted by it."""

KEY_BITS = 8192
"""Enough to tell a new key from the hundreds that a long match has used."""

encode = msgspec.json.Encoder().encode

SENTENCES = {
    "match began": "the match begins",
    "played on": "the match goes on from here, with new chance",
    "taken back": "{seat} takes something back",
    "rewound": "everybody agrees to go back",
    "bot took over": "{bot} plays on for {seat}",
    "came back": "{seat} is back",
    "rewind refused": "{seat} does not agree to go back",
    "bot refused": "{seat} does not agree that a bot plays on",
}
"""For what happens at the table but not in the game."""


class Told:
    """An entry as its viewers know it: `versions` holds each viewer's number, 0 for those who were told nothing.

    The events are kept as JSON, for there are many tables and few of their events are ever asked for again.
    """

    def __init__(self, n: int, at: int, versions: tuple[int, ...], text: bytes) -> None:
        self.n = n
        self.at = at
        self.versions = versions
        self.text = text

    @property
    def events(self) -> tuple[Event, ...]:
        return decode_events(self.text)


def _bits(seat: Seat, key: str) -> tuple[int, int]:
    number = hash((seat, key))
    return number % KEY_BITS, (number >> 16) % KEY_BITS


class MatchLog:
    """The match as its log tells it so far."""

    def __init__(self, setup: Setup, began: int) -> None:
        self.setup = setup
        self.match = Match(setup)
        self.game = self.match.game
        self.n = 0
        self.versions = [0] * (setup.seats + 1)
        self.rewinds = 0
        self.told: list[Audience] = []  # for each step of the match, who learned of it
        self.recent: list[deque[Told]] = [deque(maxlen=KEPT) for _ in self.versions]
        self.latest: tuple[Event, ...] = ()  # the events of the last entry, as they are told next
        self.audience = NOBODY  # who learned of the last entry
        self.keys: dict[tuple[Seat, str], int] = {}
        self._used: bytes | bytearray = b""  # two bits for each key ever used: they tell most new ones from old ones
        self.legal: dict[Seat, list[int]] = {}
        self.decision_version = [0] * setup.seats  # each seat's own number when it came to decide
        self.waiting_since = [began] * setup.seats
        self.components: Raw | None = None  # what was in the box, once somebody has looked
        self.turn = [0] * setup.seats  # the entry with which the seat's turn began
        self._pose(began, -1)

    @property
    def over(self) -> bool:
        return self.match.state.over

    def version(self, viewer: Viewer) -> int:
        """How many entries have told this viewer something."""
        return self.versions[viewer_index(viewer)]

    def may_have_used(self, seat: Seat, key: str) -> bool:
        """Whether this key may be in the log; only the store knows for sure."""
        one, other = _bits(seat, key)
        return bool(self._used) and bool(self._used[one >> 3] >> (one & 7) & self._used[other >> 3] >> (other & 7) & 1)

    def to_act(self) -> tuple[Seat, ...]:
        return self.match.state.to_act()

    def step(self, seat: Seat, action: int, at: int, key: str | None = None) -> LogEntry:
        """Takes a step. Raises `IllegalAction`, and then nothing has changed."""
        events = tuple(self.match.act(seat, action))
        line = self._written(Step(self.game.actions.texts[action]), seat, key, events, at)
        self.told.append(self.audience)
        return line

    def undo(self, seat: Seat, count: int, at: int, key: str | None = None) -> LogEntry:
        """Takes back this many of the seat's last steps; whoever had been told of one is told that it is void."""
        if not 0 < count <= self.match.undoable(seat):
            raise IllegalAction("step.settled")
        knew = only(seat)
        for _ in range(count):
            knew = both(knew, self._forget_last(seat))
            self.match.undo(seat)
        audience = None if is_public(knew) else seats_in(knew, self.setup.seats)
        return self._written(Undo(count), seat, key, (Event("taken back", seat, {}, audience),), at)

    def rewind(self, seat: Seat, keep: int, at: int) -> LogEntry:
        """Keeps only this many of the match's first steps; chance is new from there on."""
        branch = Branch(keep)
        self._go_back(branch)
        return self._written(branch, seat, None, (Event("rewound", seat),), at)

    def play_on(self, at: int) -> LogEntry:
        """Another match goes on from here; its chance is not that of the first."""
        branch = Branch(len(self.match.entries))
        self._go_back(branch)
        return self._written(branch, -1, None, (Event("played on"),), at)

    def _go_back(self, to: Branch) -> None:
        self.rewinds += 1
        self.match = self.match.rewound(to.keep, self.rewinds) if to.new_chance else self.match.at(to.keep)
        del self.told[to.keep :]

    def declined(self, seat: Seat, proposal: str, by: Seat, at: int) -> LogEntry:
        """Everybody is told that this seat does not agree to what another has proposed."""
        return self._written(VOTED, seat, None, (Event(f"{proposal} refused", seat, {"by": by}),), at)

    def stand_in(self, seat: Seat, bot: str | None, at: int) -> LogEntry:
        event = Event("came back", seat) if bot is None else Event("bot took over", seat, {"bot": bot})
        return self._written(SEAT_CHANGED, seat, None, (event,), at)

    def began(self, at: int) -> LogEntry:
        """The first entry: everybody is told that the match begins."""
        return self._written(BEGAN, -1, None, (Event("match began"),), at)

    def follow(self, line: LogEntry) -> Sequence[Event]:
        """Does what a stored entry says; returns what its step tells by the rules of today."""
        told: Sequence[Event] = ()
        if line.n != self.n + 1:
            raise AssertionError(f"entry {line.n} follows entry {self.n}")
        match line.deed:
            case Step(text, number):
                told = self.match.act(line.seat, number if text is None else self.game.actions.recall(text))
                self.told.append(audience_of(line.seat, line.events, self.setup.seats))
            case Undo(count):
                for _ in range(count):
                    self._forget_last(line.seat)
                    self.match.undo(line.seat)
            case Branch():
                self._go_back(line.deed)
        self._note(line.deed, line.seat, line.key, line.events, line.at)
        return told

    def _forget_last(self, seat: Seat) -> Audience:
        """Drops from `told` the step that `Match.undo` will take back; returns who learned of it."""
        entries = self.match.entries
        last = next(i for i in range(len(entries) - 1, -1, -1) if entries[i].seat == seat)
        return self.told.pop(last)

    def _written(self, deed: Deed, seat: Seat, key: str | None, events: tuple[Event, ...], at: int) -> LogEntry:
        self._note(deed, seat, key, events, at)
        return LogEntry(self.n, deed, seat, key, self.versions[seat + 1], events, at)

    def _note(self, deed: Deed, seat: Seat, key: str | None, events: tuple[Event, ...], at: int) -> None:
        """Counts the entry for those who learn of it, and poses the decisions that follow from it."""
        self.n += 1
        self.latest = events
        mask = self.audience = audience_of(seat, events, self.setup.seats)
        learning = [place for place in range(len(self.versions)) if mask >> place & 1]
        versions = [0] * len(self.versions)
        for place in learning:
            versions[place] = self.versions[place] = self.versions[place] + 1
        told = Told(self.n, at, tuple(versions), encode(events))
        for place in learning:
            self.recent[place].append(told)
        if key is not None:
            if len(self.keys) >= KEPT:
                del self.keys[next(iter(self.keys))]
            self.keys[seat, key] = self.versions[seat + 1]
            used = self._used = self._used if isinstance(self._used, bytearray) else bytearray(KEY_BITS // 8)
            for bit in _bits(seat, key):
                used[bit >> 3] |= 1 << (bit & 7)
        if isinstance(deed, Branch):
            self.legal = {}  # every seat decides afresh
        if not isinstance(deed, SeatChanged | Voted):
            self._pose(at, seat)

    def _pose(self, at: int, actor: Seat) -> None:
        """A seat's decision is another one if it acted, if it had none, or if it may do other things than before."""
        state = self.match.state
        before, self.legal = self.legal, {}
        for seat in state.to_act():
            steps = state.legal(seat)
            self.legal[seat] = steps
            if seat not in before:
                self.waiting_since[seat] = at
                self.turn[seat] = self.n
            if seat == actor or before.get(seat) != steps:
                self.decision_version[seat] = self.versions[seat + 1]


def stand(steps: list[LogEntry], line: LogEntry) -> None:
    """Brings the list of the steps that stand up to another entry of the log."""
    match line.deed:
        case Step():
            steps.append(line)
        case Undo(count):
            for _ in range(count):
                del steps[next(i for i in reversed(range(len(steps))) if steps[i].seat == line.seat)]
        case Branch(keep):
            del steps[keep:]


class Point(NamedTuple):
    """Where a match stood at one of a seat's own numbers: a rewind to there keeps so many of its steps."""

    keep: int
    behind: int
    """How many steps since then the seat knows of."""
    numbers: tuple[int, ...]
    """Every viewer's number there."""


def point_at(lines: Iterable[LogEntry], seat: Seat, number: int, seats: int) -> Point | None:
    """Where a log stood at this number of a seat, unless steps from before it have been taken back since.

    Only the steps that the seat knows of count, so what others do in private changes nothing here.
    """
    standing: list[LogEntry] = []
    known: set[int] = set()
    numbers = [0] * (seats + 1)
    then: list[LogEntry] | None = None
    at: tuple[int, ...] = ()
    for line in lines:
        mask = audience_of(line.seat, line.events, seats)
        stand(standing, line)
        if includes(mask, seat):
            known.add(line.n)
        numbers = [told + (mask >> spot & 1) for spot, told in enumerate(numbers)]
        if then is None and numbers[seat + 1] == number:
            then, at = [step for step in standing if step.n in known], tuple(numbers)
    now = [step for step in standing if step.n in known]
    if then is None or any(one is not other for one, other in zip_longest(then, now[: len(then)])):
        return None
    return Point(standing.index(then[-1]) + 1 if then else 0, len(now) - len(then), at)
