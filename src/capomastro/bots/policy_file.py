"""Reads the network of `learned` without numpy, for masters, who take the odds of their steps from it."""

import json
from ast import literal_eval
from functools import cache
from importlib.resources import files
from io import BytesIO
from struct import unpack, unpack_from
from typing import Any
from zipfile import BadZipFile, ZipFile

from capomastro.bots.search.policy import Policy
from capomastro.bots.step_tokens import digest, numbered
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame
from capomastro.core.observation import observation_of

KINDS = {"|u1": "B", "<u2": "H", "<f2": "e", "<f4": "f"}
"""The kinds of numbers in such a file, for `struct`."""


def array_of(raw: bytes) -> list[Any]:
    """The numbers of an array as numpy stores it, row by row."""
    length = unpack_from("<H", raw, 8)[0]
    head = literal_eval(raw[10 : 10 + length].decode())
    kind = KINDS[head["descr"]]
    body = raw[10 + length :]
    found = unpack(f"<{len(body) // unpack_size(kind)}{kind}", body)
    return list(found)


def unpack_size(kind: str) -> int:
    return {"B": 1, "H": 2, "e": 2, "f": 4}[kind]


class PolicyFile:
    """The contents of a file; each search makes its own policy of it, for a policy has scratch space."""

    def __init__(self, game: AnyGame, arrays: dict[str, list[Any]]) -> None:
        head = json.loads(bytes(arrays["head"]))
        ours = {"game": game.name, "tensor": observation_of(game.name).version, "steps": digest(game)}
        for name, value in ours.items():
            if head[name] != value:
                raise BadSetup(f"the network was trained for another {name}: {head[name]}, not {value}")
        self.game = game
        self.fields = [head["fields"][number] for number in arrays["field"]]
        self.arrays = arrays
        _, rows = numbered(game.actions.texts)
        self.most_tokens = max(map(len, rows))
        self.tokens = [number for row in rows for number in row + [-1] * (self.most_tokens - len(row))]

    def policy(self, seats: int) -> Policy:
        """The policy for a table of so many; it sees no more neighbours than it was trained with."""
        arrays, tensor = self.arrays, observation_of(self.game.name)
        places = {field.name: field.columns for field in tensor.fields(seats)}
        return Policy(
            tensor.observer(seats, False),
            [places[field][place] for field, place in zip(self.fields, arrays["place"], strict=True)],
            arrays["code"],
            arrays["scale"],
            len(arrays["first_bias"]),
            arrays["first"],
            arrays["first_bias"],
            arrays["second"],
            arrays["second_bias"],
            self.tokens,
            self.most_tokens,
            arrays["steps"],
        )


def parse(raw: bytes, game: AnyGame) -> PolicyFile:
    """The policy in these bytes, or one sentence that says why it cannot play this game."""
    try:
        with ZipFile(BytesIO(raw)) as archive:
            arrays = {name.removesuffix(".npy"): array_of(archive.read(name)) for name in archive.namelist()}
        return PolicyFile(game, arrays)
    except (BadZipFile, KeyError, SyntaxError) as error:
        raise BadSetup("this is no file of a trained network") from error


@cache
def policy_file(name: str) -> PolicyFile | None:
    """The network that comes with a game, if there is one; it is read once."""
    reference = registrations()[name].network
    if reference is None:
        return None
    package, _, file = reference.partition(":")
    return parse(files(package).joinpath(file).read_bytes(), game_named(name))


def policy_for(game: str, seats: int) -> Policy | None:
    """A policy for tables of so many, with scratch space of its own; none where nobody has learned the game."""
    found = policy_file(game)
    return None if found is None else found.policy(seats)
