"""Planned moves in an auction, for those who do not want to answer every single bid.

A plan goes no further than the lot under the hammer. It may be made whatever one holds, so having one tells nobody
anything; and what it does is what a person might do by hand.
"""

import re
from collections import Counter
from collections.abc import Iterator

from capomastro.games.palazzo.names import CARD_NAMES, card_kind
from capomastro.games.palazzo.rules.money import CERTIFICATE, CERTIFICATE_WORTH, CURRENCIES, TRIO_WORTH
from capomastro.games.palazzo.rules.steps import DONE, LAY, PASS, PUT, TRIO
from capomastro.games.palazzo.view import View

LIMIT = re.compile(r"bid up to (\d{1,3})")
CERTIFICATE_NAME = CARD_NAMES[CERTIFICATE]


class Plans:
    """`bid up to 14` overbids by as little as possible while that makes no more than 14, and passes otherwise.

    It begins in a currency in which it comes as near to 14 as it can: a first card of another one would end it early.
    """

    texts: tuple[str, ...] = ("pass this lot", "bid up to {number}")

    def stands(self, view: View, plan: str) -> bool:
        """Is this a plan, and is the viewer still in the auction it is meant for?"""
        known = plan == "pass this lot" or LIMIT.fullmatch(plan) is not None
        bidding = view.viewer is not None and view.seats[view.viewer].bidding
        return known and bidding and view.phase in ("bidding", "raising")

    def step(self, view: View, legal: list[int], plan: str) -> int:
        """The step that the plan takes now."""
        limit = LIMIT.fullmatch(plan)
        path = None if limit is None else least_raise(view, int(limit[1]))
        return PASS if path is None else path[0]


def least_raise(view: View, limit: int) -> list[int] | None:
    """The steps to the lowest bid that beats the standing one, of the fewest steps; None if none is within the limit.

    Whoever is not tied to a currency yet considers those alone that lead nearest to the limit. Of equally good ways it
    is the one that comes first when the steps are sorted.
    """
    assert view.viewer is not None
    own = view.seats[view.viewer]
    worth, currency = (own.bid, own.currency) if view.payment is None else (view.payment.worth, view.payment.currency)
    most = limit - worth
    needed = view.standing_bid + 1 - worth
    held = Counter(own.hand or ())
    best: tuple[int, int, int] | None = None
    for tied_to in CURRENCIES if currency is None else (currency,):
        costs = least_costs(held, tied_to, most)
        furthest = max(costs, default=0)
        found = min(((-furthest, extra, cost) for extra, cost in costs.items() if extra >= needed), default=None)
        if found is not None and (best is None or found < best):
            best = found
    return None if best is None else [*steps_of(best[2]), DONE]


def least_costs(held: Counter[str], currency: str, most: int) -> dict[int, int]:
    """For each amount up to `most` that cards of this currency, certificates and trios can add, its least cost.

    Values do not depend on each other: of each, some trios and some single cards are laid. So amounts are built up
    value by value, and what is remembered of an amount is the best way to it alone.
    """
    costs = {0: 0}
    for value, pick, single, trio in groups(currency):
        trios = (
            held[CERTIFICATE_NAME] // 3 if pick == CERTIFICATE_NAME else min(held[f"{c} {value}"] for c in CURRENCIES)
        )
        ways: dict[int, int] = {}
        for laid in range(trios + 1):
            left = held[pick] - (3 * laid if pick == CERTIFICATE_NAME else laid)
            for alone in range(left + 1):
                amount = TRIO_WORTH * laid + value * alone
                cost = laid * COST[trio] + alone * COST[single]
                if amount <= most and cost < ways.get(amount, cost + 1):
                    ways[amount] = cost
        grown: dict[int, int] = {}
        for before, spent in costs.items():
            for amount, cost in ways.items():
                total = before + amount
                if total <= most and spent + cost < grown.get(total, spent + cost + 1):
                    grown[total] = spent + cost
        costs = grown
    return costs


def groups(currency: str) -> Iterator[tuple[int, str, int, int]]:
    """For each value its worth, the card of it that counts in this currency, and the steps to lay one or a trio."""
    for number, value in enumerate(range(3, 8)):
        card = f"{currency} {value}"
        yield value, card, LAY + card_kind(card), TRIO + 1 + number
    yield CERTIFICATE_WORTH, CERTIFICATE_NAME, LAY + CERTIFICATE, TRIO


# The cost of a way is one number that adds up: how many steps it has, less, so that of ways of equal length the one
# whose steps come first costs least, a digit for each kind of step, the first kind in the highest place.
DIGIT = 4  # bits: no step can be repeated more than ten times
PLACES = {step: DIGIT * (PUT - 1 - step) for step in range(LAY, PUT)}
ONE_STEP = 1 << DIGIT * (PUT - LAY + 1)
COST = {step: ONE_STEP - (1 << place) for step, place in PLACES.items()}


def steps_of(cost: int) -> list[int]:
    """The steps, sorted, of the way that costs this much."""
    digits = -cost % ONE_STEP
    return [step for step, place in PLACES.items() for _ in range(digits >> place & (1 << DIGIT) - 1)]


PLANS = Plans()
