"""What bots are told about each game: its heuristic, and how to search with it."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.playouts import PlayoutHeuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.situations import Situations
from capomastro.bots.search.traits import Habit, Traits
from capomastro.bots.search.value import Inputs, ValueNetwork
from capomastro.bots.situation_file import situation_file
from capomastro.bots.value_file import value_file
from capomastro.core.catalogue import loaded, registrations


class Learner(Struct, frozen=True):
    """How a level below the master plays.

    It searches so many `iterations`, by the settings that `search` gives for a number of seats, or by those of the
    first release. `attention` is how many steps of a decision it considers, of its own twice as many; 0 means as many
    as the heuristic does. Novices misjudge a step by up to `error` points. An apprentice takes a step the likelier the
    more it was looked into, by the power of so many `quarters`. Whoever is `skilled` judges steps as masters do;
    whoever is `farsighted` thinks, as masters do, of later steps that a step commits it to.
    """

    iterations: int
    search: Callable[[int], SearchSettings] | None = None
    attention: int = 0
    error: float = 0.0
    quarters: int = 4
    skilled: bool = False
    farsighted: bool = False


class Evolving(Struct, frozen=True):
    """What evolution may change of how a heuristic judges steps; see `bots/training/evolution.py`.

    For a number of seats: the numbers to `start` from; the `directions` in which they are tried out, each with how far
    it moves which numbers; and the `heuristic` that goes by such numbers.
    """

    start: Callable[[int], list[float]]
    directions: Callable[[int], list[dict[int, float]]]
    heuristic: Callable[[int, list[float]], Heuristic]


class Practising(Struct, frozen=True):
    """What practice may teach of a game; see `bots/training/practice.py`.

    How many `weights` there are, and the `version` of what they mean; the `heuristic` that goes by them for a number of
    seats, with the situations it looks at; and the `file` in which they come with the game, as `package:file`.
    Grandmasters go by them for every number of seats in the file, `masters` for these alone. In practice a step has to
    be better by `temper` points to be drawn e times as often.
    """

    version: int
    weights: int
    heuristic: Callable[[int, list[float]], tuple[Heuristic, Situations]]
    file: str
    masters: tuple[int, ...]
    temper: float = 0.35


class BotConfig:
    """Makes the heuristic of one game: hand-made weights for greedy bots, trained ones for searching bots.

    `horizon`, `exploration` and `carelessness` are those of the search that was released first; reviews and puzzles go
    by it too, so that what they once said stays true. `master` gives the settings by which masters search now, for a
    number of seats, and `grandmaster` those of grandmasters, if they are others. `novice`, `apprentice` and
    `journeyman` say how those play. `first_apprentice` is how far, in points, apprentices of the first release err, and
    `first_journeyman` how many iterations its journeymen search, by which puzzles are graded. `words` are for steps
    whose name in a search is not their text. `traits` says what can be told of a step, and `habits` what each character
    gives for it, in points. `value` is the file of value networks as `package:file`, and `inputs` what the heuristic
    lists for it; masters go by it where their settings say so. `evolving` says what evolution may change of how steps
    are judged, and `evolved` has what it found, by which masters go. `practising` says what practice may teach them
    besides.
    """

    def __init__(
        self,
        by_hand: Callable[[], list[float]],
        trained_weights: dict[int, list[float]],
        heuristic: Callable[[list[float]], Heuristic],
        horizon: int,
        exploration: float,
        carelessness: float,
        novice: Learner,
        apprentice: Learner,
        journeyman: Learner,
        words: dict[int, str] | None = None,
        traits: Callable[[], Traits] | None = None,
        habits: Mapping[str, dict[str, float]] | None = None,
        master: Callable[[int], SearchSettings] | None = None,
        grandmaster: Callable[[int], SearchSettings] | None = None,
        first_apprentice: float = 1.0,
        first_journeyman: int = 40,
        value: str | None = None,
        inputs: Inputs | None = None,
        evolving: Evolving | None = None,
        evolved: Mapping[int, list[float]] | None = None,
        practising: Practising | None = None,
    ) -> None:
        self.by_hand = by_hand
        self.trained_weights = trained_weights
        self.heuristic = heuristic
        self.released = SearchSettings(horizon, exploration, carelessness)
        self.master = master
        self.grandmaster = grandmaster
        self.novice = novice
        self.apprentice = apprentice
        self.journeyman = journeyman
        self.first_apprentice = first_apprentice
        self.first_journeyman = first_journeyman
        self.words = words or {}
        self.traits = traits
        self.habits = habits or {}
        self.value = value
        self.inputs = inputs
        self.evolving = evolving
        self.evolved = evolved or {}
        self.practising = practising

    def plain(self) -> Heuristic:
        return self.heuristic(self.by_hand())

    def learned(self, seats: int) -> Heuristic:
        """With the weights trained for this number of seats, or hand-made ones where there are none."""
        return self.heuristic(self.trained_weights[seats] if seats in self.trained_weights else self.by_hand())

    def skilled(self, seats: int) -> Heuristic:
        """By numbers that play has found, or as learned where there are none."""
        if self.evolving is None or seats not in self.evolved:
            return self.learned(seats)
        return self.evolving.heuristic(seats, self.evolved[seats])

    def practised(self, game: str, seats: int) -> Heuristic:
        """As grandmasters judge steps: skilled, and by what practice has taught of situations where it has."""
        practising = self.practising
        if practising is None:
            return self.skilled(seats)
        taught = situation_file(practising.file, game, practising.version, practising.weights)
        return practising.heuristic(seats, taught[seats])[0] if seats in taught else self.skilled(seats)

    def masterly(self, game: str, seats: int) -> Heuristic:
        """As masters judge steps: practised or skilled."""
        practising = self.practising
        if practising is None or seats not in practising.masters:
            return self.skilled(seats)
        return self.practised(game, seats)

    def mastered(self, seats: int) -> SearchSettings:
        """How masters search now."""
        return self.released if self.master is None else self.master(seats)

    def grandmastered(self, seats: int) -> SearchSettings:
        """How grandmasters search: as masters do, unless the game says otherwise."""
        return self.mastered(seats) if self.grandmaster is None else self.grandmaster(seats)

    def network(self, game: str, seats: int) -> ValueNetwork | None:
        """A value network for so many seats, with scratch space of its own; none where none was trained."""
        if self.value is None or self.inputs is None:
            return None
        trained = value_file(self.value, game, self.inputs)
        return trained[seats].network() if seats in trained else None

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
    novice=Learner(iterations=20, error=1.0),
    apprentice=Learner(iterations=40, quarters=5),
    journeyman=Learner(iterations=60),
)
"""For games that come without a heuristic."""


@cache
def config_for(game: str) -> BotConfig:
    """How bots play this game; without a heuristic of its own, by playing it out at random."""
    reference = registrations()[game].bots
    config = UNKNOWING if reference is None else loaded(reference)
    assert isinstance(config, BotConfig)
    return config
