"""A network between a server and its PostgreSQL that can be cut."""

import contextlib
import selectors
import socket
import threading
import time
from urllib.parse import parse_qs, urlsplit


class Network:
    """Carries bytes between clients on a port of the loopback and PostgreSQL's own socket.

    While it is cut, nothing comes through in either direction and nobody is told: connections stay open, and new ones
    are not answered. When it is mended, connections from before are reset, as a router that has forgotten them does.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.there = parse_qs(parts.query)["host"][0] + "/.s.PGSQL.5432"
        self.listening = socket.create_server(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        self.address = f"{parts.scheme}://{parts.username}@127.0.0.1:{port}{parts.path}"
        self.is_cut = threading.Event()
        self.ends = False
        self.ways: dict[socket.socket, socket.socket] = {}
        self.lock = threading.Lock()
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listening, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def cut(self) -> None:
        self.is_cut.set()

    def mend(self) -> None:
        with self.lock:
            for one in list(self.ways):
                self._end(one)
            self.is_cut.clear()

    def stop(self) -> None:
        self.ends = True
        self.thread.join(10)
        self.mend()
        self.listening.close()

    def _run(self) -> None:
        while not self.ends:
            ready = self.selector.select(0.05)
            with self.lock:
                for key, _ in [] if self.is_cut.is_set() else ready:
                    found = key.fileobj
                    assert isinstance(found, socket.socket)
                    if found is self.listening:
                        self._accept()
                    elif found in self.ways:
                        self._carry(found)
            if self.is_cut.is_set():
                time.sleep(0.02)

    def _accept(self) -> None:
        near, _ = self.listening.accept()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self.there)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            self.ways[one] = other
            self.selector.register(one, selectors.EVENT_READ)

    def _carry(self, source: socket.socket) -> None:
        try:
            data = source.recv(65536)
            self.ways[source].sendall(data)
        except OSError:
            data = b""
        if not data:
            self._end(source)

    def _end(self, one: socket.socket) -> None:
        for end in (one, self.ways.get(one)):
            if end is not None and end in self.ways:
                del self.ways[end]
                with contextlib.suppress(KeyError):
                    self.selector.unregister(end)
                end.close()
