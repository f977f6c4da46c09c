"""The table as it was: the update that a viewer was, or could have been, sent then."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Raw

from capomastro.core.game import Viewer
from capomastro.core.match import Setup
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Past
from capomastro.server.protocol.updates import Happening
from capomastro.server.storage.entries import LogEntry
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import RenderedView, event_codes, seen_by
from capomastro.server.table.table import LiveTable
from capomastro.server.table.update import build_update, common_of, public_part


class Then(NamedTuple):
    """A match after one of a viewer's own numbers, and the entry that had this number."""

    record: MatchLog
    line: LogEntry


def log_at(setup: Setup, lines: Sequence[LogEntry], viewer: Viewer, number: int) -> Then:
    """Follows the log up to the entry that told this viewer something for the `number`th time."""
    if not lines:
        raise Refusal("no-such-number", seen=0, number=number)
    record = MatchLog(setup, 0)
    for line in lines:
        record.follow(line)
        if record.version(viewer) == number:
            return Then(record, line)
    raise Refusal("no-such-number", seen=record.version(viewer), number=number)


def earlier_view(live: LiveTable, then: Then, viewer: Viewer, number: int, who: Who) -> Past:
    """What this viewer saw at one of its own numbers: nothing that it was not told then."""
    line = then.line
    events = event_codes(live.sentences, line.events, viewer, number, line.at, live.names)
    return Past(number, as_it_was(live, then.record, viewer, number, events, who))


def as_it_was(
    live: LiveTable,
    record: MatchLog,
    viewer: Viewer,
    number: int,
    events: list[Happening],
    who: Who,
    seen: RenderedView | None = None,
) -> Raw:
    """An update from another time: with that time's view, nothing to do, and today's people."""
    state, common = record.match.state, common_of(live)
    over = state.over
    update = build_update(
        live,
        common,
        public_part(live, common.seats, "over" if over else "running", winners=state.winners() if over else []),
        viewer,
        live.standing(who),
        seen or seen_by(record, viewer),
        seen=number,
        events_since=max(number - 1, 0),
        events=Raw(encode(events)),
    )
    return Raw(update)
