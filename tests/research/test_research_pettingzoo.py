"""PettingZoo's own suites on our environments, and what they do not ask."""

import copy
import pickle
import warnings
from functools import partial
from importlib import import_module
from typing import Any

import pytest
from extras import or_skip, without

import capomastro
from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.errors import IllegalAction
from capomastro.core.match import Match, new_setup
from capomastro.research.outcome import outcome

zoo = or_skip("capomastro.research.pettingzoo")
np, pettingzoo = import_module("numpy"), import_module("pettingzoo")
with warnings.catch_warnings():  # its suites import its games in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    suites, state_test = import_module("pettingzoo.test"), import_module("pettingzoo.test.state_test").state_test

TABLES = [(game.name, seats) for game in all_games() for seats in game.seat_counts]
FEWEST = [(game.name, game.seat_counts[0]) for game in all_games()]


def steady(make: Any, *arguments: Any, **settings: Any) -> Any:
    """An environment whose games and sampled steps are the same every time."""
    env = make(*arguments, **settings)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    env.reset(seed=len(env.possible_agents))
    return env


def any_step(env: Any, rng: Any) -> int:
    """A legal step of the agent to act."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    return int(legal[rng.randrange(len(legal))])


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # but a dictionary, as in all games with masks
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # at the end nobody may do anything
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoos_suites_pass(name: str, seats: int) -> None:
    env, parallel = partial(steady, zoo.env, name, seats), partial(steady, zoo.parallel_env, name, seats)

    suites.api_test(env(), 400)
    suites.seed_test(env, 20)
    suites.parallel_api_test(parallel(), 60)
    suites.parallel_seed_test(parallel, 20)
    state_test(env(), parallel())


@pytest.mark.parametrize(("name", "seats"), TABLES if capomastro.compiled else FEWEST)
def test_pictures_pass_pettingzoos_suite(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    suites.render_test(partial(steady, zoo.env, name, seats), {"ansi": lambda text: "player_0" in text})

    assert "player_1" in capsys.readouterr().out


def test_ids_follow_from_the_catalogue() -> None:
    for game in all_games():
        found = pettingzoo.make("aec", zoo.env_id(game), seats=game.seat_counts[-1])
        assert str(found) == zoo.env_id(game) == f"capomastro/{game.name.capitalize()}-v1"
        assert len(found.possible_agents) == game.seat_counts[-1]
        assert isinstance(pettingzoo.make("parallel", zoo.env_id(game)), zoo.ParallelTableEnv)


@pytest.mark.parametrize(("name", "seats"), FEWEST)
def test_a_game_of_the_environment_is_that_of_a_match(name: str, seats: int) -> None:
    env, rng = zoo.env(name, seats), seeded(1)
    env.reset(seed=2005)
    match = Match(new_setup(name, seats, seed=2005))
    while not match.state.over:
        seat, action = int(match.state.actor), any_step(env, rng)
        assert env.agent_selection == f"player_{seat}"
        assert np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist() == match.state.legal(seat)
        match.act(seat, action)
        env.step(action)

    assert list(env.rewards.values()) == outcome(match.state)
    assert env.position.key() == match.state.key()


def test_games_without_a_seed_follow_from_the_last_one() -> None:
    name, seeds = all_games()[0].name, []
    for first in (7, 7, 8):
        env = zoo.env(name)
        env.reset(seed=first)
        env.reset()
        seeds.append(env.dealt_seed)
        env.reset()
        assert env.dealt_seed != seeds[-1]

    assert seeds[0] == seeds[1] != seeds[2]
    assert len({fresh(zoo.env(name)) for _ in range(5)}) == 5


def fresh(env: Any) -> int:
    env.reset()
    seed: int = env.dealt_seed
    return seed


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize(("name", "seats"), FEWEST)
def test_a_copy_goes_on_alike_and_apart(name: str, seats: int, copied: Any) -> None:
    env, rng = zoo.env(name, seats), seeded(3)
    env.reset(seed=4)
    for _ in range(40):
        env.step(any_step(env, rng))
    twin, before = copied(env), env.position.key()
    ours, theirs = seeded(5), seeded(5)
    for _ in range(40):
        twin.step(any_step(twin, theirs))
    assert env.position.key() == before
    for _ in range(40):
        env.step(any_step(env, ours))
    assert env.position.key() == twin.position.key()
    assert env.agent_selection == twin.agent_selection
    env.reset()
    twin.reset()
    assert env.position.key() == twin.position.key()


@pytest.mark.parametrize(("name", "seats"), [(name, seats + 1) for name, seats in FEWEST])
def test_an_illegal_step_loses_the_game_to_all_others(name: str, seats: int) -> None:
    env = zoo.env(name, seats)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))

    assert env.rewards == {other: -1 if other == agent else 0.5 for other in env.agents}
    assert all(env.terminations.values())
    assert len(env.infos[agent]["illegal"]) > 10
    assert not env.observe(agent)["action_mask"].any()
    for _ in range(seats):
        env.step(None)
    assert env.agents == []


def test_an_illegal_step_of_a_parallel_environment_loses_the_game_to_all_others() -> None:
    env = zoo.parallel_env(all_games()[0].name, 3)
    env.reset(seed=1)
    actor = f"player_{env.position.actor}"
    before = env.position.key()
    seen, rewards, ends, cuts, infos = env.step(dict.fromkeys(env.agents, 10**12))

    assert rewards == {agent: -1 if agent == actor else 0.5 for agent in env.possible_agents}
    assert all(ends.values())
    assert not any(cuts.values())
    assert [agent for agent in infos if infos[agent]] == [actor]
    assert not any(observation["action_mask"].any() for observation in seen.values())
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert env.position.key() == before


def test_an_illegal_step_is_refused_where_that_is_asked_for() -> None:
    for make in (zoo.env, zoo.parallel_env):
        env = make(all_games()[0].name, illegal="refuse")
        env.reset(seed=1)
        before = env.position.key()
        actor = env.possible_agents[env.position.actor]
        with pytest.raises(IllegalAction):
            env.step(10**30 if make is zoo.env else {actor: -5})
        for nonsense in (float("nan"), "pass", None, np.float32(2), True, np.zeros(2, int)):
            with pytest.raises(ValueError, match="a step is a whole number"):
                env.step(nonsense if make is zoo.env else {actor: nonsense})
        assert env.position.key() == before
        assert not any(env.terminations.values()) if make is zoo.env else env.agents == env.possible_agents


def test_seats_that_decide_at_once_are_heard_at_once() -> None:
    """Also an agent's mask says when it is asked."""
    game, rng, together = all_games()[-1], seeded(2), 0
    env = zoo.parallel_env(game.name, 4)
    seen, _ = env.reset(seed=3)
    match = Match(new_setup(game.name, 4, seed=3))
    while env.agents:
        acting = match.state.to_act()
        assert [agent for agent in env.agents if seen[agent]["action_mask"].any()] == [f"player_{s}" for s in acting]
        together += len(acting) == 4
        steps = {seat: (legal := match.state.legal(seat))[rng.randrange(len(legal))] for seat in acting}
        with pytest.raises(ValueError, match="must act, and no step was handed in"):
            env.step({})
        seen, rewards, *_ = env.step({f"player_{seat}": np.array(step) for seat, step in steps.items()})
        for seat, step in steps.items():
            match.act(seat, step)

    assert together > 3
    assert list(rewards.values()) == outcome(match.state)


def test_points_can_be_the_reward() -> None:
    game = all_games()[0]
    env, rng, sums = zoo.env(game.name, 3, reward="points"), seeded(6), np.zeros(3)
    env.reset(seed=6)
    scores = env.position.scores()
    while not any(env.terminations.values()):
        env.step(any_step(env, rng))
        sums += list(env.rewards.values())

    assert (sums + scores).tolist() == env.position.scores()


def test_an_observation_tells_nothing_that_is_hidden_unless_asked_for() -> None:
    """In every world that looks alike to an agent its observation is the same; the global state is not."""
    for game in all_games():
        env, rng, differed = zoo.env(game.name, 3), seeded(7), 0
        open_env = zoo.env(game.name, 3, perfect_information=True)
        env.reset(seed=8)
        open_env.reset(seed=8)
        for number in range(90):
            if number % 9 == 0:
                agent, truth, state = env.agent_selection, env.position, env.state()
                seat = env.possible_agents.index(agent)
                seen = env.observe(agent)
                env.position = game.worlds(game.view(truth, seat)).sample(rng)
                assert all((env.observe(agent)[part] == seen[part]).all() for part in seen)
                differed += bool((env.state() != state).any())
                env.position = truth
                open_env.position = truth
                assert (open_env.observe("player_0")["observation"] == state).all()
            env.step(any_step(env, rng))
        assert differed > 3


def test_what_no_environment_can_be_made_of_is_refused_with_a_sentence() -> None:
    name = all_games()[0].name
    for settings in ({"seats": 9}, {"seats": 2.5}, {"reward": "money"}, {"illegal": "ignore"}, {"render_mode": "svg"}):
        with pytest.raises(ValueError, match=r"\w+ is .* not |is for"):
            zoo.env(name, **settings)
    with pytest.raises(ValueError, match="the seat is a number from 0 to 1"):
        zoo.env(name, render_seat=2)
    with pytest.raises(ValueError, match="no game"):
        zoo.env("chess")
    env = zoo.env(name)
    for early in (env.render, env.state, lambda: env.observe("player_0")):
        with pytest.raises(ValueError, match="reset"):
            early()
    env.reset()
    with pytest.raises(ValueError, match="render_mode"):
        env.render()
    with pytest.raises(ValueError, match="no agent 'player_7'"):
        env.observe("player_7")
    with pytest.raises(ValueError, match="whole number"):
        env.reset(seed=1.5)


def test_without_pettingzoo_one_sentence_names_the_extra() -> None:
    said = without("pettingzoo", "capomastro.research.pettingzoo")

    assert said.endswith("pettingzoo is not installed: pip install 'capomastro[pettingzoo]' brings it")
