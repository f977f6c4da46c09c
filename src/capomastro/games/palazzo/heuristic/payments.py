"""Which cards to pay with in Palazzo: those that will be missed least.

A plan is a pile of cards to lay. Which of them form trios needs no saying: singles are of one currency, so cards of
another one, and three certificates, are trios.

A purchase is paid once. A bid is raised again and again, in the currency it was begun in, and whoever is outbid takes
everything back. So whoever plans a bid `onward` keeps the money that it can still be raised with, and asks only then
what will be missed least.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.palazzo.heuristic.evaluator import Evaluator
from capomastro.games.palazzo.rules.money import (
    CERTIFICATE,
    CERTIFICATE_SHIFT,
    NO_CURRENCY,
    TRIO_WORTH,
    best_in,
    holds_trio,
    one_of,
    reach,
    trio_of,
    worth_of,
)
from capomastro.games.palazzo.rules.steps import LAY, TRIO
from capomastro.games.palazzo.rules.tiles import lowest

SUMS: Final = 0x7FFFFFFFFFFFFF  # sums of single cards are followed up to 54
LARGEST_SUM: Final = 54
VALUES: Final = 5
NO_PLAN: Final = 0
REMEMBERED: Final = 4096  # plans; each place remembers the last one that fell on it
POINTS_OF_REACH: Final = 1.0  # what a coin that a bid can still be raised by counts, beside the worth of the money left


class Planner:
    """Finds payments; keeps scratch space for the sums that can be formed."""

    def __init__(self, worth: Evaluator) -> None:
        self.worth = worth
        self.sums = vec[i64]([0] * VALUES)  # the sums of cards below each value
        self.best: i64 = NO_PLAN
        self.best_left = 0.0
        self.best_appeal = 0.0
        self.onward = False  # is a bid planned that may have to be raised?
        self.tied: i64 = NO_CURRENCY  # what it is tied to already
        self.rest: i64 = 0  # what is still to be laid of a payment begun, and when to go on with it
        self.rest_hand: i64 = 0
        self.rest_short: i64 = 0
        # The same payment is planned again and again: by who may buy, by who buys, in the next iteration.
        self.asked = vec[i64]([-1] * REMEMBERED)
        self.answer = vec[i64]([NO_PLAN] * REMEMBERED)
        self.answer_left = vec[float]([0.0] * REMEMBERED)

    def forget(self) -> None:
        """No payment is begun."""
        self.rest = 0

    def next_step(self, hand: i64, currency: i64, short: i64, time: i64, onward: bool) -> i64:
        """The step that goes on with the payment begun, or else begins the best one; -1 if there is none."""
        if self.rest == 0 or hand != self.rest_hand or short != self.rest_short:
            self.rest = self.plan(hand, currency, short, time, onward)
            if self.rest == NO_PLAN:
                return -1
        return self.begin(hand, short, self.rest)

    def begin(self, hand: i64, short: i64, plan: i64) -> i64:
        """The first step of a plan; remembers the rest."""
        step = first_step(plan)
        if step >= TRIO:
            cards = trio_of(step - TRIO)
            self.rest_short = short - TRIO_WORTH
        else:
            cards = one_of(step - LAY)
            self.rest_short = short - worth_of(step - LAY)
        self.rest = plan - cards
        self.rest_hand = hand - cards
        return step

    def plan(self, hand: i64, currency: i64, short: i64, time: i64, onward: bool = False) -> i64:
        """The cards worth at least `short` that leave the most valuable hand, `onward` the best one to go on from.

        NO_PLAN if there are none. What they leave is worth `best_left`.
        """
        question = (((hand << 2 | currency) << 8 | short & 255) << 5 | time) << 1
        if onward:
            question += 1
        place = (question ^ question >> 13 ^ question >> 29) & (REMEMBERED - 1)
        if self.asked[place] == question:
            self.best = self.answer[place]
            self.best_left = self.answer_left[place]
            return self.best
        self.onward = onward
        self.tied = currency
        self.find(hand, currency, short, time)
        self.asked[place] = question
        self.answer[place] = self.best
        self.answer_left[place] = self.best_left
        return self.best

    def find(self, hand: i64, currency: i64, short: i64, time: i64) -> None:
        self.best = NO_PLAN
        self.best_left = -1e9
        self.best_appeal = -1e9
        self.consider(hand, 0, currency, short, time)
        for trio in range(6):
            if holds_trio(hand, trio):
                laid = trio_of(trio)
                missing = short - TRIO_WORTH
                self.consider(hand, laid, currency, missing, time)
                if missing > 0:
                    self.add_trios(hand, laid, currency, missing, time, trio)

    def add_trios(self, hand: i64, laid: i64, currency: i64, missing: i64, time: i64, least: i64) -> None:
        """Further trios on top of one, in ascending order."""
        for trio in range(least, 6):
            if missing > 0 and holds_trio(hand - laid, trio):
                laid += trio_of(trio)
                missing -= TRIO_WORTH
                self.consider(hand, laid, currency, missing, time)

    def consider(self, hand: i64, laid: i64, currency: i64, missing: i64, time: i64) -> None:
        """Completes what is laid in trios by single cards of each possible currency."""
        if missing <= 0:
            self.compare(hand, laid, time, currency, -missing)
            return
        if currency != NO_CURRENCY:
            self.complete(hand, laid, currency, missing, time)
            return
        for tie in range(3):
            self.complete(hand, laid, tie, missing, time)

    def complete(self, hand: i64, laid: i64, currency: i64, missing: i64, time: i64) -> None:
        rest = hand - laid
        sums: i64 = 1
        for value in range(VALUES):
            self.sums[value] = sums
            count = (rest >> (2 * (3 * value + currency))) & 3
            while count > 0:
                sums |= (sums << (3 + value)) & SUMS
                count -= 1
        certificates = rest >> CERTIFICATE_SHIFT
        for used in range(3):
            if used > certificates:
                break
            target = missing - 2 * used
            if target < 0:
                target = 0
            if target <= LARGEST_SUM and sums >> target != 0:
                total = target + lowest(sums >> target)
                cards = laid + self.singles(rest, currency, total) + certificates_of(used)
                self.compare(hand, cards, time, currency if total > 0 else self.tied, total + 2 * used - missing)

    def singles(self, rest: i64, currency: i64, total: i64) -> i64:
        """Single cards of a currency with exactly this sum, large ones first."""
        cards: i64 = 0
        value: i64 = VALUES - 1
        while value >= 0:
            kind = 3 * value + currency
            count = (rest >> (2 * kind)) & 3
            while count > 0:
                spent = count * (3 + value)
                if spent <= total and (self.sums[value] >> (total - spent)) & 1:
                    break
                count -= 1
            total -= count * (3 + value)
            cards += count << (2 * kind)
            value -= 1
        return cards

    def compare(self, hand: i64, laid: i64, time: i64, tie: i64, over: i64) -> None:
        """Keeps the better plan. This one ties the payment to a currency and is worth so much more than it needs."""
        left = self.worth.of_money(hand - laid, time)
        appeal = left
        if self.onward:
            appeal += POINTS_OF_REACH * float(over + best_in(reach(hand - laid), tie))
        if appeal > self.best_appeal and laid != 0:
            self.best_appeal = appeal
            self.best_left = left
            self.best = laid


def certificates_of(count: i64) -> i64:
    return count << CERTIFICATE_SHIFT


def first_step(pile: i64) -> i64:
    """The step that begins to lay a plan: a trio if there is one, else the largest single card."""
    for trio in range(6):
        if holds_trio(pile, trio):
            return TRIO + trio
    kind: i64 = CERTIFICATE - 1
    while kind >= 0:
        if (pile >> (2 * kind)) & 3:
            return LAY + kind
        kind -= 1
    return LAY + CERTIFICATE
