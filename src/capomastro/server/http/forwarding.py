"""Requests for tables that are at home with another worker are handed on to it, and its answers handed back.

On the same machine the whole connection is handed over instead (`handing_over.py`).

Every worker listens on an address of its own for the others. Who asks there must know its secret, which is in the
store; it then says for whom it asks. Nothing is handed on twice.
"""

import asyncio
import contextlib
import hmac
import re
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from capomastro.server.http.connections import EXCHANGE
from capomastro.server.http.handing_over import Giver
from capomastro.server.http.requests import refused
from capomastro.server.protocol.identity import is_own_origin
from capomastro.server.protocol.refusals import Refusal, StoreDown, unavailable, unsure
from capomastro.server.storage.lease_queries import LEASE_MS, Lease
from capomastro.server.table.homes import Homes

TABLE_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,24})(?:/.*)?")
SECRET, CLIENT, SCHEME = b"x-capomastro-secret", b"x-capomastro-client", b"x-capomastro-scheme"
OURS = {SECRET, CLIENT, SCHEME}
NOT_HANDED_ON = {b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect", b"upgrade", *OURS}
WITH_KEYS = ("/steps", "/undo", "/restart")
"""What may be sent twice: the same key never does two things."""
CONNECT_SECONDS, ANSWER_SECONDS, PING_SECONDS = 2.0, 90.0, 5.0
PATIENCE_SECONDS = LEASE_MS / 1000 + 2.0
"""So long a request waits for a home that has died to be somebody else's."""
NOTICED = (("TCP_KEEPIDLE", 1), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 4_000))
MOST_IDLE = 64
RETRY = 1012


Here: TypeAlias = Callable[[Receive], Awaitable[None]]


class Gone(Exception):
    """The other worker could not be asked; it has done nothing."""


class Broken(Exception):
    """The other worker was asked and did not answer; it may have done something."""


class Forwarder:
    """Hands requests on. Connections are kept open for the next ones."""

    def __init__(self, homes: Homes, most_body: int) -> None:
        self.homes = homes
        self.most_body = most_body
        self.giver = Giver()
        self.idle: dict[str, list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = {}

    def handed_on(self, scope: Scope) -> bool:
        """Whether another worker asks, who knows our secret: then it is believed for whom."""
        found = {name: value for name, value in scope["headers"] if name in OURS}
        if not hmac.compare_digest(found.get(SECRET, b""), self.homes.secret.encode()):
            return False
        scope["headers"] = [header for header in scope["headers"] if header[0] not in OURS]
        scope["client"] = (found.get(CLIENT, b"").decode("latin-1"), 0)
        scope["scheme"] = found.get(SCHEME, b"http").decode("latin-1")
        return True

    async def serve(self, table: str, scope: Scope, receive: Receive, send: Send, here: Here, refuse: Send) -> None:
        """Answers a request where its table is at home; a home that has died is waited for to be another's, or ours.

        `here` serves it in this process, with what is to be received; refusals of our own go to `refuse`.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        body: bytes | None = None
        while True:
            try:
                home = await self.homes.other_home(table)
                if home is None:
                    if body is not None:
                        scope.pop(EXCHANGE, None)  # what it has brought is read already
                    await here(receive if body is None else again(body))
                    return
                if scope["type"] == "websocket":
                    if not self._given(home, scope, b""):
                        await self._relay(home, scope, receive, send)
                    return
                body = await whole_body(receive, self.most_body) if body is None else body
                if self._given(home, scope, body):
                    return
                await self._answer(home, scope, body, send)
                self.homes.handed_on += 1
                return
            except Gone:
                self.homes.doubt(table)
                if time.monotonic() > until:
                    await no_answer(unavailable(), scope, receive, refuse)
                    return
                await asyncio.sleep(0.2)
            except Broken:
                self.homes.doubt(table)
                if time.monotonic() > until or not may_be_repeated(scope):
                    await no_answer(unsure(), scope, receive, refuse)
                    return
                await asyncio.sleep(0.2)
            except Refusal as refusal:
                await no_answer(refusal, scope, receive, refuse)
                return
            except StoreDown:
                await no_answer(unavailable(), scope, receive, refuse)
                return

    def _given(self, home: Lease, scope: Scope, body: bytes) -> bool:
        """Whether the whole connection went to a worker that has the same address as this one, but for the port."""
        if home.address.rpartition(":")[0] != self.homes.address.rpartition(":")[0]:
            return False
        return self.giver.give(home.secret, scope, [*without(OURS, scope), *self._ours(home, scope)], body)

    def _ours(self, home: Lease, scope: Scope) -> list[tuple[bytes, bytes]]:
        """For whom we ask, and that we may."""
        client = scope.get("client")
        return [
            (SECRET, home.secret.encode()),
            (CLIENT, (client[0] if client else "").encode("latin-1")),
            (SCHEME, scope.get("scheme", "http").encode()),
        ]

    def _headers(self, home: Lease, scope: Scope) -> list[tuple[bytes, bytes]]:
        return [*without(NOT_HANDED_ON, scope), *self._ours(home, scope)]

    async def _answer(self, home: Lease, scope: Scope, body: bytes, send: Send) -> None:
        path = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        lines = [scope["method"].encode() + b" " + path + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self._headers(home, scope)]
        lines += [b"content-length: %d" % len(body), b"", body]
        status, headers, answer = await self._exchange(home, b"\r\n".join(lines), scope["method"] == "HEAD")
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def _exchange(self, home: Lease, request: bytes, bare: bool) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        idle = self.idle.setdefault(home.address, [])
        reader, writer = await self._connection(home, idle)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                first, *rest = head[:-4].split(b"\r\n")
                headers = [(name.lower(), value) for name, _, value in (line.partition(b": ") for line in rest)]
                size = 0 if bare else int(dict(headers).get(b"content-length", b"0"))
                answer = await reader.readexactly(size)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            writer.close()
            raise Broken from error
        except BaseException:
            writer.close()
            raise
        if len(idle) < MOST_IDLE and dict(headers).get(b"connection") != b"close":
            idle.append((reader, writer))
        else:
            writer.close()
        return int(first.split()[1]), [header for header in headers if header[0] != b"date"], answer

    async def _connection(
        self, home: Lease, idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while idle:
            reader, writer = idle.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        host, _, port = home.address.rpartition(":")
        try:
            opening = asyncio.open_connection(host.strip("[]"), int(port))
            reader, writer = await asyncio.wait_for(opening, CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise Gone from error
        notice_soon(writer.get_extra_info("socket"))
        return reader, writer

    async def _relay(self, home: Lease, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket whose other end is elsewhere. When that worker stops, the client connects again."""
        query = scope["query_string"].decode("latin-1")
        address = f"ws://{home.address}{scope['raw_path'].decode('latin-1')}{'?' + query if query else ''}"
        asked = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        own = is_own_origin(asked)  # the other worker has another address, and would find none to be its own
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in self._headers(home, scope)
            if not name.startswith(b"sec-websocket") and name != b"host" and (name != b"origin" or not own)
        ]
        try:
            other = await connect(
                address,
                additional_headers=headers,
                compression=None,
                max_size=None,
                ping_interval=PING_SECONDS,
                ping_timeout=4 * PING_SECONDS,
                open_timeout=CONNECT_SECONDS,
                user_agent_header=None,
                proxy=None,
            )
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise Gone from error
        async with other:
            await receive()
            await send({"type": "websocket.accept"})
            forth = asyncio.create_task(listened(receive, other))
            try:
                async for message in other:
                    await send({"type": "websocket.send", "text": message})
            except ConnectionClosed:
                pass
            finally:
                forth.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await forth
            code = other.close_code or RETRY
            code = RETRY if code in (1005, 1006) else code
            with contextlib.suppress(Exception):  # the client may be gone
                await send({"type": "websocket.close", "code": code, "reason": other.close_reason or ""})

    def close(self) -> None:
        self.giver.close()
        for idle in self.idle.values():
            for _, writer in idle:
                writer.close()


def without(names: set[bytes], scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of a request, but for these; whichever way they are written."""
    return [(name, value) for name, value in scope["headers"] if name.lower() not in names]


def notice_soon(connection: Any) -> None:
    """A worker to which the network is cut answers nothing; that is noticed within seconds, where the system can."""
    for name, value in NOTICED:
        if hasattr(socket, name):
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)


def may_be_repeated(scope: Scope) -> bool:
    """Whether nothing happens twice if it is asked again."""
    return bool(scope["method"] == "GET" or scope["path"].endswith(WITH_KEYS))


async def listened(receive: Receive, other: ClientConnection) -> None:
    """What the client says goes to the other worker; when it leaves, that is told too."""
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            await other.close()
            return
        said = message.get("text")
        await other.send(said if said is not None else message.get("bytes") or b"")


async def whole_body(receive: Receive, most: int) -> bytes:
    chunks, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refusal("broken-off")
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size > most:
            raise Refusal("too-large", most=most)
        if not message.get("more_body"):
            return b"".join(chunks)


def again(body: bytes) -> Receive:
    """A body that has been read, for somebody else to read."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def no_answer(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": RETRY, "reason": refusal.code})
    else:
        await refused(refusal)(scope, receive, send)
