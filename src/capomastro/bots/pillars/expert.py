"""Knowledge of The Pillars of Venice, ready for use."""

from capomastro.bots.experts import Expert
from capomastro.bots.knowledge import Knowledge
from capomastro.bots.pillars.judgement import Judgement
from capomastro.bots.pillars.taught import TAUGHT
from capomastro.bots.pillars.worth import Worth, by_hand


def knowledge(weights: list[float]) -> Knowledge:
    return Judgement(Worth(by_hand()), Worth(weights))


EXPERT = Expert(
    by_hand, TAUGHT, knowledge, horizon=40, exploration=0.5, carelessness=1.0, apprentice=4.5, journeyman=12
)
