"""§3 the round: swap, choice, reveal, passing on, start player."""

import itertools

import pytest
from pillars_build import do, game, hand, kinds, name_of, options, play

from capomastro.core.game import IllegalAction
from capomastro.core.match import Match, new_setup
from capomastro.games.pillars.names import bits_in

THREE = [
    ["councillor 5", "councillor 6", "speculator"],
    ["master builder 5", "master builder 8", "gondolier"],
    ["pitch-dipper 3+2", "pitch-dipper 4+3", "councillor 4"],
]


def test_the_start_player_may_draw_from_any_other_seat_or_stay() -> None:
    assert options(game(4)) == ["stay", "swap 2", "swap 3", "swap 4"]


def test_nobody_else_has_anything_to_do_with_the_swap() -> None:
    state = game(3)

    assert state.to_act() == (0,)
    assert state.legal(1) == state.legal(2) == []


def test_a_swap_takes_one_card_and_gives_another() -> None:
    state = game(3, hands=THREE)
    mine, theirs = set(hand(state, 0)), set(hand(state, 1))
    do(state, 0, "swap 2")
    drawn = set(hand(state, 0)) - mine
    do(state, 0, "give speculator")

    assert len(drawn) == 1
    assert drawn <= theirs
    assert "speculator" in hand(state, 1)
    assert "speculator" not in hand(state, 0)
    assert [len(hand(state, seat)) for seat in range(3)] == [5, 5, 5]


def test_the_card_drawn_comes_by_chance() -> None:
    drawn = set()
    for seed in range(60):
        state = game(3, hands=THREE, seed=seed)
        before = set(hand(state, 0))
        do(state, 0, "swap 2")
        drawn |= set(hand(state, 0)) - before

    assert len(drawn) == 5


def test_the_card_just_drawn_cannot_be_given_back() -> None:
    state = game(3, hands=THREE)
    before = hand(state, 0)
    do(state, 0, "swap 2")
    drawn = next(card for card in hand(state, 0) if card not in before)

    assert options(state) == [f"give {card}" for card in before]
    with pytest.raises(IllegalAction, match="just drawn cannot be given back"):
        do(state, 0, f"give {drawn}")


def test_of_two_equal_cards_the_one_not_drawn_may_be_given() -> None:
    hands = [["master builder 6", "gondolier", "speculator", "councillor 4", "councillor 5"], ["master builder 6"]]
    for seed in range(40):
        state = game(3, hands=hands, seed=seed)
        do(state, 0, "swap 2")
        if hand(state, 0).count("master builder 6") == 2:
            assert "give master builder 6" in options(state)
            do(state, 0, "give master builder 6")
            assert hand(state, 0).count("master builder 6") == 1
            return
    pytest.fail("the equal card was never drawn")


def test_all_choose_at_the_same_time() -> None:
    state = game(4)
    do(state, 0, "stay")

    assert state.to_act() == (0, 1, 2, 3)
    do(state, 2, f"choose {hand(state, 2)[0]}")
    assert state.to_act() == (0, 1, 3)
    assert state.legal(2) == []


def test_one_chooses_a_card_of_ones_own_hand() -> None:
    state = game(3, hands=THREE)
    do(state, 0, "stay")

    assert options(state, 1) == [f"choose {card}" for card in dict.fromkeys(hand(state, 1))]


def test_two_equal_cards_are_one_choice() -> None:
    state = game(3, hands=[["master builder 6", "master builder 6", "gondolier", "speculator", "councillor 4"]])
    do(state, 0, "stay")

    assert options(state, 0).count("choose master builder 6") == 1
    assert len(options(state, 0)) == 4


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_order_of_simultaneous_choices_does_not_matter(order: tuple[int, ...]) -> None:
    cards = ["councillor 5", "master builder 8", "pitch-dipper 3+2"]
    state, other = game(3, hands=THREE), game(3, hands=THREE)
    play(state, *cards)
    do(other, 0, "stay")
    for seat in order:
        do(other, seat, f"choose {cards[seat]}")

    assert state.key() == other.key()


def test_all_cards_are_turned_up_together_from_the_start_player_on() -> None:
    state = game(3, hands=THREE)
    state.start = state.actor = 1
    events = play(state, "councillor 5", "gondolier", "pitch-dipper 3+2")

    revealed = [(event.seat, event.facts["card"]) for event in events if event.kind == "revealed"]
    assert revealed == [(1, "gondolier"), (2, "pitch-dipper 3+2"), (0, "councillor 5")]


def test_cards_are_carried_out_clockwise_from_the_start_player() -> None:
    state = game(3, hands=THREE)
    state.start = state.actor = 2
    play(state, "councillor 5", "gondolier", "pitch-dipper 3+2")
    assert state.to_act() == (2,)
    do(state, 2, "pile E4", "pile E5", "pile F5", "done")

    assert state.to_act() == (0,)
    assert state.gondola == 7


def test_each_card_played_goes_to_the_left() -> None:
    state = game(3, hands=THREE)
    play(state, "speculator", "gondolier", "councillor 4")
    do(state, 2, "take domino", "done")

    assert "speculator" in hand(state, 1)
    assert "gondolier" in hand(state, 2)
    assert "councillor 4" in hand(state, 0)
    assert [len(hand(state, seat)) for seat in range(3)] == [5, 5, 5]


def test_a_symbol_moves_the_start_player_to_the_left() -> None:
    state = game(3, hands=THREE)
    events = play(state, "speculator", "master builder 5", "pitch-dipper 3+2")
    events = do(state, 2, "pile E4", "pile E5", "pile F5", "done")

    assert (state.start, state.to_act()) == (1, (1,))
    assert "start moved" in kinds(events)


def test_the_start_player_moves_one_seat_however_many_symbols() -> None:
    state = game(3, hands=THREE, tops=["domino BB"])
    play(state, "councillor 5", "master builder 5", "councillor 4")
    do(state, 0, "take square")
    do(state, 2, "take square")

    assert state.start == 1


def test_without_a_symbol_the_start_player_stays() -> None:
    state = game(3, hands=THREE)
    play(state, "speculator", "gondolier", "pitch-dipper 3+2")
    do(state, 2, "pile E4", "pile E5", "pile F5", "done")

    assert (state.start, state.round) == (0, 2)


def test_pitch_dippers_and_the_small_roles_bear_no_symbol() -> None:
    state = game(6)
    bearing = {name_of(state, card).rstrip("0123456789 ") for card in bits_in(state.box.symbols)}

    assert bearing == {"councillor", "master builder"}


def test_a_choice_can_be_taken_back_until_all_have_chosen() -> None:
    match = Match(new_setup("pillars", 3, {"first": "1"}, seed=1))
    match.act(0, "stay")
    match.act(0, match.state.legal(0)[0])
    match.act(1, match.state.legal(1)[0])

    match.undo(0)
    assert match.state.to_act() == (0, 2)
    match.act(2, match.state.legal(2)[0])
    match.act(0, match.state.legal(0)[-1])
    assert not any(match.undoable(seat) for seat in range(3) if seat not in match.state.to_act())


def test_nothing_can_be_taken_back_once_the_cards_are_turned_up() -> None:
    match = Match(new_setup("pillars", 2, {"first": "1"}, seed=1))
    match.act(0, "stay")
    for seat in (1, 0):
        match.act(seat, match.state.legal(seat)[0])

    assert [match.undoable(seat) for seat in (0, 1)] == [0, 0]


def test_neither_drawing_nor_giving_can_be_taken_back() -> None:
    match = Match(new_setup("pillars", 3, {"first": "1"}, seed=1))
    match.act(0, "swap 2")
    assert match.undoable(0) == 0
    match.act(0, match.state.legal(0)[0])
    assert match.undoable(0) == 0


def test_piles_can_be_taken_back_until_another_seat_has_to_act() -> None:
    state = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]])
    play(state, "pitch-dipper 3+2", "gondolier")
    before = (state.chance.draws, state.shown)
    do(state, 0, "pile E4", "pile E5")

    assert (state.chance.draws, state.shown) == before
