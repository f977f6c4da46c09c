"""One seat's tensor of one position."""

from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Position, Seat
from capomastro.core.observation import observation_of
from capomastro.research.extras import required

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = required("numpy", "research")


def seen(buffer: Any, kind: Any) -> Any:
    """A buffer as numpy sees it, without a copy; it can be read but not written."""
    return np.frombuffer(buffer, kind)


def observe(
    game: AnyGame, position: Position, seat: Seat, *, perfect_information: bool = False
) -> "npt.NDArray[np.uint8]":
    """What this seat may know of a position, or everything, as the bytes that `observation_of(game.name)` lists."""
    if not 0 <= seat < position.seats:
        raise BadSetup(f"there is no seat {seat} at a table of {position.seats}")
    observer = observation_of(game.name).observer(int(position.seats), perfect_information)
    row, kept = vec[i64]([0] * int(observer.words)), vec[i64]([0] * int(observer.kept))
    observer.write(position, seat, row, 0, kept, 0)
    found: npt.NDArray[np.uint8] = seen(row, np.uint8)
    return found


class Watcher:
    """Tensors of one position after the other; what has not changed is not written again."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.observer = observation_of(game.name).observer(seats, False)
        self.row = vec[i64]([0] * int(self.observer.words))
        self.kept = vec[i64]([0] * int(self.observer.kept))

    def written(self, position: Position, seat: Seat) -> bytes:
        self.observer.write(position, seat, self.row, 0, self.kept, 0)
        return bytes(memoryview(self.row))
