"""What the server asks of bots, wherever they think: beside it (`pool.py`), or in a service (`remote.py`)."""

import asyncio
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from capomastro.core.catalogue import game_named
from capomastro.server.bots.delays import Delays, Situation
from capomastro.server.bots.queue import Asker, Question, Rank
from capomastro.server.bots.worker import BotFailed, Gone
from capomastro.server.protocol.refusals import StoreDown

log = logging.getLogger("capomastro.bots")
ADVICE_SECONDS = 15.0
"""Nobody waits longer for advice."""


class Unwanted(Exception):
    """Nobody waits for the answer any more."""


class TooBusy(Exception):
    """The bots have no time to answer soon enough."""


class Bots(ABC):
    """Whoever answers for bots. `processes` think at once, `busy` of them just now."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.busy = 0
        self.delays = Delays()
        self.stopped = False
        self.on_thought: Callable[[str, float], None] | None = None
        """Told what a bot was asked, and for how many seconds it thought."""
        self.news = asyncio.Event()
        """Set when the store has answers of bots that think elsewhere."""

    @abstractmethod
    async def ask(self, question: Question) -> Any:
        """The answer. Raises `Unwanted`, `Gone`, `BotFailed`, or `StoreDown` where the question goes by the store."""

    @abstractmethod
    def waiting(self) -> dict[Rank, int]:
        """How many questions wait, by how pressing they are."""

    @abstractmethod
    async def room(self) -> None:
        """Waits until so few questions wait that one more is thought about soon."""

    @abstractmethod
    async def stop(self) -> None:
        """What still waits for an answer gets none."""

    async def choose(
        self, game: str, bot: str, view: Any, legal: list[int], asker: Asker, seed: int | None = None
    ) -> int:
        """Always returns a legal step; a random one if the bot fails. Raises `Unwanted` if nobody waits for it.

        With a seed, a bot that sees the same decides the same.
        """

        def situation(step: int) -> Situation:
            word = game_named(game).actions.texts[step].partition(" ")[0]
            return Situation(asker.table, asker.rank, game, bot, getattr(view, "phase", ""), word)

        if len(legal) == 1:
            await asyncio.sleep(self.delays.draw(situation(legal[0])))
            return legal[0]
        began = time.monotonic()
        chance = secrets.randbits(62) if seed is None else seed
        question = Question(asker, "choose", game, bot, view, legal, chance)
        # Whoever plays a deal that others play too meets bots as strong as they do, however busy the server is.
        question.may_be_helped = seed is None and asker.rank == Rank.PRESENT
        try:
            step = await self.ask(question)
        except (Unwanted, StoreDown):
            raise
        except Exception as error:
            log.warning("bot %s failed at %s (%s); a random legal step is taken instead", bot, game, named(error))
            return secrets.choice(legal)
        if step not in legal:
            log.warning("bot %s chose an illegal step at %s; a random legal one is taken instead", bot, game)
            return secrets.choice(legal)
        self.delays.note(situation(int(step)), time.monotonic() - began)
        return int(step)

    async def advise(self, view: Any, table: str, address: str) -> Any:
        """What the bots advise. Raises `TooBusy` if that takes longer than people wait."""
        try:
            async with asyncio.timeout(ADVICE_SECONDS):
                asker = Asker(Rank.ADVICE, table, (address,))
                return await self.ask(Question(asker, "advise", view, secrets.randbits(62)))
        except (TimeoutError, Gone) as error:
            raise TooBusy from error

    async def judge(self, table: str, *asked: Any) -> Any:
        """What a decision of a finished match was worth; whoever reviews it waits longer than all others."""
        return await self.ask(Question(Asker(Rank.REVIEW, table), "judge", *asked))


def fail(question: Question, error: Exception) -> None:
    if not question.answer.done():
        question.answer.set_exception(error)


def named(error: Exception) -> str:
    """What went wrong, in a word: what the bot ran into, if it was the bot."""
    return str(error) if isinstance(error, BotFailed) else type(error).__name__
