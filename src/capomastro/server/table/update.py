"""The update: how a table stands, as one viewer may know it."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, Raw

from capomastro.core.game import Seat, Viewer
from capomastro.server.protocol.audience import viewer_index
from capomastro.server.protocol.encoding import EMPTY, NULL, encode
from capomastro.server.protocol.step_lists import legal_as_json
from capomastro.server.protocol.updates import (
    LastingPart,
    Origin,
    OwnPart,
    Pace,
    Proposal,
    PublicPart,
    SeatInfo,
    SeatShown,
    TableStatus,
    ToAct,
)
from capomastro.server.storage.rows import ProposalRow, SeatKind
from capomastro.server.table.frozen import FrozenMatch
from capomastro.server.table.log import KEPT
from capomastro.server.table.rendering import RenderedView, Worded, all_events, recent_events
from capomastro.server.table.rounds import deal_info
from capomastro.server.table.state import Attendance, TableState
from capomastro.server.table.viewer_socket import Standing

NOTHING = RenderedView(NULL, None, None, NULL)
"""What is seen of a match that has not begun."""


class Common(NamedTuple):
    """What the updates for all viewers of a table have in common until something changes."""

    names: list[str]
    lasting: bytes
    """The beginning of every update, up to and with a comma."""
    seats: Raw
    worded: Worded
    public: bytes | None
    """What follows it in every update of now, if there is a match."""


def common_of(live: TableState) -> Common:
    record, seats = live.record, seats_as_json(live)
    public = None
    if record is not None:
        winners = record.match.state.winners() if record.over else []
        public = public_part(live, seats, live.row.status, to_act(live), plan_texts(live), winners)
    names, lasting = lasting_part(live)
    return Common(names, lasting, seats, {}, public)


def update_for(
    live: TableState, common: Common, viewer: Viewer, since: int | None, standing: Standing, brief: bool
) -> bytes:
    """Everything this viewer may know, with the events after `since`, or none; 0 brings what never changes too."""
    record, plan = live.record, None if viewer is None else live.seats[viewer].plan
    if live.frozen is not None:
        return frozen_update(live, live.frozen, common, viewer, since, standing)
    if record is None:
        public = public_part(live, common.seats, live.row.status, plans=plan_texts(live))
        return build_update(live, common, public, viewer, standing, NOTHING, plan=plan)
    version = record.version(viewer)
    first, events = recent_events(record, viewer, version if since is None else since, common.names, common.worded)
    legal, undoable = EMPTY, 0
    if viewer is not None and live.seats[viewer].played_by is None and live.row.status != "closed":
        legal = legal_as_json(live.row.game, record.legal.get(viewer, ()))
        undoable = record.match.undoable(viewer)
    assert common.public is not None
    return build_update(
        live,
        common,
        common.public,
        viewer,
        standing,
        live.view(viewer, brief=brief),
        seen=version,
        legal=legal,
        undoable=undoable,
        plan=plan,
        events_since=first,
        events=events,
        proposals=[proposal(live, one, viewer) for one in live.proposals],
        components=since == 0,
    )


def frozen_update(
    live: TableState, frozen: FrozenMatch, common: Common, viewer: Viewer, since: int | None, standing: Standing
) -> bytes:
    """The table as it is stored: what the viewer was told, and what it saw when that was last noted."""
    version, events = all_events(live.sentences, frozen.lines, viewer, 0, common.names)
    first = version if since is None else max(since, version - KEPT)
    seen = None if frozen.snapshot is None else frozen.snapshot.view(viewer)
    return build_update(
        live,
        common,
        public_part(live, common.seats, live.row.status, winners=live.row.winners),
        viewer,
        standing,
        (seen or NOTHING)._replace(prompt=None, scores=live.row.scores if live.over else seen and seen.scores),
        seen=version,
        events_since=first,
        events=Raw(encode([event for event in events if event.n > first])),
    )


def build_update(
    live: TableState,
    common: Common,
    public: bytes,
    viewer: Viewer,
    standing: Standing,
    view: RenderedView,
    *,
    seen: int = 0,
    legal: Raw = EMPTY,
    undoable: int = 0,
    plan: str | None = None,
    events_since: int = 0,
    events: Raw = EMPTY,
    proposals: Sequence[Proposal] = (),
    components: bool = True,
) -> bytes:
    """A view of now or of another time, with what is true of the table by now. Everybody's points are told when the
    match is over, or where they are counted openly."""
    own = OwnPart(
        viewer,
        standing.held,
        standing.owner,
        seen,
        legal,
        view.prompt,
        undoable,
        plan,
        events_since,
        events,
        proposals,
        view.scores if live.row.scored or live.over else None,
        deal_info(live.row, full=live.full) if components else None,
        view.components if components else NULL,
    )
    return b"".join((common.lasting, public, b'"view":', view.view, b",", encode(own)[1:]))  # each of them copied once


def lasting_part(live: TableState) -> tuple[list[str], bytes]:
    """With everybody's names; made once while a match goes on: it changes only with what is stored beside the log."""
    row = live.row
    kept = live.lasting
    if kept is not None and row.status == "running" and live.frozen is None:
        return kept
    part = LastingPart(
        row.id,
        row.game,
        live.owner_seat(),
        row.name,
        pace(live),
        live.late_after(),
        row.public,
        row.watch,
        row.setup.options,
        live.commitment,
        row.rematch,
        row.rematch_by,
        None if live.frozen is None else live.frozen.why,
        None if row.origin is None else Origin(row.origin, row.origin_step or 0),
        row.language,
        row.fill_at if row.status == "open" else None,
        row.daily,
        row.deal_of,
        row.again,
        row.hints,
    )
    made = live.names, begun(encode(part))
    live.lasting = made if row.status == "running" and live.frozen is None else None
    return made


def public_part(
    live: TableState,
    seats: Raw,
    status: TableStatus,
    to_act: Sequence[ToAct] = (),
    plans: tuple[str, ...] = (),
    winners: Sequence[Seat] = (),
) -> bytes:
    """The seed is told when the match is over."""
    seed = live.row.setup.seed if live.over else None
    return begun(encode(PublicPart(status, seats, to_act, plans, winners, seed))[1:])


def begun(text: bytes) -> bytes:
    """An object in JSON to which more is added."""
    return text[:-1] + b","


def seats_as_json(live: TableState) -> Raw:
    """Encoded again only if somebody has come or gone, or something beside the log has changed."""
    found = live.attendance()
    known = live.attended
    if known is not None and known[0] == found:
        return known[1]
    text = Raw(encode(seat_infos(live, found)))
    live.attended = found, text
    return text


def seat_infos(live: TableState, attendance: Attendance | None = None) -> list[SeatInfo]:
    return [
        SeatInfo(
            seat.seat,
            seat_kind(seat.kind, seat.claimed),
            seat.name,
            seat.claimed,
            seat.bot,
            seat.stand_in,
            here,
            away_since,
            live.pictures.get(seat.seat, UNSET),
        )
        for seat, (here, away_since) in zip(live.seats, attendance or live.attendance(), strict=True)
    ]


def seat_kind(kind: SeatKind, claimed: bool) -> SeatShown:
    return "bot" if kind == "bot" else "human" if kind != "open" or claimed else "open"


def pace(live: TableState) -> Pace:
    return Pace() if live.row.days is None else Pace("days", live.row.days)


def to_act(live: TableState) -> list[ToAct]:
    record = live.record
    if record is None or live.row.status != "running":
        return []
    return [ToAct(seat, record.waiting_since[seat], live.is_late(seat)) for seat in record.legal]


def plan_texts(live: TableState) -> tuple[str, ...]:
    if live.frozen is not None:
        return ()
    plans = live.game.plans if live.record is None else live.record.game.plans
    return () if plans is None else plans.texts


def proposal(live: TableState, row: ProposalRow, viewer: Viewer) -> Proposal:
    needed = tuple(seat for seat in live.voters(row) if seat not in row.agreed)
    to = row.numbers[viewer_index(viewer)] if row.numbers else None
    return Proposal(str(row.id), row.kind, row.by_seat, to, row.for_seat, row.agreed, needed, row.at)
