"""Hints: each choice with the steps that belong to it and a reason, which has words in every language."""

import re
from pathlib import Path
from typing import Any

import pytest

import capomastro
from capomastro.bots.bot import UNLIMITED, Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Greedy
from capomastro.bots.search.heuristic import Glimpse
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup
from capomastro.core.remarks import Remark
from capomastro.core.words import LANGUAGES, words_in
from capomastro.games.palazzo.names import money_from, tiles_from
from capomastro.games.palazzo.rules.board import BIDDING, MARKET
from capomastro.review.hints import SHOWN, hints

GAMES = [game.name for game in all_games()]
REMARK = re.compile(r'"((?:palazzo|pillars)\.[a-z-]+)"')
MARBLE = 0x8888  # floors 1 to 4, two windows each


def near_the_end(seats: int = 2) -> Any:
    """Nothing is left to come; seat 1 is to decide, with a palazzo of four marble floors."""
    game = game_named("palazzo")
    state: Any = game.deal(seats, seeded(1), check_setup(game, seats, {"first": "1"}), None)
    state.stacks[0] = state.stacks[1] = 0
    state.quarries[0] = state.quarries[1] = state.quarries[2] = state.quarries[3] = 0
    state.riders = 4
    state.erect(0, 0, MARBLE)
    return state


def remark(before: Any, steps: list[str], instead: list[str] | None = None) -> Remark | None:
    """What the heuristic says for these steps of the first seat, beside others."""
    game = game_named("palazzo")
    after, otherwise = before.clone(), before.clone()
    for world, line in ((after, steps), (otherwise, instead or steps)):
        for step in line:
            world.play(0, game.actions.parse(step))
    return config_for("palazzo").learned(int(before.seats)).remark([Glimpse(before, after, otherwise)], 0)


def test_a_hint_says_what_is_bought_with_which_cards_where_it_goes_and_what_it_completes() -> None:
    state = near_the_end()
    state.hands[0] = money_from(("florin 7", "florin 6", "ducat 3"))
    state.warehouse = tiles_from(("marble 5 3",))
    state.phase = MARKET
    best = hints(game_named("palazzo").view(state, 0), Budget(iterations=30)).choices[0]
    assert (best.line[0], best.line[-1], best.then) == ("buy marble 5 3", "done", ("put A",))
    assert sorted(best.line[1:-1]) == ["lay florin 6", "lay florin 7"]
    assert best.why == Remark("palazzo.completes", {"palazzo": "A", "points": 9, "floors": 5})


def test_a_bid_that_silences_somebody_names_them() -> None:
    state = near_the_end(3)
    state.quarries[0] = tiles_from(("marble 5 3",))
    state.builder, state.phase, state.actor, state.turn, state.bidders, state.standing = 0, BIDDING, 0, 2, 7, 3
    state.worth[2] = 3
    state.hands[0] = money_from(("florin 7", "florin 6"))
    state.hands[1] = state.known[1] = money_from(("ducat 5",))
    state.hands[2] = state.known[2] = money_from(("lira 7", "lira 6"))
    assert remark(state, ["lay florin 7", "done"]) == Remark("palazzo.no-bid", {"seat": 2})
    state.hands[2] = state.known[2] = money_from(("lira 3",))
    assert remark(state, ["lay florin 7", "done"]) == Remark("palazzo.last-bid")
    state.hands[1] = state.hands[2] = money_from(("lira 7", "lira 6"))
    assert remark(state, ["lay florin 7", "done"]) is None


def test_a_payment_that_keeps_a_trio_says_so() -> None:
    state = near_the_end()
    state.hands[0] = money_from(("florin 4", "ducat 4", "lira 4", "florin 7", "florin 5"))
    state.warehouse = tiles_from(("brick 1 1",))
    state.phase = MARKET
    kept = remark(state, ["buy brick 1 1", "lay florin 7", "lay florin 5", "done"], ["buy brick 1 1", "trio 4", "done"])
    assert kept == Remark("palazzo.keeps-trio")


@pytest.mark.parametrize("name", GAMES)
def test_hints_give_reasons_for_the_first_choices_only_in_favour_of_each_and_the_same_each_time(name: str) -> None:
    game, rng = game_named(name), seeded(5)
    state, bot = game.deal(3, rng, check_setup(game, 3, {}), None), Greedy(game)
    for _ in range(60):
        seat = state.to_act()[0]
        state.play(seat, bot.choose(game.view(state, seat), state.legal(seat), UNLIMITED, rng))
    seat = state.to_act()[0]
    view = game.view(state, seat)
    told = hints(view, Budget(iterations=12))
    assert sorted(one.step for one in told.choices) == state.legal(seat)
    assert hints(view, Budget(iterations=12)) == told
    for one in told.choices[:SHOWN]:
        assert one.margin is None or one.line[0] == one.text
        assert all((reason.points > 0) == (reason.seat == seat) for reason in one.reasons)
    assert not [one for one in told.choices[SHOWN:] if one.line or one.why or one.reasons]


def test_every_remark_and_every_term_has_words_in_every_language() -> None:
    folder = Path(capomastro.__file__).parent / "games"
    codes = {code for file in folder.glob("*/heuristic/remarks.py") for code in REMARK.findall(file.read_text())}
    assert len(codes) >= 12
    for name in GAMES:
        codes |= {f"{name}.{term}" for term in config_for(name).learned(2).term_names}
    for language in LANGUAGES:
        words = words_in(language)
        assert not [code for code in codes if code.replace(".", ".hint.") not in words], language
