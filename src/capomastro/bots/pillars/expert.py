"""Knowledge of The Pillars of Venice, ready for use."""

from functools import cache

from capomastro.bots.experts import Expert
from capomastro.bots.knowledge import Knowledge
from capomastro.bots.pillars.judgement import Judgement
from capomastro.bots.pillars.worth import Worth, by_hand


@cache
def plain_worth() -> Worth:
    return Worth(by_hand())


def plain() -> Knowledge:
    return Judgement(plain_worth())


def learned(seats: int) -> Knowledge:
    return Judgement(plain_worth())


EXPERT = Expert(plain, learned, horizon=8, exploration=0.5)
