"""How bots play Palazzo."""

from capomastro.bots.config import BotConfig, Evolving, Learner, Practising
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.value import Inputs
from capomastro.games.palazzo.heuristic import evolving
from capomastro.games.palazzo.heuristic.evaluator import Evaluator
from capomastro.games.palazzo.heuristic.evolved_numbers import EVOLVED_NUMBERS
from capomastro.games.palazzo.heuristic.habits import HABITS
from capomastro.games.palazzo.heuristic.heuristic import PalazzoHeuristic
from capomastro.games.palazzo.heuristic.inputs import COMMON, OF_SEAT, VERSION
from capomastro.games.palazzo.heuristic.manners import PLAIN, Manners
from capomastro.games.palazzo.heuristic.situations import VERSION as SITUATIONS
from capomastro.games.palazzo.heuristic.situations import WEIGHTS
from capomastro.games.palazzo.heuristic.trained_weights import TRAINED_WEIGHTS
from capomastro.games.palazzo.heuristic.traits import PalazzoTraits
from capomastro.games.palazzo.heuristic.weights import by_hand
from capomastro.games.palazzo.heuristic.winning_weights import SPREADS
from capomastro.games.palazzo.rules.steps import DONE


def heuristic(weights: list[float]) -> Heuristic:
    worth = Evaluator(weights)
    return PalazzoHeuristic(worth, worth, Manners(list(PLAIN)))


def searching(seats: int, horizon: int) -> SearchSettings:
    """As masters search, with playouts of so many steps.

    With two the value network judges where a playout ends, a policy has odds, which was trained for two, and later
    steps count as if taken at once. With more the outlook judges, by weights that were fitted to who wins, for the
    network is not better at it and takes longer; and winning counts nearly alone: as many points won fewer games where
    the lead counted more.
    """
    if seats == 2:
        return SearchSettings(
            horizon,
            exploration=1.0,
            carelessness=1.0,
            untried_penalty=0.02,
            value_share=1.0,
            policy_share=0.6,
            policy_visits=16,
            rave=250.0,
        )
    return SearchSettings(
        horizon,
        exploration=1.0,
        carelessness=1.0,
        untried_penalty=0.02,
        win_share=0.95,
        lead_share=0.05,
        slope=SPREADS[seats],
        shared=True,
        thrift=True,
    )


def master(seats: int) -> SearchSettings:
    """Playouts half as long as those of the first release: there are the more of them, and the numbers play better."""
    return searching(seats, 48)


def grandmaster(seats: int) -> SearchSettings:
    """Longer playouts: a few thousand of them know more than twice as many short ones, a few hundred do not."""
    return searching(seats, 110)


def short(seats: int) -> SearchSettings:
    """A novice sees a turn or two, and judges by the value network what comes then."""
    return SearchSettings(horizon=12, exploration=1.0, carelessness=1.0, value_share=1.0)


def middling(seats: int) -> SearchSettings:
    """Apprentices and journeymen play on as far as masters do, without the policy's odds."""
    horizon = master(seats).horizon
    return SearchSettings(horizon, exploration=1.0, carelessness=1.0, value_share=1.0)


CONFIG = BotConfig(
    by_hand,
    TRAINED_WEIGHTS,
    heuristic,
    horizon=100,
    exploration=1.0,
    carelessness=1.0,
    novice=Learner(iterations=70, search=short, error=3.2),
    apprentice=Learner(iterations=100, search=middling, quarters=7, skilled=True),
    journeyman=Learner(iterations=200, search=middling, attention=3, skilled=True, farsighted=True),
    first_apprentice=4.2,
    first_journeyman=48,
    words={DONE: "bid"},
    traits=PalazzoTraits,
    habits=HABITS,
    master=master,
    grandmaster=grandmaster,
    value="capomastro.games.palazzo:value.bin",
    inputs=Inputs(VERSION, COMMON, OF_SEAT),
    evolving=Evolving(evolving.start, evolving.directions, evolving.heuristic),
    evolved=EVOLVED_NUMBERS,
    practising=Practising(
        SITUATIONS, WEIGHTS, evolving.practised, "capomastro.games.palazzo:situations.bin", masters=(3, 4)
    ),
)
