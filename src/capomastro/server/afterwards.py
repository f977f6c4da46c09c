"""What one can do with a match that is over: take it home, check it, look at any step through anybody's eyes."""

from msgspec import Raw

from capomastro.game import Viewer
from capomastro.match import Match, replayed
from capomastro.matchfile import read, written
from capomastro.server.live import Live
from capomastro.server.record import Record
from capomastro.server.refusals import not_found, not_now
from capomastro.server.seats import Who
from capomastro.server.updates import seen_by, wording
from capomastro.server.wire import EMPTY, Happening, Replay, Scores, Update, Verified, encode


def finished(live: Live) -> Match:
    """The match, if it is over: before that, its file would tell the seed and everybody's hand."""
    if live.record is None or not live.record.over:
        raise not_now("this is for when the match is over")
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
        raise not_found(f"this match has {len(match.entries)} steps")
    record = Record(match.setup, live.row.created)
    record.match = replayed(match.setup, match.entries[: max(step - 1, 0)])
    told = []
    if step:
        entry = match.entries[step - 1]
        told = [event for event in record.match.act(entry.seat, entry.action) if event.is_for(viewer)]
    seen = seen_by(record, viewer)
    row, state = live.row, record.match.state
    update = Update(
        table=row.id,
        game=row.game,
        viewer=viewer,
        held=live.held_by(who),
        host=live.is_host(who),
        status="over" if state.over else "running",
        seen=step,
        name=row.name,
        pace=live.pace(),
        late_after=live.late_after(),
        public=row.public,
        options=row.setup.options,
        seats=live.seat_infos(),
        to_act=[],
        view=seen.view,
        legal=EMPTY,
        prompt=seen.prompt,
        undoable=0,
        plan=None,
        plans=(),
        events_since=max(step - 1, 0),
        events=[
            Happening(step, 0, event.kind, event.seat, event.facts, wording(live.game, event, live.names))
            for event in told
        ],
        proposals=[],
        scores=seen.scores,
        winners=state.winners() if state.over else [],
        commitment=row.setup.commitment,
        seed=row.setup.seed,
        rematch=row.rematch,
        components=seen.components,
    )
    return Replay(step, len(match.entries), Raw(encode(update)))
