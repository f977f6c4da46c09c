"""A trained policy as numbers in a file: how it reads a tensor and scores legal steps. Needs numpy and nothing else.

The network looks at fields of the tensor by their names, so it reads tables of any number of seats: what it was not
trained to see, it does not see. A step is told apart by the words of its text: `put C` is a kind of `put`. So a game
with thousands of steps needs no row of weights for each.
"""

import json
from collections.abc import Sequence
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from capomastro.bots.step_tokens import digest, numbered
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame
from capomastro.core.observation import Field, observation_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float32]
    Numbers: TypeAlias = npt.NDArray[np.int64]
    Bytes: TypeAlias = npt.NDArray[np.uint8]
else:
    try:
        np = import_module("numpy")
    except ImportError as error:
        raise BadSetup("a learned bot needs numpy: pip install 'capomastro[research]' brings it") from error

RARE = 0.002
"""What is 0 in all but this share of rows is no input."""
WEIGHTS = ("first", "first_bias", "second", "second_bias", "steps", "worth", "worth_bias")


def vocabulary(texts: Sequence[str]) -> tuple[int, "Numbers"]:
    """How many tokens these texts have, and for each text its tokens; a row is filled up with the number after all."""
    count, rows = numbered(texts)
    found = np.full((len(rows), max(map(len, rows))), count, np.int64)
    for row, given in zip(found, rows, strict=True):
        row[: len(given)] = given
    return count, found


class Input:
    """One number that the network reads: a byte of a field, scaled; or, of a code, whether it has this value."""

    def __init__(self, field: str, place: int, code: int, scale: float) -> None:
        self.field = field
        self.place = place
        self.code = code
        self.scale = scale


class Network:
    """Two hidden layers; a step's score is the second one times the sum of the weights of its tokens."""

    def __init__(self, game: AnyGame, inputs: Sequence[Input], weights: dict[str, "Floats"]) -> None:
        self.game = game
        self.inputs = [one for one in inputs if not one.code] + [one for one in inputs if one.code]
        self.plain = sum(not one.code for one in inputs)
        self.scales = np.array([one.scale for one in self.inputs[: self.plain]], np.float32)
        self.codes = np.array([one.code for one in self.inputs[self.plain :]], np.uint8)
        self.tokens = vocabulary(game.actions.texts)[1]
        self.columns: dict[int, Numbers] = {}
        self.set(weights)

    def set(self, weights: dict[str, "Floats"]) -> None:
        """Takes other weights."""
        self.weights = weights
        padded = np.vstack([weights["steps"], np.zeros_like(weights["steps"][:1])])
        self.steps: Floats = np.zeros((len(self.tokens), padded.shape[1]), np.float32)
        for place in range(self.tokens.shape[1]):
            self.steps += padded[self.tokens[:, place]]

    def columns_of(self, seats: int) -> "Numbers":
        """Where the inputs stand in a row of the tensor at a table of so many."""
        if seats not in self.columns:
            places = {field.name: field.columns for field in observation_of(self.game.name).fields(seats)}
            self.columns[seats] = np.array([places[one.field][one.place] for one in self.inputs], np.int64)
        return self.columns[seats]

    def read(self, rows: "Bytes", seats: int) -> "Floats":
        """Rows of the tensor as inputs."""
        taken = rows[:, self.columns_of(seats)]
        found: Floats = np.empty(taken.shape, np.float32)
        found[:, : self.plain] = taken[:, : self.plain] * self.scales
        found[:, self.plain :] = taken[:, self.plain :] == self.codes
        return found

    def hidden(self, inputs: "Floats") -> "Floats":
        weights = self.weights
        first = np.maximum(inputs @ weights["first"] + weights["first_bias"], 0)
        found: Floats = np.maximum(first @ weights["second"] + weights["second_bias"], 0)
        return found

    def scores(self, hidden: "Floats", steps: "Numbers") -> "Floats":
        """Of each row and each of its steps; steps are a matrix, or for a single row a list."""
        table = self.steps[steps]
        found: Floats = np.einsum("...sh,...h->...s", table[..., :-1], hidden) + table[..., -1]
        return found

    def best(self, row: Any, seats: int, legal: list[int]) -> int:
        """The legal step that scores highest in this one row, the first of equal ones."""
        inputs = self.read(np.frombuffer(row, np.uint8)[None], seats)
        return legal[int(self.scores(self.hidden(inputs)[0], np.array(legal)).argmax())]

    def worth(self, hidden: "Floats") -> "Floats":
        """What the seat that looks may expect."""
        found: Floats = hidden @ self.weights["worth"] + self.weights["worth_bias"]
        return found


def inputs_from(fields: Sequence[Field], sample: "Bytes") -> list[Input]:
    """The bytes that are not always 0, or nearly so, in a sample of rows; figures are scaled by their usual size."""
    found = []
    least = RARE * len(sample)
    for field in fields:
        for place, column in enumerate(field.columns):
            values = sample[:, column]
            if field.kind == "code":
                often = np.bincount(values)
                found += [Input(field.name, place, code, 1.0) for code in range(1, len(often)) if often[code] > least]
            elif np.count_nonzero(values) > least:
                usual = 1.0 if field.kind == "flag" else float(np.sqrt(np.mean(np.square(values, dtype=np.float64))))
                found.append(Input(field.name, place, 0, round(1 / max(usual, 1.0), 4)))
    return found


def save(network: Network, file: IO[bytes]) -> None:
    """Writes the network with halved precision, which is plenty."""
    names = list(dict.fromkeys(one.field for one in network.inputs))
    head = {
        "game": network.game.name,
        "tensor": observation_of(network.game.name).version,
        "steps": digest(network.game),
        "fields": names,
    }
    np.savez_compressed(
        file,
        allow_pickle=False,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        field=np.array([names.index(one.field) for one in network.inputs], np.uint16),
        place=np.array([one.place for one in network.inputs], np.uint16),
        code=np.array([one.code for one in network.inputs], np.uint8),
        scale=np.array([one.scale for one in network.inputs], np.float32),
        **{name: network.weights[name].astype(np.float16) for name in WEIGHTS},
    )


def load(game: AnyGame, file: IO[bytes]) -> Network:
    """The network of such a file, or one sentence that says why it cannot play this game."""
    with np.load(file, allow_pickle=False) as kept:
        head = json.loads(bytes(kept["head"]))
        ours = {"game": game.name, "tensor": observation_of(game.name).version, "steps": digest(game)}
        for name, value in ours.items():
            if head[name] != value:
                raise BadSetup(f"the network was trained for another {name}: {head[name]}, not {value}")
        fields = [head["fields"][number] for number in kept["field"]]
        rows = zip(fields, kept["place"].tolist(), kept["code"].tolist(), kept["scale"].tolist(), strict=True)
        weights = {name: kept[name].astype(np.float32) for name in WEIGHTS}
        return Network(game, [Input(*row) for row in rows], weights)
