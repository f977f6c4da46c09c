"""The update, the one message that says how a table stands; docs/protocol.md tells it in prose."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from capomastro.core.frozen import Frozen
from capomastro.core.game import Seat, Viewer

TableStatus: TypeAlias = Literal["open", "running", "over", "closed"]
SeatShown: TypeAlias = Literal["human", "bot", "open"]
"""Who plays there, or `open` if anybody may sit down."""
LinkKind: TypeAlias = Literal["seat", "table", "watch", "device", "own"]
"""What a link is for: one seat, any free seat, watching, another device; or it is the key of a seat itself."""
DealStage: TypeAlias = Literal["people", "commitments", "nonces", "done"]
"""What a deal waits for."""
ProposalKind: TypeAlias = Literal["rewind", "bot"]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """`live`, or `days` with so many days for a move."""

    kind: Literal["live", "days"] = "live"
    days: Annotated[int, Meta(ge=1, le=30)] | None = None


class SeatInfo(Struct, frozen=True):
    """What everybody may know of a seat."""

    seat: Seat
    kind: SeatShown
    name: str | None
    claimed: bool
    bot: str | None
    stand_in: str | None
    here: bool
    away_since: int | None = None
    """When its person was last connected, if that is known and over."""
    picture: str | UnsetType = UNSET
    """Of the player who sits there, if it is one."""


class ToAct(Struct, frozen=True):
    seat: Seat
    since: int
    late: bool


class Prompt(Struct, frozen=True):
    key: str
    text: str


class Happening(Struct, frozen=True):
    """An event as one viewer is told it, with that viewer's own number."""

    n: int
    at: int
    kind: str
    seat: Seat | None
    facts: dict[str, Any]
    text: str


class Unnumbered(Struct, frozen=True):
    """An event but for its number, which is the only part that differs from viewer to viewer."""

    at: int
    kind: str
    seat: Seat | None
    facts: dict[str, Any]
    text: str


class Proposal(Struct, frozen=True):
    id: str
    kind: ProposalKind
    by: Seat
    to: int | None
    for_seat: Seat | None
    agreed: tuple[Seat, ...]
    needed: tuple[Seat, ...]
    at: int


class ShareInfo(Struct, frozen=True):
    """One device's part of the deal, for the seats it holds. `given`: its nonce is there."""

    seats: tuple[Seat, ...]
    commitment: str | None
    given: bool


class RedealInfo(Struct, frozen=True):
    """A round that came to nothing: who asked for another, without whom, and what the server had committed to."""

    by: Seat | None
    without: tuple[Seat, ...]
    commitment: str


class DealInfo(Struct, frozen=True):
    """How far the deal is: people are awaited, commitments, nonces; or it is done."""

    round: int
    stage: DealStage
    shares: Sequence[ShareInfo]
    waiting: Sequence[Seat]
    """The seats whose devices hold the deal up now."""
    since: int | None
    """Since when they do."""
    redone: Sequence[RedealInfo] = ()


class Origin(Struct, frozen=True):
    """The table and the step that a match goes on from; its deal is known, so it is for practice."""

    table: str
    step: int


class Update(Struct, frozen=True, tag="update", tag_field="type"):
    """Everything one viewer may know of a table."""

    table: str
    game: str
    viewer: Viewer
    held: Sequence[Seat]
    host: bool
    owner: Seat | None
    status: TableStatus
    seen: int
    name: str
    pace: Pace
    late_after: int
    public: bool
    watch: bool
    options: dict[str, str]
    seats: list[SeatInfo]
    to_act: Sequence[ToAct]
    view: Raw
    legal: Raw
    prompt: Prompt | None
    undoable: int
    plan: str | None
    plans: tuple[str, ...]
    events_since: int
    events: Sequence[Happening]
    proposals: Sequence[Proposal]
    scores: list[int] | None
    winners: Sequence[Seat]
    commitment: str | None
    seed: str | int | None
    deal: DealInfo | None
    rematch: str | None
    rematch_by: Seat | None
    components: Raw
    frozen: Frozen | None = None
    """Why the match cannot be played on here, if it cannot: then the view is the last that was stored, or none."""
    origin: Origin | None = None
    """Where the match goes on from, if it began as another one."""
    language: str | None = None
    """That of whoever made the table."""
    fill_at: int | None = None
    """When bots take the seats that are still free, if they shall."""
    daily: str | None = None
    """The day whose deal is played here."""
    deal_of: str | None = None
    """The table at which this deal was played first, by the same people in other seats."""
    again: str | None = None
    """The table at which this deal is played again."""
    hints: bool = False
    """Whether people may ask for advice here although they play against people."""


class LastingPart(Struct, frozen=True, tag="update", tag_field="type"):
    """The fields of an update that stay as they are from step to step. An update is put together from three parts, so
    that each is encoded no more often than it changes, and the view, which is JSON already; together they have exactly
    its fields."""

    table: str
    game: str
    owner: Seat | None
    name: str
    pace: Pace
    late_after: int
    public: bool
    watch: bool
    options: dict[str, str]
    commitment: str | None
    rematch: str | None
    rematch_by: Seat | None
    frozen: Frozen | None
    origin: Origin | None
    language: str | None
    fill_at: int | None
    daily: str | None
    deal_of: str | None
    again: str | None
    hints: bool


class PublicPart(Struct, frozen=True):
    """The fields that a step may change, and that are the same for all viewers."""

    status: TableStatus
    seats: Raw
    to_act: Sequence[ToAct]
    plans: tuple[str, ...]
    winners: Sequence[Seat]
    seed: str | int | None


class OwnPart(Struct, frozen=True):
    """The fields that each viewer has for itself, but for its view."""

    viewer: Viewer
    held: Sequence[Seat]
    host: bool
    seen: int
    legal: Raw
    prompt: Prompt | None
    undoable: int
    plan: str | None
    events_since: int
    events: Raw
    proposals: Sequence[Proposal]
    scores: list[int] | None
    deal: DealInfo | None
    components: Raw
