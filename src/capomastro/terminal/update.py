"""How a table stands for one viewer, the same for a match in process and for a table of a server."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from capomastro.core.catalogue import game_named, loaded, registrations
from capomastro.core.drawing import Drawing, Scene
from capomastro.core.frozen import Frozen
from capomastro.core.game import Seat, Viewer
from capomastro.core.words import Words
from capomastro.server.protocol import updates
from capomastro.server.protocol.step_lists import spelled_out
from capomastro.server.protocol.updates import DealInfo, Happening, Proposal, SeatInfo, TableStatus, ToAct


class Update(Struct, frozen=True, kw_only=True):
    """The protocol's update with its view as the game's own type, or as plain values if the game is not known here."""

    game: str
    viewer: Viewer
    held: Sequence[Seat]
    status: TableStatus
    seen: int
    seats: Sequence[SeatInfo]
    to_act: Sequence[ToAct]
    view: Any
    legal: Sequence[str]
    prompt: str
    undoable: int
    events: Sequence[Happening] = ()
    events_since: int = 0
    scores: Sequence[int] | None = None
    winners: Sequence[Seat] = ()
    table: str = ""
    name: str = ""
    host: bool = False
    plan: str | None = None
    plans: Sequence[str] = ()
    proposals: Sequence[Proposal] = ()
    commitment: str | None = None
    rematch: str | None = None
    deal: DealInfo | None = None
    """How far the deal is, at a server whose devices take part in it."""
    frozen: Frozen | None = None
    """Why the match cannot be played on, if it cannot."""
    hints: bool = False
    """Whether people may ask for advice although they play against people."""

    @property
    def my_turn(self) -> bool:
        return bool(self.legal) and self.status == "running"


def decoded(data: bytes | Raw, components: Any) -> tuple[Update, Any]:
    """An update of a server; what was in the box comes only with the first one and is kept for the others."""
    told = msgspec.json.decode(data, type=updates.Update)
    view = msgspec.json.decode(told.view)
    components = msgspec.json.decode(told.components) or components
    update = Update(
        **{
            name: getattr(told, name)
            for name in Update.__struct_fields__
            if name not in ("view", "legal", "prompt") and hasattr(told, name)
        },
        view=typed_view(told.game, view, components),
        legal=tuple(spelled_out(msgspec.json.decode(told.legal))),
        prompt=told.prompt.text if told.prompt else "",
    )
    return update, components


def decoded_map(data: bytes) -> dict[str, Raw]:
    """An answer of a server, its parts as they came."""
    return msgspec.json.decode(data, type=dict[str, Raw])


def typed_view(game: str, view: Any, components: Any) -> Any:
    """The view as the game's own type; as it came if the game, or this form of its view, is not known here."""
    if view is None or game not in registrations():
        return view
    if components is not None:
        view = {**view, "components": components}
    try:
        return msgspec.convert(view, game_named(game).view_type)
    except msgspec.ValidationError:
        return view


def drawing_for(game: str, view: Any) -> Drawing:
    """The game's own drawing, if it has one and the view is of its kind; a plain table otherwise."""
    from capomastro.terminal.plain import PLAIN

    registration = registrations().get(game)
    if registration is None or registration.terminal is None:
        return PLAIN
    known = view is None or isinstance(view, game_named(game).view_type)
    drawing: Drawing = loaded(registration.terminal) if known else PLAIN
    return drawing


def scene_of(update: Update, words: Words) -> Scene:
    from capomastro.terminal.speech import names_of

    return Scene(
        view=update.view,
        viewer=update.viewer,
        names=names_of(update.seats, words),
        words=words,
        legal=update.legal,
        scores=update.scores,
        prompt=update.prompt,
        game=update.game,
    )
