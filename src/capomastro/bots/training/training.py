"""Teaches a game's weights by play and writes them down as a module.

    python -m capomastro.bots.training.training GAME --games 25000 --rounds 5 > trained_weights.py

For every number of seats it plays so many games a round, each round between bots that judge by the mean of all weights
fitted so far, and fits what a seat still made from each position. What came of it is in docs/bots.md.
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


def lessons(game: AnyGame, expert: BotConfig, seats: int, games: int, weights: list[float], seed: int) -> list[float]:
    """New weights after so many games with the old ones."""
    knowledge = expert.knowledge(weights)
    regression = Regression(int(knowledge.feature_count))
    rng = seeded(seed)
    options = check_setup(game, seats, {})
    for _ in range(games):
        play_lesson(game.deal(seats, rng.spawn(), options, None), knowledge, rng, CARELESSNESS, regression)
    return regression.solve(BELIEF, weights)


def trained_weights(game: AnyGame, seats: int, games: int, rounds: int) -> list[float]:
    """The mean of what every round found. Weights that follow the last round alone swing to and fro."""
    expert = config_for(game.name)
    weights = expert.by_hand()
    fitted: list[list[float]] = []
    for number in range(rounds):
        fitted.append(lessons(game, expert, seats, games, weights, number))
        weights = [fmean(column) for column in zip(*fitted, strict=True)]
    return weights


def module_text(weights: dict[int, list[float]], games: int, rounds: int) -> str:
    """The weights as a module, twelve to a line."""
    lines = [
        f'"""Weights taught by play: {rounds} rounds of {games} games for every number of seats; see teaching.py."""',
        "",
        "# fmt: off",
        "TAUGHT: dict[int, list[float]] = {",
    ]
    for seats, row in weights.items():
        lines.append(f"    {seats}: [")
        for at in range(0, len(row), 12):
            lines.append("        " + " ".join(f"{weight:.3g}," for weight in row[at : at + 12]))
        lines.append("    ],")
    return "\n".join([*lines, "}", ""])


def main() -> None:
    parser = ArgumentParser(description="Teach a game's weights by play.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=25_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    game = game_named(asked.game)
    weights = {seats: trained_weights(game, seats, asked.games, asked.rounds) for seats in game.seat_counts}
    print(module_text(weights, asked.games, asked.rounds), end="")


if __name__ == "__main__":
    main()
