"""Palazzo's knowledge, ready for use."""

from capomastro.bots.experts import Expert
from capomastro.bots.knowledge import Knowledge
from capomastro.bots.palazzo.judgement import Judgement
from capomastro.bots.palazzo.taught import TAUGHT
from capomastro.bots.palazzo.weights import by_hand
from capomastro.bots.palazzo.worth import Worth
from capomastro.palazzo.steps import DONE


def knowledge(weights: list[float]) -> Knowledge:
    return Judgement(Worth(weights))


EXPERT = Expert(
    by_hand,
    TAUGHT,
    knowledge,
    horizon=100,
    exploration=1.0,
    carelessness=1.0,
    apprentice=4.2,
    journeyman=48,
    words={DONE: "bid"},
)
