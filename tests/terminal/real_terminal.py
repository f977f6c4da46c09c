"""A pseudo-terminal with a program in it: what it writes can be waited for, and keys can be typed."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from warm_start import shown


class Terminal:
    """80 columns and 24 lines."""

    def __init__(self, arguments: Sequence[str], home: Path) -> None:
        self.own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {
            **os.environ,
            **{"XDG_DATA_HOME": str(home), "HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"},
            **{"LANG": "C.UTF-8", "PYTHONUTF8": "1", "CAPOMASTRO_LANGUAGE": "en"},
        }
        self.process = shown(arguments, environment, theirs)
        os.close(theirs)
        self.written = b""
        self.read_to = 0
        """Up to where it was waited for."""

    def type(self, keys: bytes) -> None:
        os.write(self.own, keys)

    def line(self, text: str) -> None:
        self.type(text.encode() + b"\n")

    def _listen(self) -> bool:
        """Reads what is there; False at the end."""
        if select.select([self.own], [], [], 0.1)[0]:
            try:
                data = os.read(self.own, 65536)
            except OSError:  # Linux says so when the other end is closed
                return False
            self.written += data
            return bool(data)
        return True

    def expect(self, *texts: str, seconds: float = 180) -> str:
        """Waits until one of these is written, after what was waited for before; the one that came first."""
        until = time.monotonic() + seconds
        while not (found := self._found(texts)):
            assert time.monotonic() < until, f"{texts} was not written:\n{self.written[-3000:].decode()}"
            if not self._listen():
                found = self._found(texts)
                assert found, f"it ended before {texts}:\n{self.written[-3000:].decode()}"
                break
        at, text = min(found)
        self.read_to = at + len(text.encode())
        return text

    def _found(self, texts: Sequence[str]) -> list[tuple[int, str]]:
        places = [(self.written.find(text.encode(), self.read_to), text) for text in texts]
        return [(at, text) for at, text in places if at >= 0]

    def end(self, seconds: float = 180) -> int:
        """Waits until the program has ended; its exit code."""
        until = time.monotonic() + seconds
        while self._listen():
            assert time.monotonic() < until, f"it did not end:\n{self.written[-3000:].decode()}"
        return self.process.wait(20)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.own)


@contextlib.contextmanager
def in_terminal(arguments: Sequence[str], home: Path) -> Iterator[Terminal]:
    terminal = Terminal(arguments, home)
    try:
        yield terminal
    finally:
        terminal.close()
