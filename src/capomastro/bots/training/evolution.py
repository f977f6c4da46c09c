"""Evolves the numbers by which a game's heuristic judges steps, by play alone.

    python -m capomastro.bots.training.evolution GAME --seats 4 --minutes 10 --out numbers.json

Each round tries many changes: whoever judges by the numbers plus a change plays some deals against whoever judges by
the numbers minus it, from all seats. The numbers then move a little towards what won (evolution strategies with
mirrored changes; Salimans and others 2017), by steps of Adam. Nobody searches, so a core plays thousands of games a
second; with `--search 80` both sides are masters with so many iterations, and it plays a few. Minutes are those of one
core. The file has the mean of the second half of the rounds; with `--start` a run begins with such a file.
docs/bots.md has the results.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Protocol

from capomastro.bots.bot import Budget
from capomastro.bots.config import Evolving, config_for
from capomastro.bots.players import Master
from capomastro.bots.search.heuristic import Heuristic
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, check_setup
from capomastro.core.position import Position

CARELESSNESS = 1.0  # as in playouts
CHANGES = 24  # tried in a round
PACE, LAST_PACE = 0.035, 0.005  # of a step, in spreads; it falls evenly
REACH, LAST_REACH = 0.6, 0.35  # of a change, the same
LEAD = 8.0  # a lead of so many points counts half as much as the highest
SLOW, SLOWER = 0.9, 0.97  # what Adam remembers of a gradient, and of its square
CHECKED = 20  # rounds between two checks
CHECK_SEED = 1_000_000_000


class Player(Protocol):
    """Whoever takes a step in a position, by what its seat can see."""

    def step(self, position: Position, seat: int, rng: Fast) -> int: ...


class Quick:
    """Takes the step that its heuristic values most, a little carelessly, as playouts do."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.heuristic = heuristic

    def step(self, position: Position, seat: int, rng: Fast) -> int:
        return int(self.heuristic.quick(position, seat, rng, CARELESSNESS))


class Evolved(Master):
    """A master who judges steps by other numbers."""

    def __init__(self, game: AnyGame, heuristic: Heuristic, iterations: int) -> None:
        super().__init__(game)
        self.own = heuristic
        self.budget = Budget(iterations=iterations)

    def heuristic(self, seats: int) -> Heuristic:
        return self.own

    def step(self, position: Position, seat: int, rng: Fast) -> int:
        return self.choose(self.game.view(position, seat), position.legal(seat), self.budget, rng)


class Adam:
    """Steps of even size: each by how far its slope stands out of its own noise."""

    def __init__(self, count: int) -> None:
        self.rounds = 0
        self.mean = [0.0] * count
        self.square = [0.0] * count

    def steps(self, gradient: Sequence[float]) -> list[float]:
        self.rounds += 1
        found = []
        for at, slope in enumerate(gradient):
            self.mean[at] = SLOW * self.mean[at] + (1 - SLOW) * slope
            self.square[at] = SLOWER * self.square[at] + (1 - SLOWER) * slope * slope
            usual: float = (self.square[at] / (1 - SLOWER**self.rounds)) ** 0.5
            found.append(self.mean[at] / (1 - SLOW**self.rounds) / (usual + 1e-8))
        return found


class Evolution:
    """The numbers of one game for one number of seats, on their way."""

    def __init__(self, game: AnyGame, evolving: Evolving, settings: Namespace) -> None:
        self.game = game
        self.evolving = evolving
        self.seats: int = settings.seats
        self.search: int = settings.search
        self.games: int = settings.games or (4 if self.search else 80)
        self.options = check_setup(game, self.seats, {})
        self.first = evolving.start(self.seats)
        self.numbers = list(self.first)
        if settings.start:
            self.numbers = numbers_in(settings.start, len(self.first))
        self.directions = evolving.directions(self.seats)
        self.adam = Adam(len(self.directions))
        self.chance = Random(settings.seed)
        self.sum = [0.0] * len(self.numbers)
        self.summed = 0

    def player(self, numbers: Sequence[float]) -> Player:
        heuristic = self.evolving.heuristic(self.seats, list(numbers))
        return Evolved(self.game, heuristic, self.search) if self.search else Quick(heuristic)

    def moved(self, by: Sequence[float]) -> list[float]:
        """The numbers after so much of a move in each direction."""
        found = list(self.numbers)
        for step, direction in zip(by, self.directions, strict=True):
            for at, spread in direction.items():
                found[at] += spread * step
        return found

    def mean(self) -> list[float]:
        """The mean of the second half of the rounds, or the numbers as they are until then."""
        return [number / self.summed for number in self.sum] if self.summed else self.numbers

    def play(self, players: Sequence[Player], seed: int) -> Position:
        """A game of these players, one for each seat."""
        position: Position = self.game.deal(self.seats, seeded(seed), self.options, None)
        rng = seeded(seed + 1)
        while not position.over:
            seat = int(position.actor)
            position.play(seat, players[seat].step(position, seat, rng))
        return position

    def sides(self) -> list[tuple[int, ...]]:
        """The seats of one side, each way in turn: every second one, or a single one where they cannot be halved."""
        if self.seats % 2:
            return [(seat,) for seat in range(self.seats)]
        return [tuple(range(0, self.seats, 2)), tuple(range(1, self.seats, 2))]

    def match(self, one: Player, other: Player) -> float:
        """By how much one side does better than it should by the number of its seats, over some games."""
        sides = self.sides()
        deals = max(1, self.games // len(sides))
        total = 0.0
        for _ in range(deals):
            seed = self.chance.getrandbits(40)
            for side in sides:
                end = self.play([one if seat in side else other for seat in range(self.seats)], seed)
                total += reward(end, side) - len(side) / self.seats
        return total / (deals * len(sides))

    def round(self, share: float) -> None:
        """One round, after this share of the time."""
        reach = REACH + share * (LAST_REACH - REACH)
        gradient = [0.0] * len(self.directions)
        for _ in range(CHANGES):
            change = [self.chance.gauss(0.0, 1.0) for _ in self.directions]
            more = self.player(self.moved([reach * step for step in change]))
            less = self.player(self.moved([-reach * step for step in change]))
            better = self.match(more, less)
            for at, step in enumerate(change):
                gradient[at] += better * step
        pace = PACE + share * (LAST_PACE - PACE)
        self.numbers = self.moved([pace * step for step in self.adam.steps(gradient)])
        if share >= 0.5:
            self.sum = [total + number for total, number in zip(self.sum, self.numbers, strict=True)]
            self.summed += 1

    def check(self, games: int) -> float:
        """The share of wins of the mean, alone among those it all began with, on deals that are always the same."""
        new, old = self.player(self.mean()), self.player(self.first)
        won = 0.0
        deals = max(1, games // self.seats)
        for deal in range(deals):
            for seat in range(self.seats):
                end = self.play([new if at == seat else old for at in range(self.seats)], CHECK_SEED + deal)
                winners = end.winners()
                won += (seat in winners) / len(winners)
        return won / (deals * self.seats)


def numbers_in(file: str, count: int) -> list[float]:
    """So many numbers from a file that an earlier run has written."""
    try:
        numbers = [float(number) for number in json.loads(Path(file).read_text(encoding="utf-8"))]
    except (OSError, TypeError, ValueError) as error:
        raise BadSetup(f"{file} is no file of numbers to begin with") from error
    if len(numbers) != count:
        raise BadSetup(f"{file} has {len(numbers)} numbers, not {count}")
    return numbers


def reward(end: Position, side: Sequence[int]) -> float:
    """What the end of a game is worth to these seats, from 0 to 1: half of it for winning, half for the lead."""
    winners = end.winners()
    won = sum(seat in winners for seat in side) / len(winners)
    mine = max(float(end.score(seat)) for seat in side)
    theirs = max(float(end.score(seat)) for seat in range(end.seats) if seat not in side)
    lead = mine - theirs
    return 0.5 * won + 0.25 + 0.25 * lead / (LEAD + abs(lead))


def evolve(evolution: Evolution, settings: Namespace) -> None:
    """Goes on until the minutes or the rounds are over, and writes what was found."""
    out = Path(settings.out)
    if not out.parent.is_dir():
        raise BadSetup(f"there is no folder {out.parent} for the numbers")
    began = process_time()
    rounds = 0
    while rounds < settings.rounds and (used := process_time() - began) < 60 * settings.minutes:
        evolution.round(max(used / (60 * settings.minutes), rounds / settings.rounds))
        rounds += 1
        if rounds % CHECKED == 0:
            print(f"round {rounds}, {process_time() - began:.0f} s", end="", flush=True)
            if settings.check:
                print(f": wins {100 * evolution.check(settings.check):.1f} % among the first", end="")
            print(flush=True)
            write(evolution, out)
    write(evolution, out)


def write(evolution: Evolution, out: Path) -> None:
    out.write_text(json.dumps([round(number, 4) for number in evolution.mean()]) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m capomastro.bots.training.evolution", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long, in minutes of one core")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="end after so many rounds at the latest")
    parser.add_argument("--search", type=int, default=0, help="play by masters with so many iterations; 0: no search")
    parser.add_argument("--games", type=int, default=0, help="for each change; by default 80, or 4 with a search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file of numbers to begin with")
    parser.add_argument("--out", required=True, help="the file for the numbers")
    parser.add_argument("--check", type=int, default=0, help="games against the first numbers after every 20 rounds")
    settings = parser.parse_args(arguments)
    try:
        game = game_named(settings.game)
        evolving = config_for(game.name).evolving
        if evolving is None:
            raise BadSetup(f"{game.name} has no numbers to evolve")
        evolve(Evolution(game, evolving, settings), settings)
    except BadSetup as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
