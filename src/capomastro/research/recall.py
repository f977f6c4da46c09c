"""What a seat knows at a point of a game: what it sees, and with perfect recall all it has seen, been told and done.

A moment is a position and the step that led to it. Moments are shared by all that follow, and texts are only made when
somebody asks for them, so that playing on costs nothing.
"""

import hashlib
from typing import Any, NamedTuple

import msgspec

from capomastro.core.game import AnyGame, Note, Position, Seat, Viewer


class Step(NamedTuple):
    """A step, and the notes of what happened."""

    seat: Seat
    action: int
    notes: tuple[Note, ...]


class Moment:
    """A position with its past. The first one has, instead of a step, what each viewer recalls already."""

    __slots__ = ("before", "position", "recalled", "step", "views")

    def __init__(self, position: Position, before: "Moment | None", step: Step | None) -> None:
        self.position = position
        self.before = before
        self.step = step
        self.recalled: dict[Viewer, str] = {}
        self.views: dict[Viewer, str] = {}

    def seen(self, game: AnyGame, viewer: Viewer) -> str:
        """All this viewer sees now, as JSON; the viewer's own number is in it."""
        if viewer not in self.views:
            self.views[viewer] = written(game.view(self.position, viewer))
        return self.views[viewer]

    def recall(self, game: AnyGame, viewer: Viewer) -> str:
        """A line for each step of the viewer, with a mark of what it saw then, and for each event it was told."""
        later: list[Moment] = []
        moment = self
        while viewer not in moment.recalled:
            later.append(moment)
            assert moment.before is not None
            moment = moment.before
        lines = [moment.recalled[viewer]]
        lines += [one.told(game, viewer) for one in reversed(later)]
        self.recalled[viewer] = "".join(lines)
        return self.recalled[viewer]

    def told(self, game: AnyGame, viewer: Viewer) -> str:
        """What the step that led here told a viewer."""
        assert self.step is not None
        assert self.before is not None
        lines = []
        if self.step.seat == viewer:
            mark = hashlib.blake2b(self.before.seen(game, viewer).encode(), digest_size=8).hexdigest()
            lines.append(f"> {game.actions.texts[self.step.action]} ({mark})\n")
        for event in map(game.event, self.step.notes):
            if event.is_for(viewer):
                lines.append(written([event.kind, event.seat, event.facts]) + "\n")
        return "".join(lines)


def first_moment(position: Position, recalled: dict[Viewer, str]) -> Moment:
    """A moment with nothing before it but what is recalled."""
    moment = Moment(position, None, None)
    moment.recalled = recalled
    return moment


def private(game: AnyGame, position: Position, seat: Seat) -> str:
    """What this seat sees and a spectator does not, as JSON."""
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
