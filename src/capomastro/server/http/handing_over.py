"""Connections are handed over to the worker of this machine where their table is at home.

What is handed on request by request costs two workers a step's work, and more. So the connection itself goes: the open
file, and the request with which it came. The other worker answers that one, and whatever follows comes to it at once.
Linux alone lets a process give another an open connection by a name that no file has; elsewhere, and between machines,
requests are handed on (`forwarding.py`).
"""

import array
import asyncio
import contextlib
import hashlib
import socket
import sys
from collections.abc import Coroutine
from typing import Any

from starlette.types import ASGIApp, Scope

from capomastro.server.http.connections import Bounded
from capomastro.server.http.socket_connections import connection_of
from capomastro.server.http.ward import Ward
from capomastro.server.http.web_server import further_server
from capomastro.server.settings import Settings

POSSIBLE = sys.platform == "linux"
MOST = 65_536
"""Requests that are larger are handed on instead."""
NOT_REPEATED = {b"transfer-encoding", b"content-length", b"expect"}
"""The body goes as a whole."""


def name_for(secret: str) -> bytes:
    """Under which name a worker takes connections: only who knows its secret finds it."""
    return b"\0capomastro-" + hashlib.sha256(secret.encode()).hexdigest()[:32].encode()


class Giver:
    """Hands connections over."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if POSSIBLE else None
        if self.socket is not None:
            self.socket.setblocking(False)

    def give(self, secret: str, scope: Scope, headers: list[tuple[bytes, bytes]], body: bytes) -> bool:
        """Whether the connection is the other worker's now; otherwise nothing has happened."""
        connection = connection_of(scope)
        if self.socket is None or connection is None or not connection.may_leave():
            return False
        request = request_of(scope, headers, body)
        if len(request) > MOST:
            return False
        descriptor = connection.transport.get_extra_info("socket").fileno()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
        try:
            self.socket.sendmsg([request], rights, 0, name_for(secret))
        except OSError:  # the worker is gone, or on another machine, or has its hands full
            return False
        connection.leave()
        return True

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()


def request_of(scope: Scope, headers: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    """A request as it came, with these headers."""
    method = scope.get("method", "GET").encode()
    path = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    lines = [b"%s %s HTTP/%s" % (method, path, scope["http_version"].encode())]
    lines += [b"%s: %s" % header for header in headers if header[0] not in NOT_REPEATED]
    if body or method not in (b"GET", b"HEAD"):
        lines.append(b"content-length: %d" % len(body))
    return b"\r\n".join([*lines, b"", body])


class Adopted(Bounded):
    """A connection that another worker has accepted, with the request that it had read."""

    request = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not transport.is_closing():
            self.data_received(self.request)


class Taker:
    """Takes connections that others hand over, as if they had come here at once."""

    def __init__(self, app: ASGIApp, settings: Settings, secret: str, ward: Ward) -> None:
        self.loop = asyncio.get_running_loop()
        self.server = further_server(app, settings, ward)
        self.tasks: set[asyncio.Task[None]] = set()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(name_for(secret))

    async def start(self) -> None:
        await self.server.startup(sockets=[])
        self.loop.add_reader(self.socket.fileno(), self._take)
        self._keep(self._tell_the_time())

    def _take(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                request, descriptors, _, _ = socket.recv_fds(self.socket, MOST, 1)
                for descriptor in descriptors:
                    self._keep(self._adopt(socket.socket(fileno=descriptor), request))

    async def _adopt(self, connection: socket.socket, request: bytes) -> None:
        def protocol() -> Adopted:
            made = Adopted(self.server.config, self.server.server_state, self.server.lifespan.state, self.loop)
            made.request = request
            return made

        try:
            await self.loop.connect_accepted_socket(protocol, connection)
        except OSError:  # whoever asked is gone
            connection.close()

    async def _tell_the_time(self) -> None:
        """Answers say when they were given; the web server notes it as often as it listens for something."""
        while True:
            await self.server.on_tick(0)
            await asyncio.sleep(1)

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def let_go(self) -> None:
        """Closes what was handed over, once it is answered: whoever connects again gets to a worker that can serve."""
        for connection in list(self.server.server_state.connections):
            connection.shutdown()

    async def stop(self) -> None:
        self.loop.remove_reader(self.socket.fileno())
        self.socket.close()
        for task in self.tasks:
            task.cancel()
        await self.server.shutdown(sockets=[])
