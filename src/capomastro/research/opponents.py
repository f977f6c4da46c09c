"""Who plays the seats that do not learn: bots by name, or any function that chooses for many rows at once."""

from typing import TYPE_CHECKING, Protocol

from capomastro.bots.roster import Player, player_named
from capomastro.core.chance import Fast, seeded
from capomastro.research.batch_env import BatchEnv
from capomastro.research.extras import required

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = required("numpy", "research")


class Opponent(Protocol):
    """Plays many rows at once."""

    def __call__(self, env: BatchEnv, rows: "npt.NDArray[np.intp]") -> "npt.NDArray[np.int32]":
        """For each of the rows the place of its step in `legal`."""


class UniformOpponent:
    """Any legal step, each as likely as the next."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def __call__(self, env: BatchEnv, rows: "npt.NDArray[np.intp]") -> "npt.NDArray[np.int32]":
        return self.rng.integers(env.legal_count[rows], dtype=np.int32)


class BotOpponent:
    """A bot of the roster; it is given views, and a generator of its own for each seat of each game."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.rngs: dict[tuple[int, int], tuple[int, Fast]] = {}

    def __call__(self, env: BatchEnv, rows: "npt.NDArray[np.intp]") -> "npt.NDArray[np.int32]":
        return np.array([self.place(env, int(row)) for row in rows], np.int32)

    def place(self, env: BatchEnv, row: int) -> int:
        seat = int(env.actor[row])
        legal: list[int] = env.legal[row, : env.legal_count[row]].tolist()
        view = env.game.view(env.position(row), seat)
        return legal.index(self.player.choose(view, legal, self.rng(env, row, seat)))

    def rng(self, env: BatchEnv, row: int, seat: int) -> Fast:
        number = int(env.number[row])
        kept = self.rngs.get((row, seat))
        if kept is None or kept[0] != number:
            kept = self.rngs[row, seat] = (number, seeded(env.seed_of(number) * 101 + seat))
        return kept[1]


def opponent_named(name: str, env: BatchEnv) -> Opponent:
    """The bot of this name; one that plays at random chooses for all rows at once."""
    player = player_named(name, env.game)
    return UniformOpponent(env.seed) if name == "random" else BotOpponent(player)
