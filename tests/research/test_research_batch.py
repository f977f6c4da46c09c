"""The batched environment: the same games as `Match` plays, in arrays that show them truly."""

import gc
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.research import BatchEnv, observe

TABLES = [(game.name, seats) for game in all_games() for seats in game.seat_counts]
tables = pytest.mark.parametrize(("game", "seats"), TABLES)


def play(env: BatchEnv, rounds: int, seed: int = 1) -> None:
    """Plays on at random, by a generator that no other version of numpy changes."""
    rng = seeded(seed)
    for _ in range(rounds):
        env.step_places(np.array([rng.randrange(count) for count in env.legal_count.tolist()], np.int32))


def as_bytes(env: BatchEnv) -> bytes:
    """Everything that an environment shows."""
    arrays = (env.observation, env.legal, env.legal_count, env.actor, env.reward, env.done, env.scores, env.number)
    return b"".join(array.tobytes() for array in (*arrays, env.length, env.illegal))


class Twin:
    """What a row must show, from a match that takes the same steps."""

    def __init__(self, env: BatchEnv, row: int, number: int) -> None:
        self.env, self.row, self.number = env, row, number
        self.match = Match(new_setup(env.game.name, env.seats, env.options, seed=env.seed_of(number)))

    def compare(self) -> None:
        env, row, state = self.env, self.row, self.match.state
        actor = state.to_act()[0]
        legal = state.legal(actor)
        assert env.actor[row] == actor
        assert env.legal_count[row] == len(legal)
        assert env.legal[row].tolist() == legal + [-1] * (env.legal.shape[1] - len(legal))
        assert np.flatnonzero(env.mask[row]).tolist() == legal
        assert (env.observation[row] == observe(env.game, state, actor)).all()
        assert env.number[row] == self.number
        assert env.length[row] == len(self.match.entries)
        assert env.position(row).key() == state.key()

    def follow(self, action: int) -> "Twin":
        state = self.match.state
        self.match.act(state.to_act()[0], action)
        env, row = self.env, self.row
        assert env.done[row] == state.over
        if not state.over:
            assert not env.reward[row].any()
            return self
        share = 1 / len(state.winners())
        won = [share if seat in state.winners() else 0.0 for seat in range(env.seats)]
        assert env.reward[row] == pytest.approx([(env.seats * w - 1) / (env.seats - 1) for w in won])
        assert env.scores[row].tolist() == state.scores()
        assert env.finished(row).key() == state.key()
        return Twin(env, row, self.number + env.n)


@settings(max_examples=8, deadline=None)
@given(
    table=some.sampled_from(TABLES),
    seed=some.integers(0, 2**31),
    choices=some.integers(0, 2**31),
    by_place=some.booleans(),
)
def test_a_row_shows_what_a_match_with_the_same_seed_and_steps_is(
    table: tuple[str, int], seed: int, choices: int, by_place: bool
) -> None:
    env = BatchEnv(*table, 3, seed, mask=True)
    twins = [Twin(env, row, row) for row in range(env.n)]
    rng = np.random.default_rng(choices)
    for _ in range(450):  # long enough for most games to end, and others to begin in their rows
        for twin in twins:
            if rng.random() < 0.05:
                twin.compare()
        places = rng.integers(env.legal_count)
        actions = env.legal[np.arange(env.n), places].astype(np.int64)
        if by_place:
            env.step_places(places)
        else:
            env.step(actions)
        twins = [twin.follow(int(action)) for twin, action in zip(twins, actions, strict=True)]
    for twin in twins:
        twin.compare()


@tables
def test_a_row_that_follows_every_step_is_what_a_new_row_would_be(game: str, seats: int) -> None:
    env = BatchEnv(game, seats, 1, 11)
    while env.number[0] == 0 or env.length[0] < 10:  # to the end of a game, and on into the next one in its row
        play(env, 1, seed=env.steps_taken)
        assert (env.observation[0] == env.observe(0, int(env.actor[0]))).all(), f"after step {env.steps_taken}"


def test_what_numpy_sees_is_the_buffer_itself() -> None:
    env = BatchEnv(*TABLES[0], 4, 1, mask=True)
    arrays = (env.observation, env.legal, env.mask, env.reward, env.done)
    before = [array.__array_interface__["data"] for array in arrays]
    first = env.observation.copy()
    play(env, 3)

    assert [array.__array_interface__["data"] for array in arrays] == before
    assert (env.observation != first).any()
    assert all(read_only for _, read_only in before)


@tables
def test_the_tensor_has_the_fields_it_says(game: str, seats: int) -> None:
    env = BatchEnv(game, seats, 8, 2)
    most = np.zeros(env.observation.shape[1], np.uint8)
    columns = [column for field in env.fields for column in field.columns]
    for _ in range(60):
        play(env, 5, seed=env.steps_taken)
        most = np.maximum(most, env.observation.max(axis=0))

    assert sorted(columns) == list(range(env.observation.shape[1]))
    for field in env.fields:
        assert most[field.columns].max() <= field.most, field.name


@tables
def test_points_add_up_to_the_scores(game: str, seats: int) -> None:
    env = BatchEnv(game, seats, 2, 5, reward="points")
    earned = np.array([env.position(row).scores() for row in range(2)], float)
    rng = np.random.default_rng(3)
    ended = 0
    while ended < 2:
        env.step_places(rng.integers(env.legal_count))
        earned += env.reward
        for row in np.flatnonzero(env.done):
            assert earned[row].tolist() == env.scores[row].tolist()
            earned[row] = env.position(int(row)).scores()
            ended += 1


def test_games_that_do_not_play_stay_as_they_are() -> None:
    env = BatchEnv(*TABLES[0], 4, 1)
    play(env, 5)
    before = env.observation.copy()
    keys = [env.position(row).key() for row in range(4)]
    env.step_places(np.zeros(4, np.int32), np.array([True, False, False, True]))

    assert env.length.tolist() == [6, 5, 5, 6]
    assert (env.observation[1:3] == before[1:3]).all()
    assert [env.position(row).key() for row in (1, 2)] == keys[1:3]
    assert env.position(0).key() != keys[0]


def test_whoever_takes_an_illegal_step_may_lose_the_game_instead() -> None:
    game, seats = TABLES[-1]
    env = BatchEnv(game, seats, 2, 1, illegal="forfeit")
    actor = int(env.actor[1])
    other = (int(env.legal[0, 0]), len(env.game.actions))
    env.step(np.array(other))

    assert env.done.tolist() == env.illegal.tolist() == [False, True]
    assert env.reward[1, actor] == -1
    assert env.reward[1].sum() == pytest.approx(0)
    assert env.number.tolist() == [0, 3]
    env.step_places(np.zeros(2, np.int32))
    assert not env.illegal.any()
    assert not env.reward.any()


def test_the_same_seed_gives_the_same_games_again() -> None:
    env, other = (BatchEnv(*TABLES[0], 5, seed) for seed in (3, 4))
    play(env, 400)
    shown = as_bytes(env)
    env.reset()
    play(env, 400)
    assert as_bytes(env) == shown
    other.reset(3)
    play(other, 400)
    assert as_bytes(other) == shown
    other.reset(4)
    play(other, 400)
    assert as_bytes(other) != shown


@tables
def test_with_perfect_information_every_hand_is_in_the_tensor(game: str, seats: int) -> None:
    fair, open_to_all = BatchEnv(game, seats, 1, 7), BatchEnv(game, seats, 1, 7, perfect_information=True)
    hand = next(field for field in fair.fields if field.name == f"left {seats - 1} hand")
    shown = all_shown = 0
    for _ in range(40):
        shown += int(fair.observation[0, hand.columns].sum())
        all_shown += int(open_to_all.observation[0, hand.columns].sum())
        assert open_to_all.observation[0, hand.columns].any() or not fair.observation[0, hand.columns].any()
        play(fair, 1)
        play(open_to_all, 1)

    assert all_shown > 0
    assert shown == 0 or seats == 2


def test_many_games_leave_no_memory_behind(patience: int) -> None:
    env = BatchEnv(*TABLES[0], 8 * patience, 1)
    play(env, 300)
    gc.collect()
    before = sys.getallocatedblocks()
    play(env, 600)
    gc.collect()

    assert env.number.max() >= 2 * env.n
    assert sys.getallocatedblocks() - before < 20 * env.n
