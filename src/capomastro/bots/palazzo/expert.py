"""Palazzo's knowledge, ready for use."""

from functools import cache

from capomastro.bots.experts import Expert
from capomastro.bots.knowledge import Knowledge
from capomastro.bots.palazzo.judgement import Judgement
from capomastro.bots.palazzo.weights import by_hand
from capomastro.bots.palazzo.worth import Worth


@cache
def plain_worth() -> Worth:
    return Worth(by_hand())


def plain() -> Knowledge:
    return Judgement(plain_worth())


def learned(seats: int) -> Knowledge:
    return Judgement(plain_worth())


EXPERT = Expert(plain, learned, horizon=12, exploration=0.5)
