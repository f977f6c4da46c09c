"""A game from another package passes everything, though nothing in `src` names it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def run(*arguments: str) -> str:
    """`capomastro …` in a Python that has the other package installed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(FOLDER), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", "capomastro", *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_catalogue_finds_it_by_its_entry_point() -> None:
    assert "gavel" in run("simulate", "--help")


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_the_fuzzer_finds_no_broken_law(players: str) -> None:
    run("fuzz", "gavel", "--games", "5", "--players", players)


def test_a_search_that_knows_nothing_of_the_game_beats_random() -> None:
    said = run("arena", "gavel", "search:60", "random", "--games", "60", "--json")
    found = {row["bot"]: row for row in json.loads(said)}
    assert found["search:60"]["wins"] > found["random"]["wins"]
