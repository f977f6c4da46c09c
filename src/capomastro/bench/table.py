"""How long bots think when several sit at one table, by the clock: `capomastro bench bots GAME --table 4`.

They are asked as a server asks them: by its processes, one for each core, and all at once who have to decide at once.
"""

import asyncio
from time import perf_counter
from typing import NamedTuple

from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, check_setup
from capomastro.server.bots.pool import BotPool, usual_processes
from capomastro.server.bots.queue import Asker, Question, Rank

PATIENCE = 60.0
"""Seconds after which a bot that does not answer is given up."""


class TableTimes(NamedTuple):
    """How long a bot at a full table thinks, and how long one waits for its step if all processes are taken."""

    bot: str
    decisions: int
    most_at_once: int
    median_ms: float
    p99_ms: float
    waited_p99_ms: float


def times_at_table(game: AnyGame, bot: str, seats: int, seconds: float, seed: int = 1) -> TableTimes:
    """From the opening of a game of this bot against itself, until it is over or so many seconds have passed."""
    return asyncio.run(played(game, bot, seats, seconds, seed))


async def played(game: AnyGame, bot: str, seats: int, seconds: float, seed: int) -> TableTimes:
    pool = BotPool(usual_processes(1), PATIENCE)
    thought: list[float] = []
    waited: list[float] = []
    most_at_once = 0

    def noted(kind: str, took: float) -> None:
        thought.append(took)

    async def step_of(seat: int, legal: list[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        asker = Asker(Rank.PRESENT, "table")
        began = perf_counter()
        question = Question(asker, "choose", game.name, bot, game.view(state, seat), legal, rng.randrange(1 << 30))
        step = int(await pool.ask(question))
        waited.append(perf_counter() - began)
        return step

    state, rng = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None), seeded(seed)
    try:
        await warmed_up(pool, game, bot, seats)
        pool.on_thought = noted
        began = perf_counter()
        while not state.over and perf_counter() - began < seconds:
            due = {seat: state.legal(seat) for seat in state.to_act()}
            most_at_once = max(most_at_once, sum(len(legal) > 1 for legal in due.values()))
            steps = await asyncio.gather(*(step_of(seat, legal) for seat, legal in due.items()))
            for seat, step in zip(due, steps, strict=True):
                state.play(seat, step)
    finally:
        await pool.stop()
    return TableTimes(
        bot, len(thought), most_at_once, 1000 * at(thought, 0.5), 1000 * at(thought, 0.99), 1000 * at(waited, 0.99)
    )


async def warmed_up(pool: BotPool, game: AnyGame, bot: str, seats: int) -> None:
    """Lets every process load what it needs, which a server's processes have done long ago."""
    state = game.deal(seats, seeded(0), check_setup(game, seats, {}), None)
    while len(legal := state.legal(seat := state.to_act()[0])) == 1:
        state.play(seat, legal[0])
    view = game.view(state, seat)
    asker = Asker(Rank.PRESENT, "table")
    await asyncio.gather(
        *(pool.ask(Question(asker, "choose", game.name, bot, view, legal, 1)) for _ in range(pool.processes))
    )


def at(times: list[float], share: float) -> float:
    """The time within which this share of them lies; 0 if there are none."""
    return sorted(times)[min(int(share * len(times)), len(times) - 1)] if times else 0.0
