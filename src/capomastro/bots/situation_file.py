"""The file of what play has taught about situations: a line of JSON that says what it is for, and a byte for a weight.

A file holds the weights for several numbers of seats, one after the other. It is read without numpy, for masters need
it.
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from struct import pack, unpack
from typing import Any

from capomastro.core.errors import BadSetup

UNIT = 0.04  # points
MOST = 127  # units


def parse(raw: bytes, game: str, version: int, count: int) -> dict[int, list[float]]:
    """So many weights for each number of seats, or one sentence that says why they are not for this game."""
    line, _, body = raw.partition(b"\n")
    try:
        head: dict[str, Any] = json.loads(line)
        told = {"game": str(head["game"]), "version": int(head["version"])}
        seats = [int(number) for number in head["seats"]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadSetup("this is no file of situations: its first line does not say what it is for") from error
    for name, value in {"game": game, "version": version}.items():
        if told[name] != value:
            raise BadSetup(f"the situations are of another {name}: {told[name]}, not {value}")
    if len(body) != count * len(seats):
        raise BadSetup(f"the situations have {len(body)} weights, not {count * len(seats)}")
    units = unpack(f"{len(body)}b", body)
    return {number: [UNIT * unit for unit in units[at * count : (at + 1) * count]] for at, number in enumerate(seats)}


def read(file: Path, game: str, version: int, count: int) -> dict[int, list[float]]:
    """What somebody's own file holds, or one sentence that says why it cannot be used."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise BadSetup(f"{file} cannot be read") from error
    return parse(raw, game, version, count)


def written(game: str, version: int, weights: dict[int, list[float]]) -> bytes:
    """Such a file; weights beyond the largest count as that."""
    seats = sorted(weights)
    units = [min(max(round(weight / UNIT), -MOST), MOST) for number in seats for weight in weights[number]]
    head = json.dumps({"game": game, "version": version, "seats": seats})
    return head.encode() + b"\n" + pack(f"{len(units)}b", *units)


@cache
def situation_file(reference: str, game: str, version: int, count: int) -> dict[int, list[float]]:
    """The weights of a game, from the file given as `package:file`; it is read once."""
    package, _, name = reference.partition(":")
    return parse(files(package).joinpath(name).read_bytes(), game, version, count)
