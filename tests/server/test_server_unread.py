"""Others do not notice: clients that never read what they are sent are let go, and memory is tidied up in small parts.

The server runs in this process, on a real port, so that one can see what it still holds.
"""

import asyncio
import gc
import os
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
import uvicorn
from server_house import PATIENCE, At, House, Person, waited
from test_server_stream import listening, said

from capomastro.server.http.app import make_app
from capomastro.server.http.connections import Bounded
from capomastro.server.http.socket_connections import BoundedSocket
from capomastro.server.http.ward import Backlog
from capomastro.server.http.web_server import web_server_options
from capomastro.server.ops.main import bound, loop_factory
from capomastro.server.settings import Settings
from capomastro.server.storage.migrate import migrate

UPGRADE = (
    "GET {path}/stream?seat=none&since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class OwnHouse(House):
    """A server in a thread of this process."""

    def start(self) -> "OwnHouse":
        settings = Settings(
            db=self.db,
            port=0,
            unread_seconds=3.0,
            requests_per_second=0,
            tables_per_hour=0,
            sockets_per_address=0,
            sockets=0,
        )
        migrate(settings)
        listening_socket = bound(settings)
        listening_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)  # else how much it takes is chance
        self.port = listening_socket.getsockname()[1]
        self.door = make_app(settings)
        self.server = uvicorn.Server(uvicorn.Config(self.door, **web_server_options(settings)))

        def serve() -> None:
            with asyncio.Runner(loop_factory=loop_factory()) as runner:
                runner.run(self.server.serve([listening_socket]))

        self.thread = threading.Thread(target=serve)
        self.thread.start()
        self.wait_until_ready()
        return self

    def stop(self) -> None:
        super().stop()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def sockets_at(self, table: At) -> int:
        return len(self.door.app.state.tables.live[table.table].sockets)


@pytest.fixture(scope="module")
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnHouse]:
    threshold = gc.get_threshold()
    house = OwnHouse(str(tmp_path_factory.mktemp("unread") / "tables.sqlite")).start()
    yield house
    house.stop()
    gc.unfreeze()  # the server has set both for a process of its own
    gc.set_threshold(*threshold)


class Deaf:
    """Somebody who asks and never reads, with a small buffer, so that the system takes in little for them."""

    def __init__(self, house: OwnHouse, stack: ExitStack) -> None:
        self.socket = stack.enter_context(socket.socket())
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", house.port))
        self.address = self.socket.getsockname()

    def is_let_go(self) -> bool:
        """Whether the server has ended the connection; found out without reading."""
        poll = select.poll()
        poll.register(self.socket, 0)
        return bool(poll.poll(0))


def is_freed(clients: list[Deaf]) -> bool:
    """Whether the server, which is in this process, has nothing left of their connections."""
    gc.collect()
    addresses = {client.address for client in clients}
    kinds = (Bounded, BoundedSocket)
    return not any(type(one) in kinds and one.client in addresses for one in gc.get_objects())


def open_sockets() -> int:
    """How many sockets this process has open, the server's and the clients'."""
    found = 0
    for number in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the one with which the list was read
            found += os.readlink(f"/proc/self/fd/{number}").startswith("socket:")
    return found


def test_who_never_reads_an_answer_is_let_go_and_nothing_is_kept(own_house: OwnHouse) -> None:
    anna = Person(own_house)
    table = anna.table("me", "me")
    before = open_sockets()
    with ExitStack() as stack:
        clients = [Deaf(own_house, stack) for _ in range(10)]
        for client in clients:
            client.socket.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 200)
        table.play(20)  # others go on meanwhile
        assert waited(lambda: all(client.is_let_go() for client in clients))
        assert waited(lambda: is_freed(clients))
    assert waited(lambda: open_sockets() <= before)


def test_a_socket_that_never_reads_is_let_go_and_its_table_plays_on(own_house: OwnHouse) -> None:
    anna = Person(own_house)
    table = anna.table("me", "me")
    with ExitStack() as stack:
        clients = [Deaf(own_house, stack) for _ in range(5)]
        for client in clients:
            client.socket.sendall(UPGRADE.format(path=table.path).encode())
        told = 0
        with listening(own_house, table, 0) as attentive:
            for seed in range(16):
                table.play(5, seed)
                last = table.look(seat=0)["seen"]
                while told < last:
                    told = said(attentive)["seen"]
            assert waited(lambda: all(client.is_let_go() for client in clients))
            assert waited(lambda: own_house.sockets_at(table) == 1)
            assert waited(lambda: is_freed(clients))
            attentive.send('{"type":"ping"}')
            while said(attentive)["type"] != "pong":
                pass


def test_whoever_asks_nothing_more_is_let_go_but_not_before_that(own_house: OwnHouse) -> None:
    def answered(client: socket.socket, count: int) -> None:
        heard = b""
        while heard.count(b"HTTP/1.1 200") < count or not heard.endswith(b"}"):
            heard += client.recv(65536)

    def protocol_of(client: socket.socket) -> Bounded:
        (found,) = (one for one in gc.get_objects() if type(one) is Bounded and one.client == client.getsockname())
        return found

    question = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as stack:
        silent, busy = (
            stack.enter_context(socket.create_connection(("127.0.0.1", own_house.port), PATIENCE)) for _ in range(2)
        )
        for client in (silent, busy):
            client.sendall(question * 2)  # the second waits for the first
            answered(client, 2)
        protocol_of(silent).timeout_keep_alive = 0
        assert waited(lambda: silent.recv(1) == b"")
        busy.sendall(question)
        answered(busy, 1)


def test_more_to_read_does_not_count_as_reading() -> None:
    backlog = Backlog()
    sizes = [0, 500, 500, 600, 700, 300, 300, 0, 100, 100]
    waits = [backlog.stands(size, now) for now, size in enumerate(sizes, 100)]
    assert waits == [0, 0, 1, 2, 3, 0, 1, 0, 0, 1]


def test_steps_wait_for_garbage_among_few_objects_at_a_time(own_house: OwnHouse) -> None:
    new, times, _ = gc.get_threshold()  # as the server has set it for its process, which is this one
    assert own_house.server.started
    assert new * (times + 1) <= 20_000, "looking through a hundred thousand objects takes 40 ms"
