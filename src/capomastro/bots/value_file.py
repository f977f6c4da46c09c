"""The file of value networks: a line of JSON that says what they are for, and their weights as numbers of two bytes.

A file may hold several, each for some numbers of seats. It is read without numpy, for every master needs it.
"""

import json
from functools import cache
from importlib.resources import files
from struct import unpack
from typing import Any

from capomastro.bots.search.value import LEADS, Inputs, ValueNetwork
from capomastro.core.errors import BadSetup

NUMBER_BYTES = 2
LARGEST = 60_000.0
NAMES = ("first", "first_bias", "second", "second_bias", "chance", "points", "trust")
"""The parts of the weights, in the order in which they stand in a file and are given to a `ValueNetwork`."""


def sizes(inputs: Inputs, width: int, middle: int) -> list[int]:
    """How many weights each part has."""
    rows = inputs.common + 2 * (inputs.of_seat + LEADS)
    return [rows * width, width, width * middle, middle, middle + 1, middle + 1, 2]


class Weights:
    """One network of a file; each search makes its own `ValueNetwork` of it, for that has scratch space."""

    def __init__(self, inputs: Inputs, width: int, middle: int, parts: list[list[float]]) -> None:
        self.inputs = inputs
        self.width = width
        self.middle = middle
        self.parts = parts

    def network(self) -> ValueNetwork:
        inputs = self.inputs
        return ValueNetwork(inputs.common, inputs.of_seat + LEADS, self.width, self.middle, *self.parts)


def parse(raw: bytes, game: str, inputs: Inputs) -> dict[int, Weights]:
    """The networks in these bytes by the number of seats, or one sentence that says why they cannot judge this game."""
    line, _, body = raw.partition(b"\n")
    try:
        head: dict[str, Any] = json.loads(line)
        told = {"game": str(head["game"]), "inputs": int(head["inputs"])}
        networks = [(list(one["seats"]), int(one["width"]), int(one["middle"])) for one in head["networks"]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadSetup("this is no file of a value network: its first line does not say what it is for") from error
    for name, value in {"game": game, "inputs": inputs.version}.items():
        if told[name] != value:
            raise BadSetup(f"the value network was trained for another {name}: {told[name]}, not {value}")
    counts = [sizes(inputs, width, middle) for _, width, middle in networks]
    wanted = sum(map(sum, counts))
    if len(body) != NUMBER_BYTES * wanted:
        raise BadSetup(f"the value network has {len(body)} bytes of weights, not {NUMBER_BYTES * wanted}")
    numbers = unpack(f"<{wanted}e", body)
    if not all(-LARGEST < number < LARGEST for number in numbers):
        raise BadSetup("the value network has weights that are no numbers")
    found, at = dict[int, Weights](), 0
    for (seats, width, middle), parts in zip(networks, counts, strict=True):
        weights = []
        for count in parts:
            weights.append(list(numbers[at : at + count]))
            at += count
        found |= dict.fromkeys(seats, Weights(inputs, width, middle, weights))
    return found


@cache
def value_file(reference: str, game: str, inputs: Inputs) -> dict[int, Weights]:
    """The networks of a game, from the file given as `package:file`; it is read once."""
    package, _, name = reference.partition(":")
    return parse(files(package).joinpath(name).read_bytes(), game, inputs)
