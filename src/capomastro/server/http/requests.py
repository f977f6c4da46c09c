"""One request: who asks, for what, with which body; and how answers and refusals go back."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from capomastro.server.http.connections import EXCHANGE, body_at_hand
from capomastro.server.http.limits import Limits
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.headers import headers_read, says_json
from capomastro.server.protocol.identity import (
    COOKIE,
    COOKIE_SECONDS,
    Who,
    check_origin,
    device_label,
    hashed,
    new_secret,
    who_asks,
)
from capomastro.server.protocol.refusals import Refusal, RefusalWithUpdate, StoreDown, Unsure, unavailable, unsure
from capomastro.server.protocol.responses import Failure
from capomastro.server.table.registry import Registry

T = TypeVar("T")
log = logging.getLogger("capomastro.requests")
JSON_HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


class JsonResponse(Response):
    """An answer in JSON. Its headers are put together here, so that a step spends no time on them."""

    media_type = "application/json"

    def __init__(self, body: bytes, status: int) -> None:
        self.status_code, self.body, self.background = status, body, None
        self.raw_headers = [(b"content-length", b"%d" % len(body)), *JSON_HEADERS]


class TableRequest:
    """A request as the handlers see it."""

    def __init__(self, http: Request, tables: Registry, limits: Limits) -> None:
        self.http = http
        self.tables = tables
        self.limits = limits
        self.headers = headers_read(http.scope["headers"])
        self.who: Who = who_asks(self.headers, http.scope.get("client"))
        self.new_cookie: str | None = None

    @property
    def table(self) -> str:
        table: str = self.http.path_params["table"]
        return table

    def known(self) -> Who:
        """Whoever asks, as a device: one that has no cookie yet gets one."""
        device = self.who.device
        if device is None:
            self.new_cookie = new_secret()
            device = hashed(self.new_cookie)
        label = device_label(self.headers.get("user-agent", ""))
        self.who = replace(self.who, device=device, label=label)
        return self.who

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number of the query."""
        text = self.http.query_params.get(name)
        return default if text is None and default is not None else whole_number(name, text)

    def path_number(self, name: str) -> int:
        """A whole number of the path."""
        return whole_number(name, self.http.path_params.get(name))

    @property
    def seat(self) -> str | None:
        return self.http.query_params.get("seat")

    async def body(self, kind: type[T]) -> T:
        """The body, decoded and checked."""
        if not says_json(self.headers):
            raise Refusal("not-json")
        decoder = DECODERS.get(kind)
        if decoder is None:
            decoder = DECODERS[kind] = msgspec.json.Decoder(kind)
        try:
            decoded: T = decoder.decode(await self._bytes(self.tables.settings.max_body))
        except msgspec.MsgspecError as error:
            raise Refusal("bad-body", why=str(error)) from None
        except (UnicodeError, RecursionError):
            raise Refusal("bad-body", why="it is no text, or too deep") from None
        return decoded

    async def _bytes(self, most: int) -> bytes:
        exchange = self.http.scope.get(EXCHANGE)
        at_hand = None if exchange is None else body_at_hand(exchange)
        if at_hand is not None:
            if len(at_hand) > most:
                raise Refusal("too-large", most=most)
            return at_hand
        chunks, size = [], 0
        async for chunk in self.http.stream():
            size += len(chunk)
            if size > most:
                raise Refusal("too-large", most=most)
            chunks.append(chunk)
        return b"".join(chunks)


def whole_number(name: str, text: str | None) -> int:
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 7:
        raise Refusal("bad-number", name=name)
    return int(text)


class Text(Struct, frozen=True):
    """An answer that is not JSON."""

    text: str
    kind: str
    filename: str


Handler = Callable[[TableRequest], Awaitable[Any]]


def answer(result: Any, status: int, request: TableRequest) -> Response:
    if isinstance(result, Text):
        headers = {"Content-Disposition": f'attachment; filename="{result.filename}"', "Cache-Control": "no-store"}
        return Response(result.text, status, headers, media_type=result.kind)
    body = bytes(result) if isinstance(result, Raw) else encode(result)
    response = JsonResponse(body, status)
    if request.new_cookie is not None:
        secure = request.http.url.scheme == "https"
        response.set_cookie(COOKIE, request.new_cookie, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    return response


def refused(refusal: Refusal, update: Any = UNSET) -> Response:
    failure = Failure(refusal.error, refusal.code, refusal.message, refusal.values, refusal.reason, update)
    response = JsonResponse(encode(failure), refusal.status)
    if refusal.retry_after:
        response.headers["retry-after"] = str(refusal.retry_after)
    return response


OPEN_TO_ALL = ("/api/operator", "/api/me/delete")
"""Whoever is blocked may still have what is stored of them removed."""


def check_blocked(request: TableRequest) -> None:
    blocked, who = request.tables.blocked, request.who
    if (who.device in blocked or who.token in blocked) and not request.http.url.path.startswith(OPEN_TO_ALL):
        raise Refusal("blocked")


def endpoint(handler: Handler, status: int, *, writes: bool) -> Callable[[Request], Awaitable[Response]]:
    """A handler as the web framework calls it, with sentences for whatever goes wrong."""

    async def serve(http: Request) -> Response:
        tables: Registry = http.app.state.tables
        limits: Limits = http.app.state.limits
        request = TableRequest(http, tables, limits)
        try:
            if writes:
                check_origin(request.headers)
                check_blocked(request)
            return answer(await handler(request), status, request)
        except Exception as error:
            return failed(error)

    return serve


def failed(error: Exception) -> Response:
    """What whoever asked is told of it."""
    match error:
        case RefusalWithUpdate():
            return refused(error.refusal, error.update)
        case Refusal():
            return refused(error)
        case Unsure():
            return refused(unsure())
        case StoreDown():
            return refused(unavailable())
        case ClientDisconnect():
            return refused(Refusal("broken-off"))
    log.error("a request failed", exc_info=error)
    return refused(Refusal("our-fault"))


def no_such_page() -> Refusal:
    return Refusal("no-such-page")
