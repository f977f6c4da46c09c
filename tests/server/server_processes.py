"""The processes that a server has started, as Linux lists them."""

import contextlib
import os
from pathlib import Path

from server_house import House


def is_alive(process: int) -> bool:
    """Whether it runs; one that has ended and that nobody has asked about does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def seconds_used(process: int) -> float:
    """How long it has computed."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")
    return 0.0


def below(process: int) -> list[int]:
    """All processes that this one has started, and those that they have started."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *below(child)]
    return [child for child in found if is_alive(child)]


def children_of(house: House) -> list[int]:
    assert house.process is not None
    return below(house.process.pid)
