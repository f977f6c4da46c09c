"""Gymnasium's vector interface: one seat learns, bots hold the others."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from test_research_batch import TABLES, tables

from capomastro.core.chance import Fast, seeded
from capomastro.research import BatchEnv, SeatVectorEnv, observe

NEXT, SAME = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
GAME, SEATS = TABLES[0]


def chosen(mask: npt.NDArray[np.bool_], rng: Fast) -> npt.NDArray[np.int64]:
    """A legal action for every row."""
    legal = [np.flatnonzero(row) for row in mask]
    return np.array([steps[rng.randrange(len(steps))] for steps in legal])


def episodes(env: SeatVectorEnv, rounds: int) -> list[tuple[int, int, int, float, bytes]]:
    """For which learning seat, when and where games end, with which reward and how the end looks."""
    seen, infos = env.reset(seed=5)
    rng = seeded(5)
    found = []
    for number in range(rounds):
        seats = env.learner.copy()
        assert seen in env.observation_space
        seen, rewards, ended, cut, infos = env.step(chosen(infos["action_mask"], rng))
        assert not cut.any()
        assert not rewards[~ended].any()
        for row in np.flatnonzero(ended):
            last = seen[row] if env.metadata["autoreset_mode"] == NEXT else infos["final_obs"][row]
            final = env.env.finished(int(row))
            assert (last == observe(env.env.game, final, int(seats[row]))).all()
            assert (rewards[row] > 0) == (int(seats[row]) in final.winners())
            found.append((int(seats[row]), number, int(row), float(rewards[row]), last.tobytes()))
    return found


@tables
def test_the_learning_seat_is_always_the_one_to_act(game: str, seats: int) -> None:
    env = SeatVectorEnv(game, seats, 4, 1)
    seen, infos = env.reset()
    rng = seeded(1)
    for _ in range(20):
        assert (env.env.actor == env.learner).all()
        assert (infos["seat"] == env.learner).all()
        assert (seen[~env._resting] == env.env.observation[~env._resting]).all()
        seen, _, _, _, infos = env.step(chosen(infos["action_mask"], rng))


@pytest.mark.parametrize("mode", [NEXT, SAME])
def test_an_ended_game_is_shown_as_it_ended_and_followed_by_another(mode: AutoresetMode) -> None:
    env = SeatVectorEnv(GAME, SEATS, 3, 1, autoreset_mode=mode)
    found = episodes(env, 400)

    assert len(found) >= 3
    assert found == episodes(env, 400)
    assert {seat for seat, *_ in found} == set(range(SEATS))


def test_bots_of_the_roster_play_the_other_seats_in_order() -> None:
    asked: list[int] = []

    def first(env: BatchEnv, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int32]:
        asked.extend(env.actor[rows].tolist())
        return np.zeros(len(rows), np.int32)

    env = SeatVectorEnv(GAME, 4, 1, 1, bots=[first, "greedy"], seat=1)
    _, infos = env.reset()
    for _ in range(10):
        _, _, _, _, infos = env.step(np.flatnonzero(infos["action_mask"][0])[:1])

    assert set(asked) == {2}


def test_wrappers_of_gymnasium_count_episodes() -> None:
    env: Any = RecordEpisodeStatistics(SeatVectorEnv(GAME, SEATS, 4, 1))
    _, infos = env.reset(seed=2)
    rng, lengths = seeded(2), []
    for _ in range(250):
        _, _, _, _, infos = env.step(chosen(infos["action_mask"], rng))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()

    assert lengths
    assert min(lengths) > 10


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"seat": 2}, "the seat is a number from 0 to 1, not 2"),
        ({"bots": ["random", "random"]}, "1 other seats take 1 to 1 bots, not 2"),
        ({"bots": []}, "bots, not 0"),
        ({"bots": "deep thought"}, "deep thought"),
        ({"autoreset_mode": AutoresetMode.DISABLED}, "NEXT_STEP or SAME_STEP"),
    ],
    ids=str,
)
def test_what_makes_no_environment_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SeatVectorEnv(GAME, SEATS, 2, 1, **changed)


def test_an_illegal_action_changes_nothing() -> None:
    env = SeatVectorEnv(GAME, SEATS, 2, 1)
    seen, infos = env.reset()
    with pytest.raises(ValueError, match="may not take step"):
        env.step(np.array([np.flatnonzero(infos["action_mask"][0])[0], len(env.env.game.actions)]))

    assert (env.env.observation == seen).all()
    assert (env.env.mask == infos["action_mask"]).all()
