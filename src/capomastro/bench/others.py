"""Environments of others beside which `capomastro bench research` sets ours, each where it is installed."""

import importlib.util
import os
import random
import sys
import warnings
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from time import process_time
from typing import Any

from capomastro.research.extras import required

np = required("numpy", "research")

RUNS = 5
AT_ONCE = 256
NO_PUFFERLIB = "PufferLib is not here; try pip install --no-deps pufferlib==2.0.2 (its own requirements exclude ours)"


def pace(some: Callable[[], int], seconds: float) -> float:
    """Steps for each second of processor time, the best of several runs; `some` takes a few steps and counts them."""
    some()
    best = 0.0
    for _ in range(RUNS):
        began, steps = process_time(), 0
        while process_time() - began < seconds / RUNS:
            steps += some()
        best = max(best, steps / (process_time() - began))
    return best


def gin_rummy(seconds: float) -> float:
    """OpenSpiel's gin rummy from Python, with the tensor of the player to act."""
    pyspiel = required("pyspiel", "openspiel")
    game, rng = pyspiel.load_game("gin_rummy"), random.Random(1)

    def some() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return pace(some, seconds)


def connect_four(seconds: float) -> float:
    """PettingZoo's connect four, with observation and mask."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():  # that its games are to be made in another way, which does not find them yet
        warnings.simplefilter("ignore", DeprecationWarning)
        required("pygame", "bench")
        env = required("pettingzoo.classic.connect_four_v3", "bench").env()
    rng = np.random.default_rng(1)

    def some() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            ended = terminated or truncated
            env.step(None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += not ended
        return steps

    return pace(some, seconds)


def triple_triad(seconds: float) -> float:
    """PufferLib's Triple Triad, a game of nine cards on nine cells against a bot, written in C.

    It has no list of legal steps; as in its own play at random, a step that is none of them counts too.
    """
    rng = np.random.default_rng(1)
    seen, actions = np.zeros((AT_ONCE, 114), np.float32), np.zeros(AT_ONCE, np.int32)
    reward, done = np.zeros(AT_ONCE, np.float32), np.zeros(AT_ONCE, np.uint8)  # it writes there, but does not hold them
    screen = 990, 690, 192, 224  # which it has to be told
    env = puffer_extension("tripletriad").CyTripleTriad(seen, actions, reward, done, AT_ONCE, *screen)
    env.reset()
    ended = 0

    def some() -> int:
        nonlocal ended
        for _ in range(16):
            actions[:] = rng.random(AT_ONCE, dtype=np.float32) * 15
            env.step()
            ended += int(done.sum())
        return 16 * AT_ONCE

    for _ in range(20):
        some()
    if not ended:
        raise ImportError(
            "PufferLib is here, but its Triple Triad never ends; try pip install --no-deps pufferlib==2.0.2"
        )
    return pace(some, seconds)


def puffer_extension(name: str) -> Any:
    """A compiled game of PufferLib, loaded by itself: the package imports what cannot stand beside our libraries."""
    found = importlib.util.find_spec("pufferlib")
    for folder in (found.submodule_search_locations or ()) if found else ():
        for suffix in EXTENSION_SUFFIXES:
            path = Path(folder, "ocean", name, f"cy_{name}{suffix}")
            spec = importlib.util.spec_from_file_location(f"cy_{name}", path) if path.exists() else None
            if spec is None or spec.loader is None:
                continue
            flags = sys.getdlopenflags()
            try:  # its function `step` is its own, not that of the C library
                sys.setdlopenflags(flags | getattr(os, "RTLD_DEEPBIND", 0))
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
            finally:
                sys.setdlopenflags(flags)
            return module
    raise ImportError(NO_PUFFERLIB)


OTHERS: dict[str, Callable[[float], float]] = {
    "OpenSpiel gin rummy, with tensor": gin_rummy,
    "PettingZoo connect four": connect_four,
    "PufferLib Triple Triad": triple_triad,
}
