"""Planned moves in an auction, for those who do not want to answer every single bid.

A plan goes no further than the lot under the hammer. It may be made whatever one holds, so having one tells nobody
anything; and what it does is what a person might do by hand.
"""

import re

from capomastro.chance import seeded
from capomastro.palazzo.state import State
from capomastro.palazzo.steps import DONE, PASS
from capomastro.palazzo.view import View, worlds

LIMIT = re.compile(r"bid up to (\d{1,3})")


class Plans:
    """`bid up to 14` overbids by as little as possible while that makes no more than 14, and passes otherwise."""

    texts = ("pass this lot", "bid up to {number}")

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
    """The steps to the lowest bid that beats the standing one, of the fewest cards; None if none is within the limit.

    The viewer's own money is the same in every world that looks alike, so any of them will do for counting it.
    """
    best: list[int] | None = None
    best_worth = limit + 1

    def lay_on(state: State, path: list[int]) -> None:
        nonlocal best, best_worth
        for action in state.legal(state.actor):
            if action == DONE:
                worth = int(state.staged_worth)
                if worth < best_worth or (worth == best_worth and best is not None and len(path) + 1 < len(best)):
                    best, best_worth = [*path, DONE], worth
            elif action != PASS and (not path or action >= path[-1]):  # the order of the cards does not matter
                after = state.clone()
                after.play(state.actor, action)
                if after.staged_worth <= min(limit, best_worth):
                    lay_on(after, [*path, action])

    lay_on(worlds(view).sample(seeded(0)), [])
    return best


PLANS = Plans()
