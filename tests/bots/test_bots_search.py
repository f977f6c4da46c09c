"""The tree: bounded, repeatable, blind to secrets, and able to find what is plainly best."""

import pytest

from capomastro.bench.bots import iterations_a_second, seconds_for_decisions
from capomastro.bots.advice import advise, ranked
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Searching
from capomastro.bots.search.tree import Tree, left_of
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup
from capomastro.games.palazzo.names import money_from, tiles_from
from capomastro.games.palazzo.rules.board import MARKET
from capomastro.games.pillars.rules.board import CHOOSING

GAMES = [game.name for game in all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_a_full_tree_stops_growing_and_still_answers(name: str) -> None:
    game, config = game_named(name), config_for(name)
    state = game.deal(3, seeded(2), check_setup(game, 3, {}), None)
    seat = state.to_act()[0]
    worlds = game.worlds(game.view(state, seat))
    tree = Tree(config.learned(3), 12, config.released)
    rng = seeded(1)
    assert tree.plant(worlds.sample(rng), seat) > 1
    tree.grow(worlds, rng, 40, 60.0, stop_early=False)
    assert tree.size <= 12
    assert tree.iterations == 40
    assert tree.step_named(tree.choice()) in state.legal(seat)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_does_later_counts_as_if_it_did_it_at_once(name: str) -> None:
    """A step counts once an iteration, for the seat that took it; and nothing is left of it for the next search."""
    game, config = game_named(name), config_for(name)
    state = game.deal(2, seeded(2), check_setup(game, 2, {}), None)
    seat = state.to_act()[0]
    worlds = game.worlds(game.view(state, seat))
    settings = config.mastered(2)
    settings.rave = 50.0
    tree = Tree(config.learned(2), 1000, settings)
    rng = seeded(1)
    found = []
    for _time in range(2):
        tree.clear()
        assert not any(tree.later_visits)
        assert not any(tree.later_total)
        assert tree.plant(worlds.sample(rng), seat) > 1
        tree.grow(worlds, rng, 300, 60.0, stop_early=False)
        tried = [node for node in range(1, tree.size) if tree.visits[node]]
        once = [node for node in tried if tree.later_visits[node] == tree.visits[node]]
        assert all(tree.visits[node] <= tree.later_visits[node] <= 300 for node in tried)
        assert [tree.later_total[node] for node in once] == pytest.approx([tree.total[node] for node in once])
        found.append(len(once) < len(tried))
    assert all(found)


def test_a_broader_root_considers_more_of_what_there_is() -> None:
    """In Pillars there are many cells for a pile: masters at four seats look at more of them."""
    game, config, rng, seen = game_named("pillars"), config_for("pillars"), seeded(5), 0
    state = game.deal(4, rng, check_setup(game, 4, {}), None)
    while not state.over and seen < 3:
        seat = state.to_act()[0]
        legal = state.legal(seat)
        if len(legal) > 30:
            world = game.worlds(game.view(state, seat)).sample(rng)
            trees = [Tree(config.learned(4), 4, settings) for settings in (config.released, config.mastered(4))]
            counts = [tree.plant(world, seat) for tree in trees]
            assert counts[0] <= 14
            assert counts[1] <= 28
            assert set(trees[1].root_steps[: counts[1]]) <= set(legal)
            seen += counts[0] < counts[1]
        state.play(seat, legal[rng.randrange(len(legal))])
    assert seen == 3


def test_a_search_stops_when_nothing_can_change_its_choice() -> None:
    game = game_named("palazzo")
    state = game.deal(2, seeded(2), check_setup(game, 2, {}), None)
    view = game.view(state, state.to_act()[0])
    tree = Searching(game).search(view, Budget(iterations=200), seeded(1), stop_early=True)
    assert 0 < tree.iterations < 200


def test_a_search_reckons_by_its_pace_how_much_is_left() -> None:
    assert left_of(1000, 100, 0.5, 1.0) == 126, "as many again in the other half, and a quarter more"
    assert left_of(1000, 100, 0.0, 1.0) == 900, "without a pace the iterations alone count"
    assert left_of(1000, 100, 0.5, 1_000_000_000.0) == 900


def test_a_search_within_a_time_keeps_it() -> None:
    game = game_named("palazzo")
    state = game.deal(2, seeded(2), check_setup(game, 2, {}), None)
    view = game.view(state, state.to_act()[0])
    tree = Searching(game).search(view, Budget(seconds=0.02), seeded(1), stop_early=False)
    assert tree.iterations > 0


def test_a_secret_choice_does_not_depend_on_another_seats_secret() -> None:
    game = game_named("pillars")
    state = game.deal(3, seeded(4), check_setup(game, 3, {}), None)
    while state.phase != CHOOSING:
        seat = state.to_act()[0]
        state.play(seat, state.legal(seat)[0])
    answers = set()
    for secret in state.legal(0):
        world = state.clone()
        world.play(0, secret)
        view = game.view(world, 1)
        answers.add(Searching(game).choose(view, world.legal(1), Budget(iterations=12), seeded(5)))
    assert len(answers) == 1


def test_a_tile_that_completes_a_palazzo_is_bought_shortly_before_the_end() -> None:
    """The marble 3 makes a pure palazzo of two floors one of three; the money will soon be worth nothing."""
    game = game_named("palazzo")
    state = game.deal(2, seeded(1), check_setup(game, 2, {"first": "1"}), None)
    state.stacks[0] = state.stacks[1] = 0
    state.quarries[0] = state.quarries[1] = state.quarries[2] = state.quarries[3] = 0
    state.riders = 4
    state.erect(0, 0, 0x88)  # marble 1 2 / marble 2 2
    state.hands[0] = money_from(("florin 7", "florin 6", "ducat 3"))
    state.warehouse = tiles_from(("marble 3 3",))
    state.phase = MARKET
    view = game.view(state, 0)
    step = Searching(game).choose(view, state.legal(0), Budget(iterations=30), seeded(3))
    assert game.actions.texts[step] == "buy marble 3 3"


def test_what_is_known_well_is_ranked_by_what_it_promises() -> None:
    findings = [(1, 100, 2.0, 0.5), (2, 60, 4.0, 0.6), (3, 55, 5.0, 0.5), (4, 10, 30.0, 0.9), (5, 40, 0.0, 0.1)]
    assert [found[0] for found in ranked(findings)] == [2, 3, 1, 5, 4]


@pytest.mark.parametrize("name", GAMES)
def test_advice_ranks_every_legal_step_and_says_the_best_line(name: str) -> None:
    game = game_named(name)
    state = game.deal(2, seeded(3), check_setup(game, 2, {}), None)
    seat = state.to_act()[0]
    advice = advise(game.view(state, seat), Budget(iterations=40))
    assert sorted(choice.step for choice in advice.choices) == state.legal(seat)
    best = advice.choices[0]
    assert best.margin is not None
    assert best.chance is not None
    assert 0 < best.chance < 1
    assert advice.words.lower().startswith(best.text.lower())
    assert "to win" in advice.words
    assert all(0 <= turn.seat < 2 and turn.text in advice.words for turn in advice.line)
    assert advise(game.view(state, seat), Budget(iterations=40)) == advice


def test_nobody_is_advised_out_of_turn() -> None:
    game = game_named("palazzo")
    state = game.deal(2, seeded(3), check_setup(game, 2, {}), None)
    with pytest.raises(BadSetup, match="owes no decision"):
        advise(game.view(state, 1 - state.to_act()[0]))
    with pytest.raises(BadSetup, match="owes no decision"):
        advise(game.view(state, None))


@pytest.mark.parametrize("name", GAMES)
def test_the_pace_of_bots_can_be_measured(name: str) -> None:
    assert iterations_a_second(game_named(name), 2, 5) > 0
    times = seconds_for_decisions(game_named(name), "novice:2")
    assert times
    assert times == sorted(times)
