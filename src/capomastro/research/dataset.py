"""Reads the files that `capomastro export` writes, as numpy arrays."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from capomastro.core.errors import BadSetup
from capomastro.research.batch_env import checked_number
from capomastro.research.extras import required
from capomastro.research.parquet import FORMAT, KEY, Description

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = required("numpy", "research")
pa = required("pyarrow", "research")
pq = required("pyarrow.parquet", "research")
compute = required("pyarrow.compute", "research")

Split: TypeAlias = Literal["train", "validation", "test"]
NO_STEP = -1
PLAIN = ("game", "seed", "decision", "seat", "step", "outcome")


class Rows(Struct, frozen=True):
    """Decisions, one a row, as `BatchEnv` shows them; the longest list of legal steps says how wide the lists are.

    - `observation` (rows, bytes) uint8 and `legal` (rows, most) int16, filled up with -1; `legal_count` (rows,) int32.
    - `step` (rows,) int16, and `place` (rows,) int32, where it stands in `legal`.
    - `visits` (rows, most) int32: how often a search tried each legal step; 0 everywhere if none was made.
    - `outcome` (rows,) float32 of the seat that decides; `outcomes` and `scores` (rows, seats) of all, by seat.
    - `game`, `seed` (rows,) int64, `decision` (rows,) int32, `seat` (rows,) uint8.
    """

    game: "npt.NDArray[np.int64]"
    seed: "npt.NDArray[np.int64]"
    decision: "npt.NDArray[np.int32]"
    seat: "npt.NDArray[np.uint8]"
    observation: "npt.NDArray[np.uint8]"
    legal: "npt.NDArray[np.int16]"
    legal_count: "npt.NDArray[np.int32]"
    step: "npt.NDArray[np.int16]"
    place: "npt.NDArray[np.int32]"
    visits: "npt.NDArray[np.int32]"
    outcome: "npt.NDArray[np.float32]"
    outcomes: "npt.NDArray[np.float32]"
    scores: "npt.NDArray[np.int16]"

    def __len__(self) -> int:
        return len(self.step)


class SelfPlay:
    """A file of self-play. `about` says what was played; nothing else is read before it is asked for."""

    def __init__(self, path: str | Path) -> None:
        """Raises `ValueError` with a sentence if there is no such file."""
        try:
            self.file = pq.ParquetFile(path)
        except FileNotFoundError:
            raise BadSetup(f"there is no file {path}") from None
        except (pa.ArrowInvalid, OSError) as error:
            raise BadSetup(f"{path} is not a Parquet file: {error}") from None
        told = (self.file.schema_arrow.metadata or {}).get(KEY)
        if told is None:
            raise BadSetup(f"{path} was not written by capomastro export")
        form = msgspec.json.decode(told).get("format")
        if form != FORMAT:
            raise BadSetup(f"{path} has format {form}, and this version reads format {FORMAT}")
        self.about = msgspec.json.decode(told, type=Description)

    def __len__(self) -> int:
        """How many decisions the file holds."""
        return int(self.file.metadata.num_rows)

    def batches(self, size: int = 4096, split: Split | None = None, choices: bool = False) -> Iterator[Rows]:
        """All decisions in order, or those of a split, at most so many at a time; `choices` leaves forced ones out."""
        size = checked_number(size, "the size of a batch", 1, 1 << 30)
        if split is not None and split not in get_args(Split):
            raise BadSetup(f"split is {' or '.join(map(repr, get_args(Split)))}, not {split!r}")
        for batch in self.file.iter_batches(batch_size=size):
            if split is not None:
                batch = batch.filter(compute.equal(batch.column("split"), split))
            if choices:
                batch = batch.filter(compute.greater(compute.list_value_length(batch.column("legal")), 1))
            if batch.num_rows:
                yield self._rows({name: batch.column(name) for name in batch.schema.names})

    def rows(self, split: Split | None = None, choices: bool = False) -> Rows:
        """All of them at once."""
        found = list(self.batches(1 << 30, split, choices))
        if not found:
            raise BadSetup(f"the file holds no decisions of the split {split!r}")
        if len(found) == 1:
            return found[0]
        most = max(one.legal.shape[1] for one in found)
        joined = {name: [getattr(one, name) for one in found] for name in Rows.__struct_fields__}
        joined["legal"] = [widened(part, most, NO_STEP) for part in joined["legal"]]
        joined["visits"] = [widened(part, most, 0) for part in joined["visits"]]
        return Rows(**{name: np.concatenate(parts) for name, parts in joined.items()})

    def _rows(self, columns: dict[str, Any]) -> Rows:
        octets_each = self.about.row_bytes
        plain = {name: columns[name].to_numpy() for name in PLAIN}
        legal, count = padded(columns["legal"], None, NO_STEP)
        visits, _ = padded(columns["visits"], legal.shape[1], 0)
        seen = columns["observation"]
        first = seen.offset * octets_each
        octets = np.frombuffer(seen.buffers()[1], np.uint8)[first : first + len(seen) * octets_each]
        return Rows(
            observation=octets.reshape(len(seen), octets_each),
            legal=legal.astype(np.int16),
            legal_count=count,
            place=np.argmax(legal == plain["step"][:, None], axis=1).astype(np.int32),
            visits=visits,
            outcomes=by_seat(columns["outcomes"]),
            scores=by_seat(columns["scores"]),
            **plain,
        )


def padded(lists: Any, width: int | None, filler: int) -> tuple["npt.NDArray[np.int32]", "npt.NDArray[np.int32]"]:
    """Lists as rows of one width, by default that of the longest, and their lengths; no list is an empty one."""
    count = compute.fill_null(compute.list_value_length(lists), 0).to_numpy().astype(np.int32)
    width = int(count.max()) if width is None else width
    rows = np.full((len(count), width), filler, np.int32)
    rows[np.arange(width) < count[:, None]] = lists.flatten().to_numpy()
    return rows, count


def by_seat(lists: Any) -> Any:
    """Lists that all have an entry for each seat."""
    return lists.flatten().to_numpy().reshape(len(lists), -1)


def widened(rows: Any, width: int, filler: int) -> Any:
    """Rows with more columns."""
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])), constant_values=filler)
