"""§10 Paying, and the packed piles beneath it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palazzo_build import act, market, money, offered

from capomastro.games.palazzo.audit import richest_payment
from capomastro.games.palazzo.names import cards_in
from capomastro.games.palazzo.rules.money import (
    ALL_MONEY,
    CERTIFICATE,
    KINDS,
    card_count,
    count_of,
    holds_trio,
    kinds_of,
    largest_payment,
    nth_card,
    one_of,
    pile_of,
    reach,
    reach_without,
    trio_of,
)

piles = st.lists(st.integers(0, KINDS - 1), max_size=55).map(
    lambda kinds: [k for k in set(kinds) for _ in range(min(kinds.count(k), 3 if k < CERTIFICATE else 10))]
)


def test_the_box_has_55_money_cards() -> None:
    cards = cards_in(ALL_MONEY)

    assert len(cards) == card_count(ALL_MONEY) == 55
    assert cards.count("certificate") == 10
    assert all(cards.count(card) == 3 for card in set(cards) - {"certificate"})


@settings(deadline=None)
@given(piles)
def test_a_pile_keeps_its_cards(kinds: list[int]) -> None:
    pile = pile_of(kinds)

    assert kinds_of(pile) == sorted(kinds)
    assert card_count(pile) == len(kinds)
    assert [nth_card(pile, n) for n in range(len(kinds))] == sorted(kinds)


@settings(deadline=None)
@given(piles)
def test_the_largest_payment_is_what_trying_everything_finds(kinds: list[int]) -> None:
    pile = pile_of(kinds)

    assert largest_payment(pile) == richest_payment(list(cards_in(pile)))


@settings(deadline=None)
@given(piles)
def test_taking_a_card_away_changes_the_reach_as_counting_again_does(kinds: list[int]) -> None:
    pile = pile_of(kinds)

    for kind in set(kinds):
        assert reach_without(reach(pile), pile, kind) == reach(pile - one_of(kind))


@settings(deadline=None)
@given(piles)
def test_a_trio_is_held_when_all_its_cards_are(kinds: list[int]) -> None:
    pile = pile_of(kinds)

    for number in range(6):
        needed = kinds_of(trio_of(number))
        held = all(count_of(pile, kind) >= needed.count(kind) for kind in needed)
        assert holds_trio(pile, number) == held


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("", 0),
        ("florin 3", 3),
        ("florin 3 7, ducat 6", 10),
        ("florin 5, ducat 5, lira 5", 15),
        ("florin 5 5, ducat 5 5, lira 5 5", 30),
        ("florin 5 5 7, ducat 5, lira 5", 27),
        ("+2 +2", 4),
        ("+2 +2 +2", 15),
        ("+2 +2 +2 +2", 17),
        ("florin 7, ducat 7, lira 6", 7),
    ],
)
def test_what_a_hand_can_pay_at_most(cards: str, worth: int) -> None:
    assert largest_payment(money(cards)) == worth


def test_three_equal_values_not_of_three_currencies_are_no_trio() -> None:
    state = market(["florin 4 4, ducat 4", ""], ["brick 1 1"])

    assert "trio 4" not in offered(state)
    assert largest_payment(state.hands[0]) == 8


def test_a_payment_is_of_one_currency() -> None:
    state = market(["florin 7, ducat 7, lira 6 +2 +2", ""], ["brick 1 1"])
    act(state, "buy brick 1 1", "lay florin 7")

    assert offered(state) == ["lay certificate"]


def test_certificates_join_any_currency() -> None:
    state = market(["ducat 7 +2", ""], ["brick 1 1"])
    act(state, "buy brick 1 1", "lay certificate", "lay ducat 7")

    assert "done" in offered(state)


def test_a_trio_joins_any_currency_and_ties_the_payment_to_none() -> None:
    state = market(["florin 3 6, ducat 3, lira 3", ""], ["brick 1 1"])
    act(state, "buy brick 1 1", "trio 3")

    assert "lay florin 6" in offered(state)


def test_a_card_is_refused_that_leaves_the_payment_impossible() -> None:
    """The florin would tie the payment to a currency that cannot reach 9."""
    state = market(["florin 3, ducat 4 5", ""], ["brick 1 1"])
    act(state, "buy brick 1 1")

    assert offered(state) == ["lay ducat 4", "lay ducat 5"]


def test_breaking_a_trio_is_refused_where_only_the_trio_suffices() -> None:
    state = market(["florin 3, ducat 3, lira 3", ""], ["brick 1 1"])
    act(state, "buy brick 1 1")

    assert offered(state) == ["trio 3"]
