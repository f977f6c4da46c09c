"""A server hosts a game of another package as it hosts its own, though nothing in `src` names it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_house import House, Person

PACKAGES = Path(__file__).parents[1] / "third_game"
PATH = {"PYTHONPATH": os.pathsep.join([str(PACKAGES), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server in a Python that has the other package installed."""
    running = House(str(tmp_path_factory.mktemp("third") / "tables.sqlite"))
    running.settings |= PATH
    yield running.start()
    running.stop()


def test_the_list_of_games_has_it_and_says_that_the_page_has_no_drawing_of_it(host: House) -> None:
    games = {game["name"]: game for game in Person(host).get("/api/games")["games"]}
    assert games["gavel"]["title"] == "Gavel"
    assert games["gavel"]["seats"] == [2, 3, 4]
    assert not games["gavel"]["page"]
    assert games["gavel"]["drawing"] is None
    assert [name for name, game in games.items() if game["page"]] == [name for name in games if name != "gavel"]


def test_a_table_of_it_is_played_to_the_end_and_its_match_file_holds(host: House, tmp_path: Path) -> None:
    anna = Person(host)
    table = anna.table("me", "bot:random", "bot:greedy", game="gavel")
    over = table.play()
    assert over["status"] == "over"
    assert over["winners"] == [seat for seat, score in enumerate(over["scores"]) if score == max(over["scores"])]
    told = {event["text"] for event in table.look(since=0)["events"]}
    assert any(text.startswith("Round 5: a lot of ") for text in told)
    assert anna.get(f"{table.path}/verify")["holds"]
    file = tmp_path / "gavel.jsonl"
    file.write_text(anna.client.get(f"{table.path}/export").text)
    command = [sys.executable, "-m", "capomastro", "verify", str(file)]
    done = subprocess.run(command, env=os.environ | PATH, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_people_take_their_steps_back_and_see_nothing_of_each_others_hands(host: House) -> None:
    anna, ben = Person(host), Person(host, "Ben")
    table = anna.table("me", "link", game="gavel")
    other = table.claim(ben, 1)
    table.step(table.look())
    assert table.look()["undoable"] == 1
    table.post("undo", seat=0, key=anna.key())
    assert table.look()["view"]["seats"][0]["bid"] is None
    assert other.look()["view"]["seats"][0]["hand"] is None
