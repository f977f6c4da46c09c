"""What a seat in The Pillars of Venice may still expect, in points: of its stock, its markers, the gondola, its hand.

Everything is worth the more the more piles are left to set, for the last pile ends the game.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.pillars.rules.board import Board
from capomastro.games.pillars.rules.box import PILES, sum_over
from capomastro.games.pillars.rules.cards import (
    COUNCILLOR,
    FIGURE,
    GONDOLIER,
    MASTER_BUILDER,
    PITCH_DIPPER,
    ROLE,
    ROLES,
)
from capomastro.games.pillars.rules.cells import common, count, lowest

# What is weighed; each twice, as it rises quickly and evenly with the piles left.
ALWAYS: Final = 0
FIRST_STONES: Final = 1  # stones in stock, up to what one master builder can use
MORE_STONES: Final = 2  # further ones
CRESTS: Final = 3
FREE_PILES: Final = 4
FITTING: Final = 5  # stones in stock that fit on the free piles
MARKS: Final = 6
FREE_MARKS: Final = 7  # markers on free piles, the more the fuller the others' stocks
GONDOLA: Final = 8
START: Final = 9
RIVAL_STONES: Final = 10
HAND: Final = 11  # + role: how many cards, for the first three their figures
KINDS: Final = HAND + ROLES
FEATURES: Final = 2 * KINDS

TERM_NAMES: Final = ["points", "stock", "piles", "markers", "gondola", "start", "hand"]
# To which of these each kind belongs; free piles and the others' stones are what there is to build on, and for whom.
TERM_OF: Final = vec[i64]([0, 1, 1, 1, 2, 1, 3, 3, 4, 5, 2] + [6] * ROLES)
ONE_CARD: Final = 7


def soon_of(piles: i64) -> float:
    return float(piles) / (float(piles) + 8.0)


def late_of(piles: i64) -> float:
    return float(piles) / float(PILES)


class Evaluator:
    """Weights, spread over all numbers of piles left."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights
        self.each = vec[float]([0.0] * ((PILES + 1) * KINDS))
        for piles in range(PILES + 1):
            for kind in range(KINDS):
                gain = weights[2 * kind] * soon_of(piles) + weights[2 * kind + 1] * late_of(piles)
                self.each[piles * KINDS + kind] = gain
        self.amounts = vec[float]([0.0] * KINDS)

    def of(self, kind: i64, piles: i64) -> float:
        return self.each[piles * KINDS + kind]

    def of_seat(self, board: Board, seat: i64) -> float:
        """The points a seat may expect in the end."""
        amounts(board, seat, self.amounts)
        total = float(board.score(seat))
        first = board.pile_supply * KINDS
        for kind in range(KINDS):
            total += self.amounts[kind] * self.each[first + kind]
        return total

    def terms(self, board: Board, seat: i64, out: vec[float]) -> None:
        """Writes the parts of `of_seat` by `TERM_NAMES`; what is the same for all is left out."""
        amounts(board, seat, self.amounts)
        first = board.pile_supply * KINDS
        for term in range(len(TERM_NAMES)):
            out[term] = 0.0
        out[0] = float(board.score(seat))
        if board.over:
            return
        for kind in range(FIRST_STONES, KINDS):
            out[TERM_OF[kind]] += self.amounts[kind] * self.each[first + kind]


def stones_in(board: Board, seat: i64) -> i64:
    return sum_over(board.stocks[seat], board.box.stone_digits)


def amounts(board: Board, seat: i64, out: vec[float]) -> None:
    """Writes how much a seat has of each kind."""
    for kind in range(KINDS):
        out[kind] = 0.0
    stones = stones_in(board, seat)
    crests = sum_over(board.stocks[seat], board.box.crest_digits)
    rival_stones: i64 = 0
    for other in range(board.seats):
        if other != seat:
            rival_stones += stones_in(board, other)
    free = board.free_piles()
    piles = count(free)
    marks = board.marks_of(seat)
    waiting = float(count(common(marks, free)))
    out[ALWAYS] = 1.0
    out[FIRST_STONES] = float(stones if stones < ONE_CARD else i64(ONE_CARD))
    out[MORE_STONES] = float(stones - ONE_CARD if stones > ONE_CARD else i64(0))
    out[CRESTS] = float(crests)
    out[FREE_PILES] = float(piles if piles < 20 else i64(20))
    out[FITTING] = float(stones if stones < piles else piles)
    out[MARKS] = waiting
    out[FREE_MARKS] = waiting * float(rival_stones if rival_stones < 20 else i64(20)) / 20.0
    out[GONDOLA] = 1.0 if board.gondola == seat else 0.0
    out[START] = 1.0 if board.start == seat else 0.0
    out[RIVAL_STONES] = float(rival_stones) / float(board.seats - 1)
    cards = board.hands[seat]
    while cards:
        kind = board.box.card_kinds[lowest(cards)]
        cards &= cards - 1
        role = ROLE[kind]
        out[HAND + role] += float(FIGURE[kind]) if role <= MASTER_BUILDER else 1.0


def features(board: Board, seat: i64, amount: vec[float], out: vec[float]) -> None:
    """Writes what the weights weigh, apart from the present score; for learning them."""
    amounts(board, seat, amount)
    soon, late = soon_of(board.pile_supply), late_of(board.pile_supply)
    for kind in range(KINDS):
        out[2 * kind] = amount[kind] * soon
        out[2 * kind + 1] = amount[kind] * late


def by_hand() -> list[float]:
    """Weights as an experienced player would put them."""
    weights = [0.0] * FEATURES
    for kind, weight in (
        (CRESTS, 0.75),
        (MARKS, 1.0),
        (FREE_MARKS, 0.5),
        (START, 0.3),
        (HAND + MASTER_BUILDER, 0.1),
        (HAND + COUNCILLOR, 0.05),
        (HAND + PITCH_DIPPER, 0.1),
        (HAND + GONDOLIER, 0.5),
    ):
        weights[2 * kind] = weight
    weights[2 * GONDOLA + 1] = 16.0
    return weights
