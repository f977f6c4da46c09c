"""What a bot knows about a game: which steps deserve a thought, how play may go on, how things stand.

Search works on any game through this class; each game fills it in. All answers may use only what the acting seat can
see in the given position: the position is a sampled world, in which the seat's own hand is the true one.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.chance import Fast
from capomastro.position import Position

MOST_CANDIDATES: Final = 512


class Knowledge:
    """Knowledge of one game. Objects keep scratch space and are used by one search at a time."""

    def candidates(self, position: Position, seat: i64, out: vec[i64], names: vec[i64], odds: vec[float]) -> i64:
        """Writes the lawful steps worth considering, at least one; says how many they are.

        Beside each step go its name, by which the same decision is found again in another world (a bid is a bid,
        whatever cards it is made of), and the odds that it is the best. Of a single step neither is asked.
        """
        raise NotImplementedError

    def policy(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        """A sensible lawful step, found fast. Carelessness, in points, is how far the judgement may err."""
        raise NotImplementedError

    def settled(self, position: Position) -> bool:
        """Is this a moment at which `outlook` judges well?"""
        raise NotImplementedError

    def outlook(self, position: Position, out: vec[float]) -> None:
        """Writes each seat's expected final points; of a finished game, its points, and a trace for the tie-break."""
        raise NotImplementedError

    def together(self, position: Position) -> bool:
        """Do several seats decide at the same time, without knowing of each other's decision?"""
        return False

    def suspense(self, position: Position) -> float:
        """How many points a lead may still change by: the scale on which margins count."""
        raise NotImplementedError
