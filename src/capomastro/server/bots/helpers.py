"""Idle processes may help a bot that searches: the same decision, searched several times at once, counts as one.

Nobody waits for that. Processes help only while no question waits, and give way as soon as one comes.
"""

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from capomastro.core.catalogue import game_named
from capomastro.server.bots.queue import Question
from capomastro.server.bots.worker import Thinker

LAST_WORDS_SECONDS = 0.5
"""How long a helper that was called off may take to say what it has found; it takes milliseconds."""


class Helper:
    """A process that searches beside another one, until it is called off."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.thinker: Thinker | None = None
        self.task: asyncio.Task[dict[int, int]] | None = None
        self.called_off = False

    def call_off(self) -> None:
        """What was found so far is still told."""
        self.called_off = True
        if self.thinker is not None:
            self.thinker.halt()


def is_helped(question: Question) -> bool:
    """Whether other processes may search for this question too."""
    return question.may_be_helped and can_be_helped(*question.arguments[:2])


@lru_cache(maxsize=256)
def can_be_helped(game: str, bot: str) -> bool:
    """Whether this bot's search at this game can be done by several."""
    from capomastro.bots.merging import is_divisible
    from capomastro.bots.roster import player_named

    try:
        return is_divisible(player_named(bot, game_named(game)).bot)
    except Exception:  # a plugin's bot may fail in any way; whoever asks it will see
        return False


def arguments_for(helper: Helper, question: Question) -> tuple[Any, ...]:
    """What a helper is asked: the same with a seed of its own."""
    from capomastro.bots.merging import seed_of_part

    *asked, seed = question.arguments
    return (*asked, seed_of_part(seed, helper.number))


async def merged_step(answer: tuple[int, dict[int, int]], helpers: Iterable[Helper]) -> int:
    """What the answer and all helpers together found best; helpers that say nothing in time are left out."""
    from capomastro.bots.merging import merged, most_visited

    step, visits = answer
    tasks = [helper.task for helper in helpers if helper.task is not None]
    done, _ = await asyncio.wait(tasks, timeout=LAST_WORDS_SECONDS)
    found = [task.result() for task in done if not task.cancelled() and task.exception() is None]
    return most_visited(merged([visits, *found]), step)
