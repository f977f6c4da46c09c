"""What is to be played in an arena, and what came of it."""

from msgspec import Struct


class Series(Struct, frozen=True):
    """Which games bots are to play: so many of them, from one seed, each a function of its number."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 1
    options: dict[str, str] = {}


class Contest(Series, frozen=True):
    """What is to be played in an arena."""

    habits: bool = False
    """Whether to count what bots like and dislike: the traits of the steps they take."""


class Crash(Struct, frozen=True):
    """A bot's failure: whose, what it said, and the match file that shows it."""

    seat: int
    error: str
    match: str | None = None


class Played(Struct, frozen=True, omit_defaults=True):
    """A finished game. `thinking` counts for each seat how often it thought for FINENESS to the power of key ms.

    `traits` are, for each seat, the sums over its steps, if they were asked for; see docs/bots.md.
    """

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    thinking: tuple[dict[int, int], ...] = ()
    crash: Crash | None = None
    traits: tuple[dict[str, float], ...] = ()
