"""The rules' version is raised: what can be played goes on, what cannot is frozen with its reason, nothing is lost."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_archive import archived_answers, as_said_since, restore
from server_house import At, House, Person, setup_of, steps_in, waited
from sqlalchemy import insert, select
from test_server_store import command
from warm_start import Program, done_by

from capomastro.core.matchfile import read, unplayed
from capomastro.server.ops import upkeep
from capomastro.server.settings import Settings
from capomastro.server.storage import database, schema
from capomastro.server.storage.migrate import migrate
from capomastro.server.table.frozen import TOLD_OF_SETUP

GONE = "rules that nobody plays any more"


class LaterHouse(House):
    """A server, and the commands of its operator, by rules of another version; see `later_rules.py`."""

    def __init__(self, db: str, **rules: str) -> None:
        super().__init__(db)
        self.settings |= {f"LATER_{name.upper()}": value for name, value in rules.items()}

    program = Program("later_rules", Path(__file__).parent)

    def operate(self, *words: str) -> tuple[int, Any]:
        """A command of the operator: its exit code and what it says as JSON."""
        environment = {**os.environ, **self.settings}
        done = done_by(["tables", *words, "--db", self.db, "--json"], environment, program=self.program)
        return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def kept_store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store of the last release, in which this version has kept what everybody sees."""
    file = str(tmp_path_factory.mktemp("kept") / "tables.sqlite")
    restore("store-0004", file)
    assert command("tables", "migrate", "--db", file).stdout == "2 open, 8 replays\n"
    return file


@pytest.fixture
def old_store(kept_store: str, tmp_path: Path) -> str:
    """The same to work on."""
    with sqlite3.connect(kept_store) as kept, sqlite3.connect(tmp_path / "tables.sqlite") as copy:
        kept.backup(copy)
    kept.close()
    copy.close()
    return str(tmp_path / "tables.sqlite")


@pytest.fixture
def later(old_store: str, request: pytest.FixtureRequest) -> Iterator[LaterHouse]:
    house = LaterHouse(old_store, **request.param)
    house.start()
    yield house
    house.stop()


TOLD = archived_answers("store-0004")


def anna_at(house: House) -> Person:
    anna = Person(house)
    anna.client.cookies.update(TOLD["cookie"])
    return anna


def at(anna: Person, name: str) -> At:
    return At(anna, TOLD["tables"][name]["table"])


def without_components(view: Any) -> Any:
    return {name: value for name, value in as_said_since(view).items() if name != "components"}


@pytest.mark.parametrize("later", [{"former": GONE}], indirect=True)
def test_a_match_of_rules_that_are_gone_is_shown_from_the_store_and_refuses_steps(later: LaterHouse) -> None:
    anna = anna_at(later)
    for name, told in TOLD["tables"].items():
        if "open" in name:
            continue
        table = at(anna, name)
        for seat, then in told["updates"].items():
            now = table.look(seat=seat)
            assert now["frozen"]["code"] == "rules"
            assert GONE in now["frozen"]["text"]
            assert without_components(now["view"]) == without_components(then["view"]), (name, seat)
            assert (now["seen"], now["status"], now["winners"]) == (then["seen"], then["status"], then["winners"])
            assert (now["legal"], now["to_act"], now["undoable"]) == ([], [], 0)
            log = anna.get(f"{table.path}/log", seat=seat)["events"]
            assert log == told["logs"][seat]
        status, refused = table.refused("steps", seat=0, seen=now["seen"], key="k", step="take")
        expected = {"over": "over", "closed": "closed"}.get(now["status"], "frozen")
        assert (status, refused["code"]) == (409, expected)
        assert refused["update"]["frozen"]["code"] == "rules"


@pytest.mark.parametrize("later", [{"former": GONE}], indirect=True)
def test_a_frozen_match_is_exported_as_the_file_it_would_have_been(later: LaterHouse) -> None:
    anna = anna_at(later)
    for name in ("finished", "finished pillars"):
        table = at(anna, name)
        text = anna.client.get(f"{table.path}/export").text
        now, then = unplayed(text), unplayed(TOLD["tables"][name]["file"])
        assert now.steps == then.steps
        assert {**now.ending, "digest": ""} == {**then.ending, "digest": ""}
        assert read(text).state.over  # by the rules of this version, which are those it was played by
        assert anna.get(f"{table.path}/replay/events", seat="all")["steps"] == len(then.steps)
        for what in ("verify", "scores", "replay?step=1"):
            assert anna.client.get(f"{table.path}/{what}").json()["code"] == "frozen"


@pytest.mark.parametrize("later", [{"former": GONE}], indirect=True)
def test_a_match_frozen_before_its_end_tells_nobody_the_seed(later: LaterHouse) -> None:
    anna = anna_at(later)
    table = at(anna, "running")
    seed = setup_of(later.db, table.table)[0].setup.seed
    text = anna.client.get(f"{table.path}/export").text
    assert seed not in text
    assert seed not in anna.client.get(table.path).text
    head, *lines = text.splitlines()
    told = json.loads(head)
    assert told["why"]["code"] == "rules"
    assert set(told) == {"capomastro frozen", "viewer", "why", *TOLD_OF_SETUP}
    assert not {"seed", "deal", "components"} & set(TOLD_OF_SETUP)
    assert json.loads(lines[-1])["view"]
    own = {event["kind"] for line in lines[:-1] for event in json.loads(line)["events"]}
    assert own == {event["kind"] for event in anna.get(f"{table.path}/log", seat=0)["events"]}


@pytest.mark.parametrize("later", [{"former": GONE}], indirect=True)
def test_lists_mark_a_frozen_match_and_nobody_waits_there(later: LaterHouse) -> None:
    anna = anna_at(later)
    table = at(anna, "running")
    table.look()
    row = next(row for row in anna.get("/api/lobby")["mine"] if row["table"] == table.table)
    assert row["frozen"]
    assert not row["waiting_for_me"]
    assert anna.client.get("/healthz").status_code == 200
    assert "a request failed" not in later.said()


@pytest.mark.parametrize("later", [{"former": GONE}], indirect=True)
def test_a_table_that_has_not_begun_begins_by_the_rules_of_today(later: LaterHouse) -> None:
    anna = anna_at(later)
    table = at(anna, "open")
    assert table.look()["frozen"] is None
    for seat in (1, 2):
        table.post("fill", seat=seat, bot="random")
    assert table.look()["status"] == "running"
    row, _ = setup_of(later.db, table.table)
    assert (row.rules, row.setup.rules) == (2, 2)


@pytest.mark.parametrize("later", [{"former": "same"}], indirect=True)
def test_a_match_of_an_older_version_is_played_on_by_that_versions_rules(later: LaterHouse) -> None:
    anna = anna_at(later)
    for name in ("running", "running, rewound"):
        table = at(anna, name)
        assert table.look()["frozen"] is None
        table.play(30, 3)
        assert setup_of(later.db, table.table)[0].rules == 1
    assert later.operate("check")[1]["counts"] == {"open": 2, "former rules": 8}


@pytest.mark.parametrize("later", [{"former": GONE, "other": "deal"}], indirect=True)
def test_a_match_that_new_rules_would_deal_otherwise_is_not_moved_and_named(later: LaterHouse) -> None:
    code, report = later.operate("migrate")
    assert code == 1
    frozen = {one["table"] for one in report["named"]}
    assert {told["table"] for name, told in TOLD["tables"].items() if name.startswith("running")} <= frozen
    assert all(one["why"] for one in report["named"])
    assert "moved" not in report["counts"]


@pytest.mark.parametrize("later", [{"former": GONE}], indirect=True)
def test_running_matches_are_moved_to_new_rules_while_the_server_runs(later: LaterHouse) -> None:
    """They were frozen, somebody looks on, the operator moves them, and play goes on."""
    anna = anna_at(later)
    table = at(anna, "running")
    before = table.look()
    assert before["frozen"]
    code, report = later.operate("migrate")
    assert report["counts"]["moved"] == 4
    assert code == 1  # the finished and closed ones stay frozen, and are named
    after = waited(lambda: (update := table.look()) and update["frozen"] is None and update)
    assert after["seen"] == before["seen"]
    assert steps_in(after) == steps_in(TOLD["tables"]["running"]["updates"]["0"]) or after["viewer"] != 0
    assert table.play(30, 4)["frozen"] is None
    assert setup_of(later.db, table.table)[0].setup.rules == 2
    again = later.operate("migrate")[1]
    assert "moved" not in again["counts"]


@pytest.mark.parametrize("later", [{"former": "same"}], indirect=True)
def test_a_step_under_way_while_the_match_is_moved_is_taken_by_the_new_rules(later: LaterHouse) -> None:
    """The server holds the match in memory by the old rules; its next write notices, and nothing is lost."""
    anna = anna_at(later)
    table = at(anna, "running")
    update = table.look()
    code, report = later.operate("migrate")
    assert (code, report["counts"]["moved"]) == (0, 4)
    assert table.step(update)["n"] == update["seen"] + 1
    table.play(30, 4)
    row, lines = setup_of(later.db, table.table)
    assert row.rules == 2
    assert [line.n for line in lines] == list(range(1, len(lines) + 1))
    assert later.operate("check")[1]["counts"]["replays"] >= 4


DEATHS = [9, 14, 23, 31, 12, 44, 19, 27, 38, 16, 52, 21, 33, 11, 41, 29, 36, 18, 47, 25]
COPIES = 12


def many_running(address: str) -> None:
    """A store of the last release in which every running match is there many times."""
    restore("store-0004", address)
    migrate(Settings(db=address))
    running = [told["table"] for name, told in TOLD["tables"].items() if name.startswith("running")]
    copy_tables(address, running, list(map(str, range(COPIES))))


def copy_tables(address: str, ids: list[str], names: list[str]) -> None:
    """Each of these tables once more for each name, which its id ends with."""
    engine = database.open_engine(Settings(db=address), writing=True)
    with engine.begin() as db:
        for table in (schema.tables, schema.seats, schema.holdings, schema.entries, schema.snapshots):
            key = table.c.id if table is schema.tables else table.c.table_id
            rows = [row._asdict() for row in db.execute(select(table).where(key.in_(ids)))]
            copies = [row | {key.name: f"{row[key.name]}-{name}"} for row in rows for name in names]
            if copies:
                db.execute(insert(table), copies)
    engine.dispose()


def everything_in(address: str) -> dict[str, list[Any]]:
    """All that is stored, but for when it was and how often a row was rewritten."""
    engine = database.open_engine(Settings(db=address), writing=False)
    found = {}
    with engine.connect() as db:
        for table in (schema.tables, schema.seats, schema.holdings, schema.entries, schema.snapshots):
            columns = [column for column in table.c if column.name != "at" or table is schema.entries]
            found[table.name] = sorted(repr(tuple(row)) for row in db.execute(select(*columns)))
    engine.dispose()
    return found


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrate_goes_on_after_twenty_kills_and_nothing_is_lost_or_doubled(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    addresses = [str(tmp_path / "killed.sqlite"), str(tmp_path / "spared.sqlite")]
    if kind == "postgresql":
        postgres = request.getfixturevalue("postgres")
        addresses = [postgres.empty("killed"), postgres.empty("spared")]
    reports = []
    for address, deaths in zip(addresses, (DEATHS, []), strict=True):
        many_running(address)
        house = LaterHouse(address, former="same", deaths=" ".join(map(str, deaths)))
        reports.append(house.operate("migrate")[1])
        house.stop()
    assert everything_in(addresses[0]) == everything_in(addresses[1])
    assert reports[1]["counts"]["moved"] == 4 * (COPIES + 1)
    assert reports[0]["counts"].get("moved", 0) < reports[1]["counts"]["moved"]  # the killed ones had done a part
    assert sum(reports[0]["counts"].values()) == sum(reports[1]["counts"].values())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_older_store_is_named_as_such_and_brought_up_to_date_in_spite_of_kills(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The log of every match is rewritten then: killed in the midst of it, the store is as it was."""
    address = str(tmp_path / "old.sqlite")
    if kind == "postgresql":
        address = request.getfixturevalue("postgres").empty("old")
    restore("store-0001", address)
    done = command("tables", "check", "--db", address)
    assert (done.returncode, done.stdout) == (2, "")
    assert "of an earlier release (schema 0001" in done.stderr
    killed, spared = (LaterHouse(address, former="same", deaths=deaths) for deaths in ("4 9 15 22 28 35 43", ""))
    assert killed.operate("migrate")[1]["counts"] == {"open": 2, "former rules": 4, "moved": 4}
    assert spared.operate("check") == (0, {"counts": {"open": 2, "replays": 4, "former rules": 4}, "named": []})
    for house in (killed, spared):
        house.stop()


def read_terminal(terminal: int) -> str:
    """What was written there; nothing when nobody writes any more."""
    try:
        return os.read(terminal, 4096).decode()
    except OSError:
        return ""


@pytest.mark.parametrize("what", ["check", "migrate"])
def test_check_and_migrate_go_through_the_tables_some_at_a_time_with_a_bar_where_somebody_watches(
    old_store: str, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    settings, work = Settings(db=old_store), getattr(upkeep, what)
    whole = list(work(settings))
    monkeypatch.setattr(upkeep, "AT_ONCE", 3)
    assert list(work(settings)) == whole
    assert len(whole) == upkeep.count(settings) == 10
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "capomastro", "tables", what, "--db", old_store]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        bar = "".join(iter(lambda: read_terminal(ours), ""))
        said = process.communicate()[0]
    os.close(ours)
    assert (process.returncode, said) == (0, "2 open, 8 replays\n")
    assert {"check": "replaying", "migrate": "moving"}[what] in bar
    assert "100%" in bar


def without_text(events: Any) -> Any:
    """Where the game is not installed, there are no sentences of its own."""
    return [{name: value for name, value in event.items() if name != "text"} for event in events]


FLIPS = {
    "game": (
        "UPDATE tables SET game = 'chess', setup = replace(setup, '\"game\":\"p', '\"game\":\"x-p') WHERE id",
        "game",
    ),
    "rules": ("UPDATE tables SET rules = 9, setup = replace(setup, '\"rules\":1', '\"rules\":9') WHERE id", "rules"),
    "hash": (
        'UPDATE tables SET setup = replace(setup, \'"components_hash":"\', \'"components_hash":"0\') WHERE id',
        "components",
    ),
    "number": (
        "UPDATE tables SET setup = replace(setup, '\"components_number\":1', '\"components_number\":7') WHERE id",
        "components",
    ),
    "option": ("UPDATE tables SET setup = replace(setup, '\"first\":', '\"last\":') WHERE id", "setup"),
    "text": ("UPDATE entries SET step = 'fly away' WHERE n = 9 AND kind = 'step' AND table_id", "step"),
    "another": ("UPDATE entries SET step = 'done' WHERE n IN (2, 3, 4) AND kind = 'step' AND table_id", "step"),
    "points": ("UPDATE tables SET scores = '1,1', winners = '0,1' WHERE status = 'over' AND id", "outcome"),
    "turn": ("UPDATE tables SET to_act = '5' WHERE status = 'running' AND id", "outcome"),
}
"""What may have changed under a stored match, and the reason it is frozen for."""
READ = ("", "/log", "/export", "/verify", "/scores", "/replay?step=3", "/replay/events", "/past?n=3", "/chat", "/notes")
DONE = {
    "steps": {"seat": 0, "seen": 1, "key": "k", "step": "take"},
    "undo": {"seat": 0, "key": "k"},
    "rematch": {"seat": 0},
    "proposals": {"seat": 0, "kind": "rewind", "to": 2},
    "resign": {"seat": 0},
    "plan": {"seat": 0, "plan": "pass"},
    "fill": {"seat": 1, "bot": "random"},
    "leave": {"seat": 0},
}


def test_whatever_has_changed_under_a_match_it_is_shown_or_frozen_and_nothing_fails(old_store: str) -> None:
    """Rules, components, options, games and steps are flipped under tables of every kind."""
    told = TOLD["tables"]
    copy_tables(old_store, [one["table"] for one in told.values()], list(FLIPS))
    with sqlite3.connect(old_store) as db:
        for flip, (sql, _) in FLIPS.items():
            db.execute(f"{sql} LIKE '%-{flip}'")
    db.close()
    house = House(old_store).start()
    try:
        anna = anna_at(house)
        for name, one in told.items():
            for flip, (_, reason) in FLIPS.items():
                table = At(anna, f"{one['table']}-{flip}")
                answers = {path: anna.client.get(table.path + path) for path in READ}
                answers |= {path: anna.client.post(f"{table.path}/{path}", json=body) for path, body in DONE.items()}
                failed = {path: answer.text for path, answer in answers.items() if answer.status_code >= 500}
                assert failed == {}, (name, flip)
                update = answers[""].json()
                assert answers[""].status_code == 200
                if update["frozen"] is None:
                    continue
                assert update["frozen"]["code"] in (reason, "step", "setup"), (name, flip)
                if name.startswith(("running", "finished")):
                    then = one["logs"][str(update["viewer"])]
                    assert without_text(answers["/log"].json()["events"]) == without_text(then)
                    assert answers["/export"].status_code == 200
                    assert update["view"] is not None
        assert anna.client.get("/api/lobby").status_code == 200
        assert "a request failed" not in house.said()
    finally:
        house.stop()
    operator = LaterHouse(old_store, former="same")
    assert operator.operate("check")[1]["counts"]["frozen"] > 30
    operator.stop()
