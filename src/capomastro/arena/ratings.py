"""Ratings of players from the outcomes of games of any number of seats.

The Plackett-Luce model of Weng and Lin (2011) with the constants that OpenSkill uses: everybody starts at 25 with an
uncertainty of 25/3, and a difference of 25/6 is a clear one.
"""

from collections.abc import Sequence
from math import exp, sqrt

from msgspec import Struct

MU = 25.0
SIGMA = MU / 3
BETA = MU / 6
TAU = MU / 300
KAPPA = 0.0001


class Rating(Struct, frozen=True):
    """How strong a player is thought to be, and how uncertain that is."""

    mu: float = MU
    sigma: float = SIGMA


def rated(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which these players came out with these ranks, 1 the best; equal ranks are ties."""
    aged = [Rating(rating.mu, sqrt(rating.sigma**2 + TAU**2)) for rating in ratings]
    scale = sqrt(sum(rating.sigma**2 + BETA**2 for rating in aged))
    strengths = [exp(rating.mu / scale) for rating in aged]
    field = [sum(s for s, r in zip(strengths, ranks, strict=True) if r >= rank) for rank in ranks]
    tied = [ranks.count(rank) for rank in ranks]
    updated = []
    for i, rating in enumerate(aged):
        shift, certainty = 0.0, 0.0
        for q, rank in enumerate(ranks):
            if rank > ranks[i]:
                continue
            share = strengths[i] / field[q]
            shift += ((1.0 if q == i else 0.0) - share) / tied[q]
            certainty += share * (1.0 - share) / tied[q]
        variance = rating.sigma**2
        shift *= variance / scale
        certainty *= variance / scale**2 * (rating.sigma / scale)
        updated.append(Rating(rating.mu + shift, rating.sigma * sqrt(max(1.0 - certainty, KAPPA))))
    return updated
