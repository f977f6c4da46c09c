"""§4 the cards: councillor, gondolier, inventor, merchant, speculator, cards without effect."""

import pytest
from pillars_build import GAME, do, game, hand, kinds, options, play

from capomastro.core.game import IllegalAction
from capomastro.games.pillars.names import bits_in
from capomastro.games.pillars.rules.board import NOBODY

COUNCIL = [["councillor 5", "councillor 6", "councillor 7"], ["gondolier", "pitch-dipper 3+2"]]


def test_a_councillor_takes_the_top_of_a_stack() -> None:
    state = game(2, hands=COUNCIL, tops=["row BPB"])
    play(state, "councillor 5", "gondolier")
    do(state, 0, "take row")

    assert GAME.view(state, 0).seats[0].stock == ("row BPB",)
    assert state.left == 2


def test_a_councillor_takes_no_more_stones_than_the_card_says() -> None:
    state = game(2, hands=COUNCIL)
    play(state, "councillor 5", "gondolier")
    do(state, 0, "take row")

    assert options(state) == ["done", "take domino"]


def test_a_councillor_takes_at_least_one_district() -> None:
    state = game(2, hands=COUNCIL)
    play(state, "councillor 5", "gondolier")

    assert "done" not in options(state)
    with pytest.raises(IllegalAction, match="at least one"):
        do(state, 0, "done")


def test_a_councillor_may_stop_after_the_first() -> None:
    state = game(2, hands=COUNCIL)
    play(state, "councillor 7", "gondolier")
    do(state, 0, "take domino", "done")

    assert state.round == 2
    assert len(bits_in(state.stocks[0])) == 1


def test_a_district_that_comes_to_light_may_be_taken_as_well() -> None:
    state = game(2, hands=COUNCIL, tops=["domino BB"])
    play(state, "councillor 6", "gondolier")
    do(state, 0, "take domino")
    second = GAME.view(state, None).tops[0]
    do(state, 0, "take domino")

    assert second is not None
    assert second in GAME.view(state, 0).seats[0].stock


def test_a_councillor_is_done_when_nothing_is_cheap_enough() -> None:
    state = game(2, hands=COUNCIL)
    play(state, "councillor 5", "gondolier")
    do(state, 0, "take square")

    assert state.round == 2


def test_nothing_can_be_taken_from_an_empty_stack() -> None:
    state = game(2, hands=COUNCIL)
    dominoes = (state.tops | state.unseen) & 0x3FF
    state.tops &= ~0x3FF
    state.unseen &= ~0x3FF
    state.stocks[1] |= dominoes
    play(state, "councillor 5", "gondolier")

    assert options(state) == ["take row", "take corner", "take square", "take bridge"]
    with pytest.raises(IllegalAction, match="no domino is left"):
        do(state, 0, "take domino")


def test_a_councillor_with_nothing_to_take_has_no_effect() -> None:
    state = game(2, hands=COUNCIL)
    state.stocks[1] |= state.tops | state.unseen
    state.tops = state.unseen = 0
    events = play(state, "councillor 5", "gondolier")

    assert [event.facts["card"] for event in events if event.kind == "no effect"] == ["councillor 5"]
    assert state.round == 2
    assert state.start == 1


def test_taking_the_last_district_of_a_stack_says_so() -> None:
    state = game(2, hands=COUNCIL)
    state.stocks[1] |= state.unseen & 0x3FF
    state.unseen &= ~0x3FF
    play(state, "councillor 5", "gondolier")

    assert "stack ran dry" in kinds(do(state, 0, "take domino"))
    assert GAME.statistics(state)["stacks run dry"] == 1


def test_a_gondolier_puts_a_marker_on_the_gondola() -> None:
    state = game(2, hands=COUNCIL)
    play(state, "councillor 5", "gondolier")
    do(state, 0, "take square")

    assert (state.gondola, state.markers(1)) == (1, 7)


def test_the_marker_on_the_gondola_goes_back_for_nothing() -> None:
    state = game(2, hands=COUNCIL, gondola=0)
    assert state.markers(0) == 7
    play(state, "councillor 5", "gondolier")
    do(state, 0, "take square")

    assert (state.gondola, state.markers(0), state.scores()) == (1, 8, [0, 0])


def test_a_gondolier_without_a_marker_has_no_effect() -> None:
    full = "E4 E5 F4 F5 G4 G5 H4 H5"
    state = game(2, hands=COUNCIL, piles=full, marks=["", full])
    play(state, "councillor 5", "gondolier")
    events = do(state, 0, "take square")

    assert state.gondola == NOBODY
    assert ("no effect", 1) in [(event.kind, event.seat) for event in events]


def test_a_gondolier_already_aboard_may_replace_the_own_marker() -> None:
    state = game(2, hands=COUNCIL, gondola=1)
    play(state, "councillor 5", "gondolier")
    do(state, 0, "take square")

    assert (state.gondola, state.markers(1)) == (1, 7)


FOUR = [
    ["inventor", "merchant", "speculator", "gondolier"],
    ["pitch-dipper 3+2", "councillor 5", "master builder 5"],
    ["pitch-dipper 4+2", "councillor 6", "master builder 8"],
    ["pitch-dipper 5+2", "councillor 7", "master builder 7"],
]
ANSWERED = {"inventor": "pitch-dipper 3+2", "merchant": "councillor 5", "speculator": "master builder 5"}


@pytest.mark.parametrize(("card", "awaited"), ANSWERED.items())
def test_six_points_if_the_role_is_played_by_somebody_later(card: str, awaited: str) -> None:
    state = game(4, hands=FOUR)
    play(state, card, awaited, *(name for name in ("councillor 6", "councillor 7")))

    assert state.scores()[0] == 6


@pytest.mark.parametrize(("card", "awaited"), ANSWERED.items())
def test_six_points_if_the_role_was_played_by_somebody_before(card: str, awaited: str) -> None:
    state = game(4, hands=FOUR)
    state.start = state.actor = 1
    play(state, card, awaited, "master builder 8", "master builder 7")
    while state.round == 1:
        state.apply(state.actor, state.legal(state.actor)[-1])

    assert state.scores()[0] == 6


@pytest.mark.parametrize(
    ("card", "others"),
    [
        ("inventor", ("councillor 5", "councillor 6", "master builder 7")),
        ("merchant", ("pitch-dipper 3+2", "master builder 8", "master builder 7")),
        ("speculator", ("pitch-dipper 3+2", "councillor 6", "councillor 7")),
    ],
)
def test_nothing_if_nobody_plays_the_role(card: str, others: tuple[str, ...]) -> None:
    state = game(4, hands=FOUR)
    events = play(state, card, *others)

    assert state.scores()[0] == 0
    assert ("no effect", 0) in [(event.kind, event.seat) for event in events]


def test_six_points_are_six_however_many_play_the_role() -> None:
    state = game(4, hands=FOUR)
    play(state, "inventor", "pitch-dipper 3+2", "pitch-dipper 4+2", "pitch-dipper 5+2")

    assert state.scores()[0] == 6


def test_a_card_without_effect_still_counts_as_played() -> None:
    """§4.6: a master builder who can build nothing serves the speculator, moves the start player and is passed on."""
    state = game(3, hands=[["speculator"], ["master builder 5"], ["gondolier"]])
    events = play(state, "speculator", "master builder 5", "gondolier")

    assert state.scores() == [6, 0, 0]
    assert state.start == 1
    assert "master builder 5" in hand(state, 2)
    assert ("no effect", 1) in [(event.kind, event.seat) for event in events]
