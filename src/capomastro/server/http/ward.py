"""Who looks after all connections: once a second, each is asked whether it has made us wait too long."""

import asyncio
import socket
import struct
import sys
from collections.abc import Collection
from typing import Any, Protocol

from capomastro.server.http.descriptors import RESERVE, descriptors
from capomastro.server.http.limits import part_of
from capomastro.server.settings import Settings

AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""Lingering for no time: a closed connection is reset, and nothing more is sent."""


class Looked(Protocol):
    """A connection that is looked after."""

    def look(self, now: float) -> None: ...


class Requests(Looked, Protocol):
    """One by which requests come."""

    origin: str
    trusted: bool

    @property
    def connections(self) -> Collection[Any]: ...


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
        self.members: set[Requests] = set()
        self.sockets: set[Looked] = set()
        self.by_address: dict[str, int] = {}
        self.loop.call_later(1.0, self.look)

    def look(self) -> None:
        now = self.loop.time()
        for one in self.everybody():
            one.look(now)
        self.loop.call_later(1.0, self.look)

    def everybody(self) -> list[Looked]:
        return [*self.members, *self.sockets]

    def enter(self, one: Requests) -> bool:
        """Whether there is room for one more, and for one more from its address."""
        count = self.by_address[one.origin] = self.by_address.get(one.origin, 0) + 1
        self.members.add(one)
        return len(one.connections) <= self.most and (one.trusted or not 0 < self.per_address < count)

    def leave(self, one: Requests) -> None:
        if one not in self.members:
            return
        self.members.remove(one)
        self.by_address[one.origin] -= 1
        if not self.by_address[one.origin]:
            del self.by_address[one.origin]


def can_move(transport: asyncio.Transport) -> bool:
    """Whether a connection is no more than an open file: nothing of it waits here, nothing is encrypted."""
    waiting = transport.get_write_buffer_size() or transport.is_closing()
    return not waiting and transport.get_extra_info("sslcontext") is None


def cut_off(transport: asyncio.Transport) -> None:
    """Ends a connection at once, with what the system holds for it: else it goes on offering that for minutes."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()
