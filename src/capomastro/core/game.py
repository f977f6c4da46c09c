"""What every game offers to those who play, show, search or store it.

A game answers three questions of a state: who owes a decision (`to_act`), what may they do (`legal`), may they do this
(`apply`, which refuses with a reason). Several seats may owe a decision at once; none may learn of another's before
all have decided. Everybody outside the rules works with a `view`, which holds what one seat may know and nothing else.
"""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from capomastro.core.chance import Chance, Fast
from capomastro.core.component_file import ComponentFiles
from capomastro.core.errors import BadSetup, CapomastroError, IllegalAction, UnreadableStep
from capomastro.core.position import Note, Position
from capomastro.core.refusals import NO_THINGS, Reason, Things

__all__ = [
    "NO_THINGS",
    "ActionTable",
    "AnyGame",
    "BadSetup",
    "CapomastroError",
    "ComponentFiles",
    "Event",
    "Game",
    "IllegalAction",
    "Note",
    "Option",
    "Plans",
    "Position",
    "Reason",
    "Rendering",
    "Seat",
    "TextStep",
    "Things",
    "UnreadableStep",
    "Viewer",
    "Worlds",
    "check_setup",
    "each_view",
    "table_of",
]

Seat: TypeAlias = int
Viewer: TypeAlias = Seat | None
"""A seat, or None for a spectator."""


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened, for those in its audience; `audience` None means everybody."""

    kind: str
    seat: Seat | None = None
    facts: dict[str, Any] = {}
    audience: tuple[Seat, ...] | None = None

    def is_for(self, viewer: Viewer) -> bool:
        return self.audience is None or viewer in self.audience


class Option(Struct, frozen=True):
    """A choice the owner makes before the deal; the first of `choices` is the default."""

    name: str
    choices: tuple[str, ...]
    help: str
    names_seat: bool = False
    """Whether choices that are numbers are seats, counted from 1, which the game must have."""


class ActionTable:
    """Every step a game knows: by index for search and learning, by value for JSON, by text for people and storage.

    `former` says how texts that earlier versions have stored are written now.
    """

    def __init__(
        self,
        values: Sequence[Struct],
        texts: Sequence[str],
        aliases: Mapping[str, str],
        former: Mapping[str, str] | None = None,
    ) -> None:
        self.values = tuple(values)
        self.texts = tuple(texts)
        self._former = dict(former or {})
        self._stored = {text: index for index, text in enumerate(self.texts)}
        self._by_text = {text.lower(): index for index, text in enumerate(self.texts)}
        self._by_value = {value: index for index, value in enumerate(self.values)}
        self._aliases = dict(aliases)
        assert len(self._by_text) == len(self._by_value) == len(self.values), "two steps share a text or a value"

    def __len__(self) -> int:
        return len(self.values)

    def index(self, value: Struct) -> int:
        return self._by_value[value]

    def recall(self, text: str) -> int:
        """The step that was stored as this text, by this version or an earlier one; nothing is guessed."""
        index = self._stored.get(self._former.get(text, text))
        if index is None:
            raise UnreadableStep("step.gone", typed=text)
        return index

    def parse(self, text: str) -> int:
        """The step written so; case and spacing do not matter, and common words may be shortened."""
        known = self._stored.get(self._former.get(text, text))
        if known is not None:
            return known
        words = [self._aliases.get(word, word) for word in text.lower().split()]
        tidy = " ".join(words)
        if tidy in self._by_text:
            return self._by_text[tidy]
        near = difflib.get_close_matches(tidy, self._similar(set(words)), n=1, cutoff=0.75)
        shown = text if len(text) <= 60 else text[:57] + "..."
        if near:
            raise UnreadableStep("step.near", typed=shown, step=self.texts[self._by_text[near[0]]])
        raise UnreadableStep("step.unknown", typed=shown)

    def _similar(self, words: set[str]) -> list[str]:
        """The steps that have all of these words but one: comparing letters with thousands of steps takes a second."""
        return [text for text in self._by_text if len(words.difference(text.split())) <= 1]


class TextStep(Struct, frozen=True):
    """A decision; its text is its tag and its fields."""

    def text(self) -> str:
        tag = self.__struct_config__.tag
        return " ".join([str(tag), *(str(field) for field in astuple(self))])


def table_of(families: Mapping[int, Sequence[TextStep]], count: int, aliases: Mapping[str, str]) -> ActionTable:
    """The table of these families of steps, each of which begins at the number it is listed under."""
    values: list[TextStep] = []
    for first, family in families.items():
        assert first == len(values), f"the family of {family[0]} begins at {len(values)}, not at {first}"
        values += family
    assert len(values) == count, f"the table has {len(values)} steps, not {count}"
    return ActionTable(values, [value.text() for value in values], aliases)


S = TypeVar("S", bound=Position)
S_co = TypeVar("S_co", bound=Position, covariant=True)
V = TypeVar("V", bound=Struct)


V_contra = TypeVar("V_contra", bound=Struct, contravariant=True)


class Plans(Protocol[V_contra]):
    """Moves that can be planned ahead, as texts; see docs/decisions/0008-plans.md."""

    texts: tuple[str, ...]
    """What can be planned, with places for numbers."""

    def stands(self, view: V_contra, plan: str) -> bool:
        """Is this a plan that still makes sense?"""

    def step(self, view: V_contra, legal: list[int], plan: str) -> int:
        """The step that the plan takes now."""


class Rendering(NamedTuple):
    """What a viewer is shown: its view as JSON, without the components, and what is to be decided."""

    view: bytes
    phase: str
    prompt: str
    scores: list[int]


class Worlds(Protocol[S_co]):
    """The states a viewer cannot tell apart."""

    def sample(self, rng: Fast) -> S_co: ...


class Game(Protocol[S, V]):
    """One statement of a game's rules, and its edges: options, views, words, pictures."""

    name: str
    title: str
    credits: str
    rules_version: int
    former: "Mapping[int, AnyGame | str]"
    """Earlier versions of the rules: a game that plays by them, or why nothing does any more; see docs/versions.md."""
    component_files: ComponentFiles | None
    """What comes in the box; None for a game whose rules say everything."""
    seat_counts: range
    streams: tuple[str, ...]
    """The labels of the chance streams, in the order of their numbers."""
    options: tuple[Option, ...]
    benchmark_axis: str
    """What grows from one of `benchmarks` to the next."""
    actions: ActionTable
    view_type: type[V]
    private_fields: frozenset[str]
    """Fields of a state that may differ between worlds that look alike; the view tells all others."""
    staged_fields: frozenset[str]
    """Those of them that tell of the actor's staged steps: the actor knows them, so its worlds have the same."""
    sentences: Mapping[str, str]
    """For each kind of event an English sentence with places for its facts."""
    things: Things
    """How its cards, pieces and places are worded in another language, by the names of the facts that hold them."""
    plans: Plans[V] | None
    """Which moves can be planned ahead, if any."""

    def deal(self, seats: int, chance: Chance, options: Mapping[str, str], components: str | None) -> S:
        """A new game. `components` is the text of a component file, or None for the one that comes along."""

    def view(self, state: S, viewer: Viewer) -> V:
        """What this viewer may know."""

    def views(self, state: S, viewers: Sequence[Viewer], *, brief: bool = False) -> list[V]:
        """What each of these may know; `each_view` does it, unless much is the same for all of them.

        A `brief` view may leave out what nobody looks at who only draws it; no worlds can be made from it.
        """

    def rendered(self, state: S, viewers: Sequence[Viewer], *, brief: bool = False) -> list[Rendering] | None:
        """The same views as JSON, from a game that puts them together faster than they are made and encoded.

        None: it does not, and its views are encoded.
        """

    def worlds(self, view: V) -> Worlds[S]:
        """The states that look like this view."""

    def event(self, note: Note) -> Event:
        """A note of the journal in words."""

    def picture(self, view: V, names: Sequence[str]) -> str:
        """The view as text for a terminal."""

    def prompt(self, view: V) -> str:
        """What the viewer, or whoever must act, has to decide."""

    def statistics(self, state: S) -> Mapping[str, float]:
        """Figures about a finished game, for `capomastro simulate`."""

    def benchmarks(self, seats: int) -> Mapping[str, S]:
        """States on which the time for `legal` is measured, by their size."""

    def audit(self, state: S) -> None:
        """Raises AssertionError if components got lost or scores differ from an independent recount."""


AnyGame: TypeAlias = Game[Any, Any]


def each_view(game: Game[S, V], state: S, viewers: Sequence[Viewer]) -> list[V]:
    """Views one after the other."""
    return [game.view(state, viewer) for viewer in viewers]


def check_setup(game: AnyGame, seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, the given ones checked and the others at their defaults."""
    if seats not in game.seat_counts:
        low, high = game.seat_counts[0], game.seat_counts[-1]
        raise BadSetup("setup.players", game=game.name, low=low, high=high, seats=seats)
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known:
            raise BadSetup("setup.option", game=game.name, option=name, known=sorted(known))
        choices = known[name].choices
        if value not in choices:
            raise BadSetup("setup.choice", option=name, value=value, choices=choices)
    settled = {option.name: options.get(option.name, option.choices[0]) for option in game.options}
    for name, value in settled.items():
        if known[name].names_seat and value.isdecimal() and int(value) > seats:
            raise BadSetup("setup.choice-seat", option=name, value=value, seats=seats)
    return settled
