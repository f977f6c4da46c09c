"""What the operator learns when the store is in trouble, and who else can read it."""

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from server_house import House, Person, waited
from test_server_store import command, many

from capomastro.core.refusals import Reason
from capomastro.server.settings import Settings
from capomastro.server.storage.faults import StoreWatch, why_of
from capomastro.server.storage.migrate import migrate


def test_a_damaged_database_is_told_by_the_health_and_once_by_the_log(file: str) -> None:
    many(Settings(db=file), 300)
    house = House(file).start()
    try:
        person = Person(house)
        with Path(file).open("r+b") as damaged:
            size = Path(file).stat().st_size
            for page in range(size // 4096 // 3, size // 4096):
                damaged.seek(page * 4096)
                damaged.write(b"\xff" * 4096)
        answers = {person.client.get(f"/api/tables/table{number:07}").status_code for number in range(100, 300, 5)}
        assert 503 in answers
        health = person.client.get("/healthz")
        assert (health.status_code, health.json()["code"]) == (503, "unwell")
        assert "damaged" in health.json()["message"]
        assert house.said().count(str(Reason("store.corrupt"))) == 1
    finally:
        house.stop()


def made_by_a_newer_version(file: Path) -> str:
    migrate(Settings(db=str(file)))
    with sqlite3.connect(file) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.close()
    return str(file)


def damaged(file: Path) -> str:
    file.write_bytes(b"This is no database at all. " * 1000)
    return str(file)


def a_folder(file: Path) -> str:
    file.mkdir()
    return str(file)


def nowhere(file: Path) -> str:
    return "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.mark.parametrize(
    ("make", "why"),
    [(made_by_a_newer_version, "newer"), (damaged, "corrupt"), (a_folder, "denied"), (nowhere, "unreachable")],
)
def test_a_database_that_cannot_be_used_is_told_in_one_sentence_at_the_start(
    tmp_path: Path, make: Callable[[Path], str], why: str
) -> None:
    db = make(tmp_path / "tables.sqlite")
    for words in (["serve", "--port", "0"], ["tables", "list"]):
        if words[0] == "tables" and why == "newer":
            continue  # what is there can be listed
        done = command(*words, "--db", db)
        assert done.returncode == 2, done.stderr
        assert str(Reason(f"store.{why}")) in done.stderr
        assert "Traceback" not in done.stderr


def test_a_locked_database_is_told_at_the_start(file: str) -> None:
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        done = command("serve", "--port", "0", "--db", file)
        other.execute("ROLLBACK")
    other.close()
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert str(Reason("store.locked")) in done.stderr


def test_failures_are_told_apart_by_the_drivers_numbers() -> None:
    import psycopg.errors as postgres

    assert why_of(postgres.DiskFull()) == "full"
    assert why_of(postgres.QueryCanceled()) == "slow"
    assert why_of(postgres.AdminShutdown()) == "unreachable"
    assert why_of(postgres.InsufficientPrivilege()) == "denied"
    assert why_of(postgres.DataCorrupted()) == "corrupt"
    assert why_of(PermissionError(13, "no")) == "denied"


def test_the_same_failure_is_logged_once_and_a_passing_one_is_no_trouble(caplog: pytest.LogCaptureFixture) -> None:
    from capomastro.server.protocol.refusals import StoreDown

    watch = StoreWatch()
    for _ in range(50):
        watch.failed(StoreDown("busy", "locked"))
    assert watch.trouble() is None
    for _ in range(50):
        watch.failed(StoreDown("no space", "full"))
    assert watch.trouble() == Reason("store.full")
    assert len(caplog.records) == 2
    watch.worked()
    assert watch.trouble() is None
    watch.failed(StoreDown("malformed", "corrupt"))
    watch.worked()
    assert watch.trouble() == Reason("store.corrupt")  # the next page may be whole; this one is not


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="files have such rights only there")
def test_nobody_else_can_read_the_database_nor_its_copies(file: str, tmp_path: Path) -> None:
    before = os.umask(0o022)
    house = House(file)
    try:
        house.start()
        Person(house).table("me", "me")
        beside = [path for path in tmp_path.iterdir() if path.name.startswith("tables.sqlite")]
        assert len(beside) == 3
        assert {mode(path) for path in beside} == {0o600}
        copy = tmp_path / "copy.sqlite"
        assert command("backup", str(copy), "--db", file).returncode == 0
        assert mode(copy) == 0o600
        house.halt()
        Path(file).chmod(0o644)
        house.start()
        assert mode(Path(file)) == 0o600
        waited(lambda: "could be read by every user" in house.said())
    finally:
        os.umask(before)
        house.stop()
