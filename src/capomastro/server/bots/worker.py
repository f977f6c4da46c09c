"""The server's end of a bot process: start it, ask it, end it."""

import asyncio
import contextlib
import os
import pickle
import sys
from typing import Any

from capomastro.server.bots.frames import HALT, LENGTH, framed

START_SECONDS = 60.0


class Gone(Exception):
    """The process has ended, or never began."""


class BotFailed(Exception):
    """The bot itself has failed; the process goes on."""


class Thinker:
    """One bot process. It is asked one thing at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> "Thinker":
        """A process that is ready to think; it finds modules where this one does."""
        path = os.pathsep.join(filter(None, sys.path))
        command = [sys.executable, "-P", "-m", "capomastro.server.bots.worker_main", str(os.getpid())]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": path}
            )
        except OSError as error:
            raise Gone(str(error)) from None
        thinker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await thinker._answer()
        except TimeoutError:
            thinker.kill()
            raise Gone("it does not start") from None
        except BaseException:
            thinker.kill()
            raise
        return thinker

    async def ask(self, kind: str, *arguments: Any) -> Any:
        """The answer. Raises `Gone` if the process ends, and `BotFailed` if the bot does not know what to do."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(framed((kind, arguments)))
            await self.process.stdin.drain()
        except OSError as error:
            raise Gone(str(error)) from None
        well, answer = await self._answer()
        if not well:
            raise BotFailed(answer)
        return answer

    async def _answer(self) -> Any:
        assert self.process.stdout is not None
        try:
            (size,) = LENGTH.unpack(await self.process.stdout.readexactly(LENGTH.size))
            return pickle.loads(await self.process.stdout.readexactly(size))
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Gone(str(error)) from None

    def halt(self) -> None:
        """Asks for what was found so far; a question of another kind, or one already answered, is not touched."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(HALT)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def ended(self) -> None:
        await self.process.wait()
