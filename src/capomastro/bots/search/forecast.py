"""What becomes of everybody if a seat does this: the same search, from behind steps that are given.

Two forecasts from one seed look at the same sampled worlds, so that their difference is due to the steps, and not to
what was dealt.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.tree import MOST_SEATS, Tree, Worlds
from capomastro.core.chance import Fast
from capomastro.core.position import Position

LEVEL: Final = 1e-6  # points; seats closer than this have won together
SPREAD: Final = 0.5  # of the suspense: how fast the chance to win rises with the expected points; see docs/review.md


class Forecast(Tree):
    """A tree whose root lies behind the opening, with everybody's mean chance and points."""

    def __init__(self, heuristic: Heuristic, nodes: int, settings: SearchSettings) -> None:
        super().__init__(heuristic, nodes, settings)
        self.opening: list[int] = []
        self.spread = SPREAD
        self.share = vec[float]([0.0] * MOST_SEATS)
        self.chances = vec[float]([0.0] * MOST_SEATS)  # sums over all iterations, as the next two are
        self.expected = vec[float]([0.0] * MOST_SEATS)
        self.leads = vec[float]([0.0] * MOST_SEATS)
        self.squares = 0.0  # of the root seat's chance

    def look(self, worlds: Worlds, seat: i64, opening: list[int], rng: Fast, iterations: i64) -> None:
        """Forgets what was looked at before, and looks what follows when this seat takes these steps."""
        self.clear()
        self.root_seat = seat
        self.opening = opening
        self.squares = 0.0
        for i in range(MOST_SEATS):
            self.chances[i] = self.expected[i] = self.leads[i] = 0.0
        for _nth in range(iterations):
            own = rng.spawn()  # however much one iteration draws, the next one's world is the same
            world = worlds.sample(own)
            self.heuristic.prepare(world, seat)
            for step in opening:
                world.play(seat, step)
            self.iterate(world, own)
        self.iterations = iterations

    def consider(self, world: Position, node: i64, seat: i64) -> i64:
        return self.heuristic.candidates(world, seat, self.steps, self.names, self.odds, thorough=False)

    def judge(self, world: Position) -> None:
        super().judge(world)
        seats = world.seats
        self.split(seats, 0.0 if world.over else self.spread * self.heuristic.suspense(world))
        for seat in range(seats):
            self.chances[seat] += self.share[seat]
            self.expected[seat] += self.points[seat]
            self.leads[seat] += self.lead[seat]
        self.squares += self.share[self.root_seat] * self.share[self.root_seat]

    def split(self, seats: i64, scale: float) -> None:
        """One win, split among the seats by their points: to the leaders alone if nothing can change any more."""
        most = self.points[0]
        for seat in range(seats):
            if self.points[seat] > most:
                most = self.points[seat]
        total = 0.0
        for seat in range(seats):
            behind = most - self.points[seat]
            if scale > 0.0:
                self.share[seat] = exp(-behind / scale)
            else:
                self.share[seat] = 1.0 if behind < LEVEL else 0.0
            total += self.share[seat]
        for seat in range(seats):
            self.share[seat] /= total
