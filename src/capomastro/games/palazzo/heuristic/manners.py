"""How steps of Palazzo are judged beyond what they gain: numbers that only play can find.

What a step brings at once is reckoned; what it leads to is not. So each kind of step is taken for some points more or
less than was reckoned, by how much of the game is left; and what others gain or lose counts for so much. The numbers
of the first release were set by hand (`PLAIN`), those of masters were evolved (`bots/training/evolution.py`).
"""

from typing import Final

from librt.vecs import vec

from capomastro.games.palazzo.heuristic.evaluator import TIMES, late_of, soon_of

TIMED: Final = 6  # kinds of step with three numbers each: always, what soon fades, what fades evenly
PLAIN: Final = (*([0.0] * (3 * TIMED)), 4.0, 0.7, 1.0, 1.0, 0.8, 0.6, 0.0, 1.0, 1.0, 0.0, 1.5, 6.0)


class Manners:
    """The numbers by what they mean."""

    def __init__(self, numbers: list[float]) -> None:
        timed = vec[float]([0.0] * (TIMED * TIMES))
        for kind in range(TIMED):
            for time in range(TIMES):
                always, soon, late = numbers[3 * kind], numbers[3 * kind + 1], numbers[3 * kind + 2]
                timed[kind * TIMES + time] = always + soon * soon_of(time) + late * late_of(time)
        self.take = timed[:TIMES]
        self.reveal = timed[TIMES : 2 * TIMES]
        self.auction = timed[2 * TIMES : 3 * TIMES]
        self.bid = timed[3 * TIMES : 4 * TIMES]
        self.rebuild = timed[4 * TIMES : 5 * TIMES]
        self.buy = timed[5 * TIMES : 6 * TIMES]
        rest = numbers[3 * TIMED :]
        self.picked_coins = rest[0]  # what picking money adds to a payment, beyond what it adds to those of others
        self.new_tiles = rest[1]  # what turning up two tiles is worth beyond what lies there already, in coins
        self.pass_regret = rest[2]  # how much of what others then gain speaks against passing
        self.auction_regret = rest[3]  # the same of an auction that another would win
        self.draft_regret = rest[4]  # the same of what the next one takes when a quarry is shared
        self.second_share = rest[5]  # how much of a second tile's gain is counted before the first is bought
        self.box = rest[6]  # what putting a tile into the box is worth
        self.box_below = rest[7]  # the box is thought of where no place gains as much
        self.ardour = rest[8]  # how far a lot would be bid for, as a share of what it gains
        self.second_tile = rest[9]  # what a second tile is taken to gain more than reckoned
        self.temper = rest[10]  # see `Heuristic`
        self.hopeless = rest[11]
