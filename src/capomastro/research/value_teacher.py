"""Lessons for a value network from games of a searching bot, who says on the way what to expect. Needs numpy.

The teacher searches the position as it is, with all hands, for the network reads it so too; what chance will bring and
what others have chosen in secret it does not know. Now and then a careless step is taken instead of its own, so that
positions differ.
"""

import argparse
import json
from time import process_time
from typing import TYPE_CHECKING, Any

from capomastro.arena.cheater import OneWorld
from capomastro.bots.bot import FOREVER
from capomastro.bots.players import Searching
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, check_setup
from capomastro.research.batch_env import SEED_SHIFT
from capomastro.research.extras import required
from capomastro.research.observing import seen
from capomastro.research.value_lessons import Lessons, keep, kept, played

if TYPE_CHECKING:
    import numpy as np

    from capomastro.research.value_lessons import Arrays
else:
    np = required("numpy", "research")

STRAYING = (0, 0, 5, 20)  # of a hundred steps of a game so many are careless
CARELESSNESS = 1.0  # of those, in points


class Teacher:
    """A searching bot; what its search expects of each seat is in `chances` and `points`, if it `searched` at all."""

    def __init__(self, name: str, game: AnyGame, seats: int) -> None:
        player = player_named(name, game)
        if not isinstance(player.bot, Searching) or player.budget.iterations is None:
            raise BadSetup(f"a teacher is a bot that searches for some iterations, such as search:50; {name} is none")
        self.bot = player.bot
        self.budget = player.budget
        self.iterations = player.budget.iterations
        self.seats = seats
        self.chances = np.zeros(seats)
        self.points = np.zeros(seats)
        self.searched = False

    def choose(self, position: Any, seat: int, rng: Fast) -> int:
        """Its step; a chance is the mean of what all iterations came to."""
        worlds = OneWorld(position)
        tree = self.bot.tree(self.seats, self.budget)
        self.searched = tree.plant(worlds.sample(rng), seat) > 1
        if not self.searched:
            return int(tree.step_named(-1))
        won, points = seen(tree.won, np.float64)[: self.seats], seen(tree.points, np.float64)[: self.seats]
        self.chances[:] = 0
        self.points[:] = 0
        for _ in range(self.iterations):
            tree.grow(worlds, rng, 1, FOREVER, False)
            self.chances += won
            self.points += points
        self.chances /= self.chances.sum()
        self.points /= self.iterations
        return int(tree.step_named(tree.choice()))


class Course:
    """Games of a teacher against itself, with one number of seats."""

    def __init__(self, game: str, seats: int, settings: argparse.Namespace) -> None:
        self.game = game_named(game)
        self.seats = seats
        self.seed = settings.seed
        self.options = check_setup(self.game, seats, {})
        self.teacher = Teacher(settings.teacher, self.game, seats)
        self.lessons = Lessons(game, seats, 0, settings.seed)

    def play(self, number: int) -> Any:
        """One game to its end. Of a position is said what the searches say on average until the next one is kept."""
        lessons, teacher, heuristic = self.lessons, self.teacher, self.lessons.heuristic
        rng = seeded((self.seed << SEED_SHIFT) + number)
        position: Any = self.game.deal(self.seats, rng.spawn(), self.options, None)
        straying = STRAYING[rng.randrange(len(STRAYING))]
        said: list[tuple[int, Any, Any]] = []
        first = len(lessons.game)
        while not position.over:
            if heuristic.settled(position):
                lessons.note(position, number)
            seat = position.to_act()[0]
            legal = position.legal(seat)
            step = legal[0]
            if len(legal) > 1:
                step = teacher.choose(position, seat, rng)
                if teacher.searched:
                    said.append((len(lessons.game) - 1, teacher.chances.copy(), teacher.points.copy()))
                if rng.randrange(100) < straying:
                    world = position.clone()
                    heuristic.prepare(world, seat)
                    step = int(heuristic.quick(world, seat, rng, CARELESSNESS))
            position.play(seat, step)
        self.hear(first, said, position)
        return position

    def hear(self, first: int, said: list[tuple[int, Any, Any]], end: Any) -> None:
        """Keeps what was said since each position; where nothing was, the next one says it, or the end."""
        lessons = self.lessons
        winners = end.winners()
        won = np.array([(seat in winners) / len(winners) for seat in range(self.seats)], np.float32)
        final = np.array(end.scores(), np.float32)
        count = len(lessons.game) - first
        chances, points = np.zeros((count, self.seats)), np.zeros((count, self.seats))
        times = np.zeros(count)
        for place, chance, point in said:
            if place >= first:
                chances[place - first] += chance
                points[place - first] += point
                times[place - first] += 1
        next_said, next_promised = won, final
        for at in range(count - 1, -1, -1):
            if times[at]:
                next_said = (chances[at] / times[at]).astype(np.float32)
                next_promised = (points[at] / times[at]).astype(np.float32)
            chances[at], points[at] = next_said, next_promised
        lessons.said += list(chances.astype(np.float32))
        lessons.promised += list(points.astype(np.float32))
        lessons.won += [won] * count
        lessons.final += [final] * count


def taught(game: str, seats: int, settings: argparse.Namespace) -> Lessons:
    """Games of a searching bot against itself, their settled positions, what it said of them and what came of them."""
    course = Course(game, seats, settings)
    for number in range(settings.games):
        course.play(number)
    return course.lessons


def gathered(seats: int, settings: argparse.Namespace) -> "Arrays":
    """Lessons of games that are played now, and of those that were kept before."""
    found = None
    if settings.games:
        began = process_time()
        gather = played if settings.teacher is None else taught
        found = gather(settings.game, seats, settings).arrays()
        told = {"seats": seats, "games": len(set(found["game"].tolist())), "positions": len(found["game"])}
        print(json.dumps({**told, "seconds": round(process_time() - began, 1)}), flush=True)
    if settings.lessons is None:
        if found is None:
            raise BadSetup("no games are to be played, and no folder of lessons is named")
        return found
    name = f"{settings.game}-{seats}"
    if found is not None:
        who = "policy" if settings.teacher is None else settings.teacher.replace(":", "-")
        keep(found, settings.lessons, f"{name}-{who}-{settings.seed}.npz")
    return kept(settings.lessons, f"{name}-*.npz")
