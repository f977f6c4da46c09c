"""The puzzles that come with each game, and how a position is rebuilt from one."""

import gzip
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from capomastro.core.catalogue import registrations
from capomastro.core.match import Entry, Match
from capomastro.puzzles.model import Puzzle


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of their numbers; none if it comes without."""
    reference = registrations()[game].puzzles if game in registrations() else None
    if reference is None:
        return ()
    package, _, name = reference.partition(":")
    return unpacked(files(package).joinpath(name).read_bytes())


def packed(puzzles: Iterable[Puzzle]) -> bytes:
    """One line of JSON each, compressed; the same puzzles always give the same bytes."""
    lines = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)
    return gzip.compress(lines, mtime=0)


def unpacked(data: bytes) -> tuple[Puzzle, ...]:
    lines = gzip.decompress(data).splitlines()
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)


def save(puzzles: Iterable[Puzzle], path: Path) -> None:
    path.write_bytes(packed(puzzles))


def position(puzzle: Puzzle) -> Match:
    """The match as it stands when the puzzle begins. It holds what nobody may see; show its views only."""
    match = Match(puzzle.setup)
    for line in puzzle.steps:
        seat, _, text = line.partition(" ")
        match.follow(Entry(int(seat), match.game.actions.recall(text)))
    return match
