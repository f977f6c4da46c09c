"""The server as a process of its own: starting it, what it takes of memory and processor, and what it tells."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

UNLIMITED = {"REQUESTS_PER_SECOND": "0", "TABLES_PER_HOUR": "0", "SOCKETS_PER_ADDRESS": "0", "SOCKETS": "0"}


@contextlib.contextmanager
def server(db: str, python: str = sys.executable, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """A server on a free port of the loopback, of this installation or of another; gives its process and address."""
    names = {f"CAPOMASTRO_{name.upper()}": value for name, value in {**UNLIMITED, **settings}.items()}
    command = [python, "-m", "capomastro", "serve", "--port", "0", "--db", db]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **names}
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)", process.stdout.readline())
        if found is None:
            raise RuntimeError("the server did not start")
        yield process, found[1], int(found[2])
    finally:
        process.terminate()
        process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


def handed_on(first: int, workers: int) -> float:
    """How many requests workers have handed on to each other so far; each tells it at a port of its own."""
    found = 0.0
    for port in range(first, first + workers) if first else ():
        with (
            contextlib.suppress(OSError),  # a worker that is just being started again has handed on nothing
            urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer,
        ):
            said = re.search(rb"^capomastro_requests_handed_on (\S+)$", answer.read(), re.M)
            found += float(said[1]) if said else 0.0
    return found


def free_ports(count: int) -> int:
    """The first of so many ports in a row that nobody uses just now."""
    for first in range(20_000, 60_000, 100):
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for port in range(first, first + count):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
    raise RuntimeError("there are no free ports")


def family(process: int) -> list[int]:
    """A server and its workers; bots are not among them."""
    found = [process]
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split():
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def memory_mb(process: int) -> float:
    """The memory a process holds now."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0
    except OSError:
        return 0.0


def cpu_seconds(process: int) -> float:
    """The processor time a process has used so far."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0
