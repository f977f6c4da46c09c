"""Nothing that a stranger sends may use up the server: memory, time, connections."""

import asyncio
import contextlib
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import httpx
import pytest
from server_house import PATIENCE, UNENCRYPTED, House, Person, asked_raw, steps_in, waited
from server_processes import seconds_used

from capomastro.server.http.limits import Limits
from capomastro.server.http.static import Pages
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.identity import origin_of
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.settings import Settings


def test_a_file_is_kept_once_however_its_path_is_spelt() -> None:
    pages = Pages()
    for number in range(50):
        for path in (f"/{number}/../app.js", "/" * number + "app.js", "/./" * number + "app.js"):
            pages.file(path)
    assert len(pages.files) == 1


@pytest.mark.parametrize(
    "target",
    (
        "/1/../app.js /./app.js /1/%2e%2e/app.js /1/%252e%252e/app.js /1\\..\\app.js /1%5c..%5capp.js /app.js%00 "
        "/t/../t/abc /" + "x" * 300
    ).split(),
)
def test_paths_with_dot_segments_backslashes_or_controls_are_not_found(house: House, target: str) -> None:
    assert asked_raw(house, target)[0] == 404
    assert asked_raw(house, "/app.js")[0] == 200


def test_pages_are_counted_but_a_first_load_is_never_refused(file: str) -> None:
    house = House(file, requests_per_second="1").start()
    try:
        with httpx.Client(base_url=house.url, timeout=PATIENCE, verify=UNENCRYPTED) as client:
            answers = list(islice(iter(lambda: client.get("/no.file").status_code, 429), 3000))
        assert 200 < len(answers) < 3000
        assert set(answers) == {404}
    finally:
        house.stop()


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    assert origin_of("2001:db8:1:2::3") == origin_of("2001:db8:1:2:ffff::9") != origin_of("2001:db8:1:3::3")
    assert origin_of("::ffff:192.0.2.7") == "192.0.2.7" == origin_of("192.0.2.7")
    assert origin_of("fe80::1%eth0") == origin_of("fe80::2%eth0")
    limits = Limits(Settings(sockets_per_address=3))
    taken = [limits.take_socket(f"2001:db8:1:2::{number}") for number in range(5)]
    assert taken == [True, True, True, False, False]
    limits.return_socket("2001:db8:1:2::77")
    assert limits.take_socket("2001:db8:1:2::78")
    assert not limits.take_socket("2001:db8:1:2::79")


def allowed(limits: Limits, name: str) -> int:
    """How many come through at once."""
    for number in range(10_000):
        try:
            getattr(limits, name).spend("192.0.2.1")
        except Refusal:
            return number
    raise AssertionError("there is no limit")


def test_the_limits_of_several_workers_add_up_to_what_was_set() -> None:
    settings: dict[str, Any] = {"requests_per_second": 0.5, "tables_per_hour": 60, "sockets": 40}
    one, four = Limits(Settings(**settings)), Limits(Settings(**settings, workers=4))
    assert (allowed(one, "tables"), allowed(four, "tables")) == (60, 15)
    assert (allowed(one, "requests"), allowed(four, "requests")) == (4, 1)
    assert (allowed(one, "claims"), allowed(four, "claims")) == (30, 30), "a table's home is asked for all of them"
    assert (one.sockets, four.sockets) == (40, 10)


def test_connecting_sockets_counts_as_requests(file: str) -> None:
    from test_server_stream import listening, said

    house = House(file, requests_per_second="0.5").start()
    try:
        table = Person(house).table("me", "me")
        codes = []
        for _ in range(20):
            with listening(house, table, 0) as socket:
                try:
                    said(socket)
                except Exception as error:
                    codes.append(error.rcvd.code)  # type: ignore[attr-defined]
        assert 4429 in codes
    finally:
        house.stop()


def test_a_component_file_that_would_take_long_to_read_is_refused_and_holds_up_nobody(
    house: House, anna: Person, ben: Person
) -> None:
    seats = [{"kind": "me", "name": "A"}] * 2
    slow = ".".join(["a"] * 29_990) + " = 1"
    answers: list[tuple[int, Any]] = []

    def make() -> None:
        answers.append(anna.refused("/api/tables", game="palazzo", seats=seats, components=slow))

    assert house.process is not None
    before = seconds_used(house.process.pid)
    making = threading.Thread(target=make)
    making.start()
    while making.is_alive():
        ben.get("/api/games")
    making.join()
    assert answers[0][0] == 422
    assert seconds_used(house.process.pid) - before < 8, "reading a component file keeps the processor busy"


def test_long_computations_have_places_for_everybody() -> None:
    from capomastro.server.table.background import PLACES, PLACES_PER_ADDRESS, Aside

    async def run() -> tuple[list[str], str]:
        aside, gate = Aside(), threading.Event()
        one = [asyncio.create_task(aside.run("192.0.2.1", gate.wait)) for _ in range(PLACES_PER_ADDRESS + 1)]
        others = [asyncio.create_task(aside.run(f"192.0.3.{n}", gate.wait)) for n in range(PLACES)]
        late = asyncio.create_task(aside.run("192.0.2.2", gate.wait, 0.01))
        await asyncio.sleep(0.05)
        gate.set()
        codes = [getattr(error, "code", "") for error in await asyncio.gather(*one, *others, return_exceptions=True)]
        (lateness,) = await asyncio.gather(late, return_exceptions=True)
        while aside.under_way:
            await asyncio.sleep(0.01)
        aside.stop()
        return codes, getattr(lateness, "code", "")

    codes, lateness = asyncio.run(run())
    assert codes[PLACES_PER_ADDRESS] == "too-busy"
    assert codes.count("too-busy") == 1 + PLACES_PER_ADDRESS
    assert lateness == "too-busy"


def test_who_waits_too_long_for_a_computation_is_told_so() -> None:
    from capomastro.server.table.background import Aside

    async def run() -> str:
        aside, gate = Aside(), threading.Event()
        with pytest.raises(Refusal) as refusal:
            await aside.run("192.0.2.1", gate.wait, 0.01)
        assert aside.under_way.total() == 1  # its place is taken as long as its thread
        gate.set()
        while aside.under_way:
            await asyncio.sleep(0.01)
        aside.stop()
        return refusal.value.code

    assert asyncio.run(run()) == "takes-too-long"


def test_one_refused_write_does_not_split_the_group_into_single_commits(empty: str) -> None:
    from sqlalchemy import event

    from capomastro.server.protocol.refusals import Conflict
    from capomastro.server.storage import database
    from capomastro.server.storage.migrate import migrate
    from capomastro.server.storage.writer import Writer

    settings, commits, gate = Settings(db=empty), [], threading.Event()
    migrate(settings)

    def work(number: int) -> Any:
        def write(db: Any) -> int:
            if number == 50:
                raise Conflict("fifty")
            gate.wait(PATIENCE)  # the first is written once all others wait
            return number

        return write

    async def run() -> list[Any]:
        engine = database.open_engine(settings, writing=True)
        event.listen(engine, "commit", lambda connection: commits.append(1))
        writer = Writer(engine, asyncio.get_running_loop(), None)
        writing = [asyncio.create_task(writer.write("", NOBODY, work(number))) for number in range(101)]
        await asyncio.sleep(0)
        gate.set()
        found = await asyncio.gather(*writing, return_exceptions=True)
        await writer.stop()
        return found

    found = asyncio.run(run())
    assert isinstance(found[50], Conflict)
    assert [number for number in found if isinstance(number, int)] == [n for n in range(101) if n != 50]
    assert len(commits) < 20, "each was committed by itself"


def test_a_key_from_long_ago_is_answered_without_writing(file: str) -> None:
    """In memory are only the last keys; an old one must not reach the transaction that it would break."""
    house = House(file).start()
    try:
        table = Person(house).table("me", "me")
        update = table.look()
        first = {"seat": update["viewer"], "step": "take", "seen": update["seen"], "key": "first"}
        done = table.post("steps", **first)["n"]
        table.play(60)
        while (update := table.look())["viewer"] != first["seat"]:
            table.play(1)
        again = {**first, "seen": update["seen"], "step": steps_in(update)[0]}
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")  # whoever writes now is refused
            assert table.post("steps", **again)["n"] == done
            other.execute("ROLLBACK")
        other.close()
    finally:
        house.stop()


@pytest.fixture(scope="module")
def strict_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Waits a second for the rest of a request."""
    db = str(tmp_path_factory.mktemp("strict") / "tables.sqlite")
    house = House(db, request_seconds="1").start()
    yield house
    house.stop()


def heard_until_closed(house: House, beginning: bytes, drip: bytes = b"") -> bytes:
    """Sends the beginning of a request, then goes on byte by byte; what the server says before it closes."""
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as client:
        client.sendall(beginning)
        client.settimeout(0.2)
        heard = b""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                news = client.recv(4096)
                if not news:
                    return heard
                heard += news
            except TimeoutError:
                client.sendall(drip)
            except ConnectionResetError:
                return heard
    raise AssertionError("the connection stays open")


@pytest.mark.parametrize(
    ("beginning", "drip", "status"),
    [
        (b"", b"", b""),
        (b"GET /api/games HTTP/1.1\r\nHost: a\r\nX-A: ", b"a", b"408"),
        (b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n", b"", b"408"),
        (b"POST /api/tables HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{", b" ", b"408"),
        (b"GET /api/games HTTP/1.1\r\nHost: a\r\nX-A: " + b"a" * 100_000, b"", b"431"),
        (b"GET /api/games HTTP/1.1\r\nHost: a\r\n" + b"X-A: a\r\n" * 200 + b"\r\n", b"", b"400"),
    ],
    ids=["silent", "dripping head", "half a head", "dripping body", "endless header", "many headers"],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(
    strict_house: House, beginning: bytes, drip: bytes, status: bytes
) -> None:
    heard = heard_until_closed(strict_house, beginning, drip)
    assert heard.split()[1:2] == ([status] if status else [])
    assert waited(lambda: serves(strict_house))


def serves(house: House) -> bool:
    """Whether it answers others; on a busy machine a whole request may be too slow for it, too."""
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(house.url + "/api/games", timeout=PATIENCE, verify=UNENCRYPTED).status_code == 200
    return False


def test_one_address_has_so_many_connections_and_others_go_on(file: str) -> None:
    def ask(client: socket.socket) -> bytes:
        with contextlib.suppress(ConnectionError):
            client.sendall(b"GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.recv(12)[-3:]
        return b""

    house = House(file, request_seconds=str(PATIENCE), connections_per_address="5").start()
    with contextlib.ExitStack() as stack:
        stack.callback(house.stop)
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", house.port), PATIENCE, ("127.0.0.2", 0)))
            for _ in range(8)
        ]
        answers = [ask(client) for client in clients]
        assert (answers.count(b"200"), answers.count(b"")) == (5, 3)
        assert serves(house)


def test_garbage_is_not_logged_and_the_limit_of_descriptors_is_said_once(strict_house: House) -> None:
    for _ in range(5):
        heard_until_closed(strict_house, b"\x00\x01 garbage\r\n\r\n")
    assert "Invalid" not in strict_house.said()
    assert strict_house.said().count("connections open") == 1


def test_many_people_behind_one_address_make_tables_at_once(house: House, anna: Person) -> None:
    body = {"game": "palazzo", "seats": [{"kind": "me", "name": "A"}] * 2}
    with ThreadPoolExecutor(40) as threads:
        answers = list(threads.map(lambda _: anna.client.post("/api/tables", json=body).status_code, range(80)))
    assert set(answers) == {201}
