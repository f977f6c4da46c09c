"""The Pillars of Venice, as the catalogue offers it."""

from collections.abc import Mapping, Sequence

from capomastro.core.chance import Chance
from capomastro.core.game import (
    ActionTable,
    AnyGame,
    ComponentFiles,
    Event,
    Game,
    Note,
    Option,
    Plans,
    Rendering,
    Things,
    Viewer,
)
from capomastro.games.pillars import audit, benchmarks, events, picture, rebuilding, rendering
from capomastro.games.pillars import view as views
from capomastro.games.pillars.actions import ACTIONS
from capomastro.games.pillars.components import FILES, box_of, load_components
from capomastro.games.pillars.rules.districts import SHAPE_NAMES
from capomastro.games.pillars.rules.state import State, deal
from capomastro.games.pillars.rules.worlds import Worlds
from capomastro.games.pillars.view import View
from capomastro.games.pillars.wording import THINGS


class Pillars:
    """Christian Fiore's and Knut Happel's Die Säulen von Venedig for two to six players."""

    name = "pillars"
    title = "The Pillars of Venice"
    credits = "The Pillars of Venice is a game by Christian Fiore and Knut Happel, published by Goldsieber in 2006."
    rules_version = 1
    former: Mapping[int, AnyGame | str] = {}
    component_files: ComponentFiles | None = FILES
    seat_counts = range(2, 7)
    streams: tuple[str, ...] = (
        "pillars first seat",
        "pillars cards",
        "pillars swap",
        *(f"pillars {shape}" for shape in SHAPE_NAMES),
    )
    options: tuple[Option, ...] = (
        Option(
            "first", ("random", "1", "2", "3", "4", "5", "6"), "which seat is the first start player", names_seat=True
        ),
    )
    benchmark_axis = "stock"
    actions: ActionTable = ACTIONS
    view_type = View
    things: Things = THINGS
    plans: Plans[View] | None = None
    private_fields = frozenset(
        {
            *("hands", "chosen", "drawn"),  # §12
            *("at_first", "news", "minds"),  # what others remember; a world begins with the viewer's knowledge alone
            *("tops", "unseen", "stocks"),  # equal districts are interchangeable; the view names their kinds
            *("played", "fizzled"),  # statistics, which no rule asks for
            "starts",  # follows from the piles
        }
    )
    staged_fields: frozenset[str] = frozenset()
    sentences: Mapping[str, str] = events.SENTENCES

    def deal(self, seats: int, chance: Chance, options: Mapping[str, str], components: str | None) -> State:
        first = None if options["first"] == "random" else int(options["first"]) - 1
        return deal(seats, chance, box_of(load_components(components)), first)

    def view(self, state: State, viewer: Viewer) -> View:
        return views.view(state, viewer)

    def views(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[View]:
        return views.views(state, viewers, brief)

    def rendered(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[Rendering] | None:
        return rendering.rendered(state, viewers, brief)

    def worlds(self, view: View) -> Worlds:
        return rebuilding.worlds(view)

    def event(self, note: Note) -> Event:
        return events.event(note)

    def picture(self, view: View, names: Sequence[str]) -> str:
        return picture.picture(view, names)

    def prompt(self, view: View) -> str:
        return picture.prompt(view)

    def audit(self, state: State) -> None:
        audit.audit(state)

    def statistics(self, state: State) -> Mapping[str, float]:
        return benchmarks.statistics(state)

    def benchmarks(self, seats: int) -> Mapping[str, State]:
        return benchmarks.benchmarks(seats)


PILLARS: Game[State, View] = Pillars()
