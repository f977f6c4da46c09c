"""Learning what positions are worth: from many games, how many points did a seat still make from here?

    python -m capomastro.bots.training.lessons GAME 2 20000 5

plays five rounds of this many two-player games, each between bots that judge by the weights of the round before, and
prints the weights. What came of them is in docs/bots.md.
"""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.training.regression import Regression
from capomastro.core.chance import Fast
from capomastro.core.position import Position


class Lesson:
    """Positions of one game, kept until it is known what came of them."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.heuristic = heuristic
        self.samples: list[vec[float]] = []
        self.seats: list[int] = []
        self.scores: list[int] = []

    def note(self, position: Position) -> None:
        for seat in range(position.seats):
            sample = vec[float]([0.0] * int(self.heuristic.feature_count))
            self.heuristic.features(position, seat, sample)
            self.samples.append(sample)
            self.seats.append(int(seat))
            self.scores.append(int(position.score(seat)))

    def outcomes(self, position: Position) -> list[tuple[dict[int, float], float]]:
        """For every position and seat the features that are there, and the points it still made until this end."""
        found = []
        for i in range(len(self.samples)):
            sample = self.samples[i]
            present = {at: sample[at] for at in range(len(sample)) if sample[at] != 0.0}
            found.append((present, float(int(position.score(self.seats[i])) - self.scores[i])))
        return found

    def learn(self, position: Position, regression: Regression) -> None:
        for i in range(len(self.samples)):
            regression.add(self.samples[i], float(int(position.score(self.seats[i])) - self.scores[i]))


def play_lesson(
    position: Position, heuristic: Heuristic, rng: Fast, carelessness: float, regression: Regression
) -> None:
    """Plays a game by policy and learns from some of its settled moments."""
    lesson = Lesson(heuristic)
    while not position.over:
        if heuristic.settled(position) and rng.randrange(4) == 0:
            lesson.note(position)
        seat: i64 = position.actor
        position.play(seat, heuristic.quick(position, seat, rng, carelessness))
    lesson.learn(position, regression)
