"""What the games of an arena say about its bots: shares with intervals, margins, ratings, time."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from capomastro.arena.contest import FINENESS
from capomastro.arena.model import Played
from capomastro.arena.ratings import Rating, rated

CONFIDENCE = 1.959964  # 95 percent


class Standing(Struct, frozen=True):
    """A bot's figures. A game with several seats for a bot counts for each; a shared victory as a part of one."""

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    margin: float
    rating: float
    median_ms: float
    p99_ms: float
    crashes: int = 0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson (1927)."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, CONFIDENCE**2
    middle = share + square / (2 * games)
    reach = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, (middle - reach) / (1 + square / games)), min(1.0, (middle + reach) / (1 + square / games))


def standings(games: Iterable[Played]) -> list[Standing]:
    """The bots by rating, the best first."""
    played = list(games)
    bots = list(dict.fromkeys(bot for game in played for bot in game.bots))
    ratings = rate_all(played, bots)
    found = [standing(bot, played, ratings[bot]) for bot in bots]
    return sorted(found, key=lambda standing: -standing.rating)


def standing(bot: str, games: list[Played], rating: Rating) -> Standing:
    seats = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    wins = sum(1 / len(game.winners) for game, seat in seats if seat in game.winners)
    margins = [margin(game, seat) for game, seat in seats if game.crash is None]
    thinking: Counter[int] = Counter()
    for game, seat in seats:
        if game.thinking:  # a record may have lost its times
            thinking.update(game.thinking[seat])
    low, high = wilson(wins, len(seats))
    return Standing(
        bot=bot,
        games=len(seats),
        wins=round(wins, 2),
        share=round(wins / len(seats), 4),
        low=round(low, 4),
        high=round(high, 4),
        margin=round(sum(margins) / max(len(margins), 1), 2),
        rating=round(rating.mu, 2),
        median_ms=quantile(thinking, 0.5),
        p99_ms=quantile(thinking, 0.99),
        crashes=sum(game.crash is not None and game.crash.seat == seat for game, seat in seats),
    )


def habits(games: Iterable[Played]) -> dict[str, dict[str, float]]:
    """For each bot how much of each trait its steps had, a game and seat on average."""
    seats: Counter[str] = Counter()
    sums: dict[str, Counter[str]] = {}
    for game in games:
        for bot, amounts in zip(game.bots, game.traits, strict=False):
            seats[bot] += 1
            sums.setdefault(bot, Counter()).update(amounts)
    names = sorted({name for amounts in sums.values() for name in amounts})
    return {bot: {name: round(sums[bot][name] / seats[bot], 2) for name in names} for bot in sums}


def margin(game: Played, seat: int) -> int:
    """Points ahead of the best other seat, or behind it."""
    return game.scores[seat] - max(score for other, score in enumerate(game.scores) if other != seat)


def quantile(thinking: Counter[int], part: float) -> float:
    """The time in milliseconds within which this part of the decisions was taken."""
    wanted = part * thinking.total()
    for step in sorted(thinking):
        wanted -= thinking[step]
        if wanted <= 0:
            return float(f"{FINENESS**step:.3g}")
    return 0.0


def rate_all(games: list[Played], bots: list[str]) -> dict[str, Rating]:
    """Ratings after all games in order; a bot with several seats moves by their average."""
    ratings = {bot: Rating() for bot in bots}
    for game in games:
        if len(set(game.bots)) < 2:
            continue
        after = rated([ratings[bot] for bot in game.bots], ranks(game))
        for bot in set(game.bots):
            own = [rating for name, rating in zip(game.bots, after, strict=True) if name == bot]
            ratings[bot] = Rating(
                sum(rating.mu for rating in own) / len(own), sum(rating.sigma for rating in own) / len(own)
            )
    return ratings


def ranks(game: Played) -> list[int]:
    """Winners first, the rest by points; who crashed is last."""
    keys = []
    for seat, score in enumerate(game.scores):
        crashed = game.crash is not None and game.crash.seat == seat
        keys.append((crashed, seat not in game.winners, 0 if seat in game.winners else -score))
    return [1 + sum(other < key for other in keys) for key in keys]
