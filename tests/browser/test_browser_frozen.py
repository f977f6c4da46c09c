"""Matches that this version cannot play: the page marks them, shows the board and the log, and offers no step."""

import gzip
import json
import re
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browserhelp import AT_REST, OVERFLOW, findings
from chromium import served

ARCHIVE = Path(__file__).parents[1] / "archive"
TOLD = json.loads(gzip.decompress((ARCHIVE / "store-0004.json.gz").read_bytes()))
TABLES = {name: told["table"] for name, told in TOLD["tables"].items()}
TITLES = {"en-GB": "This match is frozen", "de-DE": "Diese Partie ist eingefroren", "nl-NL": "Deze partij is bevroren"}


@pytest.fixture(scope="module")
def frozen_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on the store of the last release, whose matches follow rules that nobody has."""
    folder = tmp_path_factory.mktemp("frozen")
    file = str(folder / "tables.sqlite")
    with sqlite3.connect(file) as db:
        db.executescript(gzip.decompress((ARCHIVE / "store-0004.sql.gz").read_bytes()).decode())
    subprocess.run([sys.executable, "-m", "capomastro", "tables", "migrate", "--db", file], check=True)
    db.execute("""UPDATE tables SET rules = 99, setup = replace(setup, '"rules":1', '"rules":99')""")
    db.execute("DELETE FROM snapshots WHERE table_id = ?", [TABLES["running"]])
    (packed,) = db.execute("SELECT views FROM snapshots WHERE table_id = ?", [TABLES["closed"]]).fetchone()
    strange = json.loads(zlib.decompress(packed))
    for seen in strange["views"].values():
        seen["view"] = {"round": 4, "seats": [{"score": 7}, {"score": 8}], "wonders": ["one", "two"]}
    values = [zlib.compress(json.dumps(strange).encode()), TABLES["closed"]]
    db.execute("UPDATE snapshots SET views = ? WHERE table_id = ?", values)
    db.commit()
    db.close()
    yield from served(folder)


@pytest.fixture
def anna(person: Callable[..., Any], frozen_server: str) -> Callable[..., Any]:
    """Somebody who sits at all of these tables."""

    def somebody(**wishes: Any) -> Any:
        page = person(base_url=frozen_server, **wishes)
        page.context.add_cookies([{"name": "device", "value": TOLD["cookie"]["device"], "url": frozen_server}])
        return page

    return somebody


@pytest.mark.parametrize("language", TITLES)
def test_a_frozen_match_is_marked_and_its_board_and_log_are_shown(anna: Callable[..., Any], language: str) -> None:
    page = anna(language=language, width=390, height=800)
    for name in ("finished", "finished pillars", "running pillars"):
        page.goto(f"/t/{TABLES[name]}")
        mark = page.get_by_role("region", name=TITLES[language])
        mark.wait_for()
        page.locator(".game-root svg:visible").first.wait_for()
        assert page.locator("[data-step]").count() == 0
        assert mark.get_by_role("link").first.get_attribute("href").endswith("/export")
        page.wait_for_function(AT_REST)
        assert page.evaluate(OVERFLOW) <= 0
        assert findings(page) == []


def test_a_board_that_todays_drawing_does_not_understand_is_drawn_plainly(anna: Callable[..., Any]) -> None:
    page = anna()
    page.goto(f"/t/{TABLES['closed']}")
    page.get_by_role("region", name=TITLES["en-GB"]).wait_for()
    page.locator(".game-root", has_text=re.compile("wonders", re.IGNORECASE)).wait_for()


def test_where_no_board_was_stored_the_page_says_so(anna: Callable[..., Any]) -> None:
    page = anna()
    page.goto(f"/t/{TABLES['running']}")
    page.get_by_text("The board was not stored").wait_for()


def test_my_tables_say_which_matches_are_frozen(anna: Callable[..., Any]) -> None:
    page = anna()
    page.goto(f"/t/{TABLES['running, own box']}")
    page.get_by_role("region", name=TITLES["en-GB"]).wait_for()
    page.goto("/")
    page.locator(f"a[href='/t/{TABLES['running, own box']}'] .state", has_text="frozen").wait_for()
