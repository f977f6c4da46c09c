"""Self-play as a Parquet file, written game by game: the same bytes whoever has played them."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

import capomastro
from capomastro.arena.workers import Here, Workers
from capomastro.core.catalogue import game_named
from capomastro.core.errors import BadSetup
from capomastro.core.observation import Field, observation_of
from capomastro.research.extras import required
from capomastro.research.selfplay import Export, PlayedOut, checked, played_out

pa = required("pyarrow", "research")
pq = required("pyarrow.parquet", "research")

T = TypeVar("T")
KEY = b"capomastro"
FORMAT = 1
GROUP_GAMES = 64
"""Games of a row group, which is read or skipped as a whole."""


class Description(Struct, frozen=True):
    """What a file says of itself; docs/research/data.md explains it."""

    format: int
    package: str
    export: Export
    rules_version: int
    tensor_version: int
    steps: int
    most_legal: int
    fields: tuple[Field, ...]

    @property
    def row_bytes(self) -> int:
        return 1 + max(column for field in self.fields for column in field.columns)


def description_of(export: Export) -> Description:
    rules, tensor = game_named(export.game), observation_of(export.game)
    return Description(
        FORMAT,
        capomastro.__version__,
        export,
        rules.rules_version,
        tensor.version,
        len(rules.actions),
        tensor.most_legal,
        tensor.fields(export.players),
    )


def schema_of(description: Description) -> Any:
    seats = description.export.players
    columns = [
        ("game", pa.int64()),
        ("seed", pa.int64()),
        ("split", pa.string()),
        ("decision", pa.int32()),
        ("seat", pa.uint8()),
        ("bot", pa.string()),
        ("observation", pa.binary(description.row_bytes)),
        ("legal", pa.list_(pa.int16())),
        ("step", pa.int16()),
        ("visits", pa.list_(pa.int32())),
        ("outcome", pa.float32()),
        ("outcomes", pa.list_(pa.float32(), seats)),
        ("scores", pa.list_(pa.int16(), seats)),
    ]
    return pa.schema(columns, metadata={KEY: msgspec.json.encode(description)})


def rows_of(description: Description, game: PlayedOut) -> Any:
    """The decisions of a game as rows."""
    count, decisions = len(game.decisions), game.decisions
    columns = {
        "game": [game.number] * count,
        "seed": [game.seed] * count,
        "split": [game.split] * count,
        "decision": range(count),
        "seat": [one.seat for one in decisions],
        "bot": [game.bots[one.seat] for one in decisions],
        "observation": [one.observation for one in decisions],
        "legal": [one.legal for one in decisions],
        "step": [one.step for one in decisions],
        "visits": [one.visits for one in decisions],
        "outcome": [game.outcomes[one.seat] for one in decisions],
        "outcomes": [game.outcomes] * count,
        "scores": [game.scores] * count,
    }
    schema = schema_of(description)
    return pa.record_batch([pa.array(columns[field.name], field.type) for field in schema], schema=schema)


def game_as_rows(export: Export, number: int) -> tuple[int, Any]:
    return number, rows_of(description_of(export), played_out(export, number))


def write_games(
    export: Export, path: Path, workers: Workers | None = None, on_game: Callable[[int], None] = lambda rows: None
) -> int:
    """Plays all games and writes them; returns the number of rows. The file is there once it is whole."""
    export = checked(export)
    if path.exists():
        raise BadSetup(f"{path} is there already; name another file or remove it")
    if not path.parent.is_dir():
        raise BadSetup(f"there is no folder {path.parent}")
    draft = path.with_name(path.name + ".part")
    rows = 0
    try:
        with pq.ParquetWriter(draft, schema_of(description_of(export)), **STYLE) as writer:
            for group in groups(games_in_order(export, workers or Here()), GROUP_GAMES):
                for batch in group:
                    rows += batch.num_rows
                    on_game(batch.num_rows)
                writer.write_table(pa.Table.from_batches(group), row_group_size=1 << 30)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return rows


STYLE = {
    "compression": "zstd",
    "use_dictionary": ["game", "seed", "split", "seat", "bot", "outcome"],
    "write_statistics": ["game", "seed", "split"],
}


def games_in_order(export: Export, workers: Workers) -> Iterator[Any]:
    """Games that end before earlier ones wait for these."""
    early: dict[int, Any] = {}
    following = 0
    for number, batch in workers.run(partial(game_as_rows, export), range(export.games)):
        early[number] = batch
        while following in early:
            yield early.pop(following)
            following += 1


def groups(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items, so many at a time."""
    held: list[T] = []
    for item in items:
        held.append(item)
        if len(held) == size:
            yield held
            held = []
    if held:
        yield held
