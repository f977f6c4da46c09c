"""Steps, refusals, events and pictures in words."""

import pytest
from pillars_build import GAME, building, do, game, hand, options, play

from capomastro.core.chance import seeded
from capomastro.core.game import IllegalAction, UnreadableStep
from capomastro.core.match import Match, new_setup
from capomastro.games.pillars.actions import ACTIONS, Choose, Mark, Pile, Take
from capomastro.games.pillars.events import SENTENCES
from capomastro.games.pillars.picture import prompt
from capomastro.games.pillars.rules import event_codes
from capomastro.games.pillars.rules.steps import STEPS

NAMES = ["Anna", "Bruno", "Clara"]


def test_every_step_has_an_index_a_value_and_a_text() -> None:
    assert len(ACTIONS) == STEPS
    for index in range(0, STEPS, 7):
        assert ACTIONS.index(ACTIONS.values[index]) == index
        assert ACTIONS.parse(ACTIONS.texts[index]) == index


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("choose gondolier", Choose("gondolier")),
        ("choose pitch-dipper 4+2", Choose("pitch-dipper 4+2")),
        ("Choose  MASTER BUILDER 8", Choose("master builder 8")),
        ("take square", Take("square")),
        ("pile f4", Pile("F4")),
        ("mark q8", Mark("Q8")),
    ],
)
def test_steps_are_read_whatever_their_case_and_spacing(text: str, value: object) -> None:
    assert ACTIONS.values[ACTIONS.parse(text)] == value


def test_an_unreadable_step_gets_a_hint_without_delay() -> None:
    with pytest.raises(UnreadableStep, match="did you mean 'choose gondolier'"):
        ACTIONS.parse("choose gondoleer")
    with pytest.raises(UnreadableStep, match="did you mean 'build row BBP at F4 turned 90'"):
        ACTIONS.parse("build row BBP at F4 turnd 90")


def refused(state: object, seat: int, text: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        do(state, seat, text)  # type: ignore[arg-type]
    return str(refusal.value)


THREE = [["councillor 5", "speculator"], ["master builder 5", "gondolier"], ["pitch-dipper 3+2", "councillor 4"]]


def test_a_step_at_the_wrong_time_is_refused_with_what_is_to_be_done() -> None:
    state = game(3, hands=THREE)

    assert "draw a card from another hand, or stay" in refused(state, 0, "choose speculator")
    assert refused(state, 1, "stay") == "it is for seat 1 to decide now"


def test_swapping_with_oneself_or_nobody_is_refused() -> None:
    state = game(3, hands=THREE)

    assert refused(state, 0, "swap 1") == "you cannot draw from your own hand"
    assert refused(state, 0, "swap 5") == "there is no seat 5 among 3 players"


def test_a_card_one_does_not_hold_is_refused() -> None:
    state = game(3, hands=THREE)
    do(state, 0, "stay")
    assert refused(state, 0, "choose gondolier") == "you do not hold gondolier"
    do(state, 0, "choose speculator")
    assert "you have chosen already" in refused(state, 0, "choose councillor 5")


def test_a_card_one_cannot_give_is_refused() -> None:
    state = game(3, hands=THREE)
    do(state, 0, "swap 2")

    assert refused(state, 0, "give pitch-dipper 3+2") == "you do not hold pitch-dipper 3+2"


def test_a_district_too_dear_to_take_is_refused_with_the_figures() -> None:
    state = game(3, hands=THREE)
    play(state, "councillor 5", "gondolier", "councillor 4")
    do(state, 0, "take row")

    assert refused(state, 0, "take square") == "a square has 4 stones; your card has 2 left"


def test_a_district_too_dear_to_build_is_refused_with_the_figures() -> None:
    state = building(
        ["domino BB", "domino PP", "square BBBB"], card="master builder 5", piles="E1 F1 E2 F2 G1 G2 H1 H2"
    )
    do(state, 0, "build domino BB at G1 turned 90")

    assert refused(state, 0, "build square BBBB at E1 turned 0") == "square BBBB has 4 stones; your card has 3 left"


def test_after_the_end_everything_is_refused() -> None:
    state = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]])
    state.pile_supply = 1
    play(state, "pitch-dipper 3+2", "gondolier")
    do(state, 0, "pile E4")

    assert refused(state, 0, "stay") == "the game is over"


def test_a_seat_or_step_that_does_not_exist_is_refused() -> None:
    state = game(3)

    assert "no seat 4" in refused(state, 3, "stay")
    with pytest.raises(IllegalAction, match="no step number"):
        state.apply(0, STEPS)


def test_every_kind_of_event_has_a_sentence_with_all_its_facts() -> None:
    told = set()
    for seats in (2, 4, 6):
        for seed in range(6):
            match = Match(new_setup("pillars", seats, seed=seed))
            rng = seeded(seed)
            while not match.state.over:
                seat = match.state.to_act()[0]
                legal = match.state.legal(seat)
                for event in match.act(seat, legal[rng.randrange(len(legal))]):
                    SENTENCES[event.kind].format(seat="Anna", **event.facts)
                    told.add(event.kind)

    assert told >= set(SENTENCES) - {"ended by standstill"}


def test_an_unknown_note_is_an_error() -> None:
    with pytest.raises(AssertionError):
        GAME.event((99, event_codes.PUBLIC, 0, 0, 0, 0))


def test_the_picture_shows_the_lagoon_with_its_coordinates() -> None:
    state = game(
        3,
        hands=THREE,
        piles="E4 F4 A1",
        marks=["", "F4"],
        built=["domino BP at J4 turned 0", "bridge B-P at G5 turned 90", "bridge B-B at K8 turned 0"],
    )
    lines = GAME.picture(GAME.view(state, 0), NAMES).splitlines()

    assert lines[1] == "    A B C D E F G H I J K L M N O P Q"
    assert lines[2] == "  1 o ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~"
    assert lines[4] == "  3 = = = = ~ ~ ~ ~ = = = = = = ~ ~ ~"
    assert lines[5] == "  4 ~ ~ ~ = o 2 ~ ~ = B P ~ ~ = ~ ~ ~"
    assert lines[6] == "  5 ~ ~ ~ = ~ ~ B ~ = ~ ~ ~ ~ = ~ ~ ~"
    assert lines[7] == "  6 ~ ~ ~ = = = | = = ~ ~ ~ ~ = = = ="
    assert lines[8] == "  7 ~ ~ ~ ~ ~ ~ P ~ ~ ~ ~ ~ ~ ~ ~ ~ ~"
    assert lines[9] == "  8 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ B - B ~ ~ ~ ~"


def test_the_picture_shows_the_own_hand_and_no_other() -> None:
    state = game(3, hands=THREE)
    text = GAME.picture(GAME.view(state, 0), NAMES)

    assert ", ".join(hand(state, 0)) in text
    assert text.count("hand:") == 1
    assert "hand:" not in GAME.picture(GAME.view(state, None), NAMES)


def test_the_picture_shows_what_others_are_known_to_hold() -> None:
    state = game(3, hands=THREE)
    play(state, "speculator", "gondolier", "councillor 4")
    do(state, 2, "take square")

    assert "known to hold: speculator" in GAME.picture(GAME.view(state, 2), NAMES)


def test_the_prompt_says_what_is_to_be_decided() -> None:
    state = game(3, hands=THREE, piles="E4 F4")
    assert prompt(GAME.view(state, 0)) == "draw a card from another hand, or stay"
    do(state, 0, "stay", "choose councillor 5")
    assert prompt(GAME.view(state, 0)) == "wait until everybody has chosen"
    assert prompt(GAME.view(state, 1)) == "choose a card to play"
    do(state, 1, "choose gondolier")
    do(state, 2, "choose pitch-dipper 3+2")
    assert prompt(GAME.view(state, 0)) == "take districts from the stacks (5 stones left)"
    do(state, 0, "take row")
    assert prompt(GAME.view(state, 0)) == "take districts from the stacks, or be done (2 stones left)"
    do(state, 0, "done")
    assert prompt(GAME.view(state, 2)) == "set a pile (3 left)"


def test_the_prompt_of_a_gift_names_the_card_drawn_to_the_two_only() -> None:
    state = game(3, hands=THREE)
    before = hand(state, 0)
    do(state, 0, "swap 2")
    drawn = next(
        card for card in hand(state, 0) if card not in before or hand(state, 0).count(card) > before.count(card)
    )

    assert prompt(GAME.view(state, 0)) == f"give a card for the {drawn} drawn"
    assert prompt(GAME.view(state, 2)) == "give a card for the one drawn"


def test_the_example_group_and_its_listed_steps_agree() -> None:
    state = game(2, hands=[["pitch-dipper 4+2"], ["gondolier"]])
    play(state, "pitch-dipper 4+2", "gondolier")
    do(state, 0, "pile E4")

    assert options(state) == ["pile E3", "pile F4", "pile E5"]


def test_the_figures_of_a_game_add_up() -> None:
    match = Match(new_setup("pillars", 4, seed=8))
    rng = seeded(8)
    while not match.state.over:
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    figures = GAME.statistics(match.state)  # type: ignore[arg-type]

    points = sum(value for name, value in figures.items() if name.startswith("points from"))
    assert points * 4 == pytest.approx(sum(match.state.scores()))
    assert sum(value for name, value in figures.items() if name.endswith(" played")) == 4 * figures["rounds"]
