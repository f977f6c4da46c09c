"""§11 the end: the last pile, the winner, standstill."""

from pillars_build import GAME, do, game, hand, play

from capomastro.games.pillars.rules.board import FROM_CARDS, OVER
from capomastro.games.pillars.rules.state import State


def idle_round(state: State) -> list[str]:
    """A round in which nobody sets a pile; returns what happened at its last choice."""
    cards = [next(card for card in hand(state, seat) if not card.startswith("pitch")) for seat in range(2)]
    events = play(state, *cards)
    return [event.kind for event in events]


def still(seats: int = 2) -> State:
    """No district is left to take, no pile stands, so that no card but a pitch-dipper needs a decision."""
    state = game(seats, hands=[["councillor 5", "councillor 6"], ["master builder 5", "master builder 8"]])
    state.stocks[0] = state.tops | state.unseen
    state.tops = state.unseen = 0
    return state


def test_thirty_whole_rounds_without_a_pile_end_the_game() -> None:
    state = still()
    for number in range(1, 30):
        idle_round(state)
        assert state.idle_rounds == number
        assert not state.over
    kinds = idle_round(state)

    assert state.phase == OVER
    assert kinds[-1] == "ended by standstill"
    assert "passed on" in kinds


def test_a_pile_begins_the_count_again() -> None:
    state = still()
    for _ in range(29):
        idle_round(state)
    dipper = next(seat for seat in range(2) if any(card.startswith("pitch") for card in hand(state, seat)))
    cards = [next(c for c in hand(state, s) if c.startswith("pitch") == (s == dipper)) for s in range(2)]
    play(state, *cards)
    while state.phase > 2:
        state.apply(state.actor, state.legal(state.actor)[0])

    assert not state.over
    assert state.idle_rounds == 0


def test_most_points_win() -> None:
    state = game(3)
    state.earn(1, FROM_CARDS, 6)

    assert state.winners() == [1]


def test_tied_players_have_all_won() -> None:
    state = game(3)
    state.earn(0, FROM_CARDS, 6)
    state.earn(2, FROM_CARDS, 6)

    assert state.winners() == [0, 2]


def test_nobody_acts_after_the_end() -> None:
    state = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]])
    state.pile_supply = 1
    play(state, "pitch-dipper 3+2", "gondolier")
    do(state, 0, "pile E4")

    assert state.over
    assert GAME.view(state, 0).begun == ()
    assert state.to_act() == ()
    assert state.legal(0) == state.legal(1) == []


def test_the_last_pile_counts_even_if_the_card_has_more() -> None:
    """An inventor after the last pile gets nothing, as the card is no longer carried out."""
    state = game(4, hands=[["pitch-dipper 5+2"], ["inventor"], ["gondolier"], ["merchant"]])
    state.pile_supply = 3
    play(state, "pitch-dipper 5+2", "inventor", "gondolier", "merchant")
    do(state, 0, "pile E4", "pile E5", "pile F5")

    assert state.over
    assert state.scores() == [0, 0, 0, 0]
