"""Perfect recall: everything a seat was told since the deal, and its own steps, as a text.

A link holds one step with the notes of its journal. Links are shared by all positions that follow, and texts are only
made when somebody asks for them, so that playing on costs nothing.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from capomastro.core.game import AnyGame, Note, Position, Seat, Viewer


class Step(NamedTuple):
    """A step, and the notes of what happened."""

    seat: Seat
    action: int
    notes: tuple[Note, ...]


class Past:
    """What has happened so far; the first link has the deal, or the texts that a sampled world begins with."""

    __slots__ = ("before", "dealt", "step", "texts")

    def __init__(self, before: "Past | None", step: Step | None, dealt: Position | None) -> None:
        self.before = before
        self.step = step
        self.dealt = dealt
        self.texts: dict[Viewer, str] = {}

    def told(self, game: AnyGame, viewer: Viewer) -> str:
        """What this viewer was dealt, told and did, a line for each."""
        steps: list[Step] = []
        link = self
        while viewer not in link.texts and link.before is not None:
            assert link.step is not None
            steps.append(link.step)
            link = link.before
        if viewer not in link.texts:
            link.texts[viewer] = f"dealt {seen(game, link.dealt, viewer)}\n"
        text = link.texts[viewer] + "".join(told_of(game, step, viewer) for step in reversed(steps))
        self.texts[viewer] = text
        return text

    def steps(self) -> tuple["Past", list[Step]]:
        """The first link, and all steps since."""
        found: list[Step] = []
        link = self
        while link.before is not None:
            assert link.step is not None
            found.append(link.step)
            link = link.before
        return link, found[::-1]


def seen(game: AnyGame, position: Position | None, viewer: Viewer) -> str:
    """All a viewer sees now, as JSON; before the deal is done, that is nothing."""
    return written(None if position is None else game.view(position, viewer))


def private(game: AnyGame, position: Position | None, seat: Seat) -> str:
    """What of it everybody else does not see, as JSON."""
    if position is None:
        return written(None)
    own, public = (msgspec.to_builtins(game.view(position, viewer)) for viewer in (seat, None))
    return written(beyond(own, public))


def beyond(own: Any, public: Any) -> Any:
    """The parts of one value that differ from the other's, under the same names."""
    if isinstance(own, dict) and isinstance(public, dict):
        return {name: beyond(own[name], public.get(name)) for name in own if own[name] != public.get(name)}
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        pairs = enumerate(zip(own, public, strict=True))
        return {str(place): beyond(mine, theirs) for place, (mine, theirs) in pairs if mine != theirs}
    return own


def written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def told_of(game: AnyGame, step: Step, viewer: Viewer) -> str:
    """What a step tells a viewer: their own step, and the events they are told."""
    lines = [f"> {game.actions.texts[step.action]}\n"] if step.seat == viewer else []
    for event in map(game.event, step.notes):
        if event.is_for(viewer):
            lines.append(written([event.kind, event.seat, event.facts]) + "\n")
    return "".join(lines)


def from_deal(dealt: Position, steps: Sequence[Step] = ()) -> Past:
    """A past that begins with a deal."""
    return followed(Past(None, None, dealt), steps)


def from_texts(texts: dict[Viewer, str], steps: Sequence[Step] = ()) -> Past:
    """A past that begins with what each viewer knows already."""
    past = Past(None, None, None)
    past.texts = texts
    return followed(past, steps)


def followed(past: Past, steps: Sequence[Step]) -> Past:
    for step in steps:
        past = Past(past, step, None)
    return past
