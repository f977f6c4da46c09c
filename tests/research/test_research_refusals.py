"""What cannot be played is refused with a sentence, and then nothing has changed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_research_batch import TABLES, as_bytes, play

from capomastro.research import BatchEnv, observe

GAME, SEATS = TABLES[0]
THIRD_GAME = Path(__file__).parents[1] / "third_game"

SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "chess"),
    ({"seats": 1}, "2 to 4"),
    ({"seats": 2.0}, "seats is a whole number, not 2.0"),
    ({"seats": float("nan")}, "seats is a whole number, not nan"),
    ({"n": 0}, "number from 1 to"),
    ({"n": True}, "whole number, not True"),
    ({"n": 1 << 40}, "number from 1 to"),
    ({"seed": "7"}, "the seed is a whole number, not '7'"),
    ({"reward": "glory"}, "reward is 'outcome' or 'points', not 'glory'"),
    ({"illegal": "ignore"}, "illegal is 'refuse' or 'forfeit', not 'ignore'"),
    ({"options": {"price": "free"}}, "free"),
    ({"options": {"colour": "red"}}, "colour"),
]


@pytest.mark.parametrize(("changed", "sentence"), SETUPS, ids=str)
def test_an_environment_that_makes_no_game_is_refused(changed: dict[str, Any], sentence: str) -> None:
    arguments: dict[str, Any] = {"game": GAME, "seats": SEATS, "n": 2, "seed": 1} | changed
    with pytest.raises(ValueError, match=sentence):
        BatchEnv(**arguments)


ACTIONS: list[tuple[Any, str]] = [
    ([0, 0], r"shape \(3,\), not \(2,\)"),
    ([[0, 0, 0]], r"not \(1, 3\)"),
    (7, r"not \(\)"),
    ([0.0, 1.0, 2.0], "whole numbers, not float64"),
    ([np.nan, 0, 0], "whole numbers, not float64"),
    ([True, True, True], "whole numbers, not bool"),
    (["take", "take", "take"], "whole numbers, not <U4"),
    ([None, 0, 0], "whole numbers, not object"),
    ([-1, -1, -1], r"row 0 \(game 0, step 0 of it\)"),
    (np.full(3, 2**40), "row 0"),
    (np.full(3, 2**63, np.uint64), "row 0"),
    (np.full(3, -(2**32)), "row 0"),
]


@pytest.mark.parametrize(("actions", "sentence"), ACTIONS, ids=repr)
@pytest.mark.parametrize("by_place", [False, True], ids=["step", "place"])
def test_actions_that_make_no_sense_are_refused_without_effect(actions: Any, sentence: str, by_place: bool) -> None:
    env = BatchEnv(GAME, SEATS, 3, 1)
    before = as_bytes(env)
    with pytest.raises(ValueError, match=sentence):
        (env.step_places if by_place else env.step)(actions)

    assert as_bytes(env) == before
    assert env.steps_taken == 0


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_one_illegal_step_stops_all_games(wrong: int) -> None:
    env = BatchEnv(GAME, SEATS, 3, 1)
    play(env, 20)
    before, keys = as_bytes(env), [env.position(row).key() for row in range(3)]
    actions = env.legal[:, 0].astype(np.int32)
    actions[wrong] = next(step for step in range(len(env.game.actions)) if step not in env.legal[wrong])
    text = env.game.actions.texts[actions[wrong]]
    with pytest.raises(ValueError, match=rf"row {wrong} \(game {wrong}, step 20 of it\): .*\({text}\)"):
        env.step(actions)
    places = np.zeros(3, np.int32)
    places[wrong] = env.legal_count[wrong]
    with pytest.raises(ValueError, match=f"no legal step at place {places[wrong]}"):
        env.step_places(places)

    assert as_bytes(env) == before
    assert [env.position(row).key() for row in range(3)] == keys


@pytest.mark.parametrize("playing", [[1, 1, 0], [True], [0.5, 1, 1]], ids=repr)
def test_which_games_play_is_said_by_flags(playing: Any) -> None:
    env = BatchEnv(GAME, SEATS, 3, 1)
    with pytest.raises(ValueError, match="playing has the shape"):
        env.step_places([0, 0, 0], playing)


def test_what_is_not_there_cannot_be_asked_for() -> None:
    env = BatchEnv(GAME, SEATS, 2, 1)
    with pytest.raises(ValueError, match="mask=True"):
        env.mask.any()
    with pytest.raises(ValueError, match="the row is a number from 0 to 1, not 2"):
        env.position(2)
    with pytest.raises(ValueError, match="no game has ended in row 0"):
        env.finished(0)
    with pytest.raises(ValueError, match=f"there is no seat {SEATS}"):
        observe(env.game, env.position(0), SEATS)


def run(code: str) -> str:
    """What this code says, in a Python that has the third game installed."""
    path = os.pathsep.join([str(THIRD_GAME), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr.strip().rpartition("\n")[2]


def test_a_game_without_a_tensor_says_so() -> None:
    said = run("from capomastro.research import BatchEnv; BatchEnv('gavel', 2, 4, 1)")

    assert "the game gavel has no tensor" in said


@pytest.mark.parametrize(
    ("name", "library", "extra"), [("BatchEnv", "numpy", "research"), ("SeatVectorEnv", "gymnasium", "gymnasium")]
)
def test_a_missing_library_is_named_with_the_extra_that_brings_it(name: str, library: str, extra: str) -> None:
    said = run(f"import sys; sys.modules['{library}'] = None; from capomastro.research import {name}")

    assert said.endswith(f"{library} is not installed: pip install 'capomastro[{extra}]' brings it")
