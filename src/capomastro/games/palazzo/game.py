"""Palazzo, as the catalogue offers it."""

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
from capomastro.games.palazzo import audit, benchmarks, events, picture
from capomastro.games.palazzo import view as views
from capomastro.games.palazzo.actions import ACTIONS
from capomastro.games.palazzo.components import FILES, load_components
from capomastro.games.palazzo.plans import PLANS
from capomastro.games.palazzo.rules.state import State, deal
from capomastro.games.palazzo.rules.worlds import Worlds
from capomastro.games.palazzo.view import View
from capomastro.games.palazzo.wording import THINGS


class Palazzo:
    """Reiner Knizia's Palazzo for two to four players."""

    name = "palazzo"
    title = "Palazzo"
    credits = "Palazzo is a game by Reiner Knizia, published by alea / Ravensburger in 2005."
    rules_version = 1
    former: Mapping[int, AnyGame | str] = {}
    component_files: ComponentFiles | None = FILES
    seat_counts = range(2, 5)
    streams: tuple[str, ...] = ("palazzo first seat", "palazzo builder", "palazzo tiles", "palazzo money")
    options: tuple[Option, ...] = (
        Option("first", ("random", "1", "2", "3", "4"), "which seat has the first turn", names_seat=True),
        Option(
            "price",
            ("purchase", "turn-start"),
            "whether the warehouse is counted when a purchase begins, or when the turn began",
        ),
    )
    benchmark_axis = "hand"
    actions: ActionTable = ACTIONS
    view_type = View
    staged_fields = frozenset(
        {"phase", "staged", "staged_known", "staged_worth", "staged_currency", "chosen", "moving"}  # §13.4
    )
    private_fields = frozenset({"hands", "deck"}) | staged_fields  # §13.1
    sentences: Mapping[str, str] = events.SENTENCES
    things: Things = THINGS
    plans: Plans[View] | None = PLANS

    def deal(self, seats: int, chance: Chance, options: Mapping[str, str], components: str | None) -> State:
        first = None if options["first"] == "random" else int(options["first"]) - 1
        stacks = load_components(components).stacks
        return deal(seats, chance, stacks, first, options["price"] == "turn-start")

    def view(self, state: State, viewer: Viewer) -> View:
        return views.view(state, viewer)

    def views(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[View]:
        return views.views(state, viewers)

    def rendered(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[Rendering] | None:
        return None

    def worlds(self, view: View) -> Worlds:
        return views.worlds(view)

    def event(self, note: Note) -> Event:
        return events.event(note)

    def picture(self, view: View, names: Sequence[str]) -> str:
        return picture.picture(view, names)

    def prompt(self, view: View) -> str:
        return picture.prompt(view)

    def statistics(self, state: State) -> Mapping[str, float]:
        return benchmarks.statistics(state)

    def benchmarks(self, seats: int) -> Mapping[str, State]:
        return benchmarks.benchmarks(seats)

    def audit(self, state: State) -> None:
        audit.audit(state)


PALAZZO: Game[State, View] = Palazzo()
