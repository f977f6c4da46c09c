"""What the states of all games have in common, compiled: listing steps, refusing, playing on at random.

A game's state inherits from `Position` and fills in the rules: `fill_legal`, `play`, `clone`, `to_act` and the rest. Search
and playouts work on positions without knowing the game, at the cost of a virtual call.
"""

from typing import Any, Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import Chance, Fast
from capomastro.core.errors import IllegalAction

Note: TypeAlias = tuple[int, int, int, int, int, int]

MOST_STEPS: Final = 16384  # no game's table is longer
SCRATCH: Final = vec[i64]([0] * MOST_STEPS)
SPARE: Final[list[Any]] = []
"""Room for steps that nobody uses just now. Several threads ask for lawful steps, and each needs room of its own."""
NUMBERS: Final = list(range(MOST_STEPS))  # ready-made Python ints, so that listing steps makes none
UNWRITTEN: Final[list[Note]] = []  # the journal of all that do not record, shared because making lists takes time


def borrowed() -> vec[i64]:
    """Room for all steps of a game, for whoever gives it back."""
    try:
        room: vec[i64] = SPARE.pop()
    except IndexError:
        return vec[i64]([0] * MOST_STEPS)
    return room


class Position:
    """A game between two steps."""

    def __init__(self, seats: i64, chance: Chance) -> None:
        self.seats = seats
        self.chance = chance
        self.over = False
        self.actor: i64 = 0  # who decides; the lowest such seat when several decide at once
        self.shown: i64 = 0  # how often something hidden came to light other than by chance
        self.recording = False
        self.journal = UNWRITTEN

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, ascending."""
        raise NotImplementedError

    def fill_legal(self, seat: i64, out: vec[i64]) -> i64:
        """Writes this seat's lawful steps, ascending, and says how many they are."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64) -> None:
        """Carries out a step that is known to be lawful."""
        raise NotImplementedError

    def clone(self) -> "Position":
        """A state of its own that goes on alike; it does not record."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        raise NotImplementedError

    def winners(self) -> list[int]:
        raise NotImplementedError

    def refusal(self, seat: i64, action: i64) -> str:
        """Why this seat may not take this step."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """All that the state is, for comparing and hashing."""
        raise NotImplementedError

    def legal(self, seat: i64) -> list[int]:
        """The steps this seat may take now, ascending."""
        scratch = borrowed()
        count = self.fill_legal(seat, scratch)
        steps = [0] * count
        for i in range(count):
            steps[i] = NUMBERS[scratch[i]]
        SPARE.append(scratch)
        return steps

    def is_legal(self, seat: i64, action: i64) -> bool:
        """Is this step lawful for this seat now?"""
        scratch = borrowed()
        found = False
        for i in range(self.fill_legal(seat, scratch)):
            if scratch[i] == action:
                found = True
                break
        SPARE.append(scratch)
        return found

    def apply(self, seat: i64, action: i64) -> None:
        """Carries out a step, or raises `IllegalAction` and changes nothing."""
        if not self.is_legal(seat, action):
            raise IllegalAction(self.refusal(seat, action))
        self.play(seat, action)

    def scores(self) -> list[int]:
        return [int(self.score(seat)) for seat in range(self.seats)]

    def tell(self, kind: i64, audience: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Notes what happened for those in the audience."""
        if self.recording:
            self.journal.append((kind, audience, seat, a, b, c))


def playout(position: Position, rng: Fast) -> int:
    """Plays on at random to the end; returns the number of steps."""
    steps: i64 = 0
    while not position.over:
        seat = position.actor
        count = position.fill_legal(seat, SCRATCH)
        position.play(seat, SCRATCH[rng.randrange(count)])
        steps += 1
    return steps
