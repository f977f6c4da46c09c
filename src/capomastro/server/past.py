"""The table as it was: the update that a viewer was, or could have been, sent then."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Raw

from capomastro.game import Viewer
from capomastro.match import Setup
from capomastro.server.live import Live
from capomastro.server.record import Line, Record
from capomastro.server.refusals import Refusal
from capomastro.server.seats import Who
from capomastro.server.telling import pace, seat_infos
from capomastro.server.updates import happenings, seen_by
from capomastro.server.wire import EMPTY, Happening, Past, Update, encode


class Then(NamedTuple):
    """A match after one of a viewer's own numbers, and the entry that had this number."""

    record: Record
    line: Line


def told_then(setup: Setup, lines: Sequence[Line], viewer: Viewer, number: int) -> Then:
    """Follows the log up to the entry that told this viewer something for the `number`th time."""
    record = Record(setup, 0)
    for line in lines:
        record.follow(line)
        if record.seen(viewer) == number:
            return Then(record, line)
    raise Refusal("no-such-number", seen=record.seen(viewer), number=number)


def past(live: Live, then: Then, viewer: Viewer, number: int, who: Who) -> Past:
    """What this viewer saw at one of its own numbers: nothing that it was not told then."""
    line = then.line
    events = happenings(live.game, line.events, viewer, number, line.at, live.names)
    return Past(number, as_it_was(live, then.record, viewer, number, events, who))


def as_it_was(live: Live, record: Record, viewer: Viewer, number: int, events: list[Happening], who: Who) -> Raw:
    """An update from another time: with that time's view, nothing to do, and today's people.

    Only what the present allows is told: the seed, and everybody's points, if the match is over by now.
    """
    seen, row, state = seen_by(record, viewer), live.row, record.match.state
    over = live.record is not None and live.record.over
    return Raw(
        encode(
            Update(
                table=row.id,
                game=row.game,
                viewer=viewer,
                held=live.held_by(who),
                host=live.is_host(who),
                status="over" if state.over else "running",
                seen=number,
                name=row.name,
                pace=pace(live),
                late_after=live.late_after(),
                public=row.public,
                options=row.setup.options,
                seats=seat_infos(live),
                to_act=[],
                view=seen.view,
                legal=EMPTY,
                prompt=seen.prompt,
                undoable=0,
                plan=None,
                plans=(),
                events_since=max(number - 1, 0),
                events=events,
                proposals=[],
                scores=seen.scores if over or row.scored else None,
                winners=state.winners() if state.over else [],
                commitment=row.setup.commitment,
                seed=row.setup.seed if over else None,
                rematch=row.rematch,
                components=seen.components,
            )
        )
    )
