"""Workers on a Ray cluster: games in chunks of some seconds, on every machine the same version, nothing lost for good.

The caller alone writes files. A chunk whose worker or machine is lost is played again: a game is a function of its
number.
"""

import os
import pickle
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from msgspec import Struct

import capomastro
from capomastro.core.catalogue import all_games
from capomastro.core.errors import BadSetup
from capomastro.research.extras import required

ray = required("ray", "ray")
faults = required("ray.exceptions", "ray")

T = TypeVar("T")
CHUNK_SECONDS = 4.0
"""What a chunk is aimed at: long beside the milliseconds it costs to send one, short beside an evening."""
AHEAD = 2
"""Chunks under way for each processor, so that none waits for us."""
MOST_LOSSES = 5
"""A chunk that was lost so often is not tried again: its games may be what ends the workers."""
SOURCES = (".py", ".toml")
QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}


class Worker(Struct, frozen=True):
    """Who has done a chunk, and with which versions."""

    host: str
    process: int
    versions: dict[str, str]


class Chunk(Struct, frozen=True):
    """What has come of a chunk: nothing, if the worker has other versions."""

    worker: Worker
    found: list[Any]
    seconds: float


@cache
def versions_here() -> dict[str, str]:
    """What must be the same on all machines so that games are the same: the package to the letter, and every game."""
    package = Path(capomastro.__file__).parent
    digest = sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix in SOURCES:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    versions = {"capomastro": capomastro.__version__, "source": digest.hexdigest()[:16]}
    return versions | {f"rules of {game.name}": str(game.rules_version) for game in all_games()}


def do_chunk(versions: dict[str, str], task: bytes, numbers: list[int]) -> Chunk:
    """Runs on a worker."""
    began = perf_counter()
    worker = Worker(socket.gethostname(), os.getpid(), versions_here())
    if worker.versions != versions:
        return Chunk(worker, [], 0.0)
    do: Callable[[int], Any] = pickle.loads(task)
    return Chunk(worker, [do(number) for number in numbers], perf_counter() - began)


class RayWorkers:
    """The machines of a Ray cluster, and those that join it later."""

    away = True

    def __init__(self, address: str) -> None:
        """`local` begins a cluster of this machine alone; anything else is where `ray start --head` was called."""
        if not ray.is_initialized():
            try:
                ray.init(address=address, include_dashboard=None if address != "local" else False, **QUIET)
            except (ConnectionError, RuntimeError, ValueError) as error:
                reason = str(error).splitlines()[0] if str(error) else type(error).__name__
                raise BadSetup(f"no Ray cluster answers at {address}: {reason}") from None
        self.address = address
        self.lost = 0
        self.chunks = 0
        self.seconds = 0.0
        self.send = ray.remote(max_retries=0, num_cpus=1)(do_chunk).remote

    def close(self) -> None:
        ray.shutdown()

    def run(self, task: Callable[[int], T], numbers: Sequence[int]) -> Iterator[T]:
        versions, pickled = versions_here(), pickle.dumps(task)
        waiting, done, seconds = deque(numbers), 0, 0.0
        running: dict[Any, list[int]] = {}
        losses: Counter[int] = Counter()
        try:
            while waiting or running:
                slots = AHEAD * processors()
                pace = seconds / done if done else None
                while waiting and len(running) < slots:
                    size = chunk_size(pace, len(waiting), slots)
                    chunk = [waiting.popleft() for _ in range(size)]
                    running[self.send(versions, pickled, chunk)] = chunk
                (ready,), _ = ray.wait(list(running), num_returns=1)
                chunk = running.pop(ready)
                result = self._result(ready)
                if result is None:
                    losses[chunk[0]] += 1
                    if losses[chunk[0]] >= MOST_LOSSES:
                        raise BadSetup(f"the workers that played games {chunk} were lost {MOST_LOSSES} times")
                    waiting.extendleft(reversed(chunk))
                    continue
                check_versions(result.worker, versions)
                done += len(chunk)
                seconds += result.seconds
                self.chunks += 1
                self.seconds += result.seconds
                yield from result.found
        finally:
            for one in running:
                ray.cancel(one, force=True)

    def _result(self, ready: Any) -> Chunk | None:
        """Nothing if the worker or its machine is lost."""
        try:
            found: Chunk = ray.get(ready)
        except faults.RayTaskError as error:
            cause = getattr(error, "cause", None) or error
            raise BadSetup(
                f"a worker could not play: {type(cause).__name__}: {cause}; all machines need the same installation"
            ) from error
        except faults.RayError:
            self.lost += 1
            return None
        return found


def processors() -> int:
    """Of all machines that are there now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def chunk_size(pace: float | None, waiting: int, slots: int) -> int:
    """How many games to send together; one while nothing is known, and few at the end, so that all end together."""
    if pace is None:
        return 1
    return max(1, min(int(CHUNK_SECONDS / max(pace, 1e-6)), ceil(waiting / slots)))


def check_versions(worker: Worker, wanted: dict[str, str]) -> None:
    for name in {**wanted, **worker.versions}:
        theirs, ours = worker.versions.get(name, "none"), wanted.get(name, "none")
        if theirs != ours:
            raise BadSetup(
                f"the worker on {worker.host} has {name} {theirs}, and this machine {ours}: "
                "install the same version on all machines"
            )
