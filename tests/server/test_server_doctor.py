"""`capomastro doctor` on machines that are ready, and on some that are not."""

import socket
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_house import House

from capomastro.server.ops import doctor
from capomastro.server.ops.doctor import Check, examine
from capomastro.server.settings import Settings
from capomastro.server.storage.migrate import migrate, newest


def found(settings: Settings) -> dict[str, Check]:
    return {check.name: check for check in examine(settings)}


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_fresh_machine_is_ready_and_nothing_is_made_by_looking(tmp_path: Path, free_port: int) -> None:
    file = tmp_path / "folder" / "tables.sqlite"
    checks = found(Settings(db=str(file), port=free_port))
    assert not [check for check in checks.values() if check.state == "problem"]
    assert "first start" in checks["database"].text
    assert not file.parent.exists()


def test_an_older_and_a_newer_schema_are_told_apart(tmp_path: Path, free_port: int) -> None:
    settings = Settings(db=str(tmp_path / "tables.sqlite"), port=free_port)
    migrate(settings)
    assert found(settings)["database"].text == f"schema {newest()}, up to date"
    for version, state in (("0001", "note"), ("9999", "problem")):
        with sqlite3.connect(settings.db) as db:
            db.execute("UPDATE alembic_version SET version_num = ?", (version,))
        db.close()
        check = found(settings)["database"]
        assert (check.state, bool(check.advice)) == (state, True)


def test_a_clock_that_is_behind_is_noticed(tmp_path: Path) -> None:
    assert doctor.clock(0).state == "ok"
    assert doctor.clock(4_000_000_000_000).state == "problem"


def test_what_is_no_database_is_a_problem(tmp_path: Path, free_port: int) -> None:
    (tmp_path / "tables.sqlite").write_text("nothing of the kind " * 400)
    check = found(Settings(db=str(tmp_path / "tables.sqlite"), port=free_port))["database"]
    assert (check.state, bool(check.advice)) == ("problem", True)


def test_a_port_that_is_taken_is_told_from_our_own_server(file: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        answering = threading.Thread(target=lambda: other.accept()[0].close())
        answering.start()
        check = doctor.port(Settings(port=other.getsockname()[1]))
        answering.join()
    assert check.state == "problem"
    house = House(file).start()
    try:
        port = int(house.url.rpartition(":")[2])
        assert "a server of ours" in doctor.port(Settings(port=port)).text
        assert doctor.address(Settings(base_url=house.url)).state == "ok"
    finally:
        house.stop()


def test_an_address_nobody_answers_at_is_a_problem(free_port: int) -> None:
    assert doctor.address(Settings(base_url=f"http://127.0.0.1:{free_port}")).state == "problem"
    assert doctor.address(Settings()).state == "note"


@pytest.fixture
def post_office() -> Iterator[int]:
    """A mail server that greets, and takes its leave."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            peer, _ = listening.accept()
            with peer, peer.makefile("rw", newline="\r\n") as talk:
                print("220 here", file=talk, flush=True)
                for line in talk:
                    print("221 bye" if line.startswith("QUIT") else "250 well", file=talk, flush=True)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def test_a_mail_server_is_greeted(post_office: int, free_port: int) -> None:
    def asked(port: int) -> str:
        here = Settings(smtp_host="127.0.0.1", smtp_port=port, smtp_starttls=False, base_url="http://127.0.0.1")
        return doctor.mail(here).state

    assert asked(post_office) == "ok"
    assert asked(free_port) == "problem"
    assert doctor.mail(Settings(smtp_host="127.0.0.1")).state == "problem"
    assert doctor.mail(Settings()).state == "note"
