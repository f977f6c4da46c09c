"""What clients say to the server; docs/protocol.md tells it in prose."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from capomastro.core.words import Language
from capomastro.server.protocol.updates import Pace, ProposalKind

SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=60)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Token = Annotated[str, Meta(min_length=16, max_length=64)]
DeviceId = Annotated[str, Meta(min_length=16, max_length=16)]
Picture = Literal["pattern", "tower", "bridge", "gondola", "lion", "mask", "sun", "well"]
"""The page draws them; the pattern is made from the name."""
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""A commitment or a nonce."""
Address = Annotated[str, Meta(max_length=500)]
Minutes = Annotated[int, Meta(ge=1, le=60)]
"""After how long bots take the seats that are still free."""
TimeOfDay = Annotated[int, Meta(ge=0, le=1439)]
"""In minutes after midnight."""


class Request(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Unknown fields are refused, so that a misspelt one is noticed."""


class NewSeat(Request, frozen=True):
    """Who shall sit here: `me`, `link`, `open` or `bot`."""

    kind: Literal["me", "link", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class NewTable(Request, frozen=True):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[NewSeat, ...], Meta(min_length=1, max_length=16)]
    name: Name | None = None
    public: bool = False
    watch: bool = True
    scores: bool = True
    pace: Pace = Pace()
    options: dict[str, str] = {}
    components: Annotated[str, Meta(max_length=60_000)] | None = None
    webhook: Address | None = None
    invite: bool = False
    share: Digits | None = None
    language: Language | None = None
    bots_after: Minutes | None = None
    hints: bool = False
    """Whether people may ask for advice although they play against people."""


class Find(Request, frozen=True):
    """Look for a game: what nothing is said about is all the same. `bots_after` is for a table that has to be made."""

    name: Name
    game: Annotated[str, Meta(max_length=40)] | None = None
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    pace: Pace | None = None
    language: Language | None = None
    bots_after: Minutes | None = None
    share: Digits | None = None


class PlayOn(Request, frozen=True):
    """Play on from this step of a finished match: who I am, in which seat, and the bot in all others."""

    step: Annotated[int, Meta(ge=0, le=999_999)]
    seat: SeatNumber
    name: Name
    bot: BotName | None = None


class StartDaily(Request, frozen=True):
    """Today's deal of a game, under this name."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name


class PutRated(Request, frozen=True):
    """Whether I wish to be rated; who no longer does has no rating any more."""

    rated: bool


class Claim(Request, frozen=True):
    token: Token
    name: Name | None = None
    seat: SeatNumber | None = None
    hot_seat: bool = False
    share: Digits | None = None


class Sit(Request, frozen=True):
    seat: SeatNumber
    name: Name
    hot_seat: bool = False
    share: Digits | None = None


class GiveShare(Request, frozen=True):
    """A device's part of the deal: first what commits it to a nonce, then the nonce."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    commitment: Digits | None = None
    nonce: Digits | None = None
    seat: SeatNumber | None = None


class Redeal(Request, frozen=True):
    """Another round, without the parts of these seats."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    without: Annotated[tuple[SeatNumber, ...], Meta(max_length=16)] = ()
    seat: SeatNumber | None = None


class Invite(Request, frozen=True):
    to: Literal["sit", "watch"]


class Free(Request, frozen=True):
    seat: SeatNumber


class OfSeat(Request, frozen=True):
    seat: SeatNumber | None = None


class NameDevice(Request, frozen=True):
    device: DeviceId
    label: Name
    seat: SeatNumber | None = None


class RemoveDevice(Request, frozen=True):
    device: DeviceId
    seat: SeatNumber | None = None


class PutPlayer(Request, frozen=True):
    name: Name
    language: Language | None = None
    picture: Picture = "pattern"


class Recover(Request, frozen=True):
    """`look` asks only whose link it is; `bring` lets the player's other devices hold this one's seats too."""

    token: Token
    look: bool = False
    bring: bool = False


class DeviceName(Request, frozen=True):
    device: DeviceId
    label: Name


class RemoveOwnDevice(Request, frozen=True):
    device: DeviceId


class PutPasskey(Request, frozen=True):
    """A passkey as the browser has made it."""

    credential: dict[str, Any]
    label: Name | None = None


class RemovePasskey(Request, frozen=True):
    passkey: DeviceId


class SignIn(Request, frozen=True):
    """What a passkey has signed; `bring` lets the player's other devices hold this one's seats too."""

    credential: dict[str, Any]
    bring: bool = True


class Nothing(Request, frozen=True):
    """No arguments."""


class Fill(Request, frozen=True):
    seat: SeatNumber
    bot: BotName | None


class Step(Request, frozen=True):
    step: Annotated[str, Meta(min_length=1, max_length=100)]
    seen: Version
    key: Key
    seat: SeatNumber | None = None


class Solve(Request, frozen=True):
    """The step by which somebody would begin."""

    step: Annotated[str, Meta(min_length=1, max_length=100)]


class Undo(Request, frozen=True):
    key: Key
    seat: SeatNumber | None = None


class Propose(Request, frozen=True):
    kind: ProposalKind
    seat: SeatNumber | None = None
    to: Version | None = None
    for_seat: SeatNumber | None = None
    bot: BotName | None = None


class Vote(Request, frozen=True):
    agree: bool
    seat: SeatNumber | None = None


class Resign(Request, frozen=True):
    seat: SeatNumber | None = None
    bot: BotName | None = None


class Plan(Request, frozen=True):
    plan: Annotated[str, Meta(min_length=1, max_length=80)] | None
    seat: SeatNumber | None = None


class Say(Request, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    seat: SeatNumber | None = None


class React(Request, frozen=True):
    reaction: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber | None = None


class PutNotes(Request, frozen=True):
    text: Annotated[str, Meta(max_length=10_000)]
    seat: SeatNumber | None = None


class PutNotify(Request, frozen=True):
    webhook: Address | None
    email: Annotated[str, Meta(max_length=254)] | None
    seat: SeatNumber | None = None


class PutNotices(Request, frozen=True):
    """How I want to hear of my turns. Quiet hours and the time of a daily summary are those of the time zone."""

    webhook: Address | None
    email: Annotated[str, Meta(max_length=254)] | None
    language: Language
    zone: Annotated[str, Meta(max_length=64)]
    quiet_from: TimeOfDay | None = None
    quiet_to: TimeOfDay | None = None
    digest: Literal["each", "hourly", "daily"] = "each"
    digest_at: TimeOfDay = 1080


class PutPush(Request, frozen=True):
    """Where this browser's push service takes messages for it, and the browser's keys, as the browser says them."""

    endpoint: Address
    p256dh: Annotated[str, Meta(max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_-]+=*$")]
    language: Language = "en"
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
