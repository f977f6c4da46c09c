"""What a game brings along for terminals: its words, and its board on a `Canvas`. Nothing here needs a terminal.

A game registers a `Drawing` under `terminal` in its `Registration`; without one, a plain table of its view is shown.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from capomastro.core.canvas import Canvas
from capomastro.core.game import Seat, Viewer
from capomastro.core.words import Words


class Told(Protocol):
    """An event, as a match or the protocol tells it."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def facts(self) -> dict[str, Any]: ...


class Scene(Struct, frozen=True, kw_only=True):
    """Everything that a drawing and its words depend on: what one viewer knows, and may do."""

    view: Any
    viewer: Viewer
    names: Sequence[str]
    words: Words
    legal: Sequence[str] = ()
    scores: Sequence[int] | None = None
    """None where points are not shown before the end."""
    prompt: str = ""
    """The decision in English, as the game says it."""
    game: str = ""


class Choice(Struct, frozen=True):
    """Something that can be chosen by a key: a step, or a piece to aim with."""

    label: str
    step: str | None = None
    piece: str | None = None
    about: str = ""


class Row(Struct, frozen=True):
    """Where points come from, for the result."""

    label: str
    points: int
    detail: str = ""


class Pointer(Protocol):
    """Where somebody aims on a board. It is moved by keys or the mouse and knows which step that would be."""

    def move(self, right: int, down: int) -> None: ...
    def turn(self, quarters: int) -> None: ...
    def next(self, forward: bool) -> None:
        """To the next place where something can be done."""

    def take(self, piece: str) -> None:
        """Aims with this piece."""

    def point(self, target: str) -> bool:
        """Goes where the mouse points; False if that is no place to aim at."""

    @property
    def turns(self) -> bool:
        """Whether what is aimed with can be turned."""

    @property
    def step(self) -> str | None:
        """The step that is aimed at, if it is legal."""

    @property
    def why(self) -> str:
        """What speaks against this place."""

    @property
    def about(self) -> str:
        """What the step would bring."""


class Drawing(Protocol):
    """A game's own words and its board."""

    palette: Mapping[str, tuple[str, str]]
    """Colours of its own, as in `canvas.PALETTE`."""

    def prompt(self, scene: Scene) -> str:
        """What is to be decided, and by whom."""

    def label(self, step: str, scene: Scene) -> str:
        """A step in words."""

    def sentence(self, event: Told, scene: Scene) -> str:
        """What happened."""

    def summary(self, scene: Scene) -> list[str]:
        """The whole table in sentences, for those who do not see it."""

    def results(self, scene: Scene) -> list[list[Row]]:
        """For each seat, where its points come from."""

    def choices(self, scene: Scene, pointer: Pointer | None) -> list[Choice]:
        """What is offered by keys."""

    def pointer(self, scene: Scene, before: Pointer | None) -> Pointer | None:
        """Somewhere to aim, if steps are chosen on the board; `before` is where it was aimed until now."""

    def draw(self, canvas: Canvas, scene: Scene, pointer: Pointer | None, height: int) -> None:
        """The board in the width of the canvas; `height` is what is seen at once, more can be scrolled to."""
