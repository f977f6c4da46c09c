"""Who is next when more is asked of the bots than they can think about at once.

People at their tables come first, then tables where nobody is present, then advice, then reviews. Among equals
everybody gets one answer in turn: first the addresses, then the tables of an address. So somebody with fifty tables
makes everybody else wait for one decision, not for fifty.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum
from typing import Any

PATIENT = 7
"""A rank that was passed over this often goes first once, so that nobody waits for ever."""


class Rank(IntEnum):
    """How pressing a question is, the most pressing first."""

    PRESENT = 0
    ABSENT = 1
    ADVICE = 2
    REVIEW = 3


class Asker:
    """Where a question comes from. `addresses` are those of the people it is for; it counts for one of them."""

    def __init__(
        self, rank: Rank, table: str, addresses: tuple[str, ...] = ("",), wanted: Callable[[], bool] = lambda: True
    ) -> None:
        self.rank = rank
        self.table = table
        self.addresses = addresses
        self.wanted = wanted
        """Whether anybody still wants the answer; asked when it is this question's turn."""


class Question:
    """A question in the queue, and the answer to come."""

    def __init__(self, asker: Asker, kind: str, *arguments: Any) -> None:
        self.asker = asker
        self.kind = kind
        self.arguments = arguments
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.may_be_helped = False
        """Whether idle processes may think about it too."""
        self.lost = 0
        """How many processes have ended while they thought about it."""


Registry = OrderedDict[str, deque[Question]]


class BotQueue:
    """All questions that wait."""

    def __init__(self) -> None:
        self.waiting: dict[Rank, OrderedDict[str, Registry]] = {rank: OrderedDict() for rank in Rank}
        self.passed_over = dict.fromkeys(Rank, 0)
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def count_of(self, rank: Rank) -> int:
        """How many questions as pressing as this wait."""
        return sum(len(questions) for tables in self.waiting[rank].values() for questions in tables.values())

    def put(self, question: Question) -> None:
        """Adds a question, at the address with the fewest tables waiting: nobody is slowed down by a busy neighbour."""
        addresses = self.waiting[question.asker.rank]
        address = min(question.asker.addresses, key=lambda one: len(addresses.get(one, ())))
        tables = addresses.setdefault(address, OrderedDict())
        tables.setdefault(question.asker.table, deque()).append(question)
        self.count += 1

    def take(self, *, only_present: bool = False) -> Question | None:
        """Whose turn it is, if anybody waits; only of people at their tables if nobody else's is wanted now."""
        ranks = [rank for rank in Rank if self.waiting[rank] and not (only_present and rank != Rank.PRESENT)]
        if not ranks:
            return None
        first = next((rank for rank in ranks if self.passed_over[rank] >= PATIENT), ranks[0])
        for rank in ranks:
            self.passed_over[rank] += 1
        self.passed_over[first] = 0
        addresses = self.waiting[first]
        address, tables = addresses.popitem(last=False)
        table, questions = tables.popitem(last=False)
        question = questions.popleft()
        if questions:
            tables[table] = questions  # at the end
        if tables:
            addresses[address] = tables
        self.count -= 1
        return question

    def drain(self) -> list[Question]:
        """Everything that waits, which then waits no more."""
        found = []
        while (question := self.take()) is not None:
            found.append(question)
        return found
