"""The built-in bots, from random to searching, and the five levels that people play against."""

from collections.abc import Callable
from contextlib import suppress
from math import inf, isqrt
from typing import Any, ClassVar

from capomastro.bots.bot import FOREVER, Budget
from capomastro.bots.config import Learner, config_for
from capomastro.bots.halting import Halted, UntilHalted
from capomastro.bots.policy_file import policy_for
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.leaning import LeaningTree
from capomastro.bots.search.nodes import MOST_NODES
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.tree import Tree, Worlds
from capomastro.core.chance import Fast
from capomastro.core.game import AnyGame

FEWEST_NODES = 64


class Random:
    """Takes any legal step."""

    name: ClassVar[str] = "random"
    level: ClassVar[str] = "none"
    character: ClassVar[str] = "takes any legal step, each as likely as the next"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        return legal[rng.randrange(len(legal))]


class Greedy:
    """Takes the step that its heuristic values most, without looking ahead."""

    name: ClassVar[str] = "greedy"
    level: ClassVar[str] = "journeyman"
    character: ClassVar[str] = "knows what things are worth and takes the best at once, without looking ahead"
    sensible: ClassVar[bool] = False

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        config = config_for(game.name)
        self.heuristic = config.plain()
        self.heuristic.habit = config.habit(self.name)  # which only characters have
        self.carelessness = 0.0

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        if len(legal) == 1:
            return legal[0]
        world = self.game.worlds(view).sample(rng)
        self.heuristic.prepare(world, view.viewer)
        return self.policy(world, view.viewer, rng)

    def policy(self, world: Any, seat: int, rng: Fast) -> int:
        heuristic = self.heuristic
        policy = heuristic.sensible_policy if self.sensible else heuristic.policy
        return int(policy(world, seat, rng, self.carelessness))


class Searching:
    """Looks ahead by tree search over the worlds that look like its view."""

    name: ClassVar[str] = "search"
    level: ClassVar[str] = "master"
    character: ClassVar[str] = "looks ahead in many possible worlds; strength is a matter of its budget"
    usual: ClassVar[Budget] = Budget(iterations=1000)
    sensible: ClassVar[bool] = False

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.config = config_for(game.name)
        self.habit = self.config.habit(self.name)  # which only characters have
        self.trees: dict[tuple[int, int], Tree] = {}
        self.latest: Tree | None = None
        self.halted: Callable[[], bool] | None = None
        """Asked before every iteration, if anybody may want this bot to stop; see `UntilHalted`."""

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        if len(legal) == 1:
            return legal[0]
        tree = self.search(view, self.settled(budget), rng, stop_early=True)
        return tree.step_named(tree.choice())

    def search(self, view: Any, budget: Budget, rng: Fast, stop_early: bool) -> Tree:
        """A tree grown from what the view shows, and from nothing else."""
        return self.grown(self.game.worlds(view), len(view.seats), view.viewer, budget, rng, stop_early)

    def grown(self, worlds: Worlds, seats: int, seat: int, budget: Budget, rng: Fast, stop_early: bool) -> Tree:
        """A tree grown over these worlds. Somebody may call a halt; what was found until then counts."""
        self.latest = tree = self.tree(seats, budget)
        world = worlds.sample(rng)
        if tree.plant(world, seat) > 1:
            effort = tree.effort(world)
            iterations = FOREVER if budget.iterations is None else budget.iterations
            seconds = FOREVER if budget.seconds is None else budget.seconds
            if self.halted is not None:
                worlds = UntilHalted(worlds, self.halted)
            with suppress(Halted):
                tree.grow(worlds, rng, int(effort * iterations), effort * seconds, stop_early)
        return tree

    def visits(self) -> dict[int, int]:
        """How often the last search tried each step; those that it did not consider are not named."""
        if self.latest is None:
            return {}
        return {self.latest.step_named(name): visits for name, visits, _, _ in self.latest.findings()}

    def settled(self, budget: Budget) -> Budget:
        """The budget given, or else the usual one."""
        return self.usual if budget == Budget() else budget

    def settings(self, seats: int) -> SearchSettings:
        """How this bot searches."""
        return self.config.released

    def heuristic(self, seats: int) -> Heuristic:
        """How this bot judges steps."""
        return self.config.learned(seats)

    @property
    def attention(self) -> int:
        """How many steps of a decision it considers; 0 means as many as the heuristic says."""
        return 0

    @property
    def farsighted(self) -> bool:
        """Does it think of later steps that a step commits it to?"""
        return False

    def tree(self, seats: int, budget: Budget) -> Tree:
        """An empty tree; its memory is reused from one decision to the next."""
        nodes = MOST_NODES if budget.iterations is None else min(4 * budget.iterations + FEWEST_NODES, MOST_NODES)
        if (seats, nodes) not in self.trees:
            config = self.config
            heuristic = self.heuristic(seats)
            heuristic.sensible = self.sensible
            heuristic.farsighted = self.farsighted
            heuristic.habit = self.habit
            if self.attention:
                heuristic.considered = self.attention
            kind = Tree if self.habit is None else LeaningTree
            settings = self.settings(seats)
            self.trees[seats, nodes] = kind(heuristic, nodes, settings)
            if settings.value_share > 0.0:
                self.trees[seats, nodes].value = config.network(self.game.name, seats)
            if settings.policy_share > 0.0:
                self.trees[seats, nodes].policy = policy_for(self.game.name, seats)
        tree = self.trees[seats, nodes]
        tree.clear()
        return tree


def drawn(tried: list[tuple[int, int, float, float]], likelihoods: list[int], rng: Fast) -> int:
    """The name of one of the steps tried, by how likely each is."""
    at = rng.randrange(sum(likelihoods))
    for (name, *_), likelihood in zip(tried, likelihoods, strict=True):
        at -= likelihood
        if at < 0:
            return name
    raise AssertionError("the likelihoods are whole numbers, and one of them is not 0")


class Learning(Searching):
    """Whoever is no master yet: it searches less, looks less far and at less, and never takes a silly step."""

    sensible: ClassVar[bool] = True

    @property
    def learner(self) -> Learner:
        """How this level plays the game."""
        raise NotImplementedError

    def settled(self, budget: Budget) -> Budget:
        """The budget given, or else that of the level."""
        return Budget(iterations=self.learner.iterations) if budget == Budget() else budget

    def settings(self, seats: int) -> SearchSettings:
        search = self.learner.search
        return self.config.released if search is None else search(seats)

    def heuristic(self, seats: int) -> Heuristic:
        return self.config.skilled(seats) if self.learner.skilled else self.config.learned(seats)

    @property
    def attention(self) -> int:
        return self.learner.attention

    @property
    def farsighted(self) -> bool:
        return self.learner.farsighted


class Novice(Learning):
    """Looks at what comes next, counts points, and misjudges them."""

    name: ClassVar[str] = "novice"
    level: ClassVar[str] = "novice"
    character: ClassVar[str] = "looks at what comes next and misjudges what it is worth; the gentlest of the five"

    @property
    def learner(self) -> Learner:
        return self.config.novice

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        """The step that looks best in points, each of them taken for up to `error` more or less than it is."""
        if len(legal) == 1:
            return legal[0]
        tree = self.search(view, self.settled(budget), rng, stop_early=False)
        error, habit = self.learner.error, self.habit
        world = None if habit is None else self.game.worlds(view).sample(rng)
        best, choice = -inf, -1
        for name, _, margin, _ in tree.findings():
            points = margin + error * (float(rng.randrange(2048) + rng.randrange(2048)) / 2048.0 - 1.0)
            if habit is not None and world is not None:
                points += habit.of_step(world, view.viewer, tree.step_named(name))
            if points > best:
                best, choice = points, name
        return tree.step_named(choice)


class Apprentice(Learning):
    """Looks a little ahead. The better a step looks, the likelier it is taken."""

    name: ClassVar[str] = "apprentice"
    level: ClassVar[str] = "apprentice"
    character: ClassVar[str] = "has learned the trade, but every few steps misses the best although it has seen it"

    @property
    def learner(self) -> Learner:
        return self.config.apprentice

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        if len(legal) == 1:
            return legal[0]
        tree = self.search(view, self.settled(budget), rng, stop_early=False)
        tried = tree.findings()
        if not tried:
            return tree.step_named(-1)
        return tree.step_named(drawn(tried, [self.likelihood(visits) for _, visits, _, _ in tried], rng))

    def likelihood(self, visits: int) -> int:
        """How likely a step is taken: by a power of its visits, so that the best is missed now and then."""
        return isqrt(isqrt(visits**self.learner.quarters))


class Journeyman(Learning):
    """Looks a little further and takes what it finds best."""

    name: ClassVar[str] = "journeyman"
    level: ClassVar[str] = "journeyman"
    character: ClassVar[str] = "knows the trade, but looks at few things and misses what takes longer to see"

    @property
    def learner(self) -> Learner:
        return self.config.journeyman


class Master(Searching):
    """Looks at everything that may matter, at once."""

    name: ClassVar[str] = "master"
    level: ClassVar[str] = "master"
    character: ClassVar[str] = "sees most of what matters at a glance and forgives little"
    usual: ClassVar[Budget] = Budget(iterations=3_000, seconds=0.75)

    def settings(self, seats: int) -> SearchSettings:
        return self.config.mastered(seats)

    def heuristic(self, seats: int) -> Heuristic:
        return self.config.masterly(self.game.name, seats)

    @property
    def farsighted(self) -> bool:
        return True


class Grandmaster(Master):
    """Takes its time, and looks further ahead with it."""

    name: ClassVar[str] = "grandmaster"
    level: ClassVar[str] = "grandmaster"
    character: ClassVar[str] = "thinks up to three seconds about every step; for those who want no mercy"
    usual: ClassVar[Budget] = Budget(iterations=100_000, seconds=3.0)

    def settings(self, seats: int) -> SearchSettings:
        return self.config.grandmastered(seats)

    def heuristic(self, seats: int) -> Heuristic:
        return self.config.practised(self.game.name, seats)
