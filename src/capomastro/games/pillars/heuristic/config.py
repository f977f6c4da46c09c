"""Knowledge of The Pillars of Venice, ready for use."""

from capomastro.bots.config import Expert
from capomastro.bots.search.heuristic import Knowledge
from capomastro.games.pillars.heuristic.evaluator import Worth, by_hand
from capomastro.games.pillars.heuristic.heuristic import Judgement
from capomastro.games.pillars.heuristic.trained_weights import TAUGHT


def knowledge(weights: list[float]) -> Knowledge:
    return Judgement(Worth(by_hand()), Worth(weights))


EXPERT = Expert(
    by_hand, TAUGHT, knowledge, horizon=40, exploration=0.5, carelessness=1.0, apprentice=4.5, journeyman=12
)
