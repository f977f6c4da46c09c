"""Sockets: one for each table and viewer, which says at once what was missed and then what is new."""

import asyncio
import contextlib

from msgspec import DecodeError, Struct
from msgspec.json import Decoder
from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect

from capomastro.core.game import Viewer
from capomastro.server.http.limits import Limits
from capomastro.server.http.socket_connections import TELL
from capomastro.server.notify.cluster import say_who_is_here
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import Who, is_own_origin, who_asks
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.storage.rows import now
from capomastro.server.table.registry import Registry
from capomastro.server.table.viewer_socket import NOT_ALLOWED, TOO_SLOW, ViewerSocket

BEAT_SECONDS = 20
PATIENCE_SECONDS = 20.0
NOT_UNDERSTOOD, NO_TABLE, TOO_MANY, STOPPING = 4400, 4404, 4429, 1001


class Ping(Struct, frozen=True, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """The one thing a client may say."""


heard = Decoder(Ping).decode


def never(message: bytes) -> bool:
    """Of a socket that has no shortcut: everything is queued."""
    return False


class Socket(ViewerSocket):
    """A socket that waits for the other side."""

    def __init__(self, websocket: WebSocket, viewer: Viewer, who: Who, last: int) -> None:
        super().__init__(viewer, who, last, websocket.scope.get(TELL, never))
        self.websocket = websocket

    async def speak(self) -> None:
        """Sends what is queued, as long as the other side reads it."""
        while not self.closing:
            await self.wake.wait()
            self.wake.clear()
            while self.waiting and not self.closing:
                text = self.waiting.popleft().decode()
                try:
                    async with asyncio.timeout(PATIENCE_SECONDS):
                        await self.websocket.send_text(text)
                except TimeoutError:
                    self.close(TOO_SLOW)
            self.queued = False
        await self.websocket.close(self.closing)

    async def listen(self) -> None:
        """Answers pings; anything else ends this connection, and only this one."""
        while True:
            message = await self.websocket.receive()
            if message["type"] != "websocket.receive":
                return
            try:
                heard(message.get("text") or message.get("bytes") or b"")
            except (DecodeError, UnicodeError):
                self.close(NOT_UNDERSTOOD)
                return
            self.offer(encode({"type": "pong", "at": now()}))


async def beat(tables: Registry) -> None:
    """Sends every socket a sign of life: a part of them each second, so that no step waits for all."""
    at = now()
    ping = encode({"type": "ping", "at": at})
    part = at // 1000 % BEAT_SECONDS
    for live in list(tables.live.values()):
        if live.sockets and hash(live.id) % BEAT_SECONDS == part:
            for socket in live.sockets:
                if live.keeps(socket):
                    socket.offer(ping)


async def stream(websocket: WebSocket, tables: Registry, limits: Limits) -> None:
    """Serves one socket from its beginning to its end."""
    who = who_asks(websocket.headers, websocket.client and (websocket.client.host, websocket.client.port))
    await websocket.accept()
    if not is_own_origin(websocket.headers):
        await websocket.close(NOT_ALLOWED, "wrong-origin")
        return
    if not may_connect(limits, who.address):
        await websocket.close(TOO_MANY, "too-many-requests")
        return
    try:
        await _serve(websocket, tables, who)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client left while something was sent to it
    finally:
        limits.return_socket(who.address)


def may_connect(limits: Limits, address: str) -> bool:
    """Connecting counts as a request: connecting repeatedly costs the server as much as asking."""
    try:
        limits.requests.spend(address)
    except Refusal:
        return False
    return limits.take_socket(address)


async def _serve(websocket: WebSocket, tables: Registry, who: Who) -> None:
    table = websocket.path_params["table"]
    since = websocket.query_params.get("since", "0")
    if websocket.query_params.get("brief") == "1":  # a browser's socket can send no header
        who = replace(who, brief=True)
    since_number = int(since) if since.isdecimal() and len(since) < 8 else 0
    try:
        async with tables.at(table) as live:
            viewer = live.viewer(who, websocket.query_params.get("seat"))
            socket = Socket(websocket, viewer, who, since_number)
            arrives = not all(live.here(live.seats[seat]) for seat in live.held_by(who))
            live.sockets.add(socket)
            tables.sightings.came(who.device)
            tables.on_change(live)  # bots may have waited for somebody to watch
            if arrives and live.row.status == "open":  # who looks for company at another worker is to find it here
                tables.spawn(say_who_is_here(tables, live))
            if arrives:
                live.publish()
            else:
                live.greet(socket)
    except Refusal as refusal:
        await websocket.close(NO_TABLE if refusal.status == 404 else NOT_ALLOWED, refusal.code)
        return
    except StoreDown:
        await websocket.close(1013, "unavailable")
        return
    speaking = asyncio.create_task(socket.speak())
    listening = asyncio.create_task(socket.listen())
    try:
        await asyncio.wait({speaking, listening}, return_when=asyncio.FIRST_COMPLETED)
        if socket.closing:
            await asyncio.wait({speaking}, timeout=5)
    finally:
        live.sockets.discard(socket)
        tables.sightings.left(who.device)
        left = live.held_by(who)
        live.left.update(dict.fromkeys(left, now()))
        for task in (speaking, listening):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        if live.fresh and not all(live.here(live.seats[seat]) for seat in left):
            async with live.lock:
                if live.fresh:
                    live.publish()
