"""How long a step without a choice takes, so that the clock does not tell what is hidden.

Whether a seat has a choice often depends on its hand: who cannot pay must pass. A bot that passed at once there, and
took its time elsewhere, would show everybody that its hand is weak. So a forced step waits as long as this bot took for
one of its last real decisions in the same phase at the same table, drawn at random; if there are some that came to the
same kind of step, for one of those. A forced pass then looks like a chosen one, whatever the load. Waiting takes no
process, and a quick bot's forced steps stay quick.
"""

import random
from collections import OrderedDict, deque
from typing import NamedTuple, TypeAlias

from capomastro.server.bots.queue import Rank

KEPT = 16
ENOUGH = 3
"""This many decisions show how long a bot takes; with fewer, less similar decisions count too."""
REMEMBERED = 20_000
UNKNOWN = (0.2, 0.8)
"""Seconds, while a bot has not decided anything yet."""

Key: TypeAlias = tuple[str, ...]


class Situation(NamedTuple):
    """What a bot's time depends on, as far as everybody knows."""

    table: str
    rank: Rank
    game: str
    bot: str
    phase: str
    step: str
    """What was decided, in a word, such as `pass`."""

    def likenesses(self) -> tuple[Key, ...]:
        """Under which decisions are remembered, those that are most alike first."""
        here, general = (self.table, self.bot, self.phase), (self.rank.name, self.game, self.bot)
        return (*here, self.step), here, (*general, self.phase), general


class Delays:
    """How long each bot took lately, at each table and everywhere."""

    def __init__(self) -> None:
        self.lately: OrderedDict[Key, deque[float]] = OrderedDict()

    def note(self, situation: Situation, seconds: float) -> None:
        for key in situation.likenesses():
            self.lately.setdefault(key, deque(maxlen=KEPT)).append(seconds)
            self.lately.move_to_end(key)
        while len(self.lately) > REMEMBERED:
            self.lately.popitem(last=False)

    def draw(self, situation: Situation) -> float:
        known = [self.lately[key] for key in situation.likenesses() if key in self.lately]
        if not known:
            return random.uniform(*UNKNOWN)
        return random.choice(next((times for times in known if len(times) >= ENOUGH), known[-1]))
