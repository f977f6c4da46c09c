"""Ratings of players who wish one, by OpenSkill: from matches among people in which at least two of them sat.

Bots and those who wish no rating are left out: only how the rated came out among each other counts. What somebody knew
beforehand does not count: daily deals, deals played again, matches that went on from a step of another. Nor do matches
in which the bots may have advised them.
"""

from typing import Any

from sqlalchemy import Connection

from capomastro.server.storage import record_queries
from capomastro.server.storage.rows import PLAYER, Rows


def rated(before: list[tuple[float, float] | None], ranks: list[int]) -> list[tuple[float, float]]:
    """The ratings after a match with these ranks, 1 the best; nothing stands for a player without a rating yet."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating() if one is None else model.create_rating([one[0], one[1]])] for one in before]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]


def players_at(rows: Rows) -> dict[int, str]:
    """The player in each seat, where it is one, and one who sits nowhere else."""
    found: dict[int, set[str]] = {}
    for seat, device in rows.held:
        if seat >= 0 and device.startswith(PLAYER):
            found.setdefault(seat, set()).add(device.removeprefix(PLAYER))
    alone = {seat: next(iter(who)) for seat, who in found.items() if len(who) == 1}
    return {seat: who for seat, who in alone.items() if list(alone.values()).count(who) == 1}


def count(db: Connection, rows: Rows) -> None:
    """Counts a match that has just been looked through for the first time."""
    table = rows.table
    if table.scores is None or table.daily or table.deal_of or table.origin or table.hints:
        return
    sitting = players_at(rows)
    since = record_queries.rated_since(db, sitting.values())
    seats = [seat for seat, player in sorted(sitting.items()) if since.get(player, table.touched + 1) <= table.touched]
    if len(seats) < 2:
        return
    ranks = ranks_among(seats, table.scores, table.winners)
    known: list[Any] = []
    for seat in seats:
        theirs = record_queries.ratings_of(db, sitting[seat])
        known.append(next((row for row in theirs if row.game == table.game), None))
    after = rated([None if row is None else (row.mu, row.sigma) for row in known], ranks)
    for seat, row, (mu, sigma) in zip(seats, known, after, strict=True):
        record_queries.put_rating(db, sitting[seat], table.game, 0 if row is None else row.matches, mu, sigma)


def ranks_among(seats: list[int], scores: list[int], winners: list[int]) -> list[int]:
    """Who won comes first, whatever decided between equal points; the others follow by their points."""
    keys = [(seat not in winners, -scores[seat] if seat not in winners else 0) for seat in seats]
    return [1 + sum(other < key for other in keys) for key in keys]
