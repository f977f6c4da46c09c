"""Which money bots begin a bid with: masters think of the raises to come, the first release of the card that fits."""

import pytest
from palazzo_build import act, bidding, money

from capomastro.bots.advice import advise
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Apprentice, Grandmaster, Journeyman, Master, Novice, Searching
from capomastro.bots.search.heuristic import Heuristic
from capomastro.core.catalogue import game_named
from capomastro.games.palazzo.actions import ACTIONS
from capomastro.games.palazzo.heuristic.evaluator import Evaluator, purse_of
from capomastro.games.palazzo.heuristic.payments import NO_PLAN, Planner
from capomastro.games.palazzo.heuristic.weights import by_hand
from capomastro.games.palazzo.rules.money import NO_CURRENCY, best_in, currency_of, kinds_of, largest_payment, reach
from capomastro.games.palazzo.rules.state import State

EARLY = 20
DUCAT = 1
TORN = "florin 4, ducat 7 7 6"  # the 4 would do for a first bid, but only ducats lead on


def plan(hand: str, short: int, onward: bool) -> int:
    return int(Planner(Evaluator(by_hand())).plan(money(hand), NO_CURRENCY, short, EARLY, onward))


def begun(heuristic: Heuristic, state: State) -> list[str]:
    """What the heuristic would do on, step by step, until the bid is laid."""
    seat, steps = state.actor, []
    heuristic.prepare(state, seat)
    while state.actor == seat:
        heuristic.judge(state, seat, thorough=True)
        text = ACTIONS.texts[max(heuristic.steps[i] for i in range(heuristic.count))]
        steps.append(text)
        act(state, text)
    return steps


def test_a_bid_is_begun_in_the_currency_it_can_be_raised_in() -> None:
    assert plan(TORN, 4, onward=True) == money("ducat 6")
    assert plan(TORN, 4, onward=False) == money("florin 4")


def test_a_purchase_and_a_bid_of_the_same_amount_are_remembered_apart() -> None:
    planner = Planner(Evaluator(by_hand()))
    for _ in range(2):
        assert planner.plan(money(TORN), NO_CURRENCY, 4, EARLY, onward=True) == money("ducat 6")
        assert planner.plan(money(TORN), NO_CURRENCY, 4, EARLY, onward=False) == money("florin 4")


def test_two_thirds_of_a_trio_are_no_reason_to_bid_in_the_third_currency() -> None:
    assert plan("florin 5, ducat 5, lira 5 3 3", 3, onward=True) == money("lira 3")


@pytest.mark.parametrize("short", [1, 4, 8, 13])
def test_no_other_plan_leaves_more_to_go_on_with_at_the_same_worth_of_money_left(short: int) -> None:
    """Against every pile that can be laid, by the same measure."""
    worth, hand = Evaluator(by_hand()), money("florin 4 3, ducat 7 6, lira 3 +2")
    found = int(Planner(worth).plan(hand, NO_CURRENCY, short, EARLY, onward=True))
    appeals = {laid: appeal(worth, hand, laid, short) for laid in piles(hand) if single_payment(laid) >= short}
    assert found in appeals
    assert appeals[found] == pytest.approx(max(appeals.values()))


def piles(hand: int) -> list[int]:
    """All piles of single cards out of a hand that has no trio."""
    kinds = kinds_of(hand)
    found = [NO_PLAN]
    for kind in kinds:
        found += [pile + (1 << 2 * kind) for pile in found]
    return [pile for pile in found if pile and len({currency_of(kind) for kind in kinds_of(pile)} - {NO_CURRENCY}) < 2]


def single_payment(laid: int) -> int:
    return int(largest_payment(laid))


def appeal(worth: Evaluator, hand: int, laid: int, short: int) -> float:
    tie = min(currency_of(kind) for kind in kinds_of(laid))
    further = single_payment(laid) - short + best_in(reach(hand - laid), tie)
    return float(worth.of_money(hand - laid, EARLY)) + float(further)


def test_masters_bid_with_a_view_to_the_next_raise_and_the_first_release_did_not() -> None:
    game, lot = game_named("palazzo"), ("brick 1 1", "brick 2 2")
    hands = ["florin 3", TORN]
    master, first = Master(game).config.practised("palazzo", 4), config_for("palazzo").learned(4)
    assert begun(master, bidding(hands, lot=lot)) == ["lay ducat 6", "done"]
    assert begun(first, bidding(hands, lot=lot)) == ["lay florin 4", "done"]


@pytest.mark.parametrize("kind", [Novice, Apprentice, Searching])
def test_whoever_has_less_skill_begins_with_the_card_that_fits(kind: type[Searching]) -> None:
    assert not kind(game_named("palazzo")).farsighted


@pytest.mark.parametrize("kind", [Journeyman, Master, Grandmaster])
def test_journeymen_and_masters_think_ahead_when_they_bid(kind: type[Searching]) -> None:
    bot = kind(game_named("palazzo"))
    assert bot.farsighted
    assert bot.tree(2, bot.usual).heuristic.farsighted


def test_a_hint_does_not_begin_a_bid_with_money_that_leads_nowhere() -> None:
    lot = ("brick 1 3", "brick 2 3", "brick 3 3")
    state = bidding(["florin 3", "florin 4, ducat 7 7 6"], lot=lot)
    advice = advise(game_named("palazzo").view(state, 1), Budget(iterations=60))
    assert advice.choices[0].text == "lay ducat 6"


def test_what_a_bidder_may_still_reach_goes_by_the_currency_of_the_bid() -> None:
    state = bidding(["florin 3", "florin 7 7, ducat 4 3"])
    state.known[1] = state.hands[1]
    assert purse_of(state, 1) == 14
    act(state, "lay ducat 4", "done")
    assert purse_of(state, 1) == 7
    state.known[1] = 0  # three cards that nobody has seen, which may be of any currency
    assert purse_of(state, 1) == 4 + 3 * 3


def test_the_opener_has_three_more() -> None:
    state = bidding(["florin 7", "florin 7 7"])
    state.known[0] = state.hands[0]
    assert purse_of(state, 0) == 10
