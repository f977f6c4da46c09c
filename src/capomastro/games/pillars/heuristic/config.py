"""The heuristic of The Pillars of Venice, ready for use."""

from capomastro.bots.config import BotConfig, Learner, Practising
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.situations import Situations
from capomastro.bots.search.value import Inputs
from capomastro.games.pillars.heuristic.evaluator import Evaluator, by_hand
from capomastro.games.pillars.heuristic.habits import HABITS
from capomastro.games.pillars.heuristic.heuristic import PillarsHeuristic
from capomastro.games.pillars.heuristic.inputs import COMMON, OF_SEAT, VERSION
from capomastro.games.pillars.heuristic.situations import VERSION as SITUATIONS
from capomastro.games.pillars.heuristic.situations import WEIGHTS, PillarsSituations
from capomastro.games.pillars.heuristic.trained_weights import TRAINED_WEIGHTS
from capomastro.games.pillars.heuristic.traits import PillarsTraits


def heuristic(weights: list[float]) -> Heuristic:
    return PillarsHeuristic(Evaluator(by_hand()), Evaluator(weights))


def practised(seats: int, weights: list[float]) -> tuple[Heuristic, Situations]:
    """As `heuristic` with the trained weights, and by these weights for situations."""
    situations = PillarsSituations(weights)
    return PillarsHeuristic(Evaluator(by_hand()), Evaluator(TRAINED_WEIGHTS[seats]), situations), situations


# For each number of seats the base, slope and handicap of the chance to win, fitted to games of the playout policy.
CURVES = {2: (3.1, 0.35, 0.0), 3: (1.3, 0.53, 0.44), 4: (4.7, 0.18, 0.69), 5: (3.7, 0.31, 0.87), 6: (3.5, 0.22, 1.01)}


VALUED = (2, 3, 4)  # the numbers of seats for which the value network was trained


def master(seats: int) -> SearchSettings:
    """Short playouts, judged by the value network; where it was not trained, longer ones, judged by the outlook.

    The other numbers were tried with two and with four seats; with three they are the first release's.
    """
    if seats in VALUED:
        return SearchSettings(
            horizon=12,
            exploration=0.3 if seats == 4 else 0.5,
            carelessness=1.0,
            win_share=0.5 if seats == 2 else 0.8,
            lead_share=0.5 if seats == 2 else 0.2,
            value_share=1.0,
            root_breadth=4 if seats == 4 else 2,
            rave=50.0 if seats == 4 else 0.0,
        )
    base, slope, handicap = CURVES[seats]
    return SearchSettings(
        horizon=40, exploration=0.5, carelessness=1.0, base=base, slope=slope, handicap=handicap, final_scale=3.0
    )


def short(seats: int) -> SearchSettings:
    """How the levels below the master search: playouts of a turn or so, judged by the value network if there is one."""
    if seats in VALUED:
        return SearchSettings(horizon=12, exploration=0.5, carelessness=1.0, value_share=1.0)
    return SearchSettings(horizon=40, exploration=0.5, carelessness=1.0)


CONFIG = BotConfig(
    by_hand,
    TRAINED_WEIGHTS,
    heuristic,
    horizon=40,
    exploration=0.5,
    carelessness=1.0,
    novice=Learner(iterations=40, search=short, error=4.2),
    apprentice=Learner(iterations=60, search=short, quarters=11),
    journeyman=Learner(iterations=170, search=short, attention=5),
    first_apprentice=4.5,
    first_journeyman=12,
    traits=PillarsTraits,
    habits=HABITS,
    master=master,
    value="capomastro.games.pillars:value.bin",
    inputs=Inputs(VERSION, COMMON, OF_SEAT),
    practising=Practising(
        SITUATIONS, WEIGHTS, practised, "capomastro.games.pillars:situations.bin", masters=(), temper=1.0
    ),
)
