"""The heuristic of The Pillars of Venice, ready for use."""

from capomastro.bots.config import BotConfig
from capomastro.bots.search.heuristic import Heuristic
from capomastro.games.pillars.heuristic.evaluator import Evaluator, by_hand
from capomastro.games.pillars.heuristic.habits import HABITS
from capomastro.games.pillars.heuristic.heuristic import PillarsHeuristic
from capomastro.games.pillars.heuristic.trained_weights import TRAINED_WEIGHTS
from capomastro.games.pillars.heuristic.traits import PillarsTraits


def heuristic(weights: list[float]) -> Heuristic:
    return PillarsHeuristic(Evaluator(by_hand()), Evaluator(weights))


CONFIG = BotConfig(
    by_hand,
    TRAINED_WEIGHTS,
    heuristic,
    horizon=40,
    exploration=0.5,
    carelessness=1.0,
    apprentice=4.5,
    journeyman=12,
    traits=PillarsTraits,
    habits=HABITS,
)
