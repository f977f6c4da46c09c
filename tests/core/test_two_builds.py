"""Compiled and interpreted rules play the same games: both against a pinned digest, and against each other."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

import capomastro
from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded

PINNED = {
    "palazzo-2": "11beeffe7202966e",
    "palazzo-3": "bb4e10210dc3f5f0",
    "palazzo-4": "6b6528cd98aca52a",
    "pillars-2": "5930f11c4933a000",
    "pillars-3": "1b35668c6fc760a3",
    "pillars-4": "a8b46b0d9b457a73",
    "pillars-5": "be3709c18db4dea0",
    "pillars-6": "ddba2793fd97e3fd",
}

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import capomastro
from test_two_builds import digests
print(capomastro.compiled, digests(int(sys.argv[2])))
"""


def digests(games: int) -> dict[str, str]:
    """For each game and seat count, a digest over every step and every final state of some random games."""
    found = {}
    for game in all_games():
        options = {option.name: option.choices[0] for option in game.options}
        for seats in game.seat_counts:
            digest = hashlib.sha256()
            rng = seeded(seats)
            for seed in range(games):
                state = game.deal(seats, seeded(seed), options, None)
                while not state.over:
                    seat = state.to_act()[0]
                    legal = state.legal(seat)
                    digest.update(repr(legal).encode())
                    state.play(seat, legal[rng.randrange(len(legal))])
                digest.update(repr((state.key(), state.scores(), state.winners())).encode())
            found[f"{game.name}-{seats}"] = digest.hexdigest()[:16]
    return found


def test_these_games_are_played_in_every_build() -> None:
    assert digests(3) == PINNED


@pytest.mark.skipif(not capomastro.compiled, reason="this run is interpreted; the compiled run compares the two")
def test_compiled_and_interpreted_rules_play_the_same_games(run_interpreted: Callable[..., str]) -> None:
    assert run_interpreted(SCRIPT, str(Path(__file__).parent), "15") == f"False {digests(15)}"
