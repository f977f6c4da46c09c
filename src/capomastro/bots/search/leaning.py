"""A search that leans: the same tree, but the steps a character likes look a little better at its root."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import MOST_CANDIDATES, Heuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.tree import Tree
from capomastro.core.position import MOST_STEPS, Position

WIN_FOR_POINT: Final = 0.02  # how much of a win a character gives up for a point of its liking


class LeaningTree(Tree):
    """Adds to the reward of every root step what the habit of the heuristic gives for it."""

    def __init__(self, heuristic: Heuristic, nodes: int, settings: SearchSettings) -> None:
        super().__init__(heuristic, nodes, settings)
        self.liking = vec[float]([0.0] * MOST_CANDIDATES)

    def plant(self, world: Position, seat: i64) -> int:
        count = super().plant(world, seat)
        habit = self.heuristic.habit
        if count > 1 and habit is not None:
            for i in range(self.root_count):
                self.liking[i] = WIN_FOR_POINT * habit.of_step(world, seat, self.root_steps[i])
        return count

    def judge(self, world: Position) -> None:
        super().judge(world)
        for i in range(self.length):
            node = self.path[i]
            if self.mover[node] == self.root_seat:  # the first step of this seat is the one at the root
                liking = self.liking_of(self.name[node] % MOST_STEPS)
                self.total[node] += liking
                if self.rave > 0.0:
                    self.later_total[node] += liking
                return

    def liking_of(self, name: i64) -> float:
        for i in range(self.root_count):
            if self.root_names[i] == name:
                return self.liking[i]
        return 0.0
