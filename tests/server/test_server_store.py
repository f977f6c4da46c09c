"""The store: migrations, group commit, backup, the operator's commands, retention, and many tables."""

import asyncio
import os
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from server_house import At, House, Person, setup_of, waited
from sqlalchemy import Connection, insert, inspect
from warm_start import done_by

from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.settings import Settings, settings_from
from capomastro.server.storage import database, queries
from capomastro.server.storage.entries import stored
from capomastro.server.storage.migrate import migrate, upgrade, version_of
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import entries, holdings, metadata, seats, tables
from capomastro.server.storage.writer import Writer


def described(db: Connection) -> dict[str, Any]:
    """All that a database says of its tables, but for the order of columns: later ones were added at the end."""
    looked = inspect(db)
    return {
        name: (
            sorted(
                (one["name"], str(one["type"]), one["nullable"], one["default"]) for one in looked.get_columns(name)
            ),
            looked.get_pk_constraint(name)["constrained_columns"],
            sorted(map(repr, looked.get_indexes(name))),
            sorted((*one["column_names"],) for one in looked.get_unique_constraints(name)),
            sorted(
                (*one["constrained_columns"], one["referred_table"], *one["referred_columns"], str(one["options"]))
                for one in looked.get_foreign_keys(name)
            ),
        )
        for name in looked.get_table_names()
    }


def test_all_migrations_make_what_a_new_database_gets_at_once(empty: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    settings = Settings(db=empty)
    migrate(settings)
    migrate(settings)
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        if not settings.on_postgres:
            assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        at_once, version = described(db), version_of(db)
        metadata.drop_all(db)
        db.exec_driver_sql("DROP TABLE alembic_version")
        upgrade(db)
        assert (described(db), version_of(db)) == (at_once, version)
        assert compare_metadata(MigrationContext.configure(db), metadata) == []
    engine.dispose()


def test_settings_come_from_the_environment_and_the_command_line_goes_before() -> None:
    settings = settings_from({"CAPOMASTRO_PORT": "9000", "CAPOMASTRO_SMTP_STARTTLS": "false"}, port=None, host="::1")
    assert (settings.port, settings.host, settings.smtp_starttls) == (9000, "::1", False)
    with pytest.raises(ValueError, match="PostgreSQL"):
        settings_from({}, workers=2)
    with pytest.raises(ValueError, match="cannot be understood"):
        settings_from({"CAPOMASTRO_PORT": "many"})


def test_writes_that_wait_are_committed_together_and_only_the_refused_one_fails(file: str) -> None:
    settings = Settings(db=file)
    migrate(settings)
    commits: list[int] = []

    async def run() -> list[Any]:
        from sqlalchemy import event

        engine = database.open_engine(settings, writing=True)
        event.listen(engine, "commit", lambda connection: commits.append(1))
        writer = Writer(engine, asyncio.get_running_loop(), None)

        under_way, gate = threading.Event(), threading.Event()

        def slow(db: Any) -> str:
            under_way.set()
            gate.wait(30)
            return "slow"

        def work(number: int) -> Any:
            def write(db: Any) -> int:
                if number == 7:
                    raise Conflict("seven")
                return number

            return write

        first = asyncio.create_task(writer.write("", NOBODY, slow))
        await asyncio.to_thread(under_way.wait, 30)
        others = [asyncio.create_task(writer.write("", NOBODY, work(number))) for number in range(20) if number != 7]
        await asyncio.sleep(0.05)  # all of them wait now
        gate.set()
        good = await asyncio.gather(first, *others)
        together = len(commits)
        mixed = await asyncio.gather(
            *(writer.write("", NOBODY, work(number)) for number in (6, 7, 8)), return_exceptions=True
        )
        await writer.stop()
        return [good, together, mixed]

    good, together, mixed = asyncio.run(run())
    assert good == ["slow", *(number for number in range(20) if number != 7)]
    assert together == 2
    assert (mixed[0], mixed[2]) == (6, 8)
    assert isinstance(mixed[1], Conflict)


def test_whoever_is_cancelled_just_when_it_is_written_does_not_wait_for_ever(file: str) -> None:
    settings = Settings(db=file)
    migrate(settings)

    async def run() -> bool:
        engine = database.open_engine(settings, writing=True)
        writer = Writer(engine, asyncio.get_running_loop(), None)
        begun = threading.Event()
        waiting = asyncio.create_task(writer.write("", NOBODY, lambda db: begun.set()))
        for _ in range(2):  # it is asked for, then handed over
            await asyncio.sleep(0)
        begun.wait(30)
        while writer.busy_since is not None:  # nothing else runs on the loop: what it is to be told waits
            time.sleep(0.01)
        waiting.cancel()
        done, _ = await asyncio.wait([waiting], timeout=10)
        await writer.stop()
        return waiting in done

    assert asyncio.run(run())


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return done_by(words, os.environ)


def test_the_operator_lists_shows_closes_and_backs_up_while_the_server_runs(file: str, tmp_path: Path) -> None:
    house = House(file).start()
    try:
        table = Person(house).table("me", "me")
        table.play(5)
        assert table.table in command("tables", "list", "--db", file).stdout
        shown = command("tables", "show", table.table, "--db", file).stdout
        assert "Anna 1" in shown
        assert setup_of(file, table.table)[0].setup.seed not in shown
        copy = tmp_path / "copy.sqlite"
        assert "1 tables copied" in command("backup", str(copy), "--db", file).stdout
        assert setup_of(str(copy), table.table)[1] == setup_of(file, table.table)[1]
        assert command("backup", str(copy), "--db", file).returncode == 2
        assert command("tables", "close", table.table, "--db", file).returncode == 0
        assert command("tables", "close", "nonsense", "--db", file).returncode == 2
        update = waited(lambda: (found := table.look())["status"] == "closed" and found)
        assert table.refused("steps", seat=0, step="take", seen=update["seen"], key="k")[0] == 409
    finally:
        house.stop()


@pytest.mark.parametrize("table", ["-dbetable001", "--helptable1", "_underlined1"])
def test_tables_whose_ids_look_like_options_are_shown_and_closed_too(file: str, table: str) -> None:
    many(Settings(db=file), 1)
    engine = database.open_engine(Settings(db=file), writing=True)
    with engine.begin() as db:
        row = queries.table_row(db, "table0000000")
        assert row is not None
        row.id, row.entries, row.status = table, 0, "open"
        queries.add_table(db, row, queries.seat_rows(db, "table0000000"), [])
    engine.dispose()
    for words in (["close", table, "--db", file], ["show", "--db", file, "--", table]):
        done = command("tables", *words)
        assert done.returncode == 0, done.stderr
    assert setup_of(file, table)[0].status == "closed"


def test_new_ids_never_look_like_options() -> None:
    from capomastro.server.protocol.identity import new_table_id

    assert not [found for found in (new_table_id() for _ in range(2000)) if found[0] in "-_"]


def many(settings: Settings, count: int) -> None:
    """This many running tables, all alike."""
    from capomastro.core.match import new_setup
    from capomastro.server.table.log import MatchLog

    migrate(settings)
    setup = new_setup("palazzo", 2, seed="00" * 32, names=["Anna", "Ben"])
    record = MatchLog(setup, 1)
    lines = [record.began(1)]
    rng = random.Random(1)
    for _ in range(30):
        seat = record.to_act()[0]
        lines.append(record.step(seat, rng.choice(record.legal[seat]), 1))
    ids = [f"table{number:07}" for number in range(count)]
    shared = {"game": "palazzo", "setup": encode(setup).decode(), "name": "Table", "public": True, "watch": True}
    shared |= {"scored": True, "host": "x", "status": "running", "entries": len(lines), "revision": 0}
    shared |= {"to_act": str(record.to_act()[0]), "bot_due": False, "created": 1, "touched": now()}
    sitting = {"kind": "link", "claimed": True, "note": "", "here": 0, "name": "Anna"}
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        db.execute(insert(tables), [{"id": table, **shared} for table in ids])
        db.execute(insert(seats), [{"table_id": table, "seat": n, **sitting} for table in ids for n in range(2)])
        db.execute(insert(holdings), [{"table_id": table, "seat": 0, "device": "x"} for table in ids])
        fields = [
            {"n": line.n, "kind": kind, "seat": line.seat, "number": number, "seen": line.seen, "at": 1}
            | {"step": step, "events": encode(line.events).decode()}
            for line in lines
            for kind, number, step in (stored(line.deed),)
        ]
        db.execute(insert(entries), [{"table_id": table, **row} for table in ids[:500] for row in fields])
    engine.dispose()


def memory_kb(process: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_ten_thousand_stored_tables_do_not_slow_the_start_and_idle_ones_take_little_memory(file: str) -> None:
    settings = Settings(db=file)
    many(settings, 10_000)
    house = House(file, idle_seconds="1000").start()
    try:
        assert house.process is not None
        person = Person(house)
        person.get("/api/lobby")
        for number in range(100):
            At(person, f"table{number:07}").look()
        before = memory_kb(house.process.pid)
        for number in range(100, 1300):
            At(person, f"table{number:07}").look()
        grown = (memory_kb(house.process.pid) - before) / 1200
        assert grown < 30, f"an idle table takes {grown:.1f} kB"
    finally:
        house.stop()


def test_the_cost_of_a_step_does_not_grow_with_the_match() -> None:
    from capomastro.core.match import new_setup
    from capomastro.server.table.log import MatchLog

    record = MatchLog(new_setup("palazzo", 2, seed="00" * 32), 1)
    rng = random.Random(1)
    costs: list[int] = []
    record.began(1)
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    while not record.over and len(costs) < 300:
        seat = record.to_act()[0]
        action = rng.choice(record.legal[seat])
        calls = 0
        sys.setprofile(count)
        record.step(seat, action, 1, f"k{len(costs)}")
        sys.setprofile(None)
        costs.append(calls)
    early, late = sorted(costs[10:60])[25], sorted(costs[-50:])[25]
    assert 10 < late < 3 * early
