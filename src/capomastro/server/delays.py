"""How long a step without a choice takes, so that the clock does not tell what is hidden.

Whether a seat has a choice often depends on its hand: who cannot pay must pass. A bot that passed at once there, and
took its time elsewhere, would show everybody that its hand is weak. So a forced step waits as long as this bot took for
one of its last real decisions at the same table, drawn at random: the two look alike, whatever the load. Waiting takes
no process, and a quick bot's forced steps stay quick.
"""

import random
from collections import OrderedDict, deque

from capomastro.server.botqueue import Rank

KEPT = 16
ENOUGH = 3
"""So many decisions at a table say how long a bot takes there; before that, those at other tables do."""
REMEMBERED = 10_000
UNKNOWN = (0.2, 0.8)
"""Seconds, while a bot has not decided anything yet."""


class Delays:
    """How long each bot took lately, at each table and everywhere."""

    def __init__(self) -> None:
        self.lately: OrderedDict[tuple[str, ...], deque[float]] = OrderedDict()

    def note(self, table: str, rank: Rank, game: str, bot: str, seconds: float) -> None:
        for key in ((table, bot), (rank.name, game, bot)):
            self.lately.setdefault(key, deque(maxlen=KEPT)).append(seconds)
            self.lately.move_to_end(key)
        while len(self.lately) > REMEMBERED:
            self.lately.popitem(last=False)

    def draw(self, table: str, rank: Rank, game: str, bot: str) -> float:
        here = self.lately.get((table, bot), ())
        known = here if len(here) >= ENOUGH else self.lately.get((rank.name, game, bot), here)
        return random.choice(list(known)) if known else random.uniform(*UNKNOWN)
