"""The bot processes of a server: started as they are needed, never more than so many at once."""

import asyncio

from capomastro.server.bots.worker import Thinker


class Processes:
    """Who wants a process takes one, and gives it back or ends it. Nobody waits until a process has ended."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.idle: list[Thinker] = []
        self.running: set[Thinker] = set()
        self.held = 0  # those taken, and those being started
        self.let_go = asyncio.Event()

    async def take(self) -> Thinker:
        """A process for one question. Raises `Gone` if it does not start."""
        while self.held >= self.most:
            self.let_go.clear()
            await self.let_go.wait()
        self.held += 1
        if self.idle:
            return self.idle.pop()
        try:
            thinker = await Thinker.start()
        except BaseException:
            self._let_go()
            raise
        self.running.add(thinker)
        return thinker

    def give_back(self, thinker: Thinker) -> None:
        self.idle.append(thinker)
        self._let_go()

    def end(self, thinker: Thinker) -> None:
        """Kills a process that was taken."""
        thinker.kill()
        self.running.discard(thinker)
        self._let_go()

    def _let_go(self) -> None:
        self.held -= 1
        self.let_go.set()
