"""The page's own modules run in Node, so that what they count can be compared with the rules."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from capomastro.core.match import Match, new_setup
from capomastro.core.position import Position

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "src" / "capomastro" / "web" / "games"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="runs the page's own scripts in Node")


def said_by(script: str, module: str, asked: object) -> Any:
    """What a script beside this file answers, when it asks a module of a game's drawing."""
    command = ["node", str(HERE / script), (GAMES / module).as_uri()]
    run = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def positions(game: str, games: int) -> Iterator[Position]:
    """Every position of some matches that are played at random, by two players and more."""
    for number in range(games):
        rng = Random(number)
        state = Match(new_setup(game, 2 + number % 3, seed=number)).state
        while not state.over:
            yield state
            seat = rng.choice(state.to_act())
            state.apply(seat, rng.choice(state.legal(seat)))
