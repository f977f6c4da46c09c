"""Connections that do not do what they are for: those that send a request byte by byte, or never read the answer.

The web server waits for ever for the rest of a request. Here every connection is looked at once a second: the head of
a request and its body must each arrive in time, a head may not grow without end, and whoever does not read is let go.
A socket is looked at for the last of these only: a socket of the web server that waits for its reader waits for ever,
even to be closed.
"""

import asyncio
import socket
import struct
import sys

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from capomastro.server.http.descriptors import RESERVE, descriptors
from capomastro.server.http.limits import part_of
from capomastro.server.protocol.identity import origin_of
from capomastro.server.settings import Settings

MOST_HEAD = 32_768
MOST_HEADERS = 100
WHOLE_TEXT = 0x81
AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""Lingering for no time: a closed connection is reset, and nothing more is sent."""
EXCHANGE, TELL = "capomastro.exchange", "capomastro.tell"
"""Where a request finds its shortcuts: to what it brought and how it is answered, and to its socket."""
IDLE, HEAD, BODY, ANSWER = range(4)
"""What a connection waits for: the next request, the rest of its head, the rest of its body, our answer."""


class Backlog:
    """What waits to be sent, and since when the other side has taken nothing of it."""

    size = 0
    since = 0.0

    def stands(self, size: int, now: float) -> float:
        """For how many seconds nothing has been taken. More may have been added meanwhile; that is no sign of life."""
        if not self.size or size < self.size:
            self.since = now
        self.size = size
        return now - self.since


class Ward:
    """All connections of one process. How many sockets there may be is not decided here: they have their own limits."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        self.unread_seconds = settings.unread_seconds
        self.per_address = part_of(settings.connections_per_address, settings.workers)
        self.most = descriptors() - RESERVE
        self.loop = asyncio.get_running_loop()
        self.members: set[Bounded] = set()
        self.sockets: set[BoundedSocket] = set()
        self.by_address: dict[str, int] = {}
        self.loop.call_later(1.0, self.look)

    def look(self) -> None:
        now = self.loop.time()
        for one in self.everybody():
            one.look(now)
        self.loop.call_later(1.0, self.look)

    def everybody(self) -> "list[Bounded | BoundedSocket]":
        return [*self.members, *self.sockets]

    def enter(self, one: "Bounded") -> bool:
        """Whether there is room for one more, and for one more from its address."""
        count = self.by_address[one.origin] = self.by_address.get(one.origin, 0) + 1
        self.members.add(one)
        return len(one.connections) <= self.most and (one.trusted or not 0 < self.per_address < count)

    def leave(self, one: "Bounded") -> None:
        if one not in self.members:
            return
        self.members.remove(one)
        self.by_address[one.origin] -= 1
        if not self.by_address[one.origin]:
            del self.by_address[one.origin]


class Bounded(HttpToolsProtocol):
    """The web server's protocol, which also notes what it waits for and since when."""

    ward: Ward
    origin = ""
    trusted = False
    """A proxy speaks for many."""
    stage = HEAD
    since = 0.0
    head = 0
    """How much of an unfinished head has come."""
    arrived = 0
    """How much came at once."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.ward = self.app_state["ward"]
        self.backlog = Backlog()
        address = self.client[0] if self.client else ""
        self.origin = origin_of(address)
        self.trusted = address in getattr(self.app, "trusted_hosts", ())
        self.since = self.loop.time()
        if not self.ward.enter(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ward.leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.ward.leave(self)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        self.arrived = len(data)
        super().data_received(data)
        if self.stage == HEAD:
            self.head += len(data)
            if self.head > MOST_HEAD:
                self.end(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.stage != HEAD:
            self.stage, self.since = HEAD, self.loop.time()

    def on_headers_complete(self) -> None:
        self.stage, self.since, self.head = BODY, self.loop.time(), 0
        large = self.arrived > MOST_HEAD and sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD
        if large or len(self.headers) > MOST_HEADERS:
            raise ValueError("too much of a head")  # which the web server answers with 400
        super().on_headers_complete()
        self.scope[EXCHANGE] = self.cycle  # type: ignore[literal-required]

    def on_message_complete(self) -> None:
        super().on_message_complete()
        answered = self.cycle is not None and self.cycle.response_complete
        self.stage, self.since = (IDLE if answered else ANSWER), self.loop.time()

    def on_response_complete(self) -> None:
        """As the web server does it, but that whoever asks nothing more is noticed by `look`: no timer has to be set
        after every answer and stopped before the next."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        elif self.stage == ANSWER:
            self.stage, self.since = IDLE, self.loop.time()

    def may_leave(self) -> bool:
        """Whether the connection can be handed over to another worker: nothing of it is here but one request."""
        answering = self.cycle is not None and self.cycle.response_started
        return self.stage == ANSWER and not answering and not self.pipeline and can_move(self.transport)

    def leave(self) -> None:
        """It is another's now: whoever asked is answered there."""
        self.cycle.disconnected = True
        self.transport.abort()

    def look(self, now: float) -> None:
        """Ends the connection if it has made us wait too long."""
        if self.stage in (HEAD, BODY) and now - self.since > self.ward.seconds:
            self.end(408)
        elif self.stage == IDLE and now - self.since > self.timeout_keep_alive:
            self.transport.close()
        if self.backlog.stands(self.transport.get_write_buffer_size(), now) > self.ward.unread_seconds:
            cut_off(self.transport)

    def end(self, status: int) -> None:
        """Says why, if something was asked and nothing answered yet, and closes."""
        if self.transport.is_closing():
            return
        begun = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if self.head or (self.stage == BODY and not begun):
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


def body_at_hand(exchange: RequestResponseCycle) -> bytes | None:
    """The body of a request, if all of it has come; a step's comes with its head."""
    if exchange.more_body or exchange.waiting_for_100_continue:
        return None
    return bytes(exchange.body)


class Dated:
    """The headers that the web server adds to every answer, as they go out; it makes a new list of them each second."""

    headers: list[tuple[bytes, bytes]] | None = None
    text = b""

    def of(self, headers: list[tuple[bytes, bytes]]) -> bytes:
        if headers is not self.headers:
            self.headers, self.text = headers, b"".join([b"%s: %s\r\n" % header for header in headers])
        return self.text


dated = Dated()


def answer_at_once(exchange: RequestResponseCycle, status: int, head: bytes, body: bytes) -> bool:
    """Sends a whole answer in one piece, with these lines in its head. False if it cannot be done: the web server's own
    way then does it.

    The web server looks at every header of every answer, which takes longer than all of ours.
    """
    if exchange.flow.write_paused or exchange.disconnected or exchange.response_started:
        return False
    exchange.response_started = exchange.response_complete = True
    keep_alive = exchange.keep_alive
    known = dated.of(exchange.default_headers)
    closing = b"" if keep_alive else b"connection: close\r\n"
    size = b"" if status == 304 else b"content-length: %d\r\n" % len(body)  # of a file that is not sent nothing is said
    exchange.transport.write(b"".join((STATUS_LINE[status], known, size, closing, head, b"\r\n", body)))
    exchange.message_event.set()
    if not keep_alive:
        exchange.transport.close()
    exchange.on_response()
    return True


def framed(text: bytes) -> bytes:
    """A whole text as a server sends it over a socket (RFC 6455, section 5.2)."""
    size = len(text)
    if size < 126:
        return struct.pack("!BB", WHOLE_TEXT, size) + text
    if size < 65_536:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + text
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + text


class BoundedSocket(WebSocketsSansIOProtocol):
    """The web server's protocol of sockets. It closes a connection once all is sent: to one that never reads, never."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.backlog = Backlog()
        self.ward: Ward = self.app_state["ward"]
        self.ward.sockets.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.ward.sockets.discard(self)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope[TELL] = self.tell  # type: ignore[literal-required]

    def tell(self, text: bytes) -> bool:
        """Sends a text at once, if the other side keeps up; no task has to wake for it."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(framed(text))
        return True

    def may_leave(self) -> bool:
        """Whether it can be handed over: nobody has said anything yet."""
        return not self.handshake_complete and can_move(self.transport)

    def leave(self) -> None:
        self.handshake_complete = self.close_sent = True  # here nothing is answered any more
        self.transport.abort()

    def look(self, now: float) -> None:
        if self.backlog.stands(self.transport.get_write_buffer_size(), now) > self.ward.unread_seconds:
            cut_off(self.transport)


def connection_of(scope: Scope) -> Bounded | BoundedSocket | None:
    """The connection by which a request came, by way of its shortcuts."""
    way = scope.get(TELL) if scope["type"] == "websocket" else getattr(scope.get(EXCHANGE), "on_response", None)
    found = getattr(way, "__self__", None)
    return found if isinstance(found, Bounded | BoundedSocket) else None


def can_move(transport: asyncio.Transport) -> bool:
    """Whether a connection is no more than an open file: nothing of it waits here, nothing is encrypted."""
    waiting = transport.get_write_buffer_size() or transport.is_closing()
    return not waiting and transport.get_extra_info("sslcontext") is None


def cut_off(transport: asyncio.Transport) -> None:
    """Ends a connection at once, with what the system holds for it: else it goes on offering that for minutes."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()
