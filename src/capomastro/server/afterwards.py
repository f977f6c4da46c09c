"""What one can do with a match that is over: take it home, check it, look at any step through anybody's eyes."""

from capomastro.game import Viewer
from capomastro.match import Match, replayed
from capomastro.matchfile import read, written
from capomastro.server.live import Live
from capomastro.server.past import as_it_was
from capomastro.server.record import Record
from capomastro.server.refusals import Refusal
from capomastro.server.seats import Who
from capomastro.server.updates import happenings
from capomastro.server.wire import Happening, Replay, Scores, Verified


def finished(live: Live) -> Match:
    """The match, if it is over: before that, its file would tell the seed and everybody's hand."""
    if live.record is None or not live.record.over:
        raise Refusal("only-afterwards")
    return live.record.match


def export(live: Live) -> str:
    return written(finished(live))


def verify(live: Live) -> Verified:
    """Deals and plays everything again from the file that is exported."""
    match = finished(live)
    again = read(written(match))
    setup, state = again.setup, again.state
    holds = state.key() == match.state.key() and setup.commitment == match.setup.commitment
    return Verified(holds, len(again.entries), setup.commitment, setup.seed, state.scores(), state.winners())


def scores(live: Live) -> Scores:
    """Everybody's points after each step, beginning before the first."""
    match = finished(live)
    again = Match(match.setup)
    rows = [again.state.scores()]
    for entry in match.entries:
        again.act(entry.seat, entry.action)
        rows.append(again.state.scores())
    return Scores(rows)


def replay(live: Live, step: int, viewer: Viewer, who: Who) -> Replay:
    """The table after a step of the match, as this viewer saw it then."""
    match = finished(live)
    if not 0 <= step <= len(match.entries):
        raise Refusal("no-such-step", steps=len(match.entries))
    record = Record(match.setup, live.row.created)
    record.match = replayed(match.setup, match.entries[: max(step - 1, 0)])
    events: list[Happening] = []
    if step:
        entry = match.entries[step - 1]
        told = tuple(record.match.act(entry.seat, entry.action))
        events = happenings(live.game, told, viewer, step, 0, live.names)
    return Replay(step, len(match.entries), as_it_was(live, record, viewer, step, events, who))
