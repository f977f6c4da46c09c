"""Nothing acknowledged is lost: not by SIGKILL, a full disk, a locked database, or PostgreSQL's restart."""

import contextlib
import os
import random
import resource
import signal
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_house import (
    PATIENCE,
    UNENCRYPTED,
    At,
    House,
    Person,
    Postgres,
    numbers_in_a_row,
    setup_of,
    steps_in,
    waited,
)
from server_processes import children_of, is_alive
from warm_start import AS_EVERYWHERE

KILLS = 20


class Players:
    """People who play at random at several tables, whatever happens to the server, and note what was acknowledged."""

    def __init__(self, house: House, tables: int) -> None:
        self.house = house
        self.acknowledged: list[tuple[str, int, str]] = []
        self.stopped = False
        self.matches = [Person(house, f"Player {i}").table("me", "me", game="pillars") for i in range(tables)]
        self.threads = [threading.Thread(target=self.play, args=[i, table]) for i, table in enumerate(self.matches)]
        for thread in self.threads:
            thread.start()

    def play(self, number: int, table: At) -> None:
        rng, count = random.Random(number), 0
        while not self.stopped:
            with contextlib.suppress(httpx.HTTPError):
                answer = table.person.client.get(table.path)
                if answer.status_code != 200:
                    time.sleep(0.02)
                    continue
                update = answer.json()
                if update["status"] == "over" or not update["legal"]:
                    table.post("rematch") if update["status"] == "over" else None
                    table = table if update["status"] != "over" else self.next_table(table)
                    continue
                count += 1
                self.step(table, update, rng.choice(steps_in(update)), f"{number}-{count}")

    def next_table(self, table: At) -> At:
        fresh = table.person.table("me", "me", game="pillars")
        self.matches.append(fresh)
        return fresh

    def step(self, table: At, update: dict[str, Any], text: str, key: str) -> None:
        """Sends a step until it is answered, always with the same key, as a browser does."""
        body = {"seat": update["viewer"], "seen": update["seen"], "key": key, "step": text}
        while not self.stopped:
            try:
                answer = table.person.client.post(f"{table.path}/steps", json=body)
            except httpx.HTTPError:
                time.sleep(0.02)
                continue
            if answer.status_code == 503:
                time.sleep(0.02)
                continue
            assert answer.status_code in (200, 409), answer.text
            if answer.status_code == 200:
                self.acknowledged.append((table.table, body["seat"], key))
            return

    def get_on(self, rng: random.Random) -> None:
        """Waits until they have played some steps more, and a moment: what comes then comes at any time of a step."""
        wanted = len(self.acknowledged) + rng.randrange(3, 12)
        waited(lambda: len(self.acknowledged) >= wanted)
        time.sleep(rng.uniform(0, 0.05))

    def stop(self) -> None:
        self.stopped = True
        for thread in self.threads:
            thread.join(PATIENCE)


def check_nothing_is_lost(house: House, players: Players) -> None:
    """Every acknowledged step is in a log, once; no log has a gap; every table goes on."""
    logs = numbers_in_a_row(house.db)
    assert len(logs) >= len(players.matches)
    for table in {table for table, _, _ in players.acknowledged}:
        _, lines = setup_of(house.db, table)
        keys = [(line.seat, line.key) for line in lines if line.key is not None]
        assert len(keys) == len(set(keys))
        acknowledged = {(seat, key) for found, seat, key in players.acknowledged if found == table}
        assert acknowledged <= set(keys)
    for match in players.matches:
        update = match.look()
        if update["status"] == "running":
            match.step(update)


def test_killed_twenty_times_under_load_the_server_loses_nothing(file: str) -> None:
    house = House(file).start()
    players = Players(house, 4)
    rng = random.Random(5)
    try:
        for _ in range(KILLS):
            players.get_on(rng)
            house.kill()
            house.start()
        players.get_on(rng)
        players.stop()
        check_nothing_is_lost(house, players)
    finally:
        players.stop()
        house.stop()


def test_on_postgresql_two_workers_killed_twenty_times_and_a_restart_of_the_database_lose_nothing(
    postgres: Postgres,
) -> None:
    house = House(postgres.address, workers=2).start()
    players = Players(house, 4)
    rng = random.Random(6)
    try:
        for number in range(KILLS):
            players.get_on(rng)
            if number == KILLS // 2:
                postgres.restart()
                house.wait_until_ready()
            if number in (KILLS // 3, KILLS - 1):
                house.kill()
                house.start()
            else:
                worker = rng.choice(waited(house.workers_running))
                os.kill(worker, signal.SIGKILL)  # the server starts another
        house.wait_until_ready()
        players.get_on(rng)
        players.stop()
        check_nothing_is_lost(house, players)
    finally:
        players.stop()
        house.stop()


def test_workers_do_not_outlive_a_killed_supervisor(postgres: Postgres) -> None:
    house = House(postgres.address, workers=2)
    house.program = AS_EVERYWHERE
    house.start()
    try:
        Person(house).table("me", "bot:master", options={"first": "2"})
        waited(lambda: len(house.workers_running()) == 2)
        children = children_of(house)
        house.kill_alone()
        waited(lambda: not [child for child in children if is_alive(child)])
        house.start()  # nobody listens on its port any more
    finally:
        house.stop()


def test_news_reach_sockets_at_every_worker(postgres: Postgres) -> None:
    from test_server_stream import listening, said

    house = House(postgres.address, workers=2).start()
    try:
        table = Person(house).table("me", "me")
        with contextlib.ExitStack() as stack:
            sockets = [stack.enter_context(listening(house, table, 0)) for _ in range(6)]
            for socket in sockets:
                said(socket)
            table.step(table.look(), "take")
            table.post("chat", seat=0, text="hello")
            for socket in sockets:
                kinds: set[str] = set()
                while not {"money shown", "chat"} <= kinds:
                    news = said(socket)
                    kinds |= {event["kind"] for event in news.get("events", [])} | {news["type"]}
    finally:
        house.stop()


def test_a_backup_of_postgresql_is_a_file_with_which_the_server_goes_on(postgres: Postgres, tmp_path: Path) -> None:
    from test_server_store import command

    house, copy = House(postgres.address).start(), str(tmp_path / "copy.sqlite")
    try:
        anna, ben = Person(house), Person(house, "Ben")
        table = anna.table("me", "link", game="pillars")
        bens = table.claim(ben, 1)
        for _ in range(30):
            next(at for at in (table, bens) if at.look()["legal"]).play(1)
        table.post("chat", seat=0, text="hello")
        bens.person.client.put(f"{table.path}/notes", json={"seat": 1, "text": "patience"})
        done = command("backup", copy, "--db", postgres.address)
        assert done.returncode == 0, done.stderr
        assert "tables copied" in done.stdout
        assert command("backup", copy, "--db", postgres.address).returncode == 2
        before = table.look(seat=0)
        assert setup_of(copy, table.table) == setup_of(postgres.address, table.table)
        entries = len(setup_of(copy, table.table)[1])
    finally:
        house.stop()
    house = House(copy).start()
    try:
        again = [Person(house, "Anna"), Person(house, "Ben")]
        for old, new in zip((anna, ben), again, strict=True):
            new.client.cookies.update(old.client.cookies)
            new.keys = old.keys  # a key that was used before would take no step
        table, bens = (At(person, table.table) for person in again)
        after = table.look(seat=0)
        assert {**after, "seats": None} == {**before, "seats": None}
        assert bens.person.get(f"{bens.path}/notes")["text"] == "patience"
        assert table.post("chat", seat=0, text="again")["id"] > 1
        next(at for at in (table, bens) if at.look()["legal"]).play(1)
        assert numbers_in_a_row(copy)[table.table] == entries + 1
    finally:
        house.stop()


def test_an_odd_table_id_is_not_found_on_postgresql(postgres: Postgres) -> None:
    house = House(postgres.address).start()
    try:
        person = Person(house)
        for table in ("%00", "a%00b", "x" * 25, "x" * 5000, "%F0%9F%8F%9B", "%ff", "a%27b", "a b"):
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/log", f"/api/tables/{table}/verify"):
                assert person.client.get(path).status_code == 404, path
            body = {"seat": 0, "step": "take", "seen": 1, "key": "k"}
            assert person.client.post(f"/api/tables/{table}/steps", json=body).status_code == 404, table
    finally:
        house.stop()


def test_while_postgresql_hangs_requests_are_answered_503_and_servers_go_on_after_it_or_stop(
    postgres: Postgres,
) -> None:
    house, stopped = House(postgres.address).start(), House(postgres.address).start()
    try:
        person = Person(house)
        table = person.table("me", "me")
        update = table.look()
        body = {"seat": update["viewer"], "step": "take", "seen": update["seen"], "key": "k"}
        asking = [
            lambda: person.client.post(f"{table.path}/steps", json=body, timeout=PATIENCE),
            lambda: httpx.get(house.url + "/api/lobby", timeout=PATIENCE, verify=UNENCRYPTED),
            lambda: httpx.get(house.url + table.path, timeout=PATIENCE, verify=UNENCRYPTED),
            lambda: httpx.get(stopped.url + table.path, timeout=PATIENCE, verify=UNENCRYPTED),
        ]
        with postgres.hanging(), ThreadPoolExecutor(len(asking)) as threads:
            answers = [future.result() for future in [threads.submit(one) for one in asking]]
            assert [answer.status_code for answer in answers] == [503] * len(asking)
            assert httpx.get(house.url + "/healthz", timeout=PATIENCE, verify=UNENCRYPTED).status_code == 503
            assert httpx.get(house.url + "/api/games", timeout=PATIENCE, verify=UNENCRYPTED).status_code == 200
            stopped.halt()  # which fails if it waits for the database
        waited(lambda: person.client.get("/healthz").status_code == 200)
        assert table.look()["seen"] == update["seen"]
        assert table.post("steps", **body)["n"] == update["seen"] + 1
        assert "Traceback" not in house.said()
    finally:
        stopped.stop()
        house.stop()


def test_a_locked_database_answers_503_with_a_sentence_and_recovers(file: str) -> None:
    house = House(file).start()
    try:
        table = Person(house).table("me", "me")
        update = table.look()
        body = {"seat": update["viewer"], "step": "take", "seen": update["seen"], "key": "k"}
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            status, answer = table.refused("steps", **body)
            assert (status, answer["error"]) == (503, "unavailable")
            assert "try again" in answer["message"]
            assert table.look()["seen"] == update["seen"]
            other.execute("ROLLBACK")
        other.close()
        assert table.post("steps", **body)["n"] == update["seen"] + 1
    finally:
        house.stop()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux lets us fill the disk of another process")
def test_a_full_disk_answers_503_and_recovers(file: str) -> None:
    house = House(file).start()
    try:
        person = Person(house)
        table = person.table("me", "me")
        update = table.look()
        body = {"seat": update["viewer"], "step": "take", "seen": update["seen"], "key": "k"}
        assert house.process is not None
        room = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (8192, room[1]))  # no file grows beyond this now

        status, answer = table.refused("steps", **body)

        assert (status, answer["error"]) == (503, "unavailable")
        waited(lambda: person.client.get("/healthz").status_code == 503)
        assert table.look()["seen"] == update["seen"]
        resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, room)
        assert table.post("steps", **body)["n"] == update["seen"] + 1
        waited(lambda: person.client.get("/healthz").status_code == 200)
    finally:
        house.stop()


def test_a_clean_stop_finishes_what_is_under_way_and_bots_go_on_after_a_restart(file: str) -> None:
    house = House(file).start()
    try:
        table = Person(house).table("bot:random", "bot:random", "bot:random")
        waited(lambda: len(table.look()["events"]) > 10)
        house.halt()
        before = numbers_in_a_row(file)[table.table]
        house.start()
        waited(lambda: table.look() and numbers_in_a_row(file)[table.table] > before)
        assert "Traceback" not in house.said()
    finally:
        house.stop()
