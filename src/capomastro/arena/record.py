"""The record of a contest: its games as JSON lines, the same to the byte whoever played them.

How long bots thought is no part of the games: it is kept in a file beside the record, whose name ends in `.times`.
"""

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from capomastro.arena.model import Contest, Played
from capomastro.core.errors import BadSetup


class Times(Struct, frozen=True):
    """How long the seats of a game thought; see `Played`."""

    number: int
    thinking: tuple[dict[int, int], ...]


class Record:
    """A file of finished games. It is begun if there is none, and refused if it belongs to another contest.

    More games than before may be asked for; everything else must be the same. A last line cut short is dropped.
    """

    def __init__(self, contest: Contest, path: Path) -> None:
        self.path = path
        self.times = path.with_name(path.name + ".times")
        self.head = msgspec.json.encode(msgspec.structs.replace(contest, games=0)) + b"\n"
        self.order: list[int] = []
        self.done = {game.number: game for game in self._read() if game.number < contest.games}

    def _read(self) -> list[Played]:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(self.head)
            self.times.unlink(missing_ok=True)
            return []
        try:
            lines = whole_lines(self.path)
            if msgspec.json.decode(lines[0], type=Contest) != msgspec.json.decode(self.head, type=Contest):
                raise BadSetup(f"{self.path} holds the games of another contest; name another file")
            games = [msgspec.json.decode(line, type=Played) for line in lines[1:]]
        except (IndexError, msgspec.DecodeError) as error:
            raise BadSetup(f"{self.path} is not the record of an arena: {error}") from None
        self.order = [game.number for game in games]
        times = self._times()
        return [
            msgspec.structs.replace(game, thinking=times.get(game.number, game.thinking))  # which older records have
            for game in games
        ]

    def _times(self) -> dict[int, tuple[dict[int, int], ...]]:
        if not self.times.exists():
            return {}
        try:
            found = [msgspec.json.decode(line, type=Times) for line in whole_lines(self.times)]
        except msgspec.DecodeError as error:
            raise BadSetup(f"{self.times} does not tell the times of an arena: {error}") from None
        return {times.number: times.thinking for times in found}

    def add(self, played: Played) -> None:
        """Keeps a game as soon as it is finished."""
        self.done[played.number] = played
        self.order.append(played.number)
        append(self.path, msgspec.structs.replace(played, thinking=()))
        append(self.times, Times(played.number, played.thinking))

    def settle(self) -> None:
        """Puts the games in order of their numbers, so that the record does not tell who finished first."""
        if self.order == sorted(self.order):
            return
        lines = whole_lines(self.path)[1:]
        lines.sort(key=lambda line: msgspec.json.decode(line, type=Played).number)
        other = self.path.with_name(self.path.name + ".sorted")
        other.write_bytes(self.head + b"".join(line + b"\n" for line in lines))
        os.replace(other, self.path)
        self.order.sort()


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file; a last one that was cut short is removed from it."""
    lines = path.read_bytes().split(b"\n")
    if lines[-1]:
        path.write_bytes(b"".join(line + b"\n" for line in lines[:-1]))
    return lines[:-1]


def append(path: Path, told: Struct) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(told) + b"\n")
