"""A game from another package passes everything, though nothing in `src` names it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def run(*arguments: str, typed: str = "", code: str | None = None) -> str:
    """`capomastro …`, or this code, in a Python that has the other package installed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(FOLDER), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, *(("-m", "capomastro") if code is None else ("-c", code)), *arguments],
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
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


DRIVEN = """
from capomastro.core.match import Match, new_setup
match = Match(new_setup("gavel", 2, seed=4))
bid = match.state.legal(0)[0]
unheld = next(card for card in range(20) if card not in match.state.legal(0))
print(*(match.state.refusal(0, unheld).worded(language) for language in ("en", "de", "nl")), sep="|")
match.act(0, bid)
print(*(match.state.refusal(0, bid).worded(language) for language in ("en", "de", "nl")), sep="|")
"""


def test_its_refusals_are_said_in_its_own_words() -> None:
    unheld, out_of_turn = run(code=DRIVEN).splitlines()

    assert re.sub(r"\d+", "9", unheld) == "you do not hold the card 9|du hast die Karte 9 nicht|je hebt kaart 9 niet"
    assert out_of_turn.split("|") == [
        "it is not your turn to bid",
        "du bist nicht mit Bieten an der Reihe",
        "jij bent niet aan de beurt om te bieden",
    ]


def test_a_refusal_of_the_line_mode_is_said_in_its_words(tmp_path: Path) -> None:
    game = ("play", "gavel", "--seed", "4", "--file", str(tmp_path / "match.jsonl"), "--language", "de")
    assert "Du hast die Karte 2 nicht. Tippe ? für Hilfe." in run(*game, typed="bid 2\nquit\n")


def test_it_has_the_same_words_with_the_same_places_in_every_language() -> None:
    words = [json.loads((FOLDER / "gavel" / "words" / f"{one}.json").read_text()) for one in ("en", "de", "nl")]
    places = [{key: set(re.findall(r"{\w+}", text)) for key, text in one.items()} for one in words]
    assert places[0] == places[1] == places[2]
