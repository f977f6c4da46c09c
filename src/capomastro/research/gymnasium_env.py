"""Gymnasium's vector interface: one seat of every game learns, the others are played by bots.

An action is a number of the game's action table; `infos["action_mask"]` says which are legal. A reward is what came to
the learning seat since its last step, so what comes before its first step of a game counts for nobody.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from capomastro.core.errors import BadSetup
from capomastro.core.game import Seat
from capomastro.research.batch_env import BatchEnv, Illegal, Reward, checked_number
from capomastro.research.extras import required
from capomastro.research.observing import observe
from capomastro.research.opponents import Opponent, opponent_named

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    Base = VectorEnv["npt.NDArray[np.uint8]", "npt.NDArray[np.int64]", "npt.NDArray[Any]"]
else:
    np = required("numpy", "gymnasium")
    spaces = required("gymnasium.spaces", "gymnasium")
    AutoresetMode = required("gymnasium.vector", "gymnasium").AutoresetMode
    batch_space = required("gymnasium.vector.utils", "gymnasium").batch_space
    Base = required("gymnasium.vector", "gymnasium").VectorEnv

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class SeatVectorEnv(Base):
    """`n` games in which one seat learns against bots.

    `bots` are names of the roster (`greedy`, `search:200`) or functions that choose for many rows at once, for the
    seats to the left of the one that learns; the last one also plays those that are left over. The learning seat is
    another one from game to game, unless `seat` fixes it; `learner` (n,) says which it is.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        n: int,
        seed: int = 0,
        *,
        bots: str | Opponent | Sequence[str | Opponent] = "random",
        seat: Seat | None = None,
        options: Mapping[str, str] | None = None,
        reward: Reward = "outcome",
        illegal: Illegal = "refuse",
        perfect_information: bool = False,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Raises `ValueError` with a sentence if nothing can be played that way."""
        if autoreset_mode not in MODES:
            raise BadSetup("games that end are followed by others: autoreset_mode is NEXT_STEP or SAME_STEP")
        self.env = BatchEnv(
            game,
            seats,
            n,
            seed,
            options=options,
            mask=True,
            reward=reward,
            illegal=illegal,
            perfect_information=perfect_information,
        )
        self.seat = None if seat is None else checked_number(seat, "the seat", 0, self.env.seats - 1)
        self.bots = [bots] if isinstance(bots, str) or callable(bots) else list(bots)
        if not 1 <= len(self.bots) < self.env.seats:
            raise BadSetup(
                f"{self.env.seats - 1} other seats take 1 to {self.env.seats - 1} bots, not {len(self.bots)}"
            )
        self.opponents = self._opponents()
        self.metadata = {"autoreset_mode": autoreset_mode}
        self.num_envs = self.env.n
        size = self.env.observation.shape[1]
        self.single_observation_space = spaces.Box(0, 255, (size,), np.uint8)
        self.single_action_space = spaces.Discrete(len(self.env.game.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.learner = np.zeros(self.num_envs, np.int64)
        self._begin()

    def _opponents(self) -> list[Opponent]:
        return [opponent_named(bot, self.env) if isinstance(bot, str) else bot for bot in self.bots]

    def _begin(self) -> None:
        n = self.num_envs
        self._rewards = np.zeros(n, np.float64)
        self._ended = np.zeros(n, np.bool_)  # by the step under way
        self._resting = np.zeros(n, np.bool_)  # ended by the step before, and shown as it ended
        self._begun = np.zeros(n, np.bool_)  # the learning seat has taken a step in this game
        self._final: list[npt.NDArray[np.uint8] | None] = [None] * n
        for row in range(n):
            self.learner[row] = self._learner(row)
        self._play_others()

    def _learner(self, row: int) -> int:
        """The seat that learns in the game of a row."""
        return (row + int(self.env.number[row]) // self.num_envs) % self.env.seats if self.seat is None else self.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple["npt.NDArray[np.uint8]", dict[str, Any]]:
        """Begins all games again, or those of another seed."""
        self.env.reset(seed)
        self.opponents = self._opponents()
        self._begin()
        return self.env.observation.copy(), self._infos()

    def step(
        self, actions: "npt.NDArray[np.int64]"
    ) -> tuple[
        "npt.NDArray[np.uint8]",
        "npt.NDArray[np.float64]",
        "npt.NDArray[np.bool_]",
        "npt.NDArray[np.bool_]",
        dict[str, Any],
    ]:
        """A step of the learning seat in every game, and what the others do until it is to act again.

        With NEXT_STEP a game that has ended is shown as it ended, and the action that follows is not played.
        """
        playing = ~self._resting
        self.env.step(actions, playing)
        self._rewards[:] = 0.0
        self._ended[:] = False
        self._begun[playing] = True
        self._resting[:] = False
        self._note(playing)
        self._play_others()
        seen, infos = self.env.observation.copy(), self._infos()
        ended = np.flatnonzero(self._ended)
        if len(ended) and self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            infos["final_obs"], infos["_final_obs"] = np.array([*self._final, None], object)[:-1], self._ended.copy()
        elif len(ended):
            self._resting[ended] = True
            for row in ended:
                final = self._final[row]
                assert final is not None
                seen[row] = final
        never = np.zeros(self.num_envs, np.bool_)
        return seen, self._rewards.copy(), self._ended.copy(), never, infos

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.env.mask.copy(), "seat": self.learner.copy()}

    def _note(self, played: "npt.NDArray[np.bool_]") -> None:
        """What a step of some games brought the seats that learn."""
        rows = np.flatnonzero(played & self._begun)
        self._rewards[rows] += self.env.reward[rows, self.learner[rows]]
        for row in np.flatnonzero(played & self.env.done):
            final = self.env.finished(int(row))
            everything = self.env.perfect_information
            seat = int(self.learner[row])
            self._final[row] = observe(self.env.game, final, seat, perfect_information=everything)
            self._ended[row] = True
            self._begun[row] = False
            self.learner[row] = self._learner(int(row))

    def _play_others(self) -> None:
        """Until the learning seat is to act in every game."""
        env = self.env
        while (waiting := env.actor != self.learner).any():
            places = np.zeros(env.n, np.int32)
            distance = (env.actor - self.learner) % env.seats - 1
            for number, opponent in enumerate(self.opponents):
                last = number == len(self.opponents) - 1
                rows = np.flatnonzero(waiting & (distance >= number if last else distance == number))
                if len(rows):
                    places[rows] = opponent(env, rows)
            env.step_places(places, waiting)
            self._note(waiting)
