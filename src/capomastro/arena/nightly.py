"""The whole ladder, level against level, for several numbers of players: long work that goes on where it stopped.

Beside the levels it measures how far they have come, what somebody gains who knows a bot's policy, and what one gains
who sees all hands.

Every pairing has its own record in a folder. They are played in turns, some games each, so that whenever the work ends
all of them are known about equally well. The first of a pairing has one seat, the second all others.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from capomastro.arena.contest import contest_played
from capomastro.arena.model import Contest
from capomastro.arena.record import Record
from capomastro.arena.standings import wilson
from capomastro.arena.workers import Workers
from capomastro.bots.roster import LEVELS
from capomastro.core.catalogue import game_named
from capomastro.core.game import check_setup

PLAYERS = (2, 3, 4, 6)
CHUNK = 24
"""Games of one pairing before it is the next one's turn."""
GRANDMASTER = "grandmaster:10000"
"""A tenth of the iterations that people meet it with: with all of them, 400 games take a day of a core and more."""
EXPLOITED = (("greedy", 20), ("novice", 20), ("apprentice", 20))
"""Whose policy is known to an exploiter, and how many iterations it has: so few that it does not win every game."""
SEEN = 300
"""How many iterations the cheater has, and the honest master against it."""
EQUAL_TIME = "100ms"
"""What a decision of the master may take, and of the one that was released first."""
COMPARED = (
    *zip((*LEVELS[1:-1], GRANDMASTER), LEVELS, strict=False),
    (f"master:{EQUAL_TIME}", f"master@1:{EQUAL_TIME}"),
    *((f"{bot}:{iterations}", who) for who, iterations in EXPLOITED for bot in (f"exploiter-{who}", "search")),
    (f"cheater:{SEEN}", f"master:{SEEN}"),
)
"""Each level with the one below, and the master, in equal time, with the one that was released first.

Then an exploiter, and a plain search of as many iterations, with the bot whose policy it knows; and a cheater with the
master that it is but for what it sees.
"""


class Pairing(Struct, frozen=True):
    """What became of two bots at tables of one size: the share of the first one's wins with its interval."""

    game: str
    players: int
    bot: str
    others: str
    games: int
    share: float
    low: float
    high: float
    even: float
    """What it would win if it were as strong as the others."""


def pairings(game: str, games: int, seed: int) -> list[Contest]:
    """All that is to be played of a game, the smallest tables first."""
    rules = game_named(game)
    return [
        Contest(game, pair, seats, games, seed, check_setup(rules, seats, {}))
        for seats in rules.seat_counts
        if seats in PLAYERS
        for pair in COMPARED
    ]


def record_of(contest: Contest, folder: Path) -> Path:
    bots = "-".join(contest.bots).replace(":", "+")  # which not every file system takes
    return folder / f"{contest.game}-{contest.players}-{bots}.jsonl"


def nightly(contests: list[Contest], folder: Path, workers: Workers, chunk: int = CHUNK) -> Iterator[Pairing]:
    """Plays what the folder's records lack, in turns; tells how each pairing stands whenever it had its turn."""
    most = max((contest.games for contest in contests), default=0)
    for goal in range(chunk, most + chunk, chunk):
        for contest in contests:
            part = replace(contest, games=min(goal, contest.games))
            path = record_of(contest, folder)
            if len(Record(part, path).done) < part.games:
                contest_played(part, record=path, crashes=folder, workers=workers)
                yield outcome(contest, folder)


def outcome(contest: Contest, folder: Path) -> Pairing:
    """How a pairing stands by its record."""
    games = Record(contest, record_of(contest, folder)).done.values()
    bot, others = contest.bots
    wins = sum(1 / len(game.winners) for game in games if game.bots.index(bot) in game.winners)
    low, high = wilson(wins, len(games))
    share = wins / len(games) if games else 0.0
    return Pairing(contest.game, contest.players, bot, others, len(games), share, low, high, 1 / contest.players)
