"""Compiled and interpreted, the batched environment shows the same, bit for bit."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from test_research_batch import TABLES, as_bytes, play

import capomastro
from capomastro.research import BatchEnv

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import capomastro
from test_research_builds import digest
print(capomastro.compiled, *(digest(*map(int, told.split("-"))) for told in sys.argv[2:]))
"""


def digest(table: int, seed: int, choices: int) -> str:
    """Everything that four games show while they are played at random."""
    env = BatchEnv(*TABLES[table], 4, seed)
    found = hashlib.sha256()
    for part in range(40):
        found.update(as_bytes(env))
        play(env, 8, seed=choices + part)
    return found.hexdigest()[:16]


PINNED = {
    "palazzo-2": "a5b32f4d11a96085",
    "palazzo-3": "fdb066ee6cdad62d",
    "palazzo-4": "ba7fd505d3c217af",
    "pillars-2": "ee443b87107e5d76",
    "pillars-3": "e3ae6721a1e3a3a5",
    "pillars-4": "2b9929dac2335602",
    "pillars-5": "a38750f9cf7be1cb",
    "pillars-6": "8eca7e09f80e1630",
}


def test_these_games_are_shown_in_every_build() -> None:
    """What changes here without a change of the rules raises the version of a tensor: see docs/versions.md."""
    assert {f"{game}-{seats}": digest(number, 1, 1) for number, (game, seats) in enumerate(TABLES)} == PINNED


@pytest.mark.skipif(not capomastro.compiled, reason="this run is interpreted; the compiled run compares the two")
def test_compiled_and_interpreted_environments_show_the_same(run_interpreted: Callable[..., str]) -> None:
    @settings(max_examples=2, deadline=None, database=None)
    @given(some.lists(some.tuples(some.integers(0, len(TABLES) - 1), *[some.integers(0, 2**31)] * 2), min_size=4))
    def compare(told: list[tuple[int, int, int]]) -> None:
        said = run_interpreted(SCRIPT, str(Path(__file__).parent), *("-".join(map(str, one)) for one in told))
        assert said == " ".join(["False", *(digest(*one) for one in told)])

    compare()
