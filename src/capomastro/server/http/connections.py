"""Connections that do not do what they are for: those that send a request byte by byte, or never read the answer.

The web server waits for ever for the rest of a request. Here every connection is looked at once a second: the head of
a request and its body must each arrive in time, a head may not grow without end, and whoever does not read is let go.

A step goes no further than from here to its table: `quick_requests.py` says why.
"""

import asyncio
import re

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from capomastro.server.http.quick_requests import QuickSteps, has_name
from capomastro.server.http.ward import Backlog, Ward, can_move, cut_off
from capomastro.server.protocol.identity import origin_of

MOST_HEAD = 32_768
MOST_HEADERS = 100
EXCHANGE, COUNTED = "capomastro.exchange", "capomastro.counted"
"""Where a request finds its shortcut to what it brought and how it is answered; and whether it was counted already."""
STEP_URL = re.compile(rb"/api/tables/([A-Za-z0-9_-]+)/steps")
MOST_OF_A_STEP = 4096
"""A longer body is no step's that we know."""
IDLE, HEAD, BODY, ANSWER = range(4)
"""What a connection waits for: the next request, the rest of its head, the rest of its body, our answer."""


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
    steps: QuickSteps | None = None
    """Who takes steps by the short way, where that can be done."""
    held_back: tuple[str, bytearray] | None = None
    """A step that is still coming, by its table, with its body so far: which way it goes is seen when all of it is
    there."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.ward = self.app_state["ward"]
        self.steps = self.app_state.get("steps")
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
        self.held_back = None
        if self.stage != HEAD:
            self.stage, self.since = HEAD, self.loop.time()

    def on_headers_complete(self) -> None:
        self.stage, self.since, self.head = BODY, self.loop.time(), 0
        large = self.arrived > MOST_HEAD and sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD
        if large or len(self.headers) > MOST_HEADERS:
            raise ValueError("too much of a head")  # which the web server answers with 400
        if self.steps is not None and (found := STEP_URL.fullmatch(self.url)) and self.may_be_quick():
            self.held_back = found[1].decode("ascii"), bytearray()
        else:
            self.go_the_usual_way()

    def may_be_quick(self) -> bool:
        """Whether this is a plain request after which the connection stays, and nothing is still to be answered."""
        parser, before = self.parser, self.cycle
        plain = parser.get_method() == b"POST" and parser.should_keep_alive() and not self.expect_100_continue
        return plain and not parser.should_upgrade() and (before is None or before.response_complete)

    def go_the_usual_way(self) -> None:
        """Hands the request to the web server, with what has come of its body."""
        held, self.held_back = self.held_back, None
        super().on_headers_complete()
        self.scope[EXCHANGE] = self.cycle  # type: ignore[literal-required]
        if held is not None and held[1]:
            super().on_body(bytes(held[1]))

    def on_body(self, body: bytes) -> None:
        if self.held_back is None:
            super().on_body(body)
            return
        self.held_back[1].extend(body)
        if len(self.held_back[1]) > MOST_OF_A_STEP:
            self.go_the_usual_way()

    def take_step(self, steps: QuickSteps, table: str, body: bytes) -> bool:
        """Whether the request is a step that is under way now."""
        client = self.forwarded_for() if self.trusted else self.client
        if has_name(self.headers) or not steps.spend(client[0] if client else ""):
            return False
        request = steps.take(self, client, self.headers, table, body)
        if request is None:
            self.scope[COUNTED] = True  # type: ignore[literal-required]
            return False
        self.cycle = request  # type: ignore[assignment]
        return True

    def forwarded_for(self) -> tuple[str, int] | None:
        """Whom a proxy speaks for, as the web server finds it out."""
        said = [value for name, value in self.headers if name == b"x-forwarded-for"]
        if not said:
            return self.client
        found: tuple[str, int] = self.app.trusted_hosts.get_trusted_client_address(b", ".join(said).decode("latin-1"))
        return found if found[0] else self.client

    def on_message_complete(self) -> None:
        held, steps = self.held_back, self.steps
        if held is not None and steps is not None:
            if self.take_step(steps, held[0], bytes(held[1])):
                self.held_back = None
                self.stage, self.since = ANSWER, self.loop.time()
                return
            self.go_the_usual_way()
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
