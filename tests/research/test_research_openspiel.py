"""OpenSpiel's own suites, algorithms and formats on our games."""

import contextlib
import io
import pickle
import random
import unittest
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from extras import or_skip, without

import capomastro
from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded

adapter = or_skip("capomastro.research.openspiel")
np, pyspiel = import_module("numpy"), import_module("pyspiel")
observation = import_module("open_spiel.python.observation")
ismcts, mcts = (import_module(f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))
spiel_name = adapter.spiel_name

COUNTS = [
    (spiel_name(game), seats)
    for game in all_games()
    for seats in (game.seat_counts if capomastro.compiled else game.seat_counts[:1])
]
"""All seat counts; interpreted, where they take longer, the smallest."""


def loaded(name: str, players: int, **options: str) -> Any:
    return pyspiel.load_game(name, {"players": players, **options})


def walked(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game."""
    rng, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_random_games_hold_all_that_openspiel_demands(name: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_openspiels_suites_pass(name: str, players: int) -> None:
    """`api_test` on the states it samples, which are those of the deal, and on a whole game; then `games_sim_test`."""
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests import games_sim_test

    game = loaded(name, players)
    random.seed(players)
    np.random.seed(players)

    class OnDeals(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        pass

    class OnGames(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:
            cls.game_type = game.get_type()
            cls.some_states = [state for number, state in enumerate(walked(game, 3)) if number % 12 == 0]

    for suite in (OnDeals, OnGames):
        suite.game, suite.game_name = game, name
        tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
        with contextlib.redirect_stderr(io.StringIO()):
            result = unittest.TextTestRunner(stream=io.StringIO()).run(tests)
        assert (result.errors, result.failures, result.testsRun) == ([], [], 5)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        games_sim_test.GamesSimTest().sim_game(game)
    assert "terminated with" in said.getvalue()


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_a_playthrough_is_replayed_to_the_letter(
    name: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playthroughs = import_module("open_spiel.python.algorithms.generate_playthrough")
    flags = import_module("absl.flags").FLAGS
    if not flags.is_parsed():
        flags(["tests"])
    # It writes tensors number by number, for half a minute; a digest of them tells as much.
    monkeypatch.setattr(playthroughs, "_format_tensor", lambda tensor, label: [f"{label} {sha256(tensor).hexdigest()}"])
    file = tmp_path / "playthrough.txt"
    file.write_text(playthroughs.playthrough(f"{name}(players={players})", None, seed=7), encoding="utf-8")

    first, again = playthroughs.replay(file)

    assert first == again
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in first
    assert "IsTerminal() = True" in first
    assert "InformationStateTensor(1).fingerprint" in first


class Lead(mcts.Evaluator):  # type: ignore[misc, name-defined]
    """Judges a state by the points, which takes no time."""

    def evaluate(self, state: Any) -> list[float]:
        scores = [0, 0] if state.node.position is None else state.node.position.scores()
        return [(scores[0] - scores[1]) / 100, (scores[1] - scores[0]) / 100]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.parametrize("name", [spiel_name(game) for game in all_games()])
def test_openspiels_search_over_information_sets_plays_a_whole_game(name: str) -> None:
    game, rng = loaded(name, 2), np.random.RandomState(5)
    searcher = ismcts.ISMCTSBot(game, Lead(), uct_c=0.2, max_simulations=4, random_state=rng)
    searcher.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
    state, searched = game.new_initial_state(), [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            searched[state.current_player()] += len(state.legal_actions()) > 1
            state.apply_action(searcher.step(state))

    assert min(searched) > 30
    assert sorted(state.returns()) in ([-1, 1], [0, 0])


@pytest.mark.parametrize("name", [spiel_name(game) for game in all_games()])
def test_states_sampled_from_an_information_state_have_it(name: str) -> None:
    game, rng, others = loaded(name, 3), np.random.RandomState(1), 0
    for number, state in enumerate(walked(game, 2)):
        if number % 7 or state.is_chance_node():
            continue
        for player in range(3):
            world = state.resample_from_infostate(player, rng.uniform)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert player != state.current_player() or world.legal_actions() == state.legal_actions()
            assert world.history() == []
            assert str(world.clone()) == str(world)
            others += str(world) != str(state)

    assert others > 10


def test_tensors_of_information_states_differ_where_these_do() -> None:
    game = loaded(spiel_name(all_games()[0]), 2)
    known: dict[tuple[float, ...], str] = {}
    for state in [*walked(game, 4), *walked(game, 5)]:
        if not state.is_chance_node() and not state.is_terminal():
            text = state.information_state_string()
            assert known.setdefault(tuple(state.information_state_tensor()), text) == text

    assert len(set(known.values())) == len(known) > 300


def test_the_pieces_of_a_tensor_are_named() -> None:
    name = spiel_name(all_games()[-1])
    game = loaded(name, 4)
    observer = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state = [*walked(game, 1)][-1]
    observer.set_from(state, 2)

    assert list(observer.dict) == ["observation", "fingerprint"]
    assert observer.dict["observation"].tolist() == state.observation_tensor(2)
    assert set(observer.dict["fingerprint"]) == {0, 1}
    assert game.observation_tensor_shape() == [len(state.observation_tensor(2))]


def test_what_is_public_and_what_is_private_can_be_had_alone() -> None:
    game = loaded(spiel_name(all_games()[0]), 3)
    kinds = pyspiel.PrivateInfoType
    alone = observation.make_observation(game, pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER))
    public = observation.make_observation(game, pyspiel.IIGObservationType(True, False, kinds.NONE))
    everything = observation.make_observation(game, pyspiel.IIGObservationType(True, True, kinds.ALL_PLAYERS))
    state = next(state for state in walked(game, 1) if not state.is_chance_node())

    assert '"viewer":null' in public.string_from(state, 1)
    assert public.string_from(state, 0) == public.string_from(state, 2)
    assert alone.string_from(state, 1) != alone.string_from(state, 2)
    assert '"hand":["' in alone.string_from(state, 1)
    assert '"deck"' not in alone.string_from(state, 1)
    assert everything.string_from(state, 0).count('"viewer":') == 3
    assert alone.tensor is public.tensor is everything.tensor is None


def test_options_of_a_game_are_parameters() -> None:
    name = spiel_name(all_games()[0])
    game = pyspiel.load_game(f"{name}(first=seat2,price=turn-start)")
    state = next(state for state in walked(game, 1) if not state.is_chance_node())

    assert str(loaded(name, 2, first="2", price="turn-start")) == str(game)
    assert str(pickle.loads(pickle.dumps(game))) == str(game) == f"{name}(first=seat2,players=2,price=turn-start)"
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    assert game.tree.options == {"first": "2", "price": "turn-start"}
    assert state.current_player() == 1
    with pytest.raises(ValueError, match="players"):
        loaded(name, 9)
    with pytest.raises(ValueError, match="first"):
        loaded(name, 2, first="seat3")


def test_pickled_games_and_states_come_back() -> None:
    game = loaded(spiel_name(all_games()[0]), 2)
    state = [*walked(game, 6)][60]
    again, twin = pickle.loads(pickle.dumps(game)), pickle.loads(pickle.dumps(state))

    assert str(again) == str(game)
    assert (str(twin), twin.history()) == (str(state), state.history())
    assert twin.information_state_string(0) == state.information_state_string(0)


def test_clones_are_independent() -> None:
    for game in all_games():
        state = [*walked(loaded(spiel_name(game), 2), 8)][70]
        before, twin = str(state), state.clone()
        rng = seeded(1)
        while not twin.is_terminal():
            legal = twin.legal_actions()
            twin.apply_action(legal[rng.randrange(len(legal))])
        assert str(state) == before


def test_without_openspiel_one_sentence_names_the_extra() -> None:
    said = without("pyspiel", "capomastro.research.openspiel")

    assert said.endswith("pyspiel is not installed: pip install 'capomastro[openspiel]' brings it")
