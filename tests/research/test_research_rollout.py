"""What a learner is given: decisions as the network took them, labels as the teacher would, gains as the game paid."""

import io
from typing import Any

import pytest
from extras import or_skip, without

from capomastro.bots import step_tokens
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup

network = or_skip("capomastro.bots.network")
rollout = or_skip("capomastro.research.rollout")
batch = or_skip("capomastro.research.batch_env")
np = or_skip("numpy")

GAMES = [game.name for game in all_games()]


def made(game: str, rows: int = 6, taught: int = 3, seats: int = 2) -> Any:
    """Games under a network with weights by chance."""
    env = batch.BatchEnv(game, seats, rows, 5, reward="points")
    inputs = network.inputs_from(env.fields, env.observation)
    size, rng = network.vocabulary(env.game.actions.texts)[0], np.random.default_rng(3)
    shapes = {"first": (len(inputs), 8), "first_bias": 8, "second": (8, 8), "second_bias": 8, "steps": (size, 9)}
    shapes |= {"worth": 8, "worth_bias": ()}
    weights = {name: rng.normal(size=shape, scale=0.3).astype(np.float32) for name, shape in shapes.items()}
    return rollout.Rollout(env, network.Network(env.game, inputs, weights), taught, 7)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_the_decisions_that_leave_a_choice(game: str) -> None:
    lesson = made(game).play(20, labelled=True)
    count = len(lesson.first)
    assert 0 < count < 6 * 20
    assert all(len(part) == count for part in (lesson.observation, lesson.chosen, lesson.taught, lesson.gain))
    assert (lesson.count > 1).all()
    assert (lesson.chosen >= 0).all()
    assert (lesson.chosen < lesson.count).all()
    assert (lesson.taught < lesson.count).all()
    assert lesson.first[-1] + lesson.count[-1] == len(lesson.steps)
    assert (lesson.log_odds <= 0).all()
    assert np.isfinite(lesson.advantage).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_lesson(game: str) -> None:
    one, other = made(game).play(8), made(game).play(8)
    assert (one.observation == other.observation).all()
    assert (one.chosen == other.chosen).all()
    assert (one.advantage == other.advantage).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_teacher_chooses_what_greedy_does_who_sees_a_view(game: str) -> None:
    playing = made(game)
    env, greedy = playing.env, player_named("greedy", game_named(game))
    for _ in range(12):
        rows = np.flatnonzero(env.legal_count > 1)
        places = np.zeros(env.n, np.int32)
        places[rows] = playing.teacher.places(rows)
        for row in rows.tolist():
            seat, legal = int(env.actor[row]), env.legal[row, : env.legal_count[row]].tolist()
            view = env.game.view(env.position(row), seat)
            assert greedy.choose(view, legal, seeded(1)) == legal[places[row]]
        env.step_places(places)


@pytest.mark.parametrize("game", GAMES)
def test_what_one_gains_the_other_loses(game: str) -> None:
    env = batch.BatchEnv(game, 2, 4, 2, reward="points")
    rng, ended = np.random.default_rng(1), 0
    paid = np.zeros((4, 2))
    while ended < 3:
        env.step_places(rng.integers(env.legal_count))
        paid += rollout.rewarded(env)
        assert np.allclose(paid.sum(axis=1), 0)
        for row in np.flatnonzero(env.done):
            lead = (env.scores[row, 0] - env.scores[row, 1]) / rollout.POINTS
            assert paid[row, 0] - lead == pytest.approx(round(paid[row, 0] - lead))  # 1 won, 0 shared, -1 lost
            ended += 1
        paid[env.done] = 0


def test_an_advantage_counts_what_came_until_the_seats_next_decision() -> None:
    asked = [np.array([0]), np.array([0]), np.array([0]), np.array([0])]
    actors = np.array([[0], [1], [0], [1]])
    worth = np.array([[0.5], [-0.25], [0.125], [0.0]])
    rewards = np.zeros((4, 1, 2))
    rewards[0, 0] = [1.0, -1.0]
    rewards[1, 0] = [-2.0, 2.0]
    rewards[3, 0] = [0.5, -0.5]
    ended = np.array([[False], [False], [False], [True]])
    advantage, gain = rollout.advantages(asked, actors, worth, rewards, ended, np.full((1, 2), 9.0))

    third = 0.5 - 0.125  # nothing that follows the end counts
    fourth = -0.5
    first = -1.0 + 0.125 - 0.5 + rollout.SMOOTHING * third
    second = 2.0 + 0.0 + 0.25 + rollout.SMOOTHING * fourth
    assert advantage == pytest.approx([first, second, third, fourth])
    assert gain == pytest.approx(advantage + worth[:, 0])


def test_without_an_end_the_rest_is_what_the_network_expects() -> None:
    rest = np.array([[0.75, -0.75]])
    zero = np.zeros((1, 1))
    advantage, _ = rollout.advantages(
        [np.array([0])], np.array([[1]]), zero, np.zeros((1, 1, 2)), np.zeros((1, 1), bool), rest
    )
    assert advantage == pytest.approx([-0.75])


def test_what_nobody_knows_of_the_rest_is_not_made_up() -> None:
    asked = [np.array([0])] * 4
    actors = np.array([[0], [1], [2], [0]])
    worth = np.array([[0.5], [0.25], [0.125], [0.75]])
    rewards = np.zeros((4, 1, 3))
    rewards[1, 0] = [0.5, -0.25, -0.25]
    rest = np.array([[np.nan, 2.0, np.nan]])
    advantage, _ = rollout.advantages(asked, actors, worth, rewards, np.zeros((4, 1), bool), rest)
    assert advantage == pytest.approx([0.5 + 0.75 - 0.5, -0.25 + 2.0 - 0.25, np.nan, np.nan], nan_ok=True)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lesson_is_made_of_what_is_known(seats: int) -> None:
    playing = made(GAMES[0], seats=seats)
    lesson = playing.play(30)
    assert np.isfinite(lesson.advantage).all()
    assert np.isnan(playing.ahead()).any() == (seats > 2)
    assert (lesson.first[1:] >= lesson.first[:-1] + lesson.count[:-1]).all()


@pytest.mark.parametrize("game", GAMES)
def test_a_network_that_was_kept_scores_the_same(game: str) -> None:
    playing = made(game)
    file = io.BytesIO()
    network.save(playing.network, file)
    file.seek(0)
    read = network.load(game_named(game), file)
    rows = playing.env.observation
    inputs = read.read(rows, 2)
    assert (inputs == playing.network.read(rows, 2)).all()
    steps = playing.env.legal[:, :2].astype(np.int64)
    kept, whole = (one.scores(one.hidden(inputs), steps) for one in (read, playing.network))
    assert kept == pytest.approx(whole, abs=0.05)  # half precision
    assert read.worth(read.hidden(inputs)) == pytest.approx(whole_worth(playing, inputs), abs=0.05)


def whole_worth(playing: Any, inputs: Any) -> Any:
    return playing.network.worth(playing.network.hidden(inputs))


def test_a_network_of_another_game_is_refused() -> None:
    file = io.BytesIO()
    network.save(made(GAMES[0], 2, 0).network, file)
    file.seek(0)
    with pytest.raises(BadSetup, match="trained for another game"):
        network.load(game_named(GAMES[1]), file)


def test_steps_share_weights_by_their_words() -> None:
    assert step_tokens.tokens("put C") == ["put", "put 1 C", "put C"]
    long = step_tokens.tokens("build corner B-PP at H2 turned 180")
    assert "build 4 H2" in long
    assert "build * H2 180" in long
    assert "build corner B-PP at H2 turned 180" not in long


def test_without_torch_one_sentence_says_what_to_install() -> None:
    said = without("torch", "capomastro.research.ppo")
    assert said.endswith("torch is not installed: pip install 'capomastro[train]' brings it")
