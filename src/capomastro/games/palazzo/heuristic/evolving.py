"""What evolution may change of how steps of Palazzo are judged: weights and manners, as one list of numbers."""

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.situations import Situations
from capomastro.games.palazzo.heuristic.evaluator import CLASSES, FEATURES, OTHERS, Evaluator, class_of
from capomastro.games.palazzo.heuristic.evolved_numbers import EVOLVED_NUMBERS
from capomastro.games.palazzo.heuristic.heuristic import PalazzoHeuristic
from capomastro.games.palazzo.heuristic.manners import PLAIN, TIMED, Manners
from capomastro.games.palazzo.heuristic.situations import PalazzoSituations
from capomastro.games.palazzo.heuristic.trained_weights import TRAINED_WEIGHTS
from capomastro.games.palazzo.heuristic.winning_weights import WINNING_WEIGHTS
from capomastro.games.palazzo.rules.palazzi import FLOORS

MONEY = (0.05, 0.05, 0.05, 0.05, 0.2, 0.2, 0.2, 0.2)  # coins, coins of the rich, cards, certificates: soon and late
SINGLE_MANNERS = (1.0, 0.3, 0.4, 0.4, 0.3, 0.3, 0.3, 0.5, 0.2, 0.4, 0.3, 1.5)


def start(seats: int) -> list[float]:
    """As the first release judged."""
    return [*TRAINED_WEIGHTS[seats], *PLAIN]


def heuristic(seats: int, numbers: list[float]) -> Heuristic:
    """Steps are judged by these numbers; how positions stand, by the weights that were fitted to that."""
    return judging(numbers, TRAINED_WEIGHTS[seats], None)


def practised(seats: int, weights: list[float]) -> tuple[Heuristic, Situations]:
    """Steps are judged by the numbers that evolved, and by these weights for situations.

    Positions are judged by who wins; with two a value network does that, which was taught beside the other weights.
    """
    situations = PalazzoSituations(weights)
    outlook = WINNING_WEIGHTS.get(seats, TRAINED_WEIGHTS[seats])
    found = judging(EVOLVED_NUMBERS[seats], outlook, situations)
    found.farsighted = True
    return found, situations


def judging(numbers: list[float], outlook: list[float], situations: PalazzoSituations | None) -> Heuristic:
    return PalazzoHeuristic(Evaluator(numbers[:FEATURES]), Evaluator(outlook), Manners(numbers[FEATURES:]), situations)


def directions(seats: int) -> list[dict[int, float]]:
    """Which numbers change together, and how far at first, in points.

    What palazzi promise is tried for all highest floors at once, and for higher ones against lower ones. What is the
    same for every step of a decision is left as it is.
    """
    found: list[dict[int, float]] = []
    for floors in range(1, FLOORS + 1):
        tops = range(floors, FLOORS + 1)
        for pure in (False, True):
            for time in range(2):
                found.append({2 * class_of(floors, top, pure) + time: 0.7 for top in tops})
        middle = (floors + FLOORS) / 2
        if len(tops) > 1:
            found.append(
                {2 * class_of(floors, top, pure): 0.35 * (top - middle) for top in tops for pure in (False, True)}
            )
        found += [{2 * (CLASSES + floors) + time: 0.2} for time in range(2)]
    found += [{OTHERS + at: spread} for at, spread in enumerate(MONEY)]
    found += [{FEATURES + at: 0.5} for at in range(3 * TIMED)]
    found += [{FEATURES + 3 * TIMED + at: spread} for at, spread in enumerate(SINGLE_MANNERS)]
    return found
