"""Steps, events, refusals and pictures in words."""

import pytest
from palazzo_build import act, bidding, market, placing, table

from capomastro.core.chance import seeded
from capomastro.core.game import IllegalAction, UnreadableStep
from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.actions import ACTIONS, Lay, Out, Put, Trio
from capomastro.games.palazzo.events import SENTENCES
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.rules import steps


def test_the_numbers_of_the_rules_are_the_steps_of_the_table() -> None:
    assert ACTIONS.texts[steps.TAKE] == "take"
    assert ACTIONS.texts[steps.BOX] == "box"
    assert ACTIONS.texts[steps.PICK] == "pick florin 3"
    assert ACTIONS.texts[steps.DISCARD + 15] == "discard certificate"
    assert ACTIONS.texts[steps.LAY + 10] == "lay ducat 6"
    assert [ACTIONS.texts[steps.TRIO + i] for i in range(6)] == [f"trio {value}" for value in range(2, 8)]
    assert ACTIONS.texts[steps.PUT + 2] == "put C"
    assert ACTIONS.texts[steps.PUT + 47] == "put AV"
    assert ACTIONS.texts[steps.BUY] == "buy brick 1 1"
    assert ACTIONS.texts[steps.BUILD + 44] == "build marble 5 3"
    assert ACTIONS.texts[steps.RAZE] == "raze A"
    assert ACTIONS.texts[steps.MOVE] == "move A"
    assert ACTIONS.texts[steps.OUT + 5 * 1 + 2] == "out B 3"
    assert len(ACTIONS) == steps.STEPS


def test_every_step_has_an_index_a_value_and_a_text_that_lead_to_each_other() -> None:
    for index, (value, text) in enumerate(zip(ACTIONS.values, ACTIONS.texts, strict=True)):
        assert ACTIONS.index(value) == index
        assert ACTIONS.parse(text) == index
        assert ACTIONS.parse(text.upper() + " ") == index
    assert ACTIONS.index(Lay("lira 3")) == ACTIONS.parse("lay lira 3")
    assert ACTIONS.index(Trio(5)) == ACTIONS.parse("trio 5")
    assert ACTIONS.index(Put("C")) == ACTIONS.parse("put c")
    assert ACTIONS.index(Out("A", 3)) == ACTIONS.parse("out A  3")


@pytest.mark.parametrize("text", ["", "lay", "lay florin 8", "bid 14", "put Ä", "x" * 500, "lay florin 6 7", "\0"])
def test_what_is_no_step_is_said_to_be_none(text: str) -> None:
    with pytest.raises(UnreadableStep, match="no step is written"):
        ACTIONS.parse(text)


def test_a_slip_of_the_pen_gets_a_hint() -> None:
    with pytest.raises(UnreadableStep, match="did you mean 'lay florin 6'"):
        ACTIONS.parse("lay florn 6")


def test_a_step_out_of_turn_is_refused() -> None:
    state = table(["florin 3", ""])

    with pytest.raises(IllegalAction, match="it is for seat 1 to decide now"):
        state.apply(1, steps.TAKE)


def test_a_step_after_the_end_is_refused() -> None:
    state = act(table(riders=4, stacks=[[], [], []]), "reveal")

    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(0, steps.TAKE)


@pytest.mark.parametrize("number", [-1, 536, 10**9])
def test_a_number_that_is_no_step_is_refused(number: int) -> None:
    with pytest.raises(IllegalAction, match="there is no step number"):
        table().apply(0, number)


@pytest.mark.parametrize(
    ("state", "step", "reason"),
    [
        (table(["florin 3", ""]), "pass", "not possible now: choose: take money"),
        (bidding(["", "florin 5"]), "lay florin 6", "you do not hold florin 6"),
        (bidding(["", "florin 5"]), "trio 5", "a trio takes a 5 of each currency; you lack ducat and lira"),
        (bidding(["", "florin 7, ducat 3"]), "lay ducat 3", "with that you could not overbid"),
        (market(["florin 7 7", ""], ["brick 1 1"]), "buy marble 1 1", "not in the warehouse"),
        (placing("brick 3 1", ["brick 1 1 / brick 4 1"]), "put A", "a tile goes in below only by a rebuild"),
        (placing("brick 3 1", ["brick 1 1 / brick 3 2"]), "put A", "palazzo A has a floor 3 already"),
        (placing("brick 3 1"), "put F", "you have no palazzo F"),
    ],
)
def test_a_refusal_says_what_stands_against_the_step(state, step: str, reason: str) -> None:  # type: ignore[no-untyped-def]
    before = state.key()
    if "overbid" in reason:
        state.standing = 6
        before = state.key()
    with pytest.raises(IllegalAction, match=reason):
        act(state, step)

    assert state.key() == before


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    from capomastro.games.palazzo.events import described
    from capomastro.games.palazzo.rules import event_codes

    kinds = [
        value
        for name, value in vars(event_codes).items()
        if name.isupper() and name not in ("PUBLIC", "BY_RIDERS", "BY_STANDSTILL")
    ]
    names = {described(kind, 0, 0, 0)[0] for kind in kinds} | {described(event_codes.ENDED, 1, 0, 0)[0]}

    assert names == set(SENTENCES)


def test_the_picture_shows_own_money_and_hides_that_of_others() -> None:
    match = Match(new_setup("palazzo", 3, seed=4, names=["Ada", "Ben", "Cleo"]))
    own = match.game.view(match.state, 0)
    text = PALAZZO.picture(own, match.setup.names)

    assert "Ada: 0 points, 4 cards — " in text
    assert "Ben: 0 points, 4 cards\n" in text
    assert "warehouse, 9 each" in text


def test_prompts_say_what_to_decide() -> None:
    assert PALAZZO.prompt(PALAZZO.view(bidding(["", "florin 7"], standing=5), 1)) == "overbid 5, or pass"
    assert "put brick 3 1 on a palazzo" in PALAZZO.prompt(PALAZZO.view(placing("brick 3 1"), 0))


def test_random_games_show_every_kind_of_event() -> None:
    seen: set[str] = set()
    for seed in range(40):
        match = Match(new_setup("palazzo", 2 + seed % 3, seed=seed))
        rng = seeded(seed)
        while not match.state.over:
            seat = match.state.to_act()[0]
            legal = match.state.legal(seat)
            seen.update(event.kind for event in match.act(seat, legal[rng.randrange(len(legal))]))
        if len(seen) >= len(SENTENCES) - 2:
            break

    assert seen >= set(SENTENCES) - {"nothing to auction", "ended by standstill"}
