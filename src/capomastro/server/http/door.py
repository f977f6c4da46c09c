"""The way into the application: every request passes here, and some go no further."""

import re
import time

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from capomastro.server.http.connections import EXCHANGE, answer_at_once
from capomastro.server.http.forwarding import TABLE_PATH, Forwarder
from capomastro.server.http.limits import Limits
from capomastro.server.http.requests import endpoint, refused
from capomastro.server.http.routes import ROUTES, STEPS
from capomastro.server.http.watching import Figures, Spans
from capomastro.server.ops.slowest import Slowest
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.request_ids import HEADER, named

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
SECURITY_HEAD = b"".join(b"%s: %s\r\n" % header for header in SECURITY)

STEP_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]+)/steps")


class Door:
    """The outermost part: it counts and names every request, adds the same strict headers to every answer, and takes
    steps by a shortcut.

    The framework needs as much time to find a route and to guard it as we need for a whole step.
    """

    def __init__(self, app: Starlette, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.figures: Figures | None = None
        self.forwarder: Forwarder | None = None
        """Where tables may be at home with other workers."""
        self.slowest = Slowest()
        self.traces: Spans | None = None
        step = next(route for route in ROUTES if route.path == STEPS)
        self.step = endpoint(step.handler, step.status, writes=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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

    async def answer(
        self, scope: Scope, receive: Receive, send: Send, named_so: tuple[bytes, bool], *, handed_on: bool
    ) -> None:
        """Serves a request here, or where its table is at home; one that another worker has handed on, here."""
        forwarder, figures, began = self.forwarder, self.figures, time.perf_counter()
        name, is_new = named_so

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = [] if is_new and message["status"] < 500 else [(HEADER, name)]
                message["headers"] = [*message.get("headers", []), *told, *SECURITY]
                if figures is not None:
                    figures.answered(scope["method"], message["status"])
            await send(message)

        async def here(given: Receive) -> None:
            await self._serve(scope, given, guarded, began, at_once=is_new and self.traces is None)

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

    async def _serve(self, scope: Scope, receive: Receive, send: Send, began: float, *, at_once: bool) -> None:
        """Serves a request in this process."""
        figures = self.figures
        found = STEP_PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            self.slowest.note("request", f"{scope['method']} {scope['path'][:80]}", time.perf_counter() - began)
            return
        scope["app"] = self.app
        scope["path_params"] = {"table": found[1]}
        response = await self.step(Request(scope, receive))
        exchange, status = scope.get(EXCHANGE), response.status_code
        if exchange is None or status != 200 or not at_once or not answer_at_once(exchange, response, SECURITY_HEAD):
            await response(scope, receive, send)
        elif figures is not None:
            figures.answered(scope["method"], status)
        seconds = time.perf_counter() - began
        self.slowest.note("request", scope["path"], seconds)
        if figures is not None and status == 200:
            figures.stepped(seconds)


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""
