"""§7 the auction and §8 four or more tiles."""

import pytest
from palazzo_build import act, bidding, hand, market, names, offered, palazzi, table

from capomastro.core.game import IllegalAction
from capomastro.games.palazzo.names import cards_in
from capomastro.games.palazzo.rules.board import BIDDING, MARKET


def test_the_builder_goes_to_the_next_quarry_that_holds_a_tile() -> None:
    state = table(["", ""], quarries=(["brick 1 1"], [], ["brick 2 1"], []), builder=0, phase=MARKET)
    act(state, "auction")

    assert state.builder == 2


def test_the_builder_may_come_back_to_his_own_quarry() -> None:
    state = table(["", ""], quarries=(["brick 1 1"], [], [], []), builder=0, phase=MARKET)
    act(state, "auction")

    assert state.builder == 0
    assert state.phase == BIDDING


def test_the_auctioneer_opens_with_3_and_no_more() -> None:
    state = bidding(["florin 7 7", "florin 3 4"])

    assert state.standing == 3
    assert state.actor == 1
    assert hand(state, 0) == ["florin 7", "florin 7"]


def test_if_nobody_overbids_the_auctioneer_gets_the_lot_for_nothing() -> None:
    state = bidding(["florin 7", "florin 7", "ducat 7"], lot=["brick 1 1"])
    act(state, "pass", "pass", "new")

    assert palazzi(state, 0) == ["brick 1 1"]
    assert hand(state, 0) == ["florin 7"]
    assert state.discards == 0


def test_a_bid_must_beat_the_standing_one() -> None:
    state = bidding(["florin 7 7", "ducat 5 6 +2 +2"], standing=14)
    act(state, "lay ducat 5", "lay ducat 6", "lay certificate")

    with pytest.raises(IllegalAction, match="the standing bid is 14; this makes 13"):
        act(state, "done")


def test_who_cannot_overbid_can_only_pass() -> None:
    state = bidding(["", "ducat 5 6 +2"], standing=14)

    assert offered(state) == ["pass"]


def test_one_may_overbid_by_as_much_as_one_likes() -> None:
    state = bidding(["", "ducat 5 6 7"])
    act(state, "lay ducat 7", "lay ducat 6", "lay ducat 5", "done")

    assert state.standing == 18


def test_who_passes_is_out_and_takes_all_laid_cards_back_for_all_to_have_seen() -> None:
    state = bidding(["florin 7 7", "ducat 5 6", ""])
    act(state, "lay ducat 5", "done", "pass", "lay florin 7", "done", "pass")

    assert hand(state, 1) == ["ducat 5", "ducat 6"]
    assert cards_in(state.known[1]) == ("ducat 5",)
    assert cards_in(state.discards) == ("florin 7",)


def test_laid_cards_stay_through_several_raises() -> None:
    state = bidding(["florin 7 7", "ducat 5 6 7"])
    act(state, "lay ducat 5", "done", "lay florin 7", "done", "lay ducat 6", "done")

    assert state.worth[1] == 11
    assert state.worth[0] == 10
    assert cards_in(state.laid[1]) == ("ducat 5", "ducat 6")


def test_the_currency_is_fixed_by_the_first_plain_card_and_stays() -> None:
    state = bidding(["florin 7 7, ducat 7", "ducat 5 6, lira 7 7"])
    act(state, "lay ducat 5", "done", "lay florin 7", "done")

    assert offered(state) == ["pass", "lay ducat 6"]
    with pytest.raises(IllegalAction, match="your payment is in ducats; lira 7 cannot join it"):
        act(state, "lay lira 7")


def test_certificates_laid_earlier_never_become_part_of_a_trio() -> None:
    state = bidding(["florin 3", "+2 +2 +2 +2"])
    act(state, "lay certificate", "lay certificate", "done", "lay florin 3", "done")

    assert offered(state) == ["pass", "lay certificate"]
    act(state, "lay certificate", "lay certificate", "done")
    assert state.worth[1] == 8


def test_the_rulebooks_auction_goes_as_it_says() -> None:
    """Seat 1 holds 4 4 4 of three currencies, florin 6, ducat 5 and three certificates, and has laid the 3."""
    own = "florin 4 6, ducat 4 5, lira 4 +2 +2 +2"
    state = bidding([own, "florin 5, ducat 5 6, lira 5 5 6 7 7 7"])
    act(state, "lay lira 7", "lay lira 7", "done")
    assert state.standing == 14
    state.standing = 15

    act(state, "trio 4", "done")
    assert state.worth[0] == 18
    state.actor, state.standing = 0, 25

    with_trio = act(state.clone(), "trio 2", "done")
    assert with_trio.worth[0] == 33

    act(state, "lay florin 6", "lay certificate", "done")
    assert state.worth[0] == 26
    state.actor, state.standing = 0, 31

    assert offered(state) == ["pass"]
    with pytest.raises(IllegalAction, match="your payment is in florins; ducat 5 cannot join it"):
        act(state, "lay ducat 5")
    with pytest.raises(IllegalAction, match="takes three; you hold 2"):
        act(state, "trio 2")

    act(state, "pass")
    assert hand(state, 0).count("certificate") == 3
    assert len(hand(state, 0)) == 8


def test_three_certificates_laid_at_once_are_15_and_laid_apart_6() -> None:
    at_once = act(bidding(["", "+2 +2 +2"]), "trio 2", "done")
    apart = act(bidding(["", "+2 +2 +2"]), "lay certificate", "lay certificate", "lay certificate", "done")

    assert at_once.standing == 15
    assert apart.standing == 6


def test_the_3_certificate_makes_no_trio() -> None:
    state = bidding(["+2 +2", "florin 4"])
    act(state, "lay florin 4", "done")

    assert not [step for step in offered(state) if step.startswith("trio")]


def test_the_winner_builds_the_whole_lot_and_the_turn_goes_left_of_the_auctioneer() -> None:
    state = bidding(["", "", "florin 4"], lot=["brick 1 1", "brick 2 1", "brick 3 1"])
    act(state, "pass", "lay florin 4", "done", "pass")
    assert state.actor == 2

    act(state, "build brick 1 1", "new", "build brick 2 1", "put A", "put A")
    assert palazzi(state, 2) == ["brick 1 1 / brick 2 1 / brick 3 1"]
    assert state.turn == state.actor == 1


def test_bidding_goes_round_until_one_is_left() -> None:
    state = bidding(["florin 6", "ducat 4 7", "lira 5 7"])
    order = []
    for step in ("lay ducat 4", "done", "lay lira 5", "done", "lay florin 6", "done", "lay ducat 7", "done", "pass"):
        order.append(state.actor)
        act(state, step)

    assert order == [1, 1, 2, 2, 0, 0, 1, 1, 2]
    assert state.actor == 0
    assert state.standing == 11


@pytest.mark.parametrize("tiles", [4, 5])
def test_with_three_players_and_four_or_five_tiles_each_takes_one_and_the_rest_is_boxed(tiles: int) -> None:
    lot = ["brick 1 1", "brick 1 2", "brick 2 1", "brick 2 2", "brick 4 1"][:tiles]
    state = table(["", "", ""], quarries=([], lot, [], []), phase=MARKET, turn=1)
    act(state, "auction")
    takers = []
    while state.turn == 1:
        takers.append(state.actor)
        act(state, offered(state)[0], "new")

    assert takers == [1, 2, 0]
    boxed = set(names(state.box))
    assert len(boxed) == tiles - 3
    assert state.turn == state.actor == 2


def test_a_tile_taken_from_four_or_more_may_go_into_the_box() -> None:
    lot = ["brick 1 1", "brick 1 2", "brick 2 1", "brick 2 2"]
    state = table(["", ""], quarries=([], lot, [], []), phase=MARKET)
    act(state, "auction", "build brick 1 1", "box", "build brick 1 2", "new")

    assert palazzi(state, 0) == []
    assert palazzi(state, 1) == ["brick 1 2"]
    assert sorted(names(state.box)) == ["brick 1 1", "brick 2 1", "brick 2 2"]


def test_four_tiles_and_four_players_leave_the_last_no_choice_of_tile() -> None:
    lot = ["brick 1 1", "brick 1 2", "brick 2 1", "brick 2 2"]
    state = table(["", "", "", ""], quarries=([], lot, [], []), phase=MARKET)
    act(state, "auction", "build brick 1 1", "new", "build brick 1 2", "new", "build brick 2 1", "new")

    assert offered(state) == ["new", "box"]


def test_three_tiles_are_auctioned_four_are_not() -> None:
    three = ["brick 1 1", "brick 1 2", "brick 2 1"]

    assert "pass" in offered(act(market(["", ""], [], quarries=([], three, [], [])), "auction"))
    assert "pass" not in offered(act(market(["", ""], [], quarries=([], [*three, "brick 2 2"], [], [])), "auction"))
