"""Sockets as connections. What is told goes out at once, past the web server's own way.

A socket of the web server that waits for its reader waits for ever, even to be closed; here it is let go.
"""

import asyncio
import struct

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from capomastro.server.http.connections import EXCHANGE, Bounded
from capomastro.server.http.ward import Backlog, Ward, can_move, cut_off

WHOLE_TEXT = 0x81
TELL = "capomastro.tell"
"""Where a request for a socket finds the shortcut to it."""


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
