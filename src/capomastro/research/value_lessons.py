"""Lessons for a value network: positions of games of the trained policy, and what came of them. Needs numpy.

The policy plays itself, by its odds and now and then at random, so that positions differ. Lessons can be kept in files,
one for each number of seats and run, so that they can be gathered in pieces.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.config import config_for
from capomastro.bots.learned import network_of
from capomastro.bots.search.tree import Tree
from capomastro.bots.search.value import MOST_INPUTS, MOST_SEATS
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.research.batch_env import BatchEnv
from capomastro.research.extras import required
from capomastro.research.observing import seen
from capomastro.research.rollout import Rollout

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ids: TypeAlias = npt.NDArray[np.uint16]
    Floats: TypeAlias = npt.NDArray[np.float32]
    Arrays: TypeAlias = dict[str, npt.NDArray[Any]]
else:
    np = required("numpy", "research")

ROOM = 64  # inputs that are there at most, common ones or of a seat
NO_INPUT = 65535
ERRING = (0.0, 0.02, 0.05, 0.15)  # how often a game's steps are taken at random
ERRING_ODDS = (0.5, 0.35, 0.12, 0.03)
KEPT = 0.5  # of the moments at which a search judges
KEPT_TRIED = 0.04  # of all positions, if they are tried out
CARELESS = (1.5, 4.0)  # points by which the step before a playout may be misjudged
NAMES = ("common", "of_seats", "outlook", "suspense", "game", "won", "final", "said", "promised")
MOST_GAMES = 10_000_000  # of a file


class Lessons:
    """Positions of games with one number of seats, as the network reads them, and what came of them.

    `won` and `final` are what a game came to; `said` and `promised` are the chances and points that a teacher gave each
    seat on the way. Who has no such teacher is told the outcome there too.
    """

    def __init__(self, game: str, seats: int, playouts: int, seed: int) -> None:
        config = config_for(game)
        self.seats = seats
        self.playouts = playouts
        self.heuristic = config.learned(seats)
        self.tree = Tree(self.heuristic, 4, config.released)
        self.rng = seeded(seed)
        self.inputs = vec[i64]([0] * MOST_INPUTS)
        self.listed = seen(self.inputs, np.int64)
        self.expected = vec[float]([0.0] * MOST_SEATS)
        self.points = seen(self.expected, np.float64)
        self.common: list[Ids] = []
        self.of_seats: list[Ids] = []
        self.outlook: list[Floats] = []
        self.suspense: list[float] = []
        self.game: list[int] = []
        self.won: list[Floats] = []
        self.final: list[Floats] = []
        self.said: list[Floats] = []
        self.promised: list[Floats] = []

    def meet(self, position: Any, number: int) -> None:
        """Keeps the position if a search judges there; or, with playouts, one that follows, and what they come to."""
        if self.playouts:
            careless = CARELESS[self.rng.randrange(len(CARELESS))]
            self.heuristic.prepare(position, position.actor)
            position.play(position.actor, self.heuristic.quick(position, position.actor, self.rng, careless))
            while not position.over and not self.heuristic.settled(position):
                position.play(position.actor, self.heuristic.quick(position, position.actor, self.rng, 1.0))
            if position.over:
                return
            self.try_out(position)
        elif not self.heuristic.settled(position):
            return
        self.note(position, number)

    def note(self, position: Any, number: int) -> None:
        """Keeps what the network would read of this position."""
        row = np.full((1 + self.seats, ROOM), NO_INPUT, np.uint16)
        count = self.heuristic.common_inputs(position, self.inputs)
        row[0, :count] = self.listed[:count]
        for seat in range(self.seats):
            count = self.heuristic.seat_inputs(position, seat, self.inputs)
            row[1 + seat, :count] = self.listed[:count]
        self.heuristic.outlook(position, self.expected)
        self.common.append(row[0])
        self.of_seats.append(row[1:])
        self.outlook.append(self.points[: self.seats].astype(np.float32))
        self.suspense.append(self.heuristic.suspense(position))
        self.game.append(number)

    def try_out(self, position: Any) -> None:
        """The mean of what some playouts come to."""
        won, final = np.zeros(self.seats, np.float32), np.zeros(self.seats, np.float32)
        for _ in range(self.playouts):
            world = position.clone()
            self.heuristic.prepare(world, world.actor)
            self.tree.length = 0
            self.tree.play_on(world, self.rng)
            self.tree.judge(world)
            won += seen(self.tree.won, np.float64)[: self.seats]
            final += seen(self.tree.points, np.float64)[: self.seats]
        self.won.append((won / won.sum()).astype(np.float32))
        self.final.append((final / self.playouts).astype(np.float32))

    def end(self, ended: "dict[int, tuple[Floats, Floats]]") -> None:
        """Keeps what belongs to games that have ended, and how they ended, if that is what is learned."""
        known = [place for place, number in enumerate(self.game) if number in ended]
        for name in NAMES:
            held = getattr(self, name)
            setattr(self, name, [held[place] for place in known] if held else [])
        if not self.playouts:
            self.won = [ended[number][0] for number in self.game]
            self.final = [ended[number][1] for number in self.game]
        self.said = self.said or self.won
        self.promised = self.promised or self.final

    def arrays(self) -> "Arrays":
        """All lessons, game by game, each in the order in which it went."""
        order = np.argsort(np.array(self.game), kind="stable")
        return {name: np.array(getattr(self, name))[order] for name in NAMES}


def played(game: str, seats: int, settings: argparse.Namespace) -> Lessons:
    """Games of the trained policy against itself, some of their positions and what came of them."""
    env = BatchEnv(game, seats, settings.rows, settings.seed)
    rollout = Rollout(env, network_of(game), 0, settings.seed)
    rng = np.random.default_rng(settings.seed)
    lessons = Lessons(game, seats, settings.playouts, settings.seed)
    ended: dict[int, tuple[Floats, Floats]] = {}
    erring = rng.choice(ERRING, size=env.n, p=ERRING_ODDS)
    while len(ended) < settings.games:
        for row in np.flatnonzero(rng.random(env.n) < (KEPT_TRIED if settings.playouts else KEPT)).tolist():
            lessons.meet(env.position(row), int(env.number[row]))
        places = np.zeros(env.n, np.int32)
        rows = np.flatnonzero(env.legal_count > 1)
        if len(rows):
            odds, _ = rollout.odds(rows)
            chosen = (odds + rng.gumbel(size=odds.shape)).argmax(axis=1)
            anything = (rng.random(len(rows)) * env.legal_count[rows]).astype(np.int64)
            places[rows] = np.where(rng.random(len(rows)) < erring[rows], anything, chosen)
        numbers = env.number.copy()
        env.step_places(places)
        for row in np.flatnonzero(env.done).tolist():
            winners = env.finished(row).winners()
            won = np.array([(seat in winners) / len(winners) for seat in range(seats)], np.float32)
            ended[int(numbers[row])] = won, env.scores[row].astype(np.float32)
            erring[row] = rng.choice(ERRING, p=ERRING_ODDS)
    lessons.end(ended)
    return lessons


def keep(lessons: "Arrays", folder: Path, name: str) -> None:
    """Adds lessons to a folder; somebody else who reads it meanwhile never meets half of a file."""
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f"{name}.new"
    with beside.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **lessons)
    beside.replace(folder / name)


def kept(folder: Path, pattern: str) -> "Arrays":
    """All lessons of a folder whose files have such a name, one behind the other."""
    found = []
    for number, path in enumerate(sorted(folder.glob(pattern))):
        with np.load(path) as file:
            if set(file) != set(NAMES):
                raise BadSetup(f"{path} holds no lessons")
            found.append({**file, "game": file["game"] + number * MOST_GAMES})
    if not found:
        raise BadSetup(f"there are no lessons {pattern} in {folder}, and no games are to be played")
    return {name: np.concatenate([one[name] for one in found]) for name in NAMES}
