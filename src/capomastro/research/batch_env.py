"""Many games in one call, as numpy arrays.

The arrays are views of buffers that are made once: they change with every step, and nothing is copied. Copy what you
want to keep.
"""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from capomastro.core.batch import ALL_LEGAL, Batch
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import Position, Seat, check_setup
from capomastro.core.observation import observation_of
from capomastro.research.extras import required
from capomastro.research.observing import observe, seen

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = required("numpy", "research")

Reward: TypeAlias = Literal["outcome", "points"]
Illegal: TypeAlias = Literal["refuse", "forfeit"]
MOST_GAMES = 1 << 20
MOST_INDEX = 2**31 - 1
SEED_SHIFT = 32
"""The number of a game has so many bits of its seed."""


class BatchEnv:
    """`n` games of one kind. A game that ends is followed by the next one at once.

    - `observation` (n, bytes) uint8: what the seat to act may know; `fields` says what each byte means.
    - `legal` (n, most) int16: its legal steps, ascending, filled up with -1; `legal_count` (n,) says how many.
    - `mask` (n, steps) bool: the same as flags, if asked for with `mask=True`.
    - `actor` (n,) uint8: the seat to act.
    - `reward` (n, seats) float64: what the last step brought each seat. By default nothing before the end; then a sole
      winner gets 1 and all rewards add up to 0. With `reward="points"` the points that the step brought.
    - `done` (n,) bool: the last step ended a game; everything else is about the next one already, but for `scores`
      (n, seats) int32, which are those of the game that ended.
    - `number` (n,) int64: which game it is; `seed_of` tells its seed. `length` (n,) int32: its steps so far.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        n: int,
        seed: int = 0,
        *,
        options: Mapping[str, str] | None = None,
        mask: bool = False,
        reward: Reward = "outcome",
        illegal: Illegal = "refuse",
        perfect_information: bool = False,
    ) -> None:
        """Raises `ValueError` with a sentence if nothing can be played that way."""
        if sys.byteorder != "little":
            raise BadSetup("the batched environment needs a little-endian machine")
        self.n = checked_number(n, "n, the number of games,", 1, MOST_GAMES)
        self.seats = checked_number(seats, "seats")
        self.seed = checked_number(seed, "the seed")
        self.game = game_named(game)
        self.options = check_setup(self.game, self.seats, options or {})
        tensor = observation_of(game)
        for value, kind, name in ((reward, Reward, "reward"), (illegal, Illegal, "illegal")):
            if value not in get_args(kind):
                raise BadSetup(f"{name} is {' or '.join(map(repr, get_args(kind)))}, not {value!r}")
        self.perfect_information = perfect_information
        self.fields = tensor.fields(self.seats)
        self.version = tensor.version
        self.steps_taken = 0
        self._batch = Batch(
            self.n,
            self.seats,
            len(self.game.actions),
            tensor.most_legal,
            tensor.observer(self.seats, perfect_information),
            self._deal,
            mask,
            reward == "points",
            illegal == "forfeit",
        )
        batch = self._batch
        self.observation: npt.NDArray[np.uint8] = self._rows(batch.observation, np.uint8)
        self.legal: npt.NDArray[np.int16] = self._rows(batch.legal, np.int16)[:, : tensor.most_legal]
        self.legal_count: npt.NDArray[np.int32] = seen(batch.legal_count, np.int32)
        self.actor: npt.NDArray[np.uint8] = seen(batch.actor, np.uint8)
        self.reward: npt.NDArray[np.float64] = self._rows(batch.reward, np.float64)
        self.done: npt.NDArray[np.bool_] = seen(batch.done, np.bool_)
        self.illegal: npt.NDArray[np.bool_] = seen(batch.illegal, np.bool_)
        self.scores: npt.NDArray[np.int32] = self._rows(batch.scores, np.int32)
        self.length: npt.NDArray[np.int32] = seen(batch.length, np.int32)
        self.number: npt.NDArray[np.int64] = seen(batch.number, np.int64)
        self._mask: npt.NDArray[np.bool_] | None = self._rows(batch.mask, np.bool_) if mask else None
        batch.reset()

    def _rows(self, buffer: Any, kind: Any) -> Any:
        return seen(buffer, kind).reshape(self.n, -1)

    def _deal(self, number: int) -> Position:
        state: Position = self.game.deal(self.seats, seeded(self.seed_of(number)), self.options, None)
        return state

    def seed_of(self, number: int) -> int:
        """The seed of a game; `new_setup(game, seats, options, seed=…)` deals the same one."""
        return (self.seed << SEED_SHIFT) + number

    @property
    def mask(self) -> "npt.NDArray[np.bool_]":
        if self._mask is None:
            raise BadSetup("this environment keeps no mask: make it with mask=True")
        return self._mask

    def reset(self, seed: int | None = None) -> None:
        """Begins again with the first games, or with those of another seed."""
        self.seed = self.seed if seed is None else checked_number(seed, "the seed")
        self.steps_taken = 0
        self._batch.reset()

    def step(self, actions: "npt.ArrayLike", playing: "npt.ArrayLike | None" = None) -> None:
        """Takes one step in every game, each given as a number of the game's action table.

        `playing` says which games go on, if not all do; what `actions` holds for the others does not matter. Raises
        `ValueError` if anything is wrong with the arrays or a step is not legal; then nothing has changed.
        """
        self._step(actions, playing, by_place=False)

    def step_places(self, places: "npt.ArrayLike", playing: "npt.ArrayLike | None" = None) -> None:
        """The same, each step given as its place in `legal`, counted from 0."""
        self._step(places, playing, by_place=True)

    def _step(self, actions: Any, playing: Any, by_place: bool) -> None:
        given = self._numbers(actions)
        wrong = self._batch.step(given.tobytes(), self._playing(playing), by_place)
        if wrong != ALL_LEGAL:
            raise BadSetup(self._illegal(wrong, int(given[wrong]), by_place))
        self.steps_taken += 1

    def _numbers(self, actions: Any) -> "npt.NDArray[np.int32]":
        """The array as 32-bit numbers."""
        if type(actions) is np.ndarray and actions.dtype == np.int32 and actions.shape == (self.n,):
            return actions
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise BadSetup(f"there are {self.n} games, so actions have the shape ({self.n},), not {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadSetup(f"actions are whole numbers, not {given.dtype}")
        numbers: npt.NDArray[np.int32] = np.clip(given, -1, MOST_INDEX).astype(np.int32)
        return numbers

    def _playing(self, playing: Any) -> bytes:
        if playing is None:
            return b""
        given = np.asarray(playing)
        if given.shape != (self.n,) or given.dtype != np.bool_:
            raise BadSetup(f"playing has the shape ({self.n},) and is bool, not {given.shape} and {given.dtype}")
        return given.tobytes()

    def _illegal(self, game: int, action: int, by_place: bool) -> str:
        count = int(self.legal_count[game])
        where = f"row {game} (game {self.number[game]}, step {self.length[game]} of it)"
        if by_place:
            return f"{where}: there is no legal step at place {action}; there are {count}"
        texts = self.game.actions.texts
        named = f"{action} ({texts[action]})" if 0 <= action < len(texts) else str(action)
        return f"{where}: seat {self.actor[game]} may not take step {named}; it has {count} legal steps"

    def position(self, row: int) -> Position:
        """A copy of the position in a row: the whole truth, for tests and for bots that are given views of it."""
        return self._batch.positions[self._row(row)].clone()

    def finished(self, row: int) -> Position:
        """The final position of the game that ended last in a row."""
        found = self._batch.finished[self._row(row)]
        if found is None:
            raise BadSetup(f"no game has ended in row {row}")
        return found.clone()

    def observe(self, row: int, seat: Seat) -> "npt.NDArray[np.uint8]":
        """What any seat may know of the position in a row."""
        position = self._batch.positions[self._row(row)]
        return observe(self.game, position, seat, perfect_information=self.perfect_information)

    def _row(self, row: int) -> int:
        return checked_number(row, "the row", 0, self.n - 1)


def checked_number(value: Any, name: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number, or a sentence that says what was given instead."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise BadSetup(f"{name} is a whole number, not {value!r}")
    if (low is not None and value < low) or (high is not None and value > high):
        raise BadSetup(f"{name} is a number from {low} to {high}, not {value}")
    return int(value)
