"""Planned bids: the least raise, found without trying every set of cards."""

import pytest
from palazzo_build import act, bidding, money

from capomastro.core.chance import seeded
from capomastro.games.palazzo.actions import ACTIONS
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.names import cards_in
from capomastro.games.palazzo.plans import least_raise
from capomastro.games.palazzo.rules.money import ALL_MONEY, NO_CURRENCY, card_count, nth_card, one_of
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.rules.steps import DONE, PASS


def slow_least_raise(state: State, limit: int) -> list[int] | None:
    """By laying cards in every way the rules allow, in the currencies that lead nearest to the limit."""
    ways: list[tuple[int, int, list[int], int]] = []

    def lay_on(state: State, path: list[int]) -> None:
        for action in state.legal(state.actor):
            if action == DONE:
                ways.append((int(state.staged_worth), len(path), [*path, DONE], int(state.staged_currency)))
            elif action != PASS and (not path or action >= path[-1]):
                after = state.clone()
                after.play(state.actor, action)
                if after.staged_worth <= limit:
                    lay_on(after, [*path, action])

    lay_on(state, [])
    within = [way for way in ways if way[0] <= limit]
    furthest = max((way[0] for way in within), default=0)
    leading = {way[3] for way in within if way[0] == furthest}
    if NO_CURRENCY in leading:
        leading = {way[3] for way in ways}
    return min((way for way in within if way[3] in leading | {NO_CURRENCY}), default=(0, 0, None))[2]


def texts(steps: list[int] | None) -> list[str] | None:
    return None if steps is None else [ACTIONS.texts[step] for step in steps]


def found(state: State, limit: int) -> list[str] | None:
    return texts(least_raise(PALAZZO.view(state, state.actor), limit))


@pytest.mark.parametrize("seed", range(40))
def test_the_least_raise_is_the_one_that_trying_everything_finds(seed: int) -> None:
    rng = seeded(seed)
    cards, deck = 0, ALL_MONEY
    for _ in range(1 + rng.randrange(7)):
        card = one_of(nth_card(deck, rng.randrange(card_count(deck))))
        cards, deck = cards + card, deck - card
    state = bidding(["", ""], standing=3 + rng.randrange(22))
    state.hands[1] = cards
    for limit in (5, 12, 19, 40, 99):
        assert found(state, limit) == texts(slow_least_raise(state, limit)), (cards_in(cards), limit)


@pytest.mark.parametrize("seed", range(12))
def test_a_raise_under_way_is_finished_as_cheaply_as_can_be(seed: int) -> None:
    rng = seeded(seed)
    state = bidding(["", "florin 3 4 6 7, ducat 3 6, lira 3 +2 +2 +2"], standing=9 + rng.randrange(9))
    for _ in range(1 + rng.randrange(2)):
        legal = [step for step in state.legal(1) if step not in (DONE, PASS)]
        state.apply(1, legal[rng.randrange(len(legal))])
    for limit in (12, 20, 60):
        assert found(state, limit) == texts(slow_least_raise(state, limit))


def test_a_plan_begins_in_a_currency_that_leads_to_its_limit() -> None:
    state = bidding(["lira 3", "florin 4, ducat 7 6 5"])

    assert found(state, 18) == ["lay ducat 5", "done"]
    assert found(state, 4) == ["lay florin 4", "done"]


def test_who_is_tied_to_a_currency_raises_in_it() -> None:
    state = act(bidding(["lira 3 7", "ducat 4 6, florin 5"]), "lay ducat 4", "done", "lay lira 3", "done")

    assert found(state, 20) == ["lay ducat 6", "done"]
    assert found(state, 9) is None


def test_even_with_every_card_in_hand_a_plan_is_found_at_once() -> None:
    """Trying all ways to lay 45 cards takes longer than any auction."""
    state = bidding(["", ""], standing=180)
    state.hands[1] = ALL_MONEY - money("+2 +2 +2 +2 +2 +2 +2 +2 +2 +2")

    assert found(state, 180) is None
    path = found(state, 999)
    assert path is not None
    act(state, *path)
    assert state.standing == 181


def test_a_plan_passes_where_no_raise_is_within_its_limit() -> None:
    state = bidding(["", "florin 7"], standing=6)
    legal = state.legal(1)

    assert PALAZZO.plans is not None
    assert PALAZZO.plans.step(PALAZZO.view(state, 1), legal, "bid up to 6") == PASS
    assert PALAZZO.plans.step(PALAZZO.view(state, 1), legal, "bid up to 7") != PASS
