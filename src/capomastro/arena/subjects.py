"""What can be learned from games of searching bots: what a position is worth, or which steps are worth a thought.

A subject says which weights it begins with, who plays by them, what of a game a pupil takes note of, and which weights
all the lessons of a round lead to.
"""

from collections.abc import Iterable
from copy import copy
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from librt.vecs import vec

from capomastro.bots.config import Practising, config_for
from capomastro.bots.players import Master, Searching
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.situation_file import read, situation_file, written
from capomastro.bots.training.lessons import Lesson
from capomastro.bots.training.odds import Odds, Searched, Sights
from capomastro.bots.training.regression import Regression
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Position

CHECKED = 10
"""Of so many games, one is not learned from: it says how well the others have taught."""
TELLING = 0.1
"""How much a decision tells of a weight, in nats for a point and a point, where the odds of a step are in doubt."""


class Fitted(NamedTuple):
    """New weights, the number of lessons, and how many nats the best and the new ones are off in lessons kept back.

    Nothing is known of those where no lessons were kept back.
    """

    weights: list[float]
    lessons: int
    before: float | None = None
    after: float | None = None


class Pupil(Protocol):
    """Takes note of one game."""

    def meet(self, position: Position) -> None:
        """Sees a position before its step."""

    def see(self, bot: Searching, view: Any) -> None:
        """Sees what a bot has searched before it took its step."""

    def lesson(self, end: Position) -> Any:
        """What the game taught; it can be pickled."""


class Subject(Protocol):
    """What is learned."""

    belief: float
    """How many lessons' worth the best weights so far have, if nobody says otherwise."""
    unit: str
    """What its lessons are."""

    def first(self) -> list[float]:
        """The weights to begin with, or one sentence that says why there are none."""

    def bot(self, weights: list[float]) -> Searching:
        """Who plays by these weights."""

    def pupil(self, weights: list[float]) -> Pupil:
        """Somebody who watches bots with these weights."""

    def fit(self, lessons: Iterable[Any], best: list[float], belief: float) -> Fitted:
        """Weights by the lessons of all games, which are taken one by one, in their order."""


Samples = list[tuple[dict[int, float], float]]
"""Features that are there, and the points that were still made."""


class Outlook:
    """What a position is worth: the points that each seat still made from settled moments."""

    belief = 10_000.0
    unit = "positions"

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.seats = game, seats
        self.config = config_for(game)

    def first(self) -> list[float]:
        best = self.config.trained_weights.get(self.seats, self.config.by_hand())
        if not best:
            raise BadSetup(f"{self.game} has no weights that could be trained")
        return best

    def bot(self, weights: list[float]) -> Searching:
        bot = Searching(game_named(self.game))
        bot.config = copy(bot.config)
        bot.config.trained_weights = {self.seats: weights}
        return bot

    def pupil(self, weights: list[float]) -> "OutlookPupil":
        return OutlookPupil(self.config.heuristic(weights))

    def fit(self, lessons: Iterable[Samples], best: list[float], belief: float) -> Fitted:
        size = int(self.config.heuristic(best).feature_count)
        regression = Regression(size)
        for samples in lessons:
            for present, points in samples:
                regression.add(vec[float]([present.get(at, 0.0) for at in range(size)]), points)
        return Fitted(regression.solve(belief, best), int(regression.samples))


class OutlookPupil:
    """Notes settled moments."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.notes = Lesson(heuristic)

    def meet(self, position: Position) -> None:
        if self.notes.heuristic.settled(position):
            self.notes.note(position)

    def see(self, bot: Searching, view: Any) -> None:
        """Searches tell nothing of what came of them."""

    def lesson(self, end: Position) -> Samples:
        return self.notes.outcomes(end)


class Heeding(Master):
    """A master that judges steps by these weights for situations."""

    def __init__(self, game: AnyGame, practising: Practising, weights: list[float]) -> None:
        super().__init__(game)
        self.practising, self.weights = practising, weights

    def heuristic(self, seats: int) -> Heuristic:
        return self.practising.heuristic(seats, self.weights)[0]


class StepOdds:
    """Which steps are worth a thought: those that searches came back to, by the situations that practice looks at."""

    belief = 30.0
    unit = "decisions"

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.seats = game, seats
        self.config = config_for(game)

    @property
    def practising(self) -> Practising:
        if self.config.practising is None:
            raise BadSetup(f"{self.game} has no situations to learn about")
        return self.config.practising

    def first(self) -> list[float]:
        """What comes with the game, or nothing known of any situation."""
        found = self.practising
        known = situation_file(found.file, self.game, found.version, found.weights)
        return known.get(self.seats, [0.0] * found.weights)

    def bot(self, weights: list[float]) -> Heeding:
        return Heeding(game_named(self.game), self.practising, weights)

    def pupil(self, weights: list[float]) -> "StepOddsPupil":
        heuristic, situations = self.practising.heuristic(self.seats, weights)
        heuristic.farsighted = True  # as the master is
        return StepOddsPupil(game_named(self.game), Sights(heuristic, situations))

    def held(self, file: Path) -> dict[int, list[float]]:
        """What a file has for each number of seats so far; it need not exist yet."""
        if not file.parent.is_dir():
            raise BadSetup(f"there is no folder {file.parent} for the odds")
        found = self.practising
        return read(file, self.game, found.version, found.weights) if file.exists() else {}

    def write(self, weights: list[float], file: Path) -> None:
        """Writes weights as bots read them, beside what the file has for other numbers of seats."""
        others = self.held(file)
        file.write_bytes(written(self.game, self.practising.version, others | {self.seats: weights}))

    def fit(self, lessons: Iterable[list[Searched]], best: list[float], belief: float) -> Fitted:
        learned: list[Searched] = []
        checked: list[Searched] = []
        for nth, decisions in enumerate(lessons, start=1):
            (checked if nth % CHECKED == 0 else learned).extend(decisions)
        heuristic, _ = self.practising.heuristic(self.seats, best)
        trust = self.config.mastered(self.seats).heuristic_share
        weights = Odds(learned, heuristic.temper, trust).fitted(best, TELLING * belief)
        if not checked:
            return Fitted(weights, len(learned))
        check = Odds(checked, heuristic.temper, trust)
        return Fitted(weights, len(learned), check.surprise(best), check.surprise(weights))


class StepOddsPupil:
    """Notes what searches came back to, as the seat that searched saw it."""

    def __init__(self, game: AnyGame, sights: Sights) -> None:
        self.game, self.sights = game, sights
        self.rng: Fast = seeded(1)  # for worlds: all that look like a view are judged alike

    def meet(self, position: Position) -> None:
        """What a position is worth is no part of it."""

    def see(self, bot: Searching, view: Any) -> None:
        if bot.latest is not None:
            self.sights.note(bot.latest, self.game.worlds(view).sample(self.rng))

    def lesson(self, end: Position) -> list[Searched]:
        return self.sights.noted


Learn = Literal["outlook", "odds"]
SUBJECTS: dict[Learn, type[Outlook] | type[StepOdds]] = {"outlook": Outlook, "odds": StepOdds}
"""What can be learned, by its name."""
