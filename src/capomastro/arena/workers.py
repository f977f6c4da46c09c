"""Who plays the games: this process, several processes of this machine, or whatever else has the one verb `run`.

A task is a function of a game's number and of nothing else, so it does not matter who does it, in which order, or
whether it is done twice.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Protocol, TypeVar

T = TypeVar("T")


class Workers(Protocol):
    """Do a task for many numbers."""

    away: bool
    """Whether they may run on other machines, which do not share our files."""

    def run(self, task: Callable[[int], T], numbers: Sequence[int]) -> Iterator[T]:
        """What the task returns for each number, as it is done, in any order. The task can be pickled."""


class Here:
    """So many processes of this machine; one is this process itself."""

    away = False

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs

    def run(self, task: Callable[[int], T], numbers: Sequence[int]) -> Iterator[T]:
        if self.jobs <= 1:
            for number in numbers:
                yield task(number)
            return
        queue = iter(numbers)
        with ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn")) as pool:
            running: set[Future[T]] = set()
            try:
                while True:
                    for number in queue:
                        running.add(pool.submit(task, number))
                        if len(running) >= 2 * self.jobs:
                            break
                    if not running:
                        return
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
