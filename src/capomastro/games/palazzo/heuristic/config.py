"""Palazzo's knowledge, ready for use."""

from capomastro.bots.config import Expert
from capomastro.bots.search.heuristic import Knowledge
from capomastro.games.palazzo.heuristic.evaluator import Worth
from capomastro.games.palazzo.heuristic.heuristic import Judgement
from capomastro.games.palazzo.heuristic.trained_weights import TAUGHT
from capomastro.games.palazzo.heuristic.weights import by_hand
from capomastro.games.palazzo.rules.steps import DONE


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
