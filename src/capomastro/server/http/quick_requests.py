"""Requests that need no task: a step is handed to its table as soon as it has come, and answered once it is stored.

The web server makes a task of every request, and of every task's waiting a detour through all that it is made of. Both
take longer than the step. Compiled, for nothing in here waits.
"""

import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from capomastro.server.http.limits import Limits
from capomastro.server.http.watching import Figures
from capomastro.server.ops.slowest import Slowest
from capomastro.server.protocol.bodies import Step
from capomastro.server.protocol.headers import headers_read, says_json
from capomastro.server.protocol.identity import Who, check_origin, who_asks
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.request_ids import HEADER
from capomastro.server.table.quick_steps import begin_step
from capomastro.server.table.registry import Registry

decode = msgspec.json.Decoder(Step).decode
ANSWERED = b"HTTP/1.1 200 OK\r\n"


class Flag:
    """Something that can be set and that nobody waits for."""

    def set(self) -> None: ...


IGNORED = Flag()


class Asked(Protocol):
    """The connection by which a request came."""

    transport: Any
    server_state: Any
    """Holds the headers that the web server adds to every answer."""

    def on_response_complete(self) -> None: ...


class QuickRequest:
    """A step under way, in the place of what the web server keeps of a request: it looks at the same fields."""

    def __init__(self, steps: "QuickSteps", asked: Asked, table: str, who: Who, body: Step, began: float) -> None:
        self.steps = steps
        self.asked = asked
        self.table = table
        self.who = who
        self.step = body
        self.began = began
        self.response_started = False
        self.response_complete = False
        self.disconnected = False
        self.keep_alive = True
        self.more_body = False
        self.body = b""
        self.message_event = IGNORED

    def answered(self, answer: bytes, error: Exception | None) -> None:
        """Told once the step is stored, or why it is not."""
        if error is not None:
            self.steps.not_stored(self, error)
            return
        self.send(ANSWERED, self.steps.head, answer)
        self.steps.note(self, 200)

    def send(self, status_line: bytes, head: bytes, body: bytes) -> None:
        """Sends the whole answer in one piece, if anybody is still there."""
        self.response_started = self.response_complete = True
        if self.disconnected or self.asked.transport.is_closing():
            return
        closing = b"" if self.keep_alive else b"connection: close\r\n"
        asked, size = self.asked, b"content-length: %d\r\n" % len(body)
        dated = self.steps.dated(asked.server_state.default_headers)
        asked.transport.write(b"".join((status_line, dated, size, closing, head, b"\r\n", body)))
        if not self.keep_alive:
            asked.transport.close()
        asked.on_response_complete()


class QuickSteps:
    """Takes steps by the short way, where no other worker and no trace has a part in them."""

    def __init__(
        self,
        tables: Registry,
        limits: Limits,
        slowest: Slowest,
        figures: Figures | None,
        head: bytes,
        dated: Callable[[list[tuple[bytes, bytes]]], bytes],
        not_stored: Callable[[QuickRequest, Exception], None],
    ) -> None:
        self.tables = tables
        self.limits = limits
        self.slowest = slowest
        self.figures = figures
        self.head = head
        """The lines in the head of every answer."""
        self.dated = dated
        """Makes lines of those that the web server adds."""
        self.not_stored = not_stored
        """Goes on with a step that could not be stored, beside all others."""

    def take(
        self, asked: Asked, client: tuple[str, int] | None, raw: list[tuple[bytes, bytes]], table: str, body: bytes
    ) -> QuickRequest | None:
        """The request, if its step is under way. None: nothing has happened but that it was counted."""
        began = time.perf_counter()
        try:
            headers = headers_read(raw)
            if not says_json(headers):
                return None
            step = decode(body)
            check_origin(headers)
            who = who_asks(headers, client)
            blocked = self.tables.blocked
            if blocked and (who.device in blocked or who.token in blocked):
                return None
        except (Refusal, msgspec.MsgspecError, UnicodeError, RecursionError):
            return None  # which the usual way says
        request = QuickRequest(self, asked, table, who, step, began)
        return request if begin_step(self.tables, table, who, step, request.answered) else None

    def spend(self, address: str) -> bool:
        """Counts a request; False if there were too many."""
        try:
            self.limits.requests.spend(address)
        except Refusal:
            return False
        return True

    def note(self, request: QuickRequest, status: int) -> None:
        seconds = time.perf_counter() - request.began
        self.slowest.note("request", f"/api/tables/{request.table}/steps", seconds)
        if self.figures is not None:
            self.figures.answered("POST", status)
            if status == 200:
                self.figures.stepped(seconds)


def has_name(raw: list[tuple[bytes, bytes]]) -> bool:
    """Whether somebody has given the request a name, which its answer repeats."""
    for name, _value in raw:
        if name == HEADER:
            return True
    return False
