"""Bots think in processes of their own. What goes there is a view, never a state; what comes back is a step."""

import asyncio
import logging
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from capomastro.catalogue import game_named
from capomastro.chance import seeded
from capomastro.errors import BadSetup, CapomastroError
from capomastro.game import AnyGame

log = logging.getLogger("capomastro.bots")


def chosen(game: str, bot: str, view: Any, legal: list[int], seed: int) -> int:
    """Runs in a bot process: the step that this bot takes."""
    from capomastro.bots.roster import player_named

    return int(player_named(bot, game_named(game)).choose(view, legal, seeded(seed)))


def advised(view: Any, seed: int) -> Any:
    """Runs in a bot process: what the bots advise somebody to do who sees this."""
    from capomastro.bots.advice import advise

    return advise(view, rng=seeded(seed))


def check_bot(name: str, game: AnyGame) -> None:
    """Raises `BadSetup` if there is no such bot for this game. How long bots think is not for guests to say."""
    if ":" in name:
        raise BadSetup("at a table, bots think as long as they usually do; name one without a budget")
    from capomastro.bots.roster import player_named

    player_named(name, game)


def usual_bot(game: AnyGame) -> str:
    """Who stands in if nobody is named: the middle level, or whoever plays this game."""
    for name in ("journeyman", "greedy", "random"):
        try:
            check_bot(name, game)
        except CapomastroError:
            continue
        return name
    raise AssertionError("there is always a bot that takes any lawful step")


def bots_for(game: AnyGame) -> list[tuple[str, str, str]]:
    """Name, level and character of every bot that plays this game."""
    from capomastro.bots.roster import names, player_named

    found = []
    for name in names():
        try:
            bot = player_named(name, game).bot
        except Exception:  # a guest's bot may fail in any way; then it is not offered
            continue
        found.append((name, bot.level, bot.character))
    return found


class Botwork:
    """The processes in which bots think; they start when the first bot is asked."""

    def __init__(self, processes: int, patience: float) -> None:
        self.processes = processes
        self.patience = patience
        self.pool: ProcessPoolExecutor | None = None
        self.room = asyncio.Semaphore(processes)

    def _pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.processes, mp_context=multiprocessing.get_context("spawn"))
        return self.pool

    async def choose(self, game: str, bot: str, view: Any, legal: list[int]) -> int:
        """A lawful step, come what may: if the bot fails, any."""
        if len(legal) == 1:
            return legal[0]
        try:
            step = await self._ask(chosen, game, bot, view, legal, secrets.randbits(62))
        except (TimeoutError, Exception) as error:
            log.warning("bot %s failed at %s (%s); any lawful step is taken instead", bot, game, type(error).__name__)
            return secrets.choice(legal)
        if step not in legal:
            log.warning("bot %s chose an unlawful step at %s; any lawful one is taken instead", bot, game)
            return secrets.choice(legal)
        return int(step)

    async def advise(self, view: Any) -> Any:
        return await self._ask(advised, view, secrets.randbits(62))

    async def _ask(self, function: Any, *arguments: Any) -> Any:
        """Patience begins when there is a process free for the question, not while it waits for one."""
        async with self.room:
            pool = self._pool()
            try:
                future = asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
                return await asyncio.wait_for(future, self.patience)
            except (BrokenProcessPool, TimeoutError):
                self._abandon(pool)
                raise

    def _abandon(self, pool: ProcessPoolExecutor) -> None:
        """A process that died or hangs is given up together with its pool."""
        if self.pool is pool:
            self.pool = None
        self._end(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)

    def stop(self) -> None:
        if self.pool is not None:
            self._end(self.pool)
            self.pool = None
