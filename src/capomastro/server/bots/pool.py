"""Bots think in processes of their own. What goes there is a view, never a state; what comes back is a step."""

import asyncio
import os
import time
from typing import Any

from capomastro.core.errors import BadSetup, CapomastroError
from capomastro.core.game import AnyGame
from capomastro.server.bots.asking import Bots, Unwanted, fail
from capomastro.server.bots.helpers import Helper, arguments_for, is_helped, merged_step
from capomastro.server.bots.processes import Processes
from capomastro.server.bots.queue import BotQueue, Question, Rank
from capomastro.server.bots.worker import BotFailed, Gone

MOST_PROCESSES = 4
"""No more are started unless the operator says so; each takes some 50 MB."""
BACKLOG = 4
"""This many questions for each process keep it busy; more would only wait."""
TRIES = 3
PAUSE_SECONDS = 0.2
"""Between one process that ended and the next, a little more each time."""
STOP_SECONDS = 3.0


def check_bot(name: str, game: AnyGame) -> None:
    """Raises `BadSetup` if there is no such bot for this game. How long bots think is not for players to say."""
    if ":" in name:
        raise BadSetup("bot.at-table")
    from capomastro.bots.roster import player_named

    player_named(name, game)


def usual_bot(game: AnyGame) -> str:
    """Who stands in if nobody is named: the middle level, or whoever plays this game."""
    for name in ("journeyman", "greedy", "random"):
        try:
            check_bot(name, game)
        except CapomastroError:
            continue
        return name
    raise AssertionError("there is always a bot that takes random legal steps")


def bots_for(game: AnyGame) -> list[tuple[str, str, str]]:
    """Name, level and character of every bot that plays this game."""
    from capomastro.bots.roster import names, player_named

    found = []
    for name in names():
        try:
            bot = player_named(name, game).bot
        except Exception:  # a plugin's bot may fail in any way; then it is not offered
            continue
        found.append((name, bot.level, bot.character))
    return found


def usual_processes(workers: int) -> int:
    """One for each core of a worker. They have a lower priority than the server, so no core is kept free for it."""
    return max(1, min(MOST_PROCESSES, cores() // workers))


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BotPool(Bots):
    """The processes in which bots think, started as they are needed, and the queue before them.

    Everything happens on the event loop and nothing here waits for a process to end. A process that hangs is killed
    alone; what was asked of a process that ended is asked of another. As many idle processes as `helpers` says help a
    bot that searches long, and give way to every question that comes.
    """

    def __init__(self, processes: int, patience: float, helpers: int = 0) -> None:
        super().__init__(processes)
        self.patience = patience
        self.helpers = helpers
        self.helping: set[Helper] = set()
        self.queue = BotQueue()
        self.crew = Processes(processes)
        self.running = self.crew.running
        self.for_others = 0  # those of them that do not think for people at their tables
        self.tasks: set[asyncio.Task[Any]] = set()

    def waiting(self) -> dict[Rank, int]:
        return {rank: self.queue.count_of(rank) for rank in Rank}

    async def room(self) -> None:
        """Waits until so few questions wait that one more is thought about soon."""
        while len(self.queue) >= BACKLOG * self.processes:
            await asyncio.sleep(0.05)

    async def ask(self, question: Question) -> Any:
        if self.stopped:
            raise Unwanted
        self.queue.put(question)
        self._go_on()
        return await question.answer

    def _go_on(self) -> None:
        """Gives every process that is free the next question. The last of several is for people at their tables."""
        while not self.stopped and self.busy < self.processes:
            question = self.queue.take(only_present=self.for_others >= max(1, self.processes - 1))
            if question is None:
                return
            if question.answer.done():
                continue
            if not question.asker.wanted():
                question.answer.set_exception(Unwanted())
                continue
            self.busy += 1
            self.for_others += question.asker.rank != Rank.PRESENT
            self._make_room()
            task = asyncio.create_task(self._think(question))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def _make_room(self) -> None:
        """Calls off helpers in whose place a question is thought about now."""
        active = [helper for helper in self.helping if not helper.called_off]
        for helper in active[: max(0, self.busy + len(active) - self.processes)]:
            helper.call_off()

    async def _think(self, question: Question) -> None:
        """Patience begins when a process is ready for the question, not while it waits for one."""
        try:
            answer = await self._answer(question)
        except Gone:
            question.lost += 1
            if question.lost < TRIES:
                await asyncio.sleep(PAUSE_SECONDS * question.lost)
                self.queue.put(question)
            else:
                fail(question, Gone("process after process ended"))
        except asyncio.CancelledError:
            question.answer.cancel()
            raise
        except Exception as error:
            fail(question, error)
        else:
            if not question.answer.done():
                question.answer.set_result(answer)
        finally:
            self.busy -= 1
            self.for_others -= question.asker.rank != Rank.PRESENT
            self._go_on()

    async def _answer(self, question: Question) -> Any:
        thinker = await self.crew.take()
        helpers = self._helpers_for(question)
        kind = "search" if helpers else question.kind
        began = time.perf_counter()
        try:
            async with asyncio.timeout(self.patience):
                answer = await thinker.ask(kind, *question.arguments)
        except BotFailed:
            self.crew.give_back(thinker)
            raise
        except BaseException:
            self.crew.end(thinker)
            raise
        finally:
            for helper in helpers:
                helper.call_off()
        if self.on_thought is not None:
            self.on_thought(question.kind, time.perf_counter() - began)
        self.crew.give_back(thinker)
        return await merged_step(answer, helpers) if helpers else answer

    def _helpers_for(self, question: Question) -> list[Helper]:
        """Sets idle processes to the same question, each with a seed of its own; none while anybody waits."""
        if not self.helpers or not is_helped(question) or len(self.queue):
            return []
        count = min(self.helpers, self.processes - self.busy - len(self.helping))
        helpers = [Helper(number) for number in range(1, count + 1)]
        for helper in helpers:
            self.helping.add(helper)
            helper.task = task = asyncio.create_task(self._help(helper, question))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return helpers

    async def _help(self, helper: Helper, question: Question) -> dict[int, int]:
        """How often a search of its own has tried each step; nothing if it failed or came too late."""
        try:
            helper.thinker = thinker = await self.crew.take()
            visits: dict[int, int] = {}
            try:
                if not helper.called_off:
                    async with asyncio.timeout(self.patience):
                        _, visits = await thinker.ask("search", *arguments_for(helper, question))
            except BotFailed:
                pass
            except BaseException:
                self.crew.end(thinker)
                raise
            finally:
                helper.thinker = None  # which others may use from now on, so a late halt must not reach it
            self.crew.give_back(thinker)
            return visits
        except (Gone, TimeoutError):
            return {}
        finally:
            self.helping.discard(helper)

    async def stop(self) -> None:
        """Ends all processes. What still waits for an answer gets none."""
        self.stopped = True
        for question in self.queue.drain():
            question.answer.cancel()
        ending = [thinker.ended() for thinker in self.running]
        for thinker in self.running:
            thinker.kill()
        for task in self.tasks:
            task.cancel()
        if over := [asyncio.ensure_future(one) for one in (*self.tasks, *ending)]:
            await asyncio.wait(over, timeout=STOP_SECONDS)
