"""What bots are told about each game: its heuristic, and how to search with it."""

from collections.abc import Callable, Mapping
from functools import cache

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.playouts import PlayoutHeuristic
from capomastro.bots.search.traits import Habit, Traits
from capomastro.core.catalogue import loaded, registrations


class BotConfig:
    """Makes the heuristic of one game: hand-made weights for greedy bots, trained ones for searching bots.

    `horizon` is the number of steps a playout goes on before it is judged, `exploration` how eagerly a search tries
    what it has tried little, `carelessness` how far, in points, playouts may err, `apprentice` how far apprentices do,
    and `journeyman` the number of iterations a journeyman searches. `words` are for steps whose name in a search is not
    their text. `traits` says what can be told of a step, and `habits` what each character gives for it, in points.
    """

    def __init__(
        self,
        by_hand: Callable[[], list[float]],
        trained_weights: dict[int, list[float]],
        heuristic: Callable[[list[float]], Heuristic],
        horizon: int,
        exploration: float,
        carelessness: float,
        apprentice: float,
        journeyman: int,
        words: dict[int, str] | None = None,
        traits: Callable[[], Traits] | None = None,
        habits: Mapping[str, dict[str, float]] | None = None,
    ) -> None:
        self.by_hand = by_hand
        self.trained_weights = trained_weights
        self.heuristic = heuristic
        self.horizon = horizon
        self.exploration = exploration
        self.carelessness = carelessness
        self.apprentice = apprentice
        self.journeyman = journeyman
        self.words = words or {}
        self.traits = traits
        self.habits = habits or {}

    def plain(self) -> Heuristic:
        return self.heuristic(self.by_hand())

    def learned(self, seats: int) -> Heuristic:
        """With the weights trained for this number of seats, or hand-made ones where there are none."""
        return self.heuristic(self.trained_weights[seats] if seats in self.trained_weights else self.by_hand())

    def habit(self, character: str) -> Habit | None:
        """What a character likes in this game; none if it plays it as its level does."""
        if self.traits is None or character not in self.habits:
            return None
        return Habit(self.traits(), self.habits[character])


UNKNOWING = BotConfig(
    list,
    {},
    lambda weights: PlayoutHeuristic(),
    horizon=0,
    exploration=1.0,
    carelessness=1.0,
    apprentice=1.0,
    journeyman=40,
)
"""For games that come without a heuristic."""


@cache
def config_for(game: str) -> BotConfig:
    """How bots play this game; without a heuristic of its own, by playing it out at random."""
    reference = registrations()[game].bots
    config = UNKNOWING if reference is None else loaded(reference)
    assert isinstance(config, BotConfig)
    return config
