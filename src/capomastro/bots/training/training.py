"""Trains a game's weights by play and prints them as a module.

    python -m capomastro.bots.training.training GAME --games 25000 --rounds 5 > trained_weights.py

For every number of seats it plays the given number of games in each round, between bots that judge by the mean of all
weights fitted so far, and fits the points a seat still made from each position. docs/bots.md has the results.
"""

from argparse import ArgumentParser
from statistics import fmean

from capomastro.bots.config import BotConfig, config_for
from capomastro.bots.training.lessons import play_lesson
from capomastro.bots.training.regression import Regression
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, check_setup

CARELESSNESS = 2.0
BELIEF = 30.0  # how many samples' worth the weights of the round before have


def lessons(game: AnyGame, config: BotConfig, seats: int, games: int, weights: list[float], seed: int) -> list[float]:
    """New weights, fitted to games played with the old ones."""
    heuristic = config.heuristic(weights)
    regression = Regression(int(heuristic.feature_count))
    rng = seeded(seed)
    options = check_setup(game, seats, {})
    for _ in range(games):
        play_lesson(game.deal(seats, rng.spawn(), options, None), heuristic, rng, CARELESSNESS, regression)
    return regression.solve(BELIEF, weights)


def trained_weights(game: AnyGame, seats: int, games: int, rounds: int) -> list[float]:
    """The mean over all rounds: the weights of single rounds oscillate."""
    config = config_for(game.name)
    weights = config.by_hand()
    fitted: list[list[float]] = []
    for number in range(rounds):
        fitted.append(lessons(game, config, seats, games, weights, number))
        weights = [fmean(column) for column in zip(*fitted, strict=True)]
    return weights


def module_text(weights: dict[int, list[float]], games: int, rounds: int) -> str:
    """The weights as a module, twelve to a line."""
    lines = [
        f'"""Trained by play: {rounds} rounds of {games} games for every number of seats; see bots/training."""',
        "",
        "# fmt: off",
        "TRAINED_WEIGHTS: dict[int, list[float]] = {",
    ]
    for seats, row in weights.items():
        lines.append(f"    {seats}: [")
        for at in range(0, len(row), 12):
            lines.append("        " + " ".join(f"{weight:.3g}," for weight in row[at : at + 12]))
        lines.append("    ],")
    return "\n".join([*lines, "}", ""])


def main() -> None:
    parser = ArgumentParser(description="Train a game's weights by play.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=25_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    game = game_named(asked.game)
    weights = {seats: trained_weights(game, seats, asked.games, asked.rounds) for seats in game.seat_counts}
    print(module_text(weights, asked.games, asked.rounds), end="")


if __name__ == "__main__":
    main()
