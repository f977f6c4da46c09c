"""Waiting for two things at once, a line that is typed and news of a session, without losing either."""

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Coroutine
from typing import Any, TypeVar

from capomastro.terminal.session import News

T = TypeVar("T")


class Loop:
    """An event loop in a thread, so that the main thread can wait for what is typed."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def do(self, deed: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(deed, self.loop).result()

    def close(self) -> None:
        """Nothing that is still waited for stays behind."""

        async def end() -> None:
            waiting = asyncio.all_tasks() - {asyncio.current_task()}
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

        self.do(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class Inbox:
    """What is typed and what the session tells, for one who waits for either."""

    def __init__(self) -> None:
        self.lines: deque[str | None] = deque()
        self.news = False
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Reads past Python's own buffer: a thread that waits in there would hold up the end of the program."""
        rest = b""
        while True:
            try:
                data = os.read(sys.stdin.fileno(), 65536)
            except (OSError, ValueError):
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            typed: list[str | None] = [line.decode(errors="replace").strip() for line in lines]
            with self._changed:
                self.lines.extend(typed if data else [*typed, *([rest.decode(errors="replace")] if rest else []), None])
                self._changed.notify()
            if not data:
                return

    def tell(self, news: News) -> None:
        with self._changed:
            self.news = True
            self._changed.notify()

    def wait(self, *, typed: bool) -> str | None:
        """A line if one is there and wanted; an empty answer stands for news. Raises EOFError at the end."""
        with self._changed:
            while not self.news and not (typed and self.lines):
                self._changed.wait(0.5)
            if typed and self.lines:
                line = self.lines.popleft()
                if line is None:
                    raise EOFError
                return line
            self.news = False
            return None
