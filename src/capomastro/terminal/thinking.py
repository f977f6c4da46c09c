"""Bots and advice for a match in process. Quick bots answer at once; the search thinks in a process of its own.

Compiled code keeps the interpreter to itself while it searches, so a thread would stop the screen.
"""

import asyncio
import contextlib
import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, TypeVar

from capomastro.bots.advice import Advice
from capomastro.bots.players import Greedy, Random
from capomastro.bots.roster import Player, player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded

T = TypeVar("T")


@cache
def player(game: str, bot: str) -> Player:
    return player_named(bot, game_named(game))


def choose(game: str, bot: str, view: Any, legal: list[int], seed: int) -> int:
    """The step a bot takes; it is given a view and nothing else."""
    return player(game, bot).choose(view, legal, seeded(seed))


def advise(view: Any) -> Advice:
    from capomastro.bots import advice

    return advice.advise(view)


def is_quick(game: str, bot: str) -> bool:
    return isinstance(player(game, bot).bot, Random | Greedy)


class Thinker:
    """Where bots think; the process is started when it is first needed, and again should it die."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def _beside(self, deed: Callable[..., T], *args: Any) -> T:
        try:
            with contextlib.redirect_stderr(sys.__stderr__):  # a new process is given the real one, not the screen's
                if self._pool is None:
                    self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
                future = self._pool.submit(deed, *args)
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            self.close()
            return deed(*args)

    async def choose(self, game: str, bot: str, view: Any, legal: list[int], seed: int) -> int:
        if len(legal) == 1:
            return legal[0]
        if is_quick(game, bot):
            return choose(game, bot, view, legal, seed)
        return await self._beside(choose, game, bot, view, legal, seed)

    async def advise(self, view: Any) -> Advice:
        return await self._beside(advise, view)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
