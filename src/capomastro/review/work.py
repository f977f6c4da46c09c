"""The work of a review, cut into questions that can be asked anywhere and in any order.

A match has a fixed number of iterations. Every decision gets its equal part of most of them; the rest goes to those
that seem to have cost most, which are looked at again, longer and with more alternatives. Nothing depends on time, so
the same match is reviewed the same everywhere.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import Any

from msgspec import Struct

from capomastro.core.match import Match
from capomastro.review.decisions import decisions_of
from capomastro.review.model import Judgement, Review
from capomastro.review.report import review_of

ITERATIONS = 300_000
FEWEST, MOST = 8, 6_000
"""For one decision at first: fewer say nothing, more say little more."""
FIRST_LOOK = 0.6
"""Of all iterations; the rest is for the second look."""
SECOND_LOOKS = 10
SECOND_OPTIONS = 3
"""Among how many steps the second look finds the best."""


class Question(Struct, frozen=True):
    """A decision to be judged: the view of its seat, its steps, and how long to look."""

    number: int
    view: Any
    line: tuple[int, ...]
    iterations: int
    seed: int
    options: int

    def answered(self) -> Judgement | None:
        from capomastro.review.judging import judge  # whoever only plans the work needs no bots

        return judge(self.view, self.line, self.iterations, self.seed, self.options)


class Answers(Struct):
    """What is known so far: the judgements of the first look and of the second, by the numbers of decisions."""

    first: dict[int, Judgement | None] = {}
    second: dict[int, Judgement | None] = {}


class Work:
    """A review under way. Whoever does it asks for `questions` and gives the answers until there are no more."""

    def __init__(self, match: Match, iterations: int = ITERATIONS, answers: Answers | None = None) -> None:
        self.match = match
        self.decisions = decisions_of(match)
        self.iterations = iterations
        self.answers = answers or Answers({}, {})

    @property
    def size(self) -> int:
        """How many questions there are in all."""
        return len(self.decisions) + min(SECOND_LOOKS, len(self.decisions))

    @property
    def done(self) -> int:
        """How many of them are answered; a second look that is not worth while counts as taken."""
        first, second = len(self.answers.first), len(self.answers.second)
        if first < len(self.decisions):
            return first
        return self.size - (len(self.second_looks()) - second)

    def questions(self) -> list[Question]:
        """What can be asked now: all that is open of the first look, then of the second; nothing when all is done."""
        count = max(1, len(self.decisions))
        if len(self.answers.first) < len(self.decisions):
            each = min(MOST, max(FEWEST, round(FIRST_LOOK * self.iterations / count)))
            numbers = [n for n in range(len(self.decisions)) if n not in self.answers.first]
            return [self.question(number, each, 1) for number in numbers]
        each = max(FEWEST, round((1 - FIRST_LOOK) * self.iterations / SECOND_LOOKS))
        numbers = [number for number in self.second_looks() if number not in self.answers.second]
        return [self.question(number, each, SECOND_OPTIONS) for number in numbers]

    def question(self, number: int, iterations: int, options: int) -> Question:
        decision = self.decisions[number]
        return Question(number, decision.view, decision.line, iterations, 10 * number + options, options)

    def second_looks(self) -> list[int]:
        """The decisions that cost most at first sight."""
        known = self.answers.first
        lossy = [number for number, found in known.items() if found is not None and found.loss > 0]
        return sorted(lossy, key=lambda number: (-loss_in(known[number]), number))[:SECOND_LOOKS]

    def give(self, question: Question, answer: Judgement | None) -> None:
        answers = self.answers.first if len(self.answers.first) < len(self.decisions) else self.answers.second
        answers[question.number] = answer

    def review(self) -> Review:
        """What came out; for when nothing is left to ask."""
        judged = {**self.answers.first, **self.answers.second}
        found = [(self.decisions[n], one) for n, one in sorted(judged.items()) if one is not None]
        return review_of(self.match, found)


def loss_in(judgement: Judgement | None) -> float:
    return 0.0 if judgement is None else judgement.loss


def reviewed(
    match: Match,
    iterations: int = ITERATIONS,
    jobs: int = 1,
    tell: Callable[[int, int], None] = lambda done, size: None,
) -> Review:
    """The whole review, in this process or in several; `tell` hears how far it is."""
    work = Work(match, iterations)
    with answering(jobs) as answered:
        while questions := work.questions():
            for question, answer in zip(questions, answered(questions), strict=True):
                work.give(question, answer)
                tell(work.done, work.size)
    return work.review()


@contextmanager
def answering(jobs: int) -> Iterator[Callable[[list[Question]], Iterator[Judgement | None]]]:
    """What answers many questions in order: this process, or several others."""
    if jobs <= 1:
        yield partial(map, Question.answered)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        yield partial(pool.map, Question.answered)
    finally:
        pool.shutdown(cancel_futures=True)
