"""Whether a position is a puzzle: one choice that stays clearly best however long and from whatever seed one looks.

Everything here gets the view of the seat, never a state. A short search throws most positions out. Longer ones,
each from a seed of its own, must find the same best choice. Then every legal choice, also those that no search thought
worth a try, is looked at for itself in the same sampled worlds, and the best must be ahead of all others by more than
chance can explain.
"""

from math import sqrt
from typing import Any

from msgspec import Struct

from capomastro.bots.advice import ranked
from capomastro.bots.bot import UNLIMITED, Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Greedy, Searching
from capomastro.bots.search.forecast import Forecast
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame
from capomastro.puzzles.model import Grade, PuzzleChoice
from capomastro.review.judging import whole_line
from capomastro.review.reasons import reasons_for

MOST_CHOICES = 24
"""Where more is possible, not every choice could be looked at for itself."""
LEAST_GAP = 0.05
"""Of the chance to win, between the best choice and the second."""
LEAST_CHANCE, MOST_CHANCE = 0.08, 0.985
"""What is lost or won anyhow is no puzzle."""
ERRORS = 3.0
"""So many standard errors the gap must be wide."""
FEWEST_VISITS = 10
"""A search says something of a choice that it tried so often."""
NODES = 30_000
SHORT_SEARCHES = 8
MOSTLY = 0.75
"""Found by so large a part of the short searches, a choice is no surprise."""


class Depth(Struct, frozen=True):
    """How long to look: iterations of the searches, of the forecast of each serious choice, and of each other."""

    searches: tuple[int, ...] = (250, 1_500, 8_000)
    serious: int = 2_500
    others: int = 400


USUAL = Depth()
SERIOUS = 3
"""So many choices, the best ones by the last search, are looked at longest."""


class Checker:
    """Checks one position after the other of one game."""

    def __init__(self, game: AnyGame, depth: Depth = USUAL) -> None:
        self.game = game
        self.depth = depth
        self.config = config_for(game.name)
        self.searching = Searching(game)

    def choices(self, view: Any, legal: list[int], seed: int, easy: bool = True) -> tuple[PuzzleChoice, ...]:
        """What can be done, the best first; nothing if no choice is clearly best.

        Unless easy ones are wanted, what somebody finds who does not look ahead is not looked at any further.
        """
        groups = self.groups(view, legal)
        if not 2 <= len(groups) <= MOST_CHOICES:
            return ()
        order: list[int] = []
        for number, iterations in enumerate(self.depth.searches):
            found = self.search(view, iterations, seed + number)
            if not found or (number > 1 and order[0] != found[0]):
                return ()  # the shortest search only says whether anything is at stake
            if number == 1 and not easy and self.at_once(view, legal, seed) in groups[found[0]]:
                return ()
            order = found
        return self.compared(view, groups, order, seed)

    def groups(self, view: Any, legal: list[int]) -> dict[int, list[int]]:
        """The legal steps by the names of what they begin."""
        world = self.game.worlds(view).sample(seeded(1))
        heuristic = self.config.learned(len(view.seats))
        found: dict[int, list[int]] = {}
        for step in legal:
            found.setdefault(int(heuristic.name_of(world, step)), []).append(step)
        return found

    def search(self, view: Any, iterations: int, seed: int) -> list[int]:
        """The names of the choices, the best first; nothing if the best is not ahead by the least gap."""
        tree = self.searching.search(view, Budget(iterations), seeded(seed), stop_early=False)
        known = ranked(tree.findings())
        if not known:
            return []
        best = known[0][3]
        second = max((chance for _, visits, _, chance in known[1:] if visits >= FEWEST_VISITS), default=0.0)
        return [name for name, *_ in known] if best - second >= LEAST_GAP else []

    def compared(
        self, view: Any, groups: dict[int, list[int]], order: list[int], seed: int
    ) -> tuple[PuzzleChoice, ...]:
        """Every choice looked at for itself, in the same worlds; nothing if the best is not clearly ahead."""
        seat, config, texts = view.viewer, self.config, self.game.actions.texts
        heuristic = config.learned(len(view.seats))
        forecast = Forecast(heuristic, NODES, config.released)
        worlds = self.game.worlds(view)
        first = self.firsts(view, groups)
        looked: list[tuple[float, float, float, int]] = []
        for name in [*order, *(name for name in groups if name not in order)]:
            if name not in groups:
                return ()
            each = self.depth.serious if name in order[:SERIOUS] else self.depth.others
            forecast.look(worlds, seat, [first[name]], seeded(seed + 100), each)
            chance = forecast.chances[seat] / each
            variance = max(0.0, forecast.squares / each - chance * chance) / each
            if looked and chance + LEAST_GAP + ERRORS * sqrt(variance + looked[0][2]) > looked[0][0]:
                return ()
            looked.append((chance, forecast.leads[seat] / each, variance, name))
        if not LEAST_CHANCE <= looked[0][0] <= MOST_CHANCE:
            return ()
        looked.sort(reverse=True)
        lines = {name: whole_line(self.game, view, first[name]) for *_, name in looked}
        best, second = looked[0][3], looked[1][3]

        def reasons(name: int) -> Any:
            other = second if name == best else name
            return reasons_for(worlds, heuristic, seat, lines[best], lines[other], seeded(seed + 200))

        return tuple(
            PuzzleChoice(
                steps=tuple(texts[step] for step in groups[name]),
                line=tuple(texts[step] for step in lines[name]),
                chance=round(chance, 3),
                lead=round(lead, 1),
                reasons=reasons(name),
            )
            for chance, lead, _, name in looked
        )

    def firsts(self, view: Any, groups: dict[int, list[int]]) -> dict[int, int]:
        """The step by which a bot would begin each choice."""
        tree = self.searching.tree(len(view.seats), Budget(1))
        tree.plant(self.game.worlds(view).sample(seeded(1)), view.viewer)
        found = {}
        for name, steps in groups.items():
            step = tree.step_named(name)
            found[name] = step if step in steps else steps[0]
        return found

    def grade(self, view: Any, legal: list[int], choices: tuple[PuzzleChoice, ...], seed: int) -> Grade:
        """By who finds the best choice: one who does not look ahead, and how often one who looks a little ahead."""
        texts = self.game.actions.texts
        right = set(choices[0].steps)
        at_once = texts[self.at_once(view, legal, seed)] in right
        short = Budget(self.config.first_journeyman)
        found = 0
        for number in range(SHORT_SEARCHES):
            step = self.searching.choose(view, legal, short, seeded(seed + number))
            found += texts[step] in right
        if at_once and found >= MOSTLY * SHORT_SEARCHES:
            return "easy"
        return "medium" if at_once or found >= MOSTLY * SHORT_SEARCHES else "hard"

    def at_once(self, view: Any, legal: list[int], seed: int) -> int:
        """The step of somebody who does not look ahead."""
        return Greedy(self.game).choose(view, legal, UNLIMITED, seeded(seed))
