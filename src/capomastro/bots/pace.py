"""How fast bots think, in processor time, so that a busy machine does not spoil the figures.

    python -m capomastro.bots.pace palazzo

prints the search iterations a second from the opening for every number of seats, and how long the levels that people
play against need for a decision in a whole game.
"""

from argparse import ArgumentParser
from time import process_time

from capomastro.bots.bot import Budget
from capomastro.bots.players import Searching
from capomastro.bots.roster import LEVELS, player_named
from capomastro.catalogue import game_named
from capomastro.chance import seeded
from capomastro.game import AnyGame, check_setup

ITERATIONS = 5000


def iterations_a_second(game: AnyGame, seats: int, iterations: int = ITERATIONS) -> float:
    """From the opening of a game."""
    state = game.deal(seats, seeded(1), check_setup(game, seats, {}), None)
    view = game.view(state, state.to_act()[0])
    began = process_time()
    Searching(game).search(view, Budget(iterations=iterations), seeded(1), stop_early=False)
    return iterations / (process_time() - began)


def seconds_for_decisions(game: AnyGame, bot: str, seed: int = 1) -> list[float]:
    """What each decision of a game of this bot against itself took, ascending; only where there was a choice."""
    seats = game.seat_counts[0]
    state, rng = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None), seeded(seed)
    players = [player_named(bot, game) for _ in range(seats)]
    times = []
    while not state.over:
        seat = state.to_act()[0]
        legal = state.legal(seat)
        began = process_time()
        step = legal[0] if len(legal) == 1 else players[seat].choose(game.view(state, seat), legal, rng)
        if len(legal) > 1:
            times.append(process_time() - began)
        state.play(seat, step)
    return sorted(times)


def main() -> None:
    parser = ArgumentParser(description="Measure how fast bots think.")
    parser.add_argument("game")
    game = game_named(parser.parse_args().game)
    for seats in game.seat_counts:
        print(f"{seats} seats: {iterations_a_second(game, seats):,.0f} iterations a second")
    for level in LEVELS:
        times = seconds_for_decisions(game, level)
        median, late = times[len(times) // 2], times[99 * len(times) // 100]
        print(f"{level}: {1000 * median:.3g} ms at the median, {1000 * late:.3g} ms at the 99th percentile")


if __name__ == "__main__":
    main()
