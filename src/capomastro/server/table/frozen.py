"""Matches that the rules of today cannot play: what is stored of them is shown, and the rules are not asked.

The log has what everybody was told; the snapshot what everybody saw when it was taken. See docs/versions.md.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from capomastro.core.errors import CapomastroError
from capomastro.core.frozen import Frozen, frozen_outcome, frozen_setup, frozen_step
from capomastro.core.game import Event, Viewer
from capomastro.core.match import Match, StoredStep, renewed
from capomastro.core.matchfile import Outcome, file_text
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.storage.entries import Branch, LogEntry, Step, stored
from capomastro.server.storage.rows import TableRow
from capomastro.server.table.log import MatchLog, stand
from capomastro.server.table.snapshots import Snapshot, named

TOLD_OF_SETUP = ("game", "rules", "seats", "options", "names", "commitment", "components_number", "components_hash")
"""What everybody may know of a setup before the match is over: named one by one, for some of it is secret."""


class FrozenMatch(NamedTuple):
    """A match that cannot be played on, and what is stored of it."""

    why: Frozen
    lines: list[LogEntry]
    snapshot: Snapshot | None


def folded_if_possible(row: TableRow, lines: Sequence[LogEntry], *, same_events: bool = False) -> MatchLog | Frozen:
    """The match that this log tells; or why it cannot be told again, or not as it went.

    If `same_events`, every step must also tell everybody what it told them.
    """
    try:
        record = MatchLog(row.setup, row.created)
    except CapomastroError as error:
        return frozen_setup(error)
    for line in lines:
        if line.n != record.n + 1:
            raise StoreDown("the log has a gap")
        kind, _, text = stored(line.deed)
        try:
            told = record.follow(line)
        except Exception as error:
            return frozen_step(len(record.match.entries) + 1, text or kind, error)
        if same_events and kind == "step" and not same(line.events, told):
            return frozen_outcome(f"what step {len(record.match.entries)} tells", kinds(line.events), kinds(told))
    return (differing(row, record) if lines else None) or record


def same(stored: Sequence[Event], told: Sequence[Event]) -> bool:
    """Whether everybody is told the same; a fact that only newer rules tell is no difference."""
    return len(stored) == len(told) and all(
        (one.kind, one.seat, one.audience) == (other.kind, other.seat, other.audience)
        and encode(one.facts) == encode({name: other.facts.get(name) for name in one.facts})
        for one, other in zip(stored, told, strict=True)
    )


def kinds(events: Sequence[Event]) -> str:
    return encode([(event.kind, event.facts) for event in events]).decode()


def differing(row: TableRow, record: MatchLog) -> Frozen | None:
    """Whether the match ends elsewhere than the table's row says: somebody else has to move, or the points differ."""
    if tuple(row.to_act) != tuple(record.to_act()):
        return frozen_outcome("the seats to act", list(row.to_act), list(record.to_act()))
    if row.scores is not None:
        state = record.match.state
        if row.scores != state.scores():
            return frozen_outcome("the points", row.scores, state.scores())
        if row.winners != state.winners():
            return frozen_outcome("the winners", row.winners, state.winners())
    return None


def frozen_before_it_began(row: TableRow) -> Frozen | None:
    """A table whose match has not begun follows the rules of today; unless these know nothing of its setup."""
    try:
        setup = renewed(row.setup)
        if setup != row.setup:
            Match(setup)
    except CapomastroError as error:
        return frozen_setup(error)
    return None


class Stood(NamedTuple):
    """A step that was not taken back or rewound, and what it told."""

    step: StoredStep
    events: tuple[Event, ...]


def standing(lines: Sequence[LogEntry]) -> list[Stood]:
    steps: list[LogEntry] = []
    taken_after: dict[int, int] = {}
    rewinds = rewind = 0
    for line in lines:
        stand(steps, line)
        match line.deed:
            case Step():
                taken_after[line.n] = rewind
            case Branch(_, new_chance):
                rewinds += 1
                rewind = rewinds if new_chance else taken_after[steps[-1].n] if steps else 0
    return [Stood(stored_step(line, taken_after[line.n]), line.events) for line in steps]


def stored_step(line: LogEntry, rewind: int) -> StoredStep:
    assert isinstance(line.deed, Step)
    return StoredStep(line.seat, line.deed.text or f"#{line.deed.number}", rewind)


def stored_steps(lines: Sequence[LogEntry]) -> list[StoredStep]:
    return [one.step for one in standing(lines)]


def match_file(row: TableRow, lines: Sequence[LogEntry]) -> str:
    """The same file as if the match had been played again; only for one that is over, for it tells everything."""
    outcome = Outcome(row.scores is not None, row.scores or [], row.winners)
    return file_text(row.setup, stored_steps(lines), outcome)


def told_file(row: TableRow, frozen: FrozenMatch, viewer: Viewer) -> str:
    """What a viewer may take home of a match that is not over: what it was told and saw, as JSON lines."""
    setup = {name: getattr(row.setup, name) for name in TOLD_OF_SETUP}
    lines = [encode({"capomastro frozen": 1, "viewer": named(viewer), "why": frozen.why, **setup}).decode()]
    for line in frozen.lines:
        events = [replace(event, audience=None) for event in line.events if event.is_for(viewer)]
        if events:
            lines.append(encode({"at": line.at, "events": events}).decode())
    seen = None if frozen.snapshot is None else frozen.snapshot.view(viewer)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    ending = {"view": None if seen is None else seen.view, "digest": digest}
    return "\n".join([*lines, encode(ending).decode()]) + "\n"


def told_by_steps(lines: Sequence[LogEntry]) -> list[tuple[Event, ...]]:
    """For each step of the match that stands, what it told."""
    return [one.events for one in standing(lines)]
