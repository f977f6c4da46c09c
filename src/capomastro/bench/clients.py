"""Clients for load tests: no more of HTTP and of WebSockets than our own server speaks, so that they cost little."""

import asyncio
import re
from collections.abc import Callable

from capomastro.server.protocol.identity import BRIEF

TEXT, PING = 0x81, 0x89
PREFER = f"Prefer: {BRIEF}\r\n"  # as the page asks
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{bearer}\r\n"
)


class Connection:
    """One HTTP connection that is kept open, with no more of HTTP than our own server speaks."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, token: str | None, body: bytes) -> tuple[int, bytes]:
        """Posts, and posts again if the connection was closed meanwhile; steps have keys, so nothing happens twice."""
        for patience in range(50):
            try:
                if self.streams is None:
                    self.streams = await asyncio.open_connection(self.host, self.port)
                return await self._exchange(*self.streams, path, token, body)
            except (OSError, EOFError):
                self.close()
                await asyncio.sleep(0.02 * patience)
        raise RuntimeError("the server cannot be reached")

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, token: str | None, body: bytes
    ) -> tuple[int, bytes]:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n{PREFER}{bearer}"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", answer, re.I)
        assert size is not None
        return int(answer[9:12]), await reader.readexactly(int(size[1]))

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


class Listener(asyncio.Protocol):
    """A viewer's socket. `heard` gets every message, and `None` at the end."""

    def __init__(self, host: str, path: str, token: str | None, heard: Callable[[bytes | None], None]) -> None:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        self.greeting = HANDSHAKE.format(path=path, host=host, bearer=bearer).encode()
        self.heard = heard
        self.greeted = False
        self.waiting = bytearray()
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls, host: str, port: int, path: str, token: str | None, heard: Callable[[bytes | None], None]
    ) -> "Listener":
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(lambda: cls(host, path, token, heard), host, port))[1]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        transport.write(self.greeting)

    def connection_lost(self, exc: Exception | None) -> None:
        self.heard(None)

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        if not self.greeted:
            end = self.waiting.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.waiting.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(f"no socket: {bytes(self.waiting[:end])!r}")
            self.greeted = True
            del self.waiting[: end + 4]
        while (frame := self._frame()) is not None:
            kind, text = frame
            if kind == TEXT:
                self.heard(text)
            elif kind == PING and self.transport is not None:
                self.transport.write(b"\x8a" + bytes([0x80 | len(text)]) + bytes(4) + text)  # masked with zeros

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame; our server sends none in parts."""
        got = self.waiting
        if len(got) < 2:
            return None
        size, begin = got[1] & 127, 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            if len(got) < begin:
                return None
            size = int.from_bytes(got[2:begin], "big")
        if len(got) < begin + size:
            return None
        kind, text = got[0], bytes(got[begin : begin + size])
        del got[: begin + size]
        return kind, text

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()
