"""What the server says of puzzles; docs/protocol.md tells it in prose."""

from msgspec import Raw, Struct

from capomastro.puzzles.model import Grade, PuzzleChoice


class PuzzleInfo(Struct, frozen=True):
    """What is told of a puzzle in a list: its number from 1, how hard it is, how many play."""

    number: int
    grade: Grade
    seats: int


class Puzzles(Struct, frozen=True):
    game: str
    puzzles: list[PuzzleInfo]


class Posed(Struct, frozen=True):
    """A puzzle as the seat that has to decide sees it, and nothing of what it cannot know."""

    number: int
    grade: Grade
    update: Raw


class Solution(Struct, frozen=True):
    """Whether the step was best; which of the choices it was; and all of them, the best first."""

    right: bool
    chosen: int
    choices: tuple[PuzzleChoice, ...]
