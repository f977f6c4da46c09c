"""A heuristic that knows nothing of a game: every step is considered, and games are played out at random."""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import MOST_CANDIDATES, Heuristic
from capomastro.core.chance import Fast
from capomastro.core.position import Position


class PlayoutHeuristic(Heuristic):
    """For any game at all. A search with it sees less far, but it is never wrong about the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.considered = MOST_CANDIDATES // 2

    def judge(self, position: Position, seat: i64, thorough: bool) -> None:
        self.count = 0
        for i in range(position.fill_legal(seat, self.legal_steps)):
            self.add(self.legal_steps[i], 0.0)

    def settled(self, position: Position) -> bool:
        return position.over

    def outlook(self, position: Position, out: vec[float]) -> None:
        for seat in range(position.seats):
            out[seat] = float(position.score(seat))

    def suspense(self, position: Position) -> float:
        return 0.0

    def together(self, position: Position) -> bool:
        return not position.over and len(position.to_act()) > 1

    def policy(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        return self.quick(position, seat, rng, carelessness)

    def quick(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        return self.legal_steps[rng.randrange(position.fill_legal(seat, self.legal_steps))]
