"""Measuring the engines: figures that `capomastro bench engine` prints."""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import capomastro
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, Position
from capomastro.core.position import playout


def engine_figures(name: str, games: int) -> list[dict[str, Any]]:
    """One row of figures for each seat count, from the rules as they run here."""
    game = game_named(name)
    return [figures(game, seats, games) for seats in game.seat_counts]


def figures(game: AnyGame, seats: int, games: int) -> dict[str, Any]:
    before = resident_kb()
    engine = engine_speed(game, seats, games)
    return {
        "game": game.name,
        "players": seats,
        "compiled": capomastro.compiled,
        "engine_steps_per_s": engine,
        "loop_steps_per_s": loop_speed(game, seats, max(games // 10, 5)),
        "clone_us": clone_time(middle_of_game(game, seats)),
        "state_bytes": state_size(middle_of_game(game, seats)),
        f"legal_us_by_{game.benchmark_axis}": {
            label: legal_time(state) for label, state in game.benchmarks(seats).items()
        },
        "rss_growth_kb": resident_kb() - before,
    }


def dealt(game: AnyGame, seats: int, seed: int) -> Position:
    options = {option.name: option.choices[0] for option in game.options}
    state: Position = game.deal(seats, seeded(seed), options, None)
    return state


def engine_speed(game: AnyGame, seats: int, games: int) -> float:
    """Random steps per second of processor time, deals included, when the engine plays by itself."""
    rng = seeded(seats)
    began, steps = time.process_time(), 0
    for seed in range(games):
        steps += playout(dealt(game, seats, seed), rng)
    return steps / (time.process_time() - began)


def loop_speed(game: AnyGame, seats: int, games: int) -> float:
    """The same from a Python loop over `legal` and `apply`, every step checked."""
    rng = seeded(seats)
    began, steps = time.process_time(), 0
    for seed in range(games):
        state = dealt(game, seats, seed)
        while not state.over:
            seat = state.to_act()[0]
            legal = state.legal(seat)
            state.apply(seat, legal[rng.randrange(len(legal))])
            steps += 1
    return steps / (time.process_time() - began)


def middle_of_game(game: AnyGame, seats: int) -> Position:
    """A state halfway through a random game."""
    rng = seeded(seats)
    half = playout(dealt(game, seats, 7), rng) // 2
    state, rng = dealt(game, seats, 7), seeded(seats)
    for _ in range(half):
        legal = state.legal(state.to_act()[0])
        state.apply(state.to_act()[0], legal[rng.randrange(len(legal))])
    return state


def clone_time(state: Position) -> float:
    """Microseconds, the best of several runs."""
    return best_of(5, 2000, state.clone)


def legal_time(state: Position) -> float:
    """Microseconds for listing the legal steps of the first seat to act."""
    seat = state.to_act()[0]
    return best_of(5, 2000, lambda: state.legal(seat))


def best_of(runs: int, count: int, act: Any) -> float:
    best = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        for _ in range(count):
            act()
        best = min(best, time.perf_counter() - began)
    return best / count * 1e6


def state_size(state: Position) -> int:
    """Bytes that one more state takes, its lists and its generator included."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [state.clone() for _ in range(1000)]
        return (tracemalloc.get_traced_memory()[0] - before) // len(kept)
    finally:
        tracemalloc.stop()


def resident_kb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def interpreted_figures(name: str, games: int) -> list[dict[str, Any]]:
    """The figures of the same rules interpreted, measured by another process on a copy without compiled modules."""
    package = Path(capomastro.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(package, Path(folder, "capomastro"), ignore=ignored)
        script = (
            "import json, sys\n"
            "from capomastro.bench.engine import engine_figures\n"
            "print(json.dumps(engine_figures(sys.argv[1], int(sys.argv[2]))))\n"
        )
        environment = os.environ | {"PYTHONPATH": folder}
        command = [sys.executable, "-c", script, name, str(games)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=folder)
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows
