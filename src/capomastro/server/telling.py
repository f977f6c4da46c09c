"""The update: how a table stands, as one viewer may know it."""

from typing import TYPE_CHECKING

from msgspec import Raw

from capomastro.game import Seat, Viewer
from capomastro.server.record import place
from capomastro.server.rows import ProposalRow
from capomastro.server.steplists import legal_as_json
from capomastro.server.updates import recent_events
from capomastro.server.wire import EMPTY, NULL, Happening, Pace, Proposal, SeatInfo, ToAct, Update, encode

if TYPE_CHECKING:
    from capomastro.server.live import Live


def update_for(live: "Live", viewer: Viewer, since: int | None, held: list[Seat], host: bool) -> Raw:
    """Everything this viewer may know, with the events after `since`, or none; 0 brings what never changes too."""
    row, record = live.row, live.record
    view, prompt, scores, legal, components = NULL, None, None, EMPTY, NULL
    seen = first = undoable = 0
    events: list[Happening] = []
    if record is not None:
        view, prompt, scores, components = live.seen_view(viewer)
        seen = record.seen(viewer)
        first, events = recent_events(record, viewer, seen if since is None else since, live.names)
        if viewer is not None and live.seats[viewer].played_by is None:
            legal = legal_as_json(row.game, record.legal.get(viewer, ()))
            undoable = record.match.undoable(viewer)
    over = record is not None and record.over
    return Raw(
        encode(
            Update(
                table=row.id,
                game=row.game,
                viewer=viewer,
                held=held,
                host=host,
                status=row.status,
                seen=seen,
                name=row.name,
                pace=pace(live),
                late_after=live.late_after(),
                public=row.public,
                options=row.setup.options,
                seats=seat_infos(live),
                to_act=to_act(live),
                view=view,
                legal=legal,
                prompt=prompt,
                undoable=undoable,
                plan=None if viewer is None else live.seats[viewer].plan,
                plans=plan_texts(live),
                events_since=first,
                events=events,
                proposals=[proposal(live, one, viewer) for one in live.proposals],
                scores=scores if over or row.scored else None,
                winners=record.match.state.winners() if record is not None and over else [],
                commitment=live.commitment,
                seed=row.setup.seed if over else None,
                rematch=row.rematch,
                components=components if since == 0 else NULL,
            )
        )
    )


def seat_infos(live: "Live") -> list[SeatInfo]:
    return [
        SeatInfo(
            seat.seat,
            "bot" if seat.kind == "bot" else "human" if seat.kind != "open" or seat.claimed else "open",
            seat.name,
            seat.claimed,
            seat.bot,
            seat.stand_in,
            live.here(seat),
        )
        for seat in live.seats
    ]


def pace(live: "Live") -> Pace:
    return Pace() if live.row.days is None else Pace("days", live.row.days)


def to_act(live: "Live") -> list[ToAct]:
    record = live.record
    if record is None or live.row.status != "running":
        return []
    return [ToAct(seat, record.since[seat], live.is_late(seat)) for seat in record.legal]


def plan_texts(live: "Live") -> tuple[str, ...]:
    plans: tuple[str, ...] = getattr(getattr(live.game, "plans", None), "texts", ())
    return plans


def proposal(live: "Live", row: ProposalRow, viewer: Viewer) -> Proposal:
    needed = tuple(seat for seat in live.voters(row) if seat not in row.agreed)
    to = row.numbers[place(viewer)] if row.numbers else None
    return Proposal(str(row.id), row.kind, row.by_seat, to, row.for_seat, row.agreed, needed, row.at)
