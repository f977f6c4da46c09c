"""Where chance comes from. `Fast` serves search and simulation, `Fair` games between people, `Scripted` game trees.

All answer `draw(stream, n)` with a number below n. A stream names a purpose (money, tiles …): a fair generator keeps
the streams apart, so that whatever is drawn for one purpose never shifts what another will bring.

All arithmetic stays below 2**63, because interpreted ints do not wrap: both builds draw the same numbers.
"""

import hashlib
import hmac
from typing import Final

from mypy_extensions import i64

from capomastro.core.errors import ChanceWanted

LOW32: Final = 0xFFFFFFFF
MULTIPLIER: Final = 1791398085
SPREAD: Final = 0x5BD1E995


def shl(x: i64, n: i64) -> i64:
    """x << n. Written as a function: mypyc compiles a literal shifted by a variable as a 32-bit shift."""
    return x << n


def hash32(x: i64) -> i64:
    """A 32-bit hash, so that neighbouring seeds give unrelated games."""
    x &= LOW32
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & LOW32
    x ^= x >> 15
    x = (x * 0x735A2D97) & LOW32
    x ^= x >> 15
    return x


class Chance:
    """Where chance comes from. `draws` counts what was used: a step that drew cannot be taken back."""

    def __init__(self) -> None:
        self.draws: i64 = 0

    def draw(self, stream: i64, n: i64) -> i64:
        """A number from 0 to n - 1."""
        raise NotImplementedError

    def renew(self, number: int) -> None:
        """Switches to the numbers of this continuation; the same number gives the same ones."""
        raise NotImplementedError

    def clone(self) -> "Chance":
        raise NotImplementedError

    def key(self) -> tuple[int, ...]:
        """Everything that decides future draws."""
        raise NotImplementedError

    def made_from(self) -> tuple[object, ...]:
        """The arguments that make an object of the same kind, for pickling."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[object, ...]:
        from capomastro.core.fields import packed, restored

        return restored, (type(self), self.made_from(), packed(self))

    def __copy__(self) -> "Chance":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "Chance":
        return self.clone()


class Fast(Chance):
    """Multiply-with-carry: three nanoseconds a draw when compiled, the same numbers when not."""

    def __init__(self, state: i64) -> None:
        """Use `seeded`: a state is not a seed."""
        super().__init__()
        self.state = state

    def randrange(self, n: i64) -> i64:
        """A number from 0 to n - 1; n below 2**31."""
        state = self.state
        state = (state & LOW32) * MULTIPLIER + (state >> 32)
        self.state = state
        return (((state & LOW32) ^ (state >> 32)) * n) >> 32

    def draw(self, stream: i64, n: i64) -> i64:
        self.draws += 1
        return self.randrange(n)

    def spawn(self) -> "Fast":
        """A generator of its own, decided by this one."""
        return Fast(shl(self.randrange(MULTIPLIER - 2) + 1, 32) | self.randrange(LOW32 >> 1))

    def renew(self, number: int) -> None:
        state: int = self.state
        self.state = seeded(state << 32 | number).state

    def clone(self) -> Chance:
        twin = Fast(self.state)
        twin.draws = self.draws
        return twin

    def key(self) -> tuple[int, ...]:
        return (self.state,)

    def made_from(self) -> tuple[object, ...]:
        return (self.state,)


def seeded(seed: int) -> Fast:
    """A fast generator from any whole number."""
    folded: i64 = 0
    rest = 2 * seed if seed >= 0 else -2 * seed - 1
    while rest:
        word: i64 = rest & LOW32
        folded = hash32(folded ^ word) + 0x9E3779B9
        rest >>= 32
    carry: i64 = hash32(folded + 0x7F4A7C15) % (MULTIPLIER - 2) + 1  # below the multiplier, and never standing still
    return Fast(shl(carry, 32) | hash32(folded ^ SPREAD))


class Fair(Chance):
    """HMAC-SHA256 in counter mode over 32 secret bytes, one labelled stream per purpose.

    The n-th number of a stream depends on the seed, the label and n alone, so anyone who is later shown the seed can
    deal the game again. After the n-th rewind of a match, a seed that is derived from this one and n takes its place.
    """

    def __init__(self, seed: bytes, labels: tuple[str, ...]) -> None:
        super().__init__()
        if len(seed) != 32:
            raise ValueError(f"a fair seed is 32 bytes; this one has {len(seed)}")
        self.seed = seed
        self.root = seed
        self.rewind: int = 0
        self.labels = labels
        self.counters: list[int] = [0] * len(labels)

    def draw(self, stream: i64, n: i64) -> i64:
        self.draws += 1
        bound: int = n
        limit = (1 << 56) - (1 << 56) % bound
        while True:
            word = self.word(int(stream))
            if word < limit:  # refusing the uneven rest keeps every number equally likely
                return word % bound

    def word(self, stream: int) -> int:
        """The next 56 bits of a stream."""
        count = self.counters[stream]
        self.counters[stream] = count + 1
        message = self.labels[stream].encode() + b"\0" + count.to_bytes(8, "big")
        return int.from_bytes(hmac.digest(self.seed, message, "sha256")[:7], "big")

    def renew(self, number: int) -> None:
        self.rewind = number
        self.seed = hmac.digest(self.root, b"capomastro rewind\0" + number.to_bytes(8, "big"), "sha256")

    def clone(self) -> Chance:
        twin = Fair(self.seed, self.labels)
        twin.root = self.root
        twin.rewind = self.rewind
        twin.counters = self.counters[:]
        twin.draws = self.draws
        return twin

    def key(self) -> tuple[int, ...]:
        return (*self.counters, self.rewind)

    def made_from(self) -> tuple[object, ...]:
        return (self.seed, self.labels)


class Scripted(Chance):
    """Says what it is told, and raises `ChanceWanted` when it has no answer: for game trees with explicit chance.

    Where there is but one answer, nobody is asked. A position in which an answer was wanted is of no more use; play the
    step again on a copy of the one before, with a longer script.
    """

    def __init__(self, answers: tuple[int, ...]) -> None:
        super().__init__()
        self.answers = answers
        self.said: int = 0

    def draw(self, stream: i64, n: i64) -> i64:
        self.draws += 1
        if n == 1:
            return 0
        if self.said == len(self.answers):
            raise ChanceWanted(int(stream), int(n))
        answer: i64 = self.answers[self.said]
        if answer < 0 or answer >= n:
            raise ValueError(f"the script says {answer} where a number below {n} is wanted")
        self.said += 1
        return answer

    def clone(self) -> Chance:
        twin = Scripted(self.answers)
        twin.said = self.said
        twin.draws = self.draws
        return twin

    def key(self) -> tuple[int, ...]:
        return self.answers[self.said :]

    def made_from(self) -> tuple[object, ...]:
        return (self.answers,)


def commitment(seed: bytes) -> str:
    """What is shown before the game: it binds whoever deals to the seed without telling it."""
    return hashlib.sha256(b"capomastro seed\0" + seed).hexdigest()
