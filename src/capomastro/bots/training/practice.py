"""Learns what to do in which situation by games of a game's heuristic against itself.

    python -m capomastro.bots.training.practice GAME --seats 4 --minutes 5 --out situations.bin

Nobody searches, so a core plays some four thousand games a second; `gradient.py` beside this says how it learns. The
file has the mean of the weights over the last three fifths of the time; what it had for other numbers of seats stays.
With `--start` a run begins with the weights of a file. Minutes are those of one core. docs/bots.md has the results.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import process_time

from capomastro.bots.config import Practising, config_for
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.situation_file import read, written
from capomastro.bots.training.gradient import Gradient
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, check_setup
from capomastro.core.position import Position

ROUND = 200  # games between two looks at the clock
CARELESSNESS = 1.0  # as in playouts
KEEP = 0.98  # of what came of a step, how much is decided later than the next turn
PACE, LAST_PACE = 0.2, 0.01  # of learning; it falls evenly
AVERAGED = 0.4  # from this share of the time on, the mean is kept
CHECK_SEED = 1_000_000_000


class Practice:
    """Weights of one game for one number of seats, on their way."""

    def __init__(self, game: AnyGame, practising: Practising, settings: Namespace) -> None:
        self.game = game
        self.practising = practising
        self.seats: int = settings.seats
        self.options = check_setup(game, self.seats, {})
        weights = [0.0] * practising.weights
        if settings.start:
            weights = self.read(Path(settings.start)).get(self.seats, weights)
        heuristic, situations = practising.heuristic(self.seats, weights)
        situations.learning = True
        self.gradient = Gradient(heuristic, situations, practising.temper, KEEP, CARELESSNESS)
        self.rng = seeded(settings.seed)

    def read(self, file: Path) -> dict[int, list[float]]:
        return read(file, self.game.name, self.practising.version, self.practising.weights)

    def write(self, file: Path, others: dict[int, list[float]]) -> None:
        """Writes what was learned, beside what is known for other numbers of seats."""
        weights = others | {self.seats: self.gradient.mean()}
        file.write_bytes(written(self.game.name, self.practising.version, weights))

    def deal(self, rng: Fast) -> Position:
        position: Position = self.game.deal(self.seats, rng, self.options, None)
        return position

    def round(self, share: float) -> None:
        """Some games, after this share of the time."""
        for _ in range(ROUND):
            self.gradient.play(self.deal(self.rng.spawn()), self.rng, PACE + share * (LAST_PACE - PACE))
        if share >= AVERAGED:
            self.gradient.average()

    def check(self, games: int) -> float:
        """The share of wins of one who has practised, among those who have not, on deals that are always the same."""
        new, _ = self.practising.heuristic(self.seats, self.gradient.mean())
        old, _ = self.practising.heuristic(self.seats, [0.0] * self.practising.weights)
        return sum(self.won(new, old, number) for number in range(games)) / games

    def won(self, new: Heuristic, old: Heuristic, number: int) -> float:
        deal, own = divmod(number, self.seats)
        position, rng = self.deal(seeded(CHECK_SEED + deal)), seeded(CHECK_SEED + deal + 1)
        while not position.over:
            seat = int(position.actor)
            heuristic = new if seat == own else old
            position.play(seat, int(heuristic.quick(position, seat, rng, CARELESSNESS)))
        winners = position.winners()
        return (own in winners) / len(winners)


def practise(practice: Practice, settings: Namespace) -> None:
    """Goes on until the minutes or the rounds are over, and writes what was learned."""
    out = Path(settings.out)
    if not out.parent.is_dir():
        raise BadSetup(f"there is no folder {out.parent} for the weights")
    others = practice.read(out) if out.exists() else {}
    began = process_time()
    rounds = 0
    while rounds < settings.rounds and (used := process_time() - began) < 60 * settings.minutes:
        practice.round(max(used / (60 * settings.minutes), rounds / settings.rounds))
        rounds += 1
    practice.write(out, others)
    print(f"{rounds * ROUND} games in {process_time() - began:.0f} s", end="")
    if settings.check:
        print(f": wins {100 * practice.check(settings.check):.1f} % among those without practice", end="")
    print()


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m capomastro.bots.training.practice", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long, in minutes of one core")
    parser.add_argument("--rounds", type=int, default=1_000_000, help=f"end after so many times {ROUND} games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file of weights to begin with")
    parser.add_argument("--out", required=True, help="the file for the weights")
    parser.add_argument("--check", type=int, default=0, help="games in the end against those without practice")
    settings = parser.parse_args(arguments)
    try:
        game = game_named(settings.game)
        practising = config_for(game.name).practising
        if practising is None:
            raise BadSetup(f"{game.name} has no situations to learn about")
        practise(Practice(game, practising, settings), settings)
    except BadSetup as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
