"""What writes the tensor of a seat's view, compiled: the base of every game's observer.

A row of the tensor is written in words of eight bytes, which numpy sees as bytes: a row of flags costs an eighth of the
stores. The words are little-endian, and no byte at the end of one exceeds 127, for interpreted ints do not wrap.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from capomastro.core.position import Position

WORD: Final = 8  # bytes of a word
MOST: Final = 255  # what a byte holds; larger figures are written so


@mypyc_attr(allow_interpreted_subclasses=True)  # a game of another package need not be compiled
class Observer:
    """Writes what a seat may know of positions of one game, with one number of seats."""

    def __init__(self, seats: i64, perfect_information: bool, words: i64, kept: i64) -> None:
        self.seats = seats
        self.perfect_information = perfect_information
        self.words = words  # of a row
        self.kept = kept  # numbers that it keeps for each row

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        """Writes the view of a seat into the row that begins at this word.

        The row has nothing but zeros, or what this observer wrote into it last; the same holds for `kept`, where it
        may note what it wrote, so that it need not write again what is still the same.
        """
        raise NotImplementedError

    def follow(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        """Does the same one step after the position that the row shows.

        An observer that knows what a step can change looks at less here.
        """
        self.write(position, seat, out, at, kept, kept_at)


def capped(figure: i64) -> i64:
    """A figure as a byte holds it."""
    return figure if figure < MOST else i64(MOST)


def _flags_of_bits() -> list[int]:
    """For eight bits, a word with a byte of one for each that is set."""
    return [sum([1 << WORD * place for place in range(WORD) if bits >> place & 1]) for bits in range(256)]


FLAGS: Final = vec[i64](_flags_of_bits())


def one_at(place: i64) -> i64:
    """A word in which one byte is one."""
    one: i64 = 1
    one <<= WORD * place
    return one


def put_flags(bits: i64, words: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """A byte of one for each bit that is set, eight of them in a word; and the bits are kept."""
    kept[kept_at] = bits
    for word in range(words):
        out[at + word] = FLAGS[bits & 255]
        bits >>= WORD
