"""A game's tensor: what it tells of a view, field by field, and who writes it.

A game registers an `Observation` if machines are to learn it. Its fields are listed once; from that list follow the
documents, the bounds, and the columns by which a program finds a field again.
"""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from capomastro.core.catalogue import loaded, registrations
from capomastro.core.errors import BadSetup
from capomastro.core.observer import MOST, WORD, Observer

Kind: TypeAlias = Literal["count", "flag", "code", "unused"]


class Field(Struct, frozen=True):
    """A run of bytes that mean the same kind of thing.

    A `flag` is 0 or 1. A `count` is a figure; larger ones than `most` are written as `most`. A `code` names one of
    several things and has no size; 0 is none. What is `unused` is always 0. A field that stands in a row several times
    has a `stride`: so many bytes lie between the beginnings.
    """

    name: str
    offset: int
    length: int
    kind: Kind
    most: int
    meaning: str
    times: int = 1
    stride: int = 0

    @property
    def columns(self) -> list[int]:
        """Where the bytes of the field stand in a row."""
        return [self.offset + self.stride * time + byte for time in range(self.times) for byte in range(self.length)]


class Part(Struct, frozen=True):
    """A field that has no place yet."""

    name: str
    length: int
    kind: Kind
    meaning: str
    most: int = 1


class Repeated(Struct, frozen=True):
    """Parts that stand in a row several times, one block of them after the other."""

    times: int
    parts: tuple[Part, ...]

    @property
    def stride(self) -> int:
        return sum(part.length for part in self.parts)


def unused(length: int) -> Part:
    """Bytes that fill up a word."""
    return Part("unused", length, "unused", "always 0", 0)


class Observation(Protocol):
    """The tensor of a game."""

    version: int
    """Raised whenever a field moves or means something else; see docs/versions.md."""
    most_legal: int
    """No decision of the game has more legal steps."""

    def fields(self, seats: int) -> tuple[Field, ...]:
        """All fields of a row, without gaps."""

    def observer(self, seats: int, perfect_information: bool) -> Observer:
        """What writes the rows. With perfect information it also writes what the seat may not know."""


Block: TypeAlias = tuple[int, Sequence[Part | Repeated]]
"""The word at which an observer writes these parts, and the parts."""


def laid_out(blocks: Sequence[Block], words: int) -> tuple[Field, ...]:
    """The fields of these blocks, which follow each other without a gap."""
    found: list[Field] = []
    offset = 0
    for word, parts in blocks:
        assert offset == WORD * word, f"the block at word {word} begins at byte {offset}"
        for part in parts:
            group = part if isinstance(part, Repeated) else Repeated(1, (part,))
            stride = group.stride if group.times > 1 else 0
            beginning = offset
            for one in group.parts:
                assert 0 <= one.most <= MOST, f"{one.name} does not fit into a byte"
                found.append(
                    Field(one.name, beginning, one.length, one.kind, one.most, one.meaning, group.times, stride)
                )
                beginning += one.length
            offset += group.times * group.stride
    assert offset == WORD * words, f"the fields end at byte {offset}, not at word {words}"
    return tuple(found)


def observation_of(game: str) -> Observation:
    """The tensor of this game, or one sentence that says it has none."""
    reference = registrations()[game].observation
    if reference is None:
        raise BadSetup(f"the game {game} has no tensor: it registers no observation (see docs/adding-a-game.md)")
    found: Observation = loaded(reference)
    return found
