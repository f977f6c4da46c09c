"""§13 What is known: views, worlds, and steps nobody else sees."""

import msgspec
import pytest
from palazzo_build import act, bidding, market, money, table

from capomastro.core.chance import seeded
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.rules.state import State


def views(state: State) -> list[object]:
    return [PALAZZO.view(state, viewer) for viewer in (None, *range(state.seats))]


def seen_by_others(state: State) -> list[object]:
    return [PALAZZO.view(state, viewer) for viewer in (None, *range(state.seats)) if viewer != state.actor]


def test_a_seat_sees_its_own_hand_and_only_the_number_of_others_cards() -> None:
    state = table(["florin 7, ducat 3", "lira 4 5 6"])
    view = PALAZZO.view(state, 0)

    assert view.seats[0].hand == ("ducat 3", "florin 7")
    assert view.seats[1].hand is None
    assert view.seats[1].cards == 3


def test_a_spectator_sees_no_hand() -> None:
    text = msgspec.json.encode(PALAZZO.view(table(["florin 7", "lira 4"]), None)).decode()

    assert "florin 7" not in text
    assert "lira 4" not in text


@pytest.mark.parametrize(
    "steps", [("buy brick 1 1",), ("buy brick 1 1", "lay florin 7"), ("buy brick 1 1", "buy brick 1 2", "trio 5")]
)
def test_nobody_else_sees_a_purchase_before_it_is_paid(steps: tuple[str, ...]) -> None:
    state = market(["florin 5 7 7, ducat 5, lira 5 +2", "lira 4"], ["brick 1 1", "brick 1 2"])
    before = seen_by_others(state)
    act(state, *steps)

    assert seen_by_others(state) == before


def test_nobody_else_sees_a_raise_before_it_is_done() -> None:
    state = bidding(["florin 7", "ducat 5 6"])
    before = seen_by_others(state)
    act(state, "lay ducat 5")
    assert seen_by_others(state) == before

    act(state, "done")
    assert PALAZZO.view(state, 0).seats[1].laid == ("ducat 5",)


@pytest.mark.parametrize(
    "steps", [("rebuild",), ("rebuild", "discard florin 3"), ("rebuild", "discard florin 3", "move B")]
)
def test_nobody_else_sees_a_rebuild_before_it_is_made(steps: tuple[str, ...]) -> None:
    state = table(["florin 3", "lira 4"], palazzi=[["brick 1 1", "brick 2 1"]])
    before = seen_by_others(state)
    act(state, *steps)

    assert seen_by_others(state) == before


def test_paying_with_a_card_of_a_known_kind_spends_the_knowledge_first() -> None:
    state = market(["florin 7 7", ""], ["brick 1 1", "brick 1 2", "brick 2 1"])
    state.known[0] = money("florin 7")
    act(state, "buy brick 1 1", "lay florin 7", "done")

    assert state.known[0] == 0
    assert PALAZZO.view(state, 1).seats[0].cards == 1


def test_worlds_keep_what_is_known_and_vary_what_is_not() -> None:
    state = table(["florin 7, ducat 3", "lira 4 5 6"])
    state.known[1] = money("lira 4")
    worlds = PALAZZO.worlds(PALAZZO.view(state, 0))
    rng = seeded(5)
    hands = {tuple(PALAZZO.view(worlds.sample(rng), 1).seats[1].hand or ()) for _ in range(200)}

    assert all("lira 4" in hand for hand in hands)
    assert len(hands) > 50


def test_every_unseen_card_is_as_likely_as_its_number_says() -> None:
    """Of 51 cards unseen by seat 1, ten are certificates: so should be a fifth of the opponent's cards."""
    state = table(["florin 7 7 7, ducat 3", "lira 4 5 6 7"])
    worlds = PALAZZO.worlds(PALAZZO.view(state, 0))
    rng = seeded(11)
    drawn = [card for _ in range(3000) for card in PALAZZO.view(worlds.sample(rng), 1).seats[1].hand or ()]

    assert abs(drawn.count("certificate") / len(drawn) - 10 / 51) < 0.02
    assert drawn.count("florin 7") == 0


def test_all_money_is_shown_when_the_game_is_over() -> None:
    state = act(table(["florin 7", "lira 4"], riders=4, stacks=[[], [], []]), "reveal")

    assert [seat.hand for seat in PALAZZO.view(state, None).seats] == [("florin 7",), ("lira 4",)]


def test_everybody_can_tell_which_tiles_a_stack_still_holds() -> None:
    state = table(stacks=[["brick 1 1"], ["brick 2 2"], ["marble 5 3"]])

    assert PALAZZO.view(state, None).unseen == (("brick 1 1",), ("brick 2 2",), ("marble 5 3",))
    assert len({msgspec.json.encode(view) for view in views(state)}) == 3
