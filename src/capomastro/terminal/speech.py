"""What the frame says around a game: names, events that every game has, refusals, scores."""

from collections.abc import Sequence

from capomastro.core.canvas import ascii_of, harmless
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.drawing import Drawing, Scene
from capomastro.core.errors import CapomastroError
from capomastro.core.refusals import Reason, as_sentence
from capomastro.core.words import Words
from capomastro.server.protocol.updates import Happening, SeatInfo

FRAME_EVENTS = (
    "taken back",
    "rewound",
    "bot took over",
    "came back",
    "rewind refused",
    "bot refused",
    "match began",
    "played on",
)


class PlainWords(Words):
    """The same words for a terminal that knows nothing but ASCII."""

    def shown(self, text: str) -> str:
        return ascii_of(text)


class Refused(Exception):
    """Something that cannot be done: a code of the server with its values, or a reason; and the sentence in English."""

    def __init__(
        self, message: str, code: str = "", values: dict[str, str | int] | None = None, reason: Reason | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.values = values or {}
        self.reason = reason

    def worded(self, words: Words, game: str = "", names: Sequence[str] = ()) -> str:
        """The sentence in the reader's language; `game` and `names` are those of the table it was refused at."""
        key = f"refused.{self.code}"
        if self.reason is not None:
            things = game_named(game).things if game in registrations() else None
            text = self.reason.worded(words.language, things, names)
        else:
            text = words.t(key, self.values) if self.code and key in words else str(self)
        return words.shown(as_sentence(text))


def refused(error: CapomastroError) -> Refused:
    """What the rules, or a setup, refuse."""
    return Refused(str(error), reason=error.reason)


def title_of(game: str, words: Words) -> str:
    if f"game.{game}" in words:
        return words.t(f"game.{game}")
    return words.shown(game_named(game).title if game in registrations() else game)


def bot_name(bot: str, words: Words) -> str:
    plain = bot.partition(":")[0]
    return words.t(f"bot.{plain}") if f"bot.{plain}" in words else bot


def names_of(seats: Sequence[SeatInfo], words: Words) -> list[str]:
    """The players' names by seat, as the page gives them: bots by what they are, namesakes with numbers."""
    names = []
    for seat in seats:
        level = (seat.bot or "").partition(":")[0]
        named = words.shown(harmless(seat.name or ""))
        names.append(
            bot_name(level, words)
            if level and named.lower() in ("", level)
            else named or words.t("seat", number=seat.seat + 1)
        )
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]


def sentence(event: Happening, drawing: Drawing, scene: Scene) -> str:
    """What happened, whoever tells it: the game or the frame."""
    if event.kind in FRAME_EVENTS:
        return scene.words.t(f"event.{event.kind}", who="" if event.seat is None else scene.names[event.seat])
    if scene.view is None:
        return scene.words.shown(harmless(event.text))
    return drawing.sentence(event, scene) or scene.words.shown(harmless(event.text))


def since_mine(events: Sequence[Happening], viewer: int | None) -> list[Happening]:
    """What others did after the viewer's last own step; if nothing, what led to that step."""
    own = [i for i, event in enumerate(events) if event.seat == viewer]
    last = own[-1] if own else -1
    after = list(events[last + 1 :])
    if any(event.seat is not None for event in after) or not own:
        return after
    start = last
    while start > 0 and events[start].seat == viewer:
        start -= 1
    earlier = [i for i in own if i < start]
    return list(events[earlier[-1] + 1 if earlier else 0 :])


def result_line(scene: Scene, winners: Sequence[int]) -> str:
    names = scene.words.list_of([scene.names[seat] for seat in winners])
    return scene.words.t("result.shared" if len(winners) > 1 else "result.won", who=names)
