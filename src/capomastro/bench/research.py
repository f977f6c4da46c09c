"""How fast machines can learn here: `capomastro bench research`.

Steps of the batched environment from a numpy loop, with everything it shows, on one core, in processor time; beside it,
in the same run, environments of others. They are other games, so their figures are orders of magnitude and no ranking.
"""

import gc
import sys
import tracemalloc
from pathlib import Path
from typing import Any, NamedTuple

import capomastro
from capomastro.bench.others import OTHERS, pace
from capomastro.core.catalogue import game_named, registrations
from capomastro.research.batch_env import BatchEnv
from capomastro.research.extras import required

np = required("numpy", "research")

SIZES = (1, 256, 4096)
USUAL = 256
"""Games at once in the figures that are compared."""
SETTLING = 400
"""Steps of every game before memory is looked at: by then all buffers are made and games have ended."""
WATCHED = 200
STATUS = Path("/proc/self/statm")
PAGE_KB = 4


def random_places(env: BatchEnv, rng: Any) -> Any:
    """A legal step of every game, each as likely as the next."""
    return (rng.random(env.n, dtype=np.float32) * env.legal_count).astype(np.int32)


def steps_per_s(game: str, seats: int, n: int, seconds: float) -> float:
    """The best of several runs, observation and legal list of every step included."""
    env, rng = BatchEnv(game, seats, n, 1), np.random.default_rng(1)
    calls = max(1, 4096 // n)

    def some() -> int:
        for _ in range(calls):
            env.step_places(random_places(env, rng))
        return calls * n

    return pace(some, seconds)


class Allocations(NamedTuple):
    """What calls of `step_places` take from memory; a call takes a step in each of `USUAL` games."""

    peak_bytes_per_call: int
    """The most that a call in which no game ends has of its own, the list of actions included."""
    blocks_kept_per_call: float
    """Blocks of memory that a call leaves behind, on average."""


def allocations(game: str, seats: int) -> Allocations:
    env, rng = BatchEnv(game, seats, USUAL, 1), np.random.default_rng(1)
    for _ in range(SETTLING):
        env.step_places(random_places(env, rng))
    choices = [rng.random(env.n, dtype=np.float32) for _ in range(WATCHED)]
    places = np.zeros(env.n, np.int32)
    peak = 0
    gc.collect()
    before = sys.getallocatedblocks()
    for choice in choices:
        np.multiply(choice, env.legal_count, out=places, casting="unsafe")
        env.step_places(places)
    gc.collect()
    kept = (sys.getallocatedblocks() - before) / WATCHED
    tracemalloc.start()
    try:
        for choice in choices:
            np.multiply(choice, env.legal_count, out=places, casting="unsafe")
            tracemalloc.reset_peak()
            start = tracemalloc.get_traced_memory()[0]
            env.step_places(places)
            if not env.done.any():
                peak = max(peak, tracemalloc.get_traced_memory()[1] - start)
    finally:
        tracemalloc.stop()
    return Allocations(peak, round(kept, 2))


def resident_kb() -> int:
    """Memory of this process now; 0 where the system does not say."""
    return PAGE_KB * int(STATUS.read_text().split()[1]) if STATUS.exists() else 0


def memory(game: str, seats: int, games: int) -> dict[str, int]:
    """Memory after a tenth of so many games and after all of them."""
    env, rng = BatchEnv(game, seats, USUAL, 1), np.random.default_rng(1)
    played, tenth = 0, 0
    while played < games:
        env.step_places(random_places(env, rng))
        played += int(env.done.sum())
        if not tenth and played >= games // 10:
            tenth = resident_kb()
    return {"games": played, "kb_after_a_tenth": tenth, "kb_growth": resident_kb() - tenth}


def figures(seconds: float, games: int) -> dict[str, Any]:
    """All of it: ours by game and size, theirs, and how many times as fast ours are."""
    others: dict[str, float | str] = {}
    for name, measure in OTHERS.items():
        try:
            others[name] = round(measure(seconds))
        except ImportError as missing:
            others[name] = str(missing)
    ours = [figures_of(name, seconds, games, others) for name, told in registrations().items() if told.observation]
    return {"compiled": capomastro.compiled, "others_steps_per_s": others, "games": ours}


def figures_of(name: str, seconds: float, games: int, others: dict[str, float | str]) -> dict[str, Any]:
    seats = game_named(name).seat_counts[0]
    speeds = {str(n): round(steps_per_s(name, seats, n, seconds)) for n in SIZES}
    return {
        "game": name,
        "players": seats,
        "steps_per_s": speeds,
        "times_as_fast_as": {
            other: round(speeds[str(USUAL)] / speed, 2) for other, speed in others.items() if not isinstance(speed, str)
        },
        "allocations": allocations(name, seats)._asdict(),
        "memory": memory(name, seats, games),
    }
