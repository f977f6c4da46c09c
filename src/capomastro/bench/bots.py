"""How fast bots think, in processor time so that other work does not spoil the figures: `capomastro bench bots`."""

from time import process_time
from typing import NamedTuple

from capomastro.bots.bot import Budget
from capomastro.bots.players import Master, Searching
from capomastro.bots.releases import FirstMaster
from capomastro.bots.roster import player_named
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, check_setup

ITERATIONS = 5000


MASTERS: tuple[type[Searching], ...] = (Master, FirstMaster)


def iterations_a_second(
    game: AnyGame, seats: int, iterations: int = ITERATIONS, bot: type[Searching] = FirstMaster
) -> float:
    """From the opening of a game; what is made once for all decisions is not counted."""
    state = game.deal(seats, seeded(1), check_setup(game, seats, {}), None)
    view = game.view(state, state.to_act()[0])
    searching = bot(game)
    searching.search(view, Budget(iterations=iterations), seeded(1), stop_early=False)
    began = process_time()
    searching.search(view, Budget(iterations=iterations), seeded(1), stop_early=False)
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


class Decisions(NamedTuple):
    """How long a level needs for a decision, in milliseconds of processor time."""

    bot: str
    median_ms: float
    p99_ms: float


def decisions(game: AnyGame, bot: str) -> Decisions:
    """Over a whole game of this bot against itself."""
    times = seconds_for_decisions(game, bot)
    return Decisions(bot, 1000 * times[len(times) // 2], 1000 * times[99 * len(times) // 100])
