"""Networks between a server and its PostgreSQL that can be cut."""

import contextlib
import ctypes
import os
import selectors
import shutil
import socket
import subprocess
import threading
import time
from urllib.parse import parse_qs, urlsplit

CLONE_NEWNET = 0x40000000


class Network:
    """Carries bytes between clients on a port of the loopback and PostgreSQL's own socket.

    While it is cut, nothing comes through in either direction and nobody is told: connections stay open, and new ones
    are not answered. When it is mended, connections from before are reset, as a router that has forgotten them does.
    """

    prefix: tuple[str, ...] = ()
    """How a program is started that is to be at the other end."""
    near: tuple[str, ...] = ()
    """The same for one that is to be at this end."""
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
    """The same between two machines, as far as the network goes: two namespaces with two wires between them.

    People reach the other one over one wire; PostgreSQL and the other workers are at this end of the second. While
    that is cut, packets go to nobody: no end is told, as if a switch had failed. Both namespaces are apart from the
    machine's own, for browsers break off what they load when a network comes or goes. Until it stops, the thread that
    made it is at this end, with all threads that it starts.
    """

    def __init__(self, address: str) -> None:
        number = os.getpid() % 250
        names = self.home, self.name = f"capo{number}h", f"capo{number}"
        self.near, self.prefix = (("ip", "netns", "exec", name) for name in names)
        self.here, self.inner = f"10.201.{number}.1", f"10.201.{number}.2"
        self.public = f"10.202.{number}.2"
        self.before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        self.made: list[str] = []
        try:
            for name in names:
                run("ip", "netns", "add", name)
                self.made.append(name)
                run("ip", "-n", name, "link", "set", "lo", "up")
            ends = (("wirei", self.here, self.inner), ("wirep", f"10.202.{number}.1", self.public))
            for wire, near, far in ends:
                other = ("peer", "name", wire, "netns", self.name)
                run("ip", "-n", self.home, "link", "add", wire, "type", "veth", *other)
                for name, end in ((self.home, near), (self.name, far)):
                    run("ip", "-n", name, "address", "add", f"{end}/24", "dev", wire)
                    run("ip", "-n", name, "link", "set", wire, "up")
            with open(f"/run/netns/{self.home}") as home:
                enter(home.fileno())
            super().__init__(address, self.here)
        except BaseException:
            self._leave()
            raise

    def cut(self) -> None:
        for name, there in ((self.home, self.inner), (self.name, self.here)):
            nobody = ("lladdr", "02:00:00:00:00:99", "nud", "permanent")
            run("ip", "-n", name, "neighbor", "replace", there, *nobody, "dev", "wirei")

    def mend(self) -> None:
        for name, there in ((self.home, self.inner), (self.name, self.here)):
            run("ip", "-n", name, "neighbor", "delete", there, "dev", "wirei")

    def stop(self) -> None:
        self.ends = True
        self.thread.join(10)
        super().mend()
        self.listening.close()
        self._leave()

    def _leave(self) -> None:
        enter(self.before)
        os.close(self.before)
        for name in self.made:
            run("ip", "netns", "delete", name)


def enter(namespace: int) -> None:
    """This thread goes to a network namespace; from Python 3.12 on, `os.setns` does it."""
    if ctypes.CDLL(None, use_errno=True).setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "this namespace is not entered")


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


def may_split() -> bool:
    """Whether this machine lets us make namespaces with wires between them."""
    if shutil.which("ip") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    names = [f"capotry{end}{os.getpid()}" for end in "ab"]
    words = [["ip", "netns", "add", name] for name in names]
    words += [["ip", "-n", names[0], "link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", names[1]]]
    can = all(subprocess.run(one, capture_output=True, check=False).returncode == 0 for one in words)
    for name in names:
        subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
    return can
