"""Networks between a server and its PostgreSQL that can be cut."""

import contextlib
import os
import selectors
import shutil
import socket
import subprocess
import threading
import time
from urllib.parse import parse_qs, urlsplit


class Network:
    """Carries bytes between clients on a port of the loopback and PostgreSQL's own socket.

    While it is cut, nothing comes through in either direction and nobody is told: connections stay open, and new ones
    are not answered. When it is mended, connections from before are reset, as a router that has forgotten them does.
    """

    prefix: tuple[str, ...] = ()
    """How a program is started that is to be at the other end."""
    public = inner = here = "127.0.0.1"
    """Where that is reached by people, and by other workers; and where these are."""

    def __init__(self, address: str, host: str = "127.0.0.1") -> None:
        parts = urlsplit(address)
        self.there = parse_qs(parts.query)["host"][0] + "/.s.PGSQL.5432"
        self.listening = socket.create_server((host, 0))
        port = self.listening.getsockname()[1]
        self.address = f"{parts.scheme}://{parts.username}@{host}:{port}{parts.path}"
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
        except OSError:  # the database is being restarted
            near.close()
            far.close()
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


class SplitNetwork(Network):
    """The same with a machine of its own, as far as the network goes: a namespace with two wires to ours.

    People reach it over one; PostgreSQL and the other workers are at the end of the other. While that is cut, packets
    go to nobody: no end is told, as if a switch had failed.
    """

    def __init__(self, address: str) -> None:
        number = os.getpid() % 250
        self.name = f"capo{number}"
        self.prefix = ("ip", "netns", "exec", self.name)
        self.here, self.inner = f"10.201.{number}.1", f"10.201.{number}.2"
        self.public = f"10.202.{number}.2"
        self.wire, self.other_wire = f"{self.name}i", f"{self.name}p"
        run("ip", "netns", "add", self.name)
        try:
            run(*self.prefix, "ip", "link", "set", "lo", "up")
            for wire, near, far in (
                (self.wire, self.here, self.inner),
                (self.other_wire, f"10.202.{number}.1", self.public),
            ):
                run("ip", "link", "add", wire, "type", "veth", "peer", "name", "eth" + wire[-1], "netns", self.name)
                run("ip", "address", "add", f"{near}/24", "dev", wire)
                run("ip", "link", "set", wire, "up")
                run(*self.prefix, "ip", "address", "add", f"{far}/24", "dev", "eth" + wire[-1])
                run(*self.prefix, "ip", "link", "set", "eth" + wire[-1], "up")
            super().__init__(address, self.here)
        except BaseException:
            run("ip", "netns", "delete", self.name)
            raise

    def cut(self) -> None:
        for prefix, there, wire in (((), self.inner, self.wire), (self.prefix, self.here, "ethi")):
            nobody = ("lladdr", "02:00:00:00:00:99", "nud", "permanent")
            run(*prefix, "ip", "neighbor", "replace", there, *nobody, "dev", wire)

    def mend(self) -> None:
        for prefix, there, wire in (((), self.inner, self.wire), (self.prefix, self.here, "ethi")):
            run(*prefix, "ip", "neighbor", "delete", there, "dev", wire)

    def stop(self) -> None:
        self.ends = True
        self.thread.join(10)
        super().mend()
        self.listening.close()
        run("ip", "netns", "delete", self.name)


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


def may_split() -> bool:
    """Whether this machine lets us make namespaces."""
    if shutil.which("ip") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    name = f"capotry{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode:
        return False
    wire = ["ip", "link", "add", f"{name}"[:12], "type", "veth", "peer", "name", "ethi", "netns", name]
    can = subprocess.run(wire, capture_output=True, check=False).returncode == 0
    run("ip", "netns", "delete", name)
    return can
