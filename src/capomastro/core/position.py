"""What the states of all games have in common, compiled: listing steps, refusing, playing on at random.

A game's state inherits from `Position` and fills in the rules: `fill_legal`, `play`, `clone`, `to_act` and the rest.
Search and playouts work on positions without knowing the game, at the cost of a virtual call.

No two calls under way share anything that changes, so two threads may use two positions at the same time, and one
position one after the other.
"""

from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from capomastro.core.chance import Chance, Fast
from capomastro.core.errors import IllegalAction
from capomastro.core.refusals import Reason

Note: TypeAlias = tuple[int, int, int, int, int, int]

MOST_STEPS: Final = 16384  # no game's table is longer
NUMBERS: Final = list(range(MOST_STEPS))  # ready-made Python ints, so that listing steps makes none
UNWRITTEN: Final[list[Note]] = []  # the journal of all that do not record, shared because making lists takes time


class StepBuffer:
    """Room for the steps of one decision."""

    def __init__(self) -> None:
        self.steps = vec[i64]([0] * MOST_STEPS)
        self.taken = False


COMPILED: Final = not __file__.endswith(".py")
HANDY: Final = StepBuffer()  # nearly always free, and quicker to take than one of a list
SPARE_BUFFERS: Final[list[StepBuffer]] = []  # making one takes longer than most decisions, so they are used again


def borrow_buffer() -> StepBuffer:
    """A buffer that nobody else uses until it is given back; one lost to an exception is simply made again.

    Between a look at `taken` and taking it another thread may come in where this is interpreted, but not where it is
    compiled: there nothing in between lets go of Python's lock. A list gives every buffer away only once.
    """
    if COMPILED and not HANDY.taken:
        HANDY.taken = True
        return HANDY
    try:
        return SPARE_BUFFERS.pop()
    except IndexError:
        return StepBuffer()


def give_back(buffer: StepBuffer) -> None:
    if buffer.taken:
        buffer.taken = False
    else:
        SPARE_BUFFERS.append(buffer)


@mypyc_attr(allow_interpreted_subclasses=True)  # a game of another package need not be compiled
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
        """Writes this seat's legal steps, ascending, and returns how many there are."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64) -> None:
        """Carries out a step that is known to be legal."""
        raise NotImplementedError

    def clone(self) -> "Position":
        """An independent copy; it does not record."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        raise NotImplementedError

    def winners(self) -> list[int]:
        raise NotImplementedError

    def refusal(self, seat: i64, action: i64) -> Reason:
        """Why this seat may not take this step."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Everything that makes up the state, for comparing and hashing."""
        raise NotImplementedError

    def caches(self) -> tuple[str, ...]:
        """The names of fields that only remember what follows from the others; a key need not have them."""
        return ()

    def made_from(self) -> tuple[object, ...]:
        """The arguments that make an object of the same kind, for pickling."""
        return (self.seats, self.chance)

    def __reduce__(self) -> tuple[object, ...]:
        from capomastro.core.fields import packed, restored

        return restored, (type(self), self.made_from(), packed(self))

    def __copy__(self) -> "Position":
        """An independent copy like `clone`, which records as this one does."""
        twin = self.clone()
        twin.recording = self.recording
        twin.journal = self.journal[:] if self.recording else UNWRITTEN
        return twin

    def __deepcopy__(self, memo: object) -> "Position":
        return self.__copy__()

    def legal(self, seat: i64) -> list[int]:
        """The steps this seat may take now, ascending."""
        buffer = borrow_buffer()
        found = buffer.steps
        count = self.fill_legal(seat, found)
        steps = [0] * count
        for i in range(count):
            steps[i] = NUMBERS[found[i]]
        give_back(buffer)
        return steps

    def is_legal(self, seat: i64, action: i64) -> bool:
        """Is this step legal for this seat now?"""
        buffer = borrow_buffer()
        found = buffer.steps
        count = self.fill_legal(seat, found)
        legal = False
        for i in range(count):
            if found[i] == action:
                legal = True
                break
        give_back(buffer)
        return legal

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
    """Plays at random to the end; returns the number of steps."""
    buffer = borrow_buffer()
    found = buffer.steps
    steps: i64 = 0
    while not position.over:
        seat = position.actor
        count = position.fill_legal(seat, found)
        position.play(seat, found[rng.randrange(count)])
        steps += 1
    give_back(buffer)
    return steps
