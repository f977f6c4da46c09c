"""The update: how a table stands, as one viewer may know it."""

from collections.abc import Sequence
from typing import cast

from msgspec import UNSET, Raw, Struct

from capomastro.core.game import Seat, Viewer
from capomastro.server.protocol.audience import viewer_index
from capomastro.server.protocol.encoding import EMPTY, NULL, encode
from capomastro.server.protocol.step_lists import legal_as_json
from capomastro.server.protocol.updates import (
    Happening,
    Origin,
    Pace,
    Proposal,
    SeatInfo,
    SeatShown,
    TableStatus,
    ToAct,
    Update,
)
from capomastro.server.storage.rows import ProposalRow, SeatKind
from capomastro.server.table.frozen import FrozenMatch
from capomastro.server.table.log import KEPT
from capomastro.server.table.rendering import RenderedView, Worded, all_events, recent_events
from capomastro.server.table.rounds import deal_info
from capomastro.server.table.state import Standing, TableState

NOTHING = RenderedView(NULL, None, None, NULL)
"""What is seen of a match that has not begun."""


class Common(Struct, frozen=True):
    """What the updates for all viewers of a table have in common until something changes."""

    names: list[str]
    owner: Seat | None
    pace: Pace
    late_after: int
    seats: Raw
    to_act: list[ToAct]
    plans: tuple[str, ...]
    worded: Worded


def common_of(live: TableState) -> Common:
    return Common(
        live.names,
        live.owner_seat(),
        pace(live),
        live.late_after(),
        Raw(encode(seat_infos(live))),
        to_act(live),
        plan_texts(live),
        {},
    )


def update_for(live: TableState, common: Common, viewer: Viewer, since: int | None, standing: Standing) -> Raw:
    """Everything this viewer may know, with the events after `since`, or none; 0 brings what never changes too."""
    record, plan = live.record, None if viewer is None else live.seats[viewer].plan
    if live.frozen is not None:
        return frozen_update(live, live.frozen, common, viewer, since, standing)
    if record is None:
        return build_update(
            live, common, viewer, standing, NOTHING, status=live.row.status, plan=plan, plans=common.plans
        )
    version = record.version(viewer)
    first, events = recent_events(record, viewer, version if since is None else since, common.names, common.worded)
    legal, undoable = EMPTY, 0
    if viewer is not None and live.seats[viewer].played_by is None and live.row.status != "closed":
        legal = legal_as_json(live.row.game, record.legal.get(viewer, ()))
        undoable = record.match.undoable(viewer)
    return build_update(
        live,
        common,
        viewer,
        standing,
        live.view(viewer),
        status=live.row.status,
        seen=version,
        to_act=common.to_act,
        legal=legal,
        undoable=undoable,
        plan=plan,
        plans=common.plans,
        events_since=first,
        events=events,
        proposals=[proposal(live, one, viewer) for one in live.proposals],
        winners=record.match.state.winners() if record.over else [],
        components=since == 0,
    )


def frozen_update(
    live: TableState, frozen: FrozenMatch, common: Common, viewer: Viewer, since: int | None, standing: Standing
) -> Raw:
    """The table as it is stored: what the viewer was told, and what it saw when that was last noted."""
    version, events = all_events(live.sentences, frozen.lines, viewer, 0, common.names)
    first = version if since is None else max(since, version - KEPT)
    seen = None if frozen.snapshot is None else frozen.snapshot.view(viewer)
    return build_update(
        live,
        common,
        viewer,
        standing,
        (seen or NOTHING)._replace(prompt=None, scores=live.row.scores if live.over else seen and seen.scores),
        status=live.row.status,
        seen=version,
        events_since=first,
        events=[event for event in events if event.n > first],
        winners=live.row.winners,
    )


def build_update(
    live: TableState,
    common: Common,
    viewer: Viewer,
    standing: Standing,
    view: RenderedView,
    *,
    status: TableStatus,
    seen: int = 0,
    to_act: Sequence[ToAct] = (),
    legal: Raw = EMPTY,
    undoable: int = 0,
    plan: str | None = None,
    plans: tuple[str, ...] = (),
    events_since: int = 0,
    events: Sequence[Happening] = (),
    proposals: Sequence[Proposal] = (),
    winners: Sequence[Seat] = (),
    components: bool = True,
) -> Raw:
    """A view of now or of another time, with what is true of the table by now.

    The seed is told when the match is over, everybody's points then or where they are counted openly.
    """
    row, over = live.row, live.over
    return Raw(
        encode(
            Update(
                table=row.id,
                game=row.game,
                viewer=viewer,
                held=standing.held,
                host=standing.owner,
                owner=common.owner,
                status=status,
                seen=seen,
                name=row.name,
                pace=common.pace,
                late_after=common.late_after,
                public=row.public,
                watch=row.watch,
                options=row.setup.options,
                seats=cast("list[SeatInfo]", common.seats),  # as JSON already
                to_act=to_act,
                view=view.view,
                legal=legal,
                prompt=view.prompt,
                undoable=undoable,
                plan=plan,
                plans=plans,
                events_since=events_since,
                events=events,
                proposals=proposals,
                scores=view.scores if over or row.scored else None,
                winners=winners,
                commitment=live.commitment,
                seed=row.setup.seed if over else None,
                deal=deal_info(row, full=live.full) if components else None,
                rematch=row.rematch,
                rematch_by=row.rematch_by,
                components=view.components if components else NULL,
                frozen=None if live.frozen is None else live.frozen.why,
                origin=None if row.origin is None else Origin(row.origin, row.origin_step or 0),
                language=row.language,
                fill_at=row.fill_at if row.status == "open" else None,
                daily=row.daily,
                deal_of=row.deal_of,
                again=row.again,
                hints=row.hints,
            )
        )
    )


def seat_infos(live: TableState) -> list[SeatInfo]:
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
        for seat, (here, away_since) in zip(live.seats, live.attendance(), strict=True)
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
    plans = None if live.frozen is not None else live.game.plans
    return () if plans is None else plans.texts


def proposal(live: TableState, row: ProposalRow, viewer: Viewer) -> Proposal:
    needed = tuple(seat for seat in live.voters(row) if seat not in row.agreed)
    to = row.numbers[viewer_index(viewer)] if row.numbers else None
    return Proposal(str(row.id), row.kind, row.by_seat, to, row.for_seat, row.agreed, needed, row.at)
