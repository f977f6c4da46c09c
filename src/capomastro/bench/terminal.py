"""How soon the full-screen table is there, and how long a step takes to draw: `capomastro bench terminal`.

Both in processor time, so that other work on this machine does not spoil it.
"""

import asyncio
import gc
import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from capomastro.bots.roster import player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.local import LocalSession, seat_names

SIZES = ((80, 24), (160, 48), (200, 60))
FIRST_SCREEN = """
import asyncio, sys
from capomastro.cli.tui import app_for
from capomastro.core.catalogue import game_named
from capomastro.terminal.local import LocalSession
from capomastro.terminal.matches import kept_or_new
from pathlib import Path

async def main():
    app = app_for("en", "24bit", False, True, "Ada")
    game = game_named(sys.argv[1])
    match = kept_or_new(game, Path("unused"), resume=False, seats=2, name="Ada", bot="random", options={}, seed="1",
                        components=None, words=app.words)
    app.first = lambda: app.open(LocalSession(match, None))
    async with app.run_test(size=(80, 24)) as pilot:
        while app.session is None:
            await pilot.pause()
        await pilot.pause()

asyncio.run(main())
"""


class Drawn(NamedTuple):
    size: str
    steps: int
    median_ms: float
    p99_ms: float


def seconds_to_start(game: str, times: int = 3) -> tuple[float, float]:
    """Processor and elapsed seconds from nothing to the first board, in a fresh process; the best of several."""
    used, elapsed = [], []
    for _ in range(times):
        before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
        subprocess.run([sys.executable, "-c", FIRST_SCREEN, game], check=True, env=dict(os.environ))
        after = getrusage(RUSAGE_CHILDREN)
        used.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        elapsed.append(perf_counter() - began)
    return min(used), min(elapsed)


async def draw_times(game: str, size: tuple[int, int], steps: int, seed: int = 1) -> list[float]:
    """What each step of a game of greedy bots takes from the new update to the last character of the screen."""
    rules = game_named(game)
    seats = min(4, rules.seat_counts[-1])
    match = Match(
        new_setup(game, seats, seed=seed, names=seat_names(seats, [(i, f"P{i}") for i in range(seats)], "random"))
    )
    bot, rng = player_named("greedy", rules), seeded(seed)
    session = LocalSession(match, None)
    session.held = []
    session.viewer = match.state.to_act()[0]
    app = TerminalApp(bell=False)
    app.first = lambda: app.open(session)
    times: list[float] = []
    async with app.run_test(size=size) as pilot:
        while app.session is None:
            await pilot.pause()
        await pilot.pause()
        while not match.state.over and len(times) < steps:
            seat = match.state.to_act()[0]
            view = rules.view(match.state, seat)
            session.told.append(match.act(seat, bot.choose(view, match.state.legal(seat), rng)))
            session.held, session.viewer = [seat], seat
            began = process_time()
            session._refresh(session.update.seen)
            await settled(app)
            times.append(process_time() - began)
    return times


async def settled(app: TerminalApp) -> None:
    """Waits until everything that changed is on the screen."""
    while True:
        await asyncio.sleep(0.02)
        screen = app.screen
        if not screen._dirty_widgets and not screen._layout_required and not screen._repaint_required:
            return


def drawing_figures(game: str, steps: int = 150) -> list[Drawn]:
    asyncio.run(draw_times(game, SIZES[0], 1))  # loads what is needed
    gc.freeze()  # as the program does
    try:
        return [figures_of(size, asyncio.run(draw_times(game, size, steps))) for size in SIZES]
    finally:
        gc.unfreeze()


def figures_of(size: tuple[int, int], times: list[float]) -> Drawn:
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return Drawn(f"{size[0]}x{size[1]}", len(ordered), round(1000 * median(ordered), 2), round(1000 * p99, 2))
