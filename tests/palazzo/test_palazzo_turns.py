"""§2 setup, §4 taking money, §5 revealing, §6 buying, §9 rebuilding, §12 the end."""

import pytest
from palazzo_build import act, hand, market, names, offered, palazzi, table, tiles

from capomastro.core.chance import seeded
from capomastro.core.game import BadSetup, IllegalAction, check_setup
from capomastro.core.match import new_setup
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.names import cards_in
from capomastro.games.palazzo.rules.money import card_count
from capomastro.games.palazzo.rules.tiles import count_tiles

DEFAULTS = {"first": "random", "price": "purchase"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_is_dealt_four_cards_and_five_tiles_lie_open(seats: int) -> None:
    state = PALAZZO.deal(seats, seeded(seats), DEFAULTS, None)

    assert [card_count(cards) for cards in state.hands] == [4] * seats
    assert card_count(state.deck) == 55 - 4 * seats
    assert [count_tiles(quarry) for quarry in state.quarries] == [1, 1, 1, 1]
    assert count_tiles(state.warehouse) == 1
    assert [count_tiles(stack) for stack in state.stacks] == [10, 15, 18]
    assert all(cards == 0 for cards in state.known), "nobody knows a card that was dealt"


def test_every_seat_and_every_quarry_can_be_first() -> None:
    games = [PALAZZO.deal(3, seeded(seed), DEFAULTS, None) for seed in range(200)]

    assert {state.turn for state in games} == {0, 1, 2}
    assert {state.builder for state in games} == {0, 1, 2, 3}


def test_the_host_may_name_the_first_seat() -> None:
    assert all(PALAZZO.deal(3, seeded(seed), DEFAULTS | {"first": "2"}, None).turn == 1 for seed in range(20))


@pytest.mark.parametrize("seats", [1, 5])
def test_one_or_five_players_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match=f"2 to 4 players, not {seats}"):
        new_setup("palazzo", seats)


def test_unknown_options_and_values_are_refused() -> None:
    with pytest.raises(BadSetup, match="no option 'speed'"):
        check_setup(PALAZZO, 2, {"speed": "fast"})
    with pytest.raises(BadSetup, match="cannot be 'never'"):
        check_setup(PALAZZO, 2, {"price": "never"})
    with pytest.raises(BadSetup, match="option first cannot be seat 3 among 2"):
        check_setup(PALAZZO, 2, {"first": "3"})


# §4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_taking_money_shows_one_card_more_than_players(seats: int) -> None:
    state = act(table([""] * seats), "take")

    assert card_count(state.open) == seats + 1


def test_the_player_in_turn_picks_two_then_each_other_one_clockwise() -> None:
    state = act(table(["", "", "", ""], turn=2, deck="florin 3 4 5 6 7"), "take")

    pickers = []
    while state.open:
        pickers.append(state.actor)
        act(state, offered(state)[0])

    assert pickers == [2, 2, 3, 0]
    assert [card_count(cards) for cards in state.hands] == [1, 1, 2, 1], "the last card went to the last seat by itself"
    assert state.turn == state.actor == 3


def test_cards_all_alike_are_handed_out_by_themselves() -> None:
    state = act(table(["", "", ""], deck="+2 +2 +2, florin 3"), "take", "pick florin 3")
    assert [card_count(cards) for cards in state.hands] == [2, 1, 1]
    assert state.turn == 1

    state = act(table(["", ""], deck="+2 +2 +2"), "take")
    assert [card_count(cards) for cards in state.hands] == [2, 1]
    assert state.turn == 1


def test_picked_money_is_known_to_everybody() -> None:
    state = table(["florin 7", "ducat 3"], deck="lira 3 4 5")
    act(state, "take", "pick lira 5", "pick lira 3")

    assert cards_in(state.known[0]) == ("lira 3", "lira 5")
    assert cards_in(state.known[1]) == ("lira 4",)


def test_the_discards_become_the_deck_when_a_card_is_needed() -> None:
    state = act(table(["", ""], deck="florin 3", discards="ducat 4 5 6"), "take")

    assert "florin 3" in cards_in(state.open)
    assert card_count(state.deck) == 1
    assert state.discards == 0


def test_the_discards_stay_while_the_deck_lasts() -> None:
    state = act(table(["", ""], deck="florin 3 4 5", discards="ducat 4"), "take")

    assert state.deck == 0
    assert cards_in(state.discards) == ("ducat 4",)


def test_money_cannot_be_taken_when_too_few_cards_are_left() -> None:
    state = table(["florin 7", ""], deck="florin 3", discards="ducat 4")

    assert offered(state) == ["reveal"]
    with pytest.raises(IllegalAction, match="deck and discards hold 2 cards; 3 are needed"):
        act(state, "take")


# §5


@pytest.mark.parametrize("windows", [1, 2, 3])
def test_the_second_tile_goes_as_many_quarries_on_as_it_has_windows(windows: int) -> None:
    second = f"brick 2 {windows}"
    state = act(table(stacks=[["marble 1 1"], [second], []], builder=2), "reveal")

    assert names(state.warehouse) == ["marble 1 1"]
    assert names(state.quarries[(2 + windows) % 4]) == [second]


def test_a_pair_may_straddle_two_stacks() -> None:
    state = act(table(stacks=[["marble 1 1"], ["brick 2 1"], ["brick 4 1"]]), "reveal")

    assert list(state.stacks) == [0, 0, tiles("brick 4 1")]


def test_a_rider_uses_up_its_place_and_is_not_replaced() -> None:
    state = act(table(stacks=[["marble 1 1"], [], []]), "reveal")

    assert names(state.warehouse) == ["marble 1 1"]
    assert not any(state.quarries)
    assert state.riders == 1


def test_the_fifth_rider_ends_the_game_at_once_even_as_the_first_of_two() -> None:
    state = act(table(["", ""], stacks=[[], [], []], riders=4, quarries=(["brick 1 1"], [], [], [])), "reveal")

    assert state.over
    assert state.to_act() == ()


def test_the_fifth_rider_ends_the_game_as_the_second_too() -> None:
    state = act(table(stacks=[["brick 1 1"], [], []], riders=4), "reveal")

    assert state.over
    assert names(state.warehouse) == ["brick 1 1"]


def test_after_the_reveal_one_must_buy_or_auction() -> None:
    state = act(table(["florin 7 7", ""], stacks=[["brick 1 1"], ["brick 2 1"], []]), "reveal")

    assert offered(state) == ["auction", "buy brick 1 1"]


def test_an_auction_with_empty_quarries_may_be_chosen_and_nothing_happens() -> None:
    state = market(["florin 7 7", ""], ["brick 1 1"], builder=3)
    act(state, "auction")

    assert state.turn == state.actor == 1
    assert offered(state)[0] == "take"
    assert state.builder == 3


# §6


def test_with_four_tiles_in_the_warehouse_each_costs_6_and_two_cost_12() -> None:
    four = ["brick 1 1", "brick 1 2", "brick 2 1", "brick 2 2"]
    state = market(["florin 5 3 7", ""], four)
    assert state.price() == 6

    act(state, "buy brick 1 1", "buy brick 2 2")
    assert state.cost() == 12
    act(state, "lay florin 5", "lay florin 3")
    assert "done" not in offered(state)
    act(state, "lay florin 7", "done")

    assert cards_in(state.discards) == ("florin 3", "florin 5", "florin 7")
    assert hand(state, 0) == []
    assert names(state.warehouse) == ["brick 1 2", "brick 2 1"]


def test_tiles_of_a_quarry_cannot_be_bought() -> None:
    state = market(["florin 7 7", ""], ["brick 1 1"], quarries=(["brick 2 2"], [], [], []))

    with pytest.raises(IllegalAction, match="brick 2 2 is not in the warehouse"):
        act(state, "buy brick 2 2")


def test_at_most_two_tiles_are_bought() -> None:
    state = market(["florin 7 7 7", ""], ["brick 1 1", "brick 1 2", "brick 2 1", "brick 2 2", "brick 4 1", "brick 4 2"])
    act(state, "buy brick 1 1", "buy brick 1 2")

    with pytest.raises(IllegalAction, match="two tiles at the most"):
        act(state, "buy brick 2 1")


def test_both_copies_of_a_tile_can_be_bought_together() -> None:
    eight = ["brick 3 1", "brick 3 1", *(f"marble {f} {w}" for f in (1, 2) for w in (1, 2, 3))]
    state = market(["florin 4", ""], eight)
    act(state, "buy brick 3 1", "buy brick 3 1", "lay florin 4", "done")

    assert "brick 3 1" not in names(state.warehouse)
    act(state, "new", "new")
    assert palazzi(state, 0) == ["brick 3 1", "brick 3 1"]


def test_overpaying_is_allowed_and_gives_no_change() -> None:
    state = market(["florin 7 7 7", ""], ["brick 1 1"])
    act(state, "buy brick 1 1", "lay florin 7", "lay florin 7", "lay florin 7", "done")

    assert hand(state, 0) == []


def test_who_cannot_pay_must_auction() -> None:
    state = market(["florin 3, ducat 5", ""], ["brick 1 1"])

    assert offered(state) == ["auction"]
    with pytest.raises(IllegalAction, match="would cost 9; the most you can pay at once is 5"):
        act(state, "buy brick 1 1")


def test_ten_tiles_cost_nothing_and_neither_do_more() -> None:
    eleven = [f"marble {f} {w}" for f in (1, 2, 4, 5) for w in (1, 2, 3)][:11]
    state = market(["", ""], eleven)
    assert state.price() == 0

    act(state, "buy marble 1 1", "buy marble 1 2")
    assert offered(state) == ["done"]
    act(state, "done")
    assert names(state.pending) == ["marble 1 1", "marble 1 2"]


def test_the_price_counts_the_tile_just_revealed() -> None:
    state = table(["florin 7 7", ""], warehouse=["brick 1 1"], stacks=[["brick 2 1"], ["brick 2 2"], []])

    assert act(state, "reveal").price() == 8


def test_the_option_turn_start_counts_without_the_tile_just_revealed() -> None:
    state = table(["florin 7 7", ""], warehouse=["brick 1 1"], stacks=[["brick 2 1"], ["brick 2 2"], []])
    state.priced_at_turn_start = True

    assert act(state, "reveal").price() == 9


def test_after_buying_and_building_the_next_player_has_the_turn() -> None:
    state = market(["florin 7 7", ""], ["brick 1 1"])
    act(state, "buy brick 1 1", "lay florin 7", "lay florin 7", "done", "new")

    assert state.turn == state.actor == 1


# §9


def test_a_rebuild_takes_a_tile_of_any_floor_out() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 1 1 / brick 2 1 / brick 3 1"]])
    act(state, "rebuild", "discard florin 3", "out A 2")

    assert palazzi(state, 0) == ["brick 1 1 / brick 3 1", "brick 2 1"]
    assert cards_in(state.discards) == ("florin 3",)
    assert state.turn == 1


def test_a_rebuild_puts_a_single_tile_between_two_floors() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 1 1 / brick 3 1", "brick 2 1"]])
    act(state, "rebuild", "discard florin 3", "move B", "put A")

    assert palazzi(state, 0) == ["brick 1 1 / brick 2 1 / brick 3 1"]


def test_two_single_tiles_can_become_one_palazzo() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 3 1", "brick 2 1"]])
    act(state, "rebuild", "discard florin 3", "move A", "put B")

    assert state.score(0) == 0


def test_a_rebuild_removes_a_single_tile_from_the_game() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 3 1"]])
    act(state, "rebuild", "discard florin 3", "raze A")

    assert palazzi(state, 0) == []
    assert "brick 3 1" in names(state.box)


def test_taking_out_and_putting_in_are_two_rebuilds() -> None:
    state = table(["florin 3 4", ""], palazzi=[["brick 1 1 / brick 2 1", "brick 3 1 / brick 4 1"]])
    act(state, "rebuild", "discard florin 3", "out A 2")

    assert state.actor == 1


def test_a_single_tile_cannot_be_taken_out_nor_put_where_its_floor_is_taken() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 1 1", "marble 1 1 / marble 2 1"]])
    act(state, "rebuild", "discard florin 3")

    assert offered(state) == ["raze A", "out B 1", "out B 2"]
    with pytest.raises(IllegalAction, match="single tile already"):
        act(state, "out A 1")
    with pytest.raises(IllegalAction, match="is floor 1 free"):
        act(state, "move A")


def test_rebuilding_needs_a_card_and_something_built() -> None:
    with pytest.raises(IllegalAction, match="you hold none"):
        act(table(["", ""], palazzi=[["brick 1 1"]]), "rebuild")
    with pytest.raises(IllegalAction, match="built nothing yet"):
        act(table(["florin 3", ""]), "rebuild")


def test_any_card_pays_for_a_rebuild_even_a_certificate() -> None:
    state = table(["florin 3 +2", ""], palazzi=[["brick 1 1"]])
    act(state, "rebuild", "discard certificate", "raze A")

    assert hand(state, 0) == ["florin 3"]


# §12


def test_most_points_win() -> None:
    state = table(["", "florin 7"], palazzi=[["brick 1 1 / brick 2 1"], ["brick 4 1"]], riders=4, stacks=[[], [], []])
    act(state, "reveal")

    assert state.scores() == [0, -5]
    assert state.winners() == [0]


def test_a_tie_goes_to_the_larger_payment_trios_included() -> None:
    hands = ["florin 7 6", "florin 3, ducat 3, lira 3"]
    state = act(table(hands, riders=4, stacks=[[], [], []]), "reveal")

    assert state.winners() == [1]


def test_a_full_tie_is_a_shared_victory() -> None:
    state = act(table(["florin 7", "lira 4 3", "lira 6"], riders=4, stacks=[[], [], []]), "reveal")

    assert state.winners() == [0, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_turns_each_without_a_reveal_end_the_game(seats: int) -> None:
    state = table(["florin 3"] * seats, palazzi=[[], ["brick 1 1"]] if seats == 2 else [[], ["brick 1 1"], []], turn=1)
    state.idle_turns = 10 * seats - 1

    assert act(state.clone(), "rebuild", "discard florin 3", "raze A").over
    state.idle_turns -= 1
    assert not act(state, "rebuild", "discard florin 3", "raze A").over


def test_taking_money_and_rebuilding_both_count_towards_a_standstill() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 1 1"]])
    act(state, "rebuild", "discard florin 3", "raze A", "take")
    act(state, offered(state)[0])
    act(state, offered(state)[0])

    assert state.idle_turns == 2


def test_a_reveal_breaks_the_standstill() -> None:
    state = table(["", ""], stacks=[["brick 1 1"], ["brick 2 1"], []])
    state.idle_turns = 19
    act(state, "reveal")

    assert state.idle_turns == 0


def test_the_hand_has_no_limit() -> None:
    state = table(["florin 3 4 5 6 7 3 4 5 6 7, ducat 3 4 5 6 7 3 4 5 6 7", ""])
    act(state, "take")
    act(state, offered(state)[0])
    act(state, offered(state)[0])

    assert card_count(state.hands[0]) == 22
