"""Fits the outlook of a game to who wins, by games of those who have practised against each other.

    python -m capomastro.bots.training.winning GAME --seats 2 3 4 --games 30000 > winning_weights.py

`training.py` beside this fits the points that a seat still makes. But a search that plays to win asks how likely a
seat wins, and so it matters how points, money and promises weigh against each other in that. Here the seats of a
position share one win by their outlooks (multinomial logit), and the weights are those by which what happened was
likeliest. The problem is convex, so a few steps of Newton's method solve it. Prints the weights, in points as before,
and the spread: by how many points an outlook must be better, for each point of suspense, to be e times as likely to
win. docs/bots.md has the results. Needs numpy.
"""

import sys
from argparse import ArgumentParser, Namespace

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from capomastro.bots.config import config_for
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, check_setup

CARELESSNESS = 1.0  # as in playouts
ONE_IN = 3  # settled moments is learned from
HELD_OUT = 6  # one in so many games is foretold, not learned from
BELIEF = 30.0  # how many positions the weights so far count as
STEPS = 6  # of Newton's method
CHUNK = 20_000  # positions that are summed up at once

Floats = NDArray[np.float32]
Weights = NDArray[np.float64]


class Positions:
    """Settled moments of many games: for every seat its points and features, and its part of the win."""

    def __init__(self, game: AnyGame, seats: int, games: int, seed: int) -> None:
        heuristic = config_for(game.name).practised(game.name, seats)
        size = int(heuristic.feature_count)
        options, rng, features = check_setup(game, seats, {}), seeded(seed), vec[float]([0.0] * size)
        rows: list[Floats] = []
        wins: list[list[float]] = []
        numbers: list[int] = []
        for number in range(games):
            position = game.deal(seats, rng.spawn(), options, None)
            first = len(rows)
            while not position.over:
                if heuristic.settled(position) and rng.randrange(ONE_IN) == 0:
                    row = np.empty((seats, size + 1), np.float32)
                    for seat in range(seats):
                        heuristic.features(position, seat, features)
                        row[seat, 0] = position.score(seat)
                        row[seat, 1:] = list(features)
                    rows.append(row / np.float32(heuristic.suspense(position)))
                seat = int(position.actor)
                position.play(seat, int(heuristic.quick(position, seat, rng, CARELESSNESS)))
            winners = position.winners()
            wins += [[(seat in winners) / len(winners) for seat in range(seats)]] * (len(rows) - first)
            numbers += [number] * (len(rows) - first)
        held_out = np.array(numbers) % HELD_OUT == 0
        every, won = np.stack(rows), np.array(wins, np.float32)
        self.known, self.known_wins = every[~held_out], won[~held_out]
        self.unknown, self.unknown_wins = every[held_out], won[held_out]


def shares(rows: Floats, weights: Weights) -> Weights:
    """Each seat's chance to win by these weights."""
    outlook: Weights = rows @ weights
    risen: Weights = np.exp(outlook - outlook.max(axis=1, keepdims=True))
    parts: Weights = risen / risen.sum(axis=1, keepdims=True)
    return parts


def surprise(rows: Floats, wins: Floats, weights: Weights) -> float:
    """How badly these weights foretell who wins, in nats a position."""
    return float(-(wins * np.log(np.maximum(shares(rows, weights), 1e-9))).sum(axis=1).mean())


def slopes(rows: Floats, wins: Floats, weights: Weights) -> tuple[Weights, Weights]:
    """The gradient of all surprises together, and its own gradient."""
    size = rows.shape[2]
    gradient, curvature = np.zeros(size), np.zeros((size, size))
    for at in range(0, len(rows), CHUNK):
        part = rows[at : at + CHUNK]
        chances = shares(part, weights)
        gradient += np.einsum("ps,psf->f", chances - wins[at : at + CHUNK], part)
        expected = np.einsum("ps,psf->pf", chances, part)
        weighed = (part * np.sqrt(chances)[:, :, None]).reshape(-1, size)
        curvature += weighed.T @ weighed - expected.T @ expected
    return gradient, curvature


def at_best_spread(rows: Floats, wins: Floats, weights: Weights) -> Weights:
    """These weights, all as many times as large as foretells best."""
    whole = (rows @ weights)[:, :, None].astype(np.float32)
    scale = np.ones(1)
    for _ in range(STEPS):
        gradient, curvature = slopes(whole, wins, scale)
        scale -= gradient / curvature[0, 0]
    scaled: Weights = scale[0] * weights
    return scaled


def fitted(rows: Floats, wins: Floats, start: Weights) -> Weights:
    """The likeliest weights, pulled a little towards those to start from."""
    weights = start.copy()
    pull = BELIEF * np.maximum((rows**2).mean(axis=(0, 1)), 1e-6)
    for _ in range(STEPS):
        gradient, curvature = slopes(rows, wins, weights)
        gradient += pull * (weights - start)
        weights -= np.linalg.solve(curvature + np.diag(pull), gradient)
    return weights


def module_text(found: dict[int, Weights], games: int) -> str:
    """The weights as a module, twelve to a line."""
    lines = [
        f'"""Fitted to who won {games} games for every number of seats; see bots/training/winning.py."""',
        "",
        "# fmt: off",
        "SPREADS: dict[int, float] = {",
        *(f"    {seats}: {1 / weights[0]:.3g}," for seats, weights in found.items()),
        "}",
        "WINNING_WEIGHTS: dict[int, list[float]] = {",
    ]
    for seats, weights in found.items():
        lines.append(f"    {seats}: [")
        row = list(weights[1:] / weights[0])
        for at in range(0, len(row), 12):
            lines.append("        " + " ".join(f"{weight:.3g}," for weight in row[at : at + 12]))
        lines.append("    ],")
    return "\n".join([*lines, "}", ""])


def learn(asked: Namespace) -> None:
    """Fits weights for each number of seats, and prints how well they foretell and then what they are."""
    game = game_named(asked.game)
    for seats in asked.seats:
        check_setup(game, seats, {})
    found: dict[int, Weights] = {}
    for seats in asked.seats:
        positions = Positions(game, seats, asked.games, asked.seed)
        trained = np.array([1.0, *config_for(game.name).trained_weights[seats]])
        start = at_best_spread(positions.known, positions.known_wins, trained)
        found[seats] = fitted(positions.known, positions.known_wins, start)
        before = surprise(positions.unknown, positions.unknown_wins, start)
        now = surprise(positions.unknown, positions.unknown_wins, found[seats])
        print(f"# {seats} seats: {before:.4f} nats a position before, {now:.4f} now, of games held out")
    print(module_text(found, asked.games), end="")


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m capomastro.bots.training.winning", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    try:
        learn(parser.parse_args(arguments))
    except BadSetup as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
