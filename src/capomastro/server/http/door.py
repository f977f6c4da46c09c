"""The way into the application: every request passes here, and some go no further."""

import re
import time
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from capomastro.server.http.connections import COUNTED, EXCHANGE, answer_at_once, dated
from capomastro.server.http.forwarding import TABLE_PATH, Forwarder
from capomastro.server.http.limits import Limits
from capomastro.server.http.quick_requests import QuickRequest, QuickSteps
from capomastro.server.http.requests import JSON_HEADERS, JsonResponse, endpoint, failed, refused
from capomastro.server.http.routes import ROUTES, STEPS
from capomastro.server.http.static import Pages
from capomastro.server.http.watching import Figures, Spans
from capomastro.server.ops.slowest import Slowest
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.request_ids import HEADER, named
from capomastro.server.table.moves import step_not_stored
from capomastro.server.table.registry import Registry

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
SECURITY = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
]
SECURITY_LINES = b"".join(b"%s: %s\r\n" % header for header in SECURITY)
STEP_HEAD = b"".join(b"%s: %s\r\n" % header for header in JSON_HEADERS) + SECURITY_LINES

STEP_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]+)/steps")


class Door:
    """The outermost part: it counts and names every request, adds the same strict headers to every answer, and takes
    steps and shows files by a shortcut.

    The framework needs as much time to find a route and to guard it as we need for a whole step.
    """

    def __init__(self, app: Starlette, limits: Limits, pages: Pages) -> None:
        self.app = app
        self.limits = limits
        self.pages = pages
        self.figures: Figures | None = None
        self.forwarder: Forwarder | None = None
        """Where tables may be at home with other workers."""
        self.slowest = Slowest()
        self.traces: Spans | None = None
        step = next(route for route in ROUTES if route.path == STEPS)
        self.step = endpoint(step.handler, step.status, writes=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.forwarder is None and self.traces is None and scope["type"] == "http" and scope["method"] == "POST":
            found = STEP_PATH.fullmatch(scope["path"])
            if found is not None:
                await self._take_step(scope, receive, send, named(scope["headers"]), found[1])
                return
        if scope["type"] == "http" and scope["method"] == "GET" and self._show_file(scope):
            return
        forwarder = self.forwarder
        handed_on = forwarder is not None and scope["type"] != "lifespan" and forwarder.handed_on(scope)
        if scope["type"] != "http":
            at = TABLE_PATH.fullmatch(scope["path"]) if forwarder is not None and scope["type"] == "websocket" else None
            if forwarder is None or handed_on or at is None:
                await self.app(scope, receive, send)
            else:
                await forwarder.serve(at[1], scope, receive, send, lambda given: self.app(scope, given, send), send)
            return
        name = named(scope["headers"])
        traces = self.traces
        if traces is None:
            await self.answer(scope, receive, send, name, handed_on=handed_on)
            return
        with traces.request(scope["method"], scope["path"]) as span:

            async def told(message: Message) -> None:
                if message["type"] == "http.response.start":
                    traces.answered(span, message["status"])
                await send(message)

            await self.answer(scope, receive, told, name, handed_on=handed_on)

    def _show_file(self, scope: Scope) -> bool:
        """Shows a file of the page, if nothing else is asked for: a page has dozens of them, and asks each time whether
        they have changed. False: it is done in the usual way."""
        exchange: Any = scope.get(EXCHANGE)
        file = None if exchange is None or exchange.more_body else self.pages.at_hand(scope["path"])
        if file is None or self.traces is not None:
            return False
        asked = dict(scope["headers"])
        if HEADER in asked:
            return False
        try:
            self.limits.spend(address_of(scope), scope["path"])
        except Refusal:
            return False
        known, understood = asked.get(b"if-none-match", b""), asked.get(b"accept-encoding", b"")
        status, headers, body = file.answer(known.decode("latin-1"), understood.decode("latin-1"))
        head = "".join([f"{name}: {value}\r\n" for name, value in headers.items()]).encode("latin-1")
        if not answer_at_once(exchange, status, head + SECURITY_LINES, body):
            return False
        if self.figures is not None:
            self.figures.answered("GET", status)
        return True

    def short_way(self, tables: Registry) -> QuickSteps | None:
        """By which steps go from their connection straight to their table, where nobody else has a part in them."""
        if self.forwarder is not None or self.traces is not None:
            return None

        def not_stored(request: QuickRequest, error: Exception) -> None:
            tables.spawn(self._go_on(tables, request, error))

        return QuickSteps(tables, self.limits, self.slowest, self.figures, STEP_HEAD, dated.of, not_stored)

    async def _go_on(self, tables: Registry, request: QuickRequest, error: Exception) -> None:
        """Says what became of a step of the short way that could not be stored."""
        try:
            accepted = await step_not_stored(tables, request.table, request.who, request.step, error)
            response: Response = JsonResponse(encode(accepted), 200)
        except Exception as problem:
            response = failed(problem)
        lines = [b"%s: %s\r\n" % header for header in response.raw_headers if header[0] != b"content-length"]
        request.send(STATUS_LINE[response.status_code], b"".join(lines) + SECURITY_LINES, bytes(response.body))
        request.steps.note(request, response.status_code)

    async def answer(
        self, scope: Scope, receive: Receive, send: Send, named_so: tuple[bytes, bool], *, handed_on: bool
    ) -> None:
        """Serves a request here, or where its table is at home; one that another worker has handed on, here."""
        forwarder, began = self.forwarder, time.perf_counter()
        name, is_new = named_so
        guarded = self._guarded(scope, send, named_so)

        async def here(given: Receive) -> None:
            await self._serve(scope, given, send, named_so, began)

        try:
            if not handed_on:
                self.limits.spend(address_of(scope), scope["path"])
        except Refusal as refusal:
            await refused(refusal)(scope, receive, guarded)
            return
        at = None if forwarder is None or handed_on else TABLE_PATH.fullmatch(scope["path"])
        if forwarder is None or at is None or at[1] in forwarder.homes.mine:
            await here(receive)
            return
        if is_new:
            scope["headers"] = [*scope["headers"], (HEADER, name)]  # whoever serves it logs it by the same name
        await forwarder.serve(at[1], scope, receive, send, here, guarded)

    def _guarded(self, scope: Scope, send: Send, named_so: tuple[bytes, bool]) -> Send:
        """Sends the same, with our headers, and counts it."""
        name, is_new = named_so

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = [] if is_new and message["status"] < 500 else [(HEADER, name)]
                message["headers"] = [*message.get("headers", []), *told, *SECURITY]
                if self.figures is not None:
                    self.figures.answered(scope["method"], message["status"])
            await send(message)

        return guarded

    async def _serve(
        self, scope: Scope, receive: Receive, send: Send, named_so: tuple[bytes, bool], began: float
    ) -> None:
        """Serves a request in this process."""
        found = STEP_PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, self._guarded(scope, send, named_so))
            self.slowest.note("request", f"{scope['method']} {scope['path'][:80]}", time.perf_counter() - began)
        else:
            await self._step(scope, receive, send, named_so, found[1], began)

    async def _take_step(
        self, scope: Scope, receive: Receive, send: Send, named_so: tuple[bytes, bool], table: str
    ) -> None:
        """Where nobody else could serve it, a step is taken without further ado."""
        began = time.perf_counter()
        try:
            if COUNTED not in scope:
                self.limits.spend(address_of(scope), scope["path"])
        except Refusal as refusal:
            await refused(refusal)(scope, receive, self._guarded(scope, send, named_so))
            return
        await self._step(scope, receive, send, named_so, table, began)

    async def _step(
        self, scope: Scope, receive: Receive, send: Send, named_so: tuple[bytes, bool], table: str, began: float
    ) -> None:
        """Takes a step past the router; a plain answer goes out in one piece, past the web server's own way."""
        scope["app"] = self.app
        scope["path_params"] = {"table": table}
        response = await self.step(Request(scope, receive))
        exchange: Any = scope.get(EXCHANGE)
        status, figures = response.status_code, self.figures
        plain = status == 200 and len(response.raw_headers) == len(JSON_HEADERS) + 1  # nothing but JSON and its length
        at_once = exchange is not None and plain and named_so[1] and self.traces is None
        if not at_once or not answer_at_once(exchange, status, STEP_HEAD, bytes(response.body)):
            await response(scope, receive, self._guarded(scope, send, named_so))
        elif figures is not None:
            figures.answered(scope["method"], status)
        seconds = time.perf_counter() - began
        self.slowest.note("request", scope["path"], seconds)
        if figures is not None and status == 200:
            figures.stepped(seconds)


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""
