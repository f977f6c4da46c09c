"""Hints: the advice of the bots, with the steps that belong to each choice and what speaks for it.

The reasons are those of a review, in the terms by which the bots value a position. A game may say more in its own words
(`Heuristic.remark`). As in a review only the seat's view is known, and worlds that look the same to it.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from capomastro.bots.advice import USUAL, Choice, Turn, advise, game_of
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.search.heuristic import Glimpse, Heuristic
from capomastro.bots.search.tree import Worlds
from capomastro.core.chance import Fast, seeded
from capomastro.core.game import AnyGame
from capomastro.core.remarks import Remark
from capomastro.review.judging import whole_line
from capomastro.review.model import Difference
from capomastro.review.reasons import differences, mean_terms

SHOWN = 3
LONGEST_COURSE = 8
SAMPLES = 24  # worlds; what a hint says has to hold in all of them


class Hint(Struct, frozen=True):
    """A choice of `bots.advice`. `line` is its step with those that belong to it, such as the cards of a payment.

    `then` is what the seat does next by itself, before anybody else decides or chance does. `why` is what the game says
    for it. `reasons` are what speaks for it beside the next best, or beside the best.
    """

    step: int
    text: str
    margin: float | None = None
    chance: float | None = None
    visits: int = 0
    line: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    why: Remark | None = None
    reasons: tuple[Difference, ...] = ()


class Hints(Struct, frozen=True):
    """All legal steps, the best first, those worth showing with reasons; and what is expected to follow the best."""

    choices: tuple[Hint, ...]
    words: str
    line: tuple[Turn, ...] = ()


def hints(view: Any, budget: Budget = USUAL, rng: Fast | None = None) -> Hints:
    """What the viewer of this view should do, and why. The same view, budget in iterations and seed say the same."""
    rng = rng or seeded(1)
    advice = advise(view, budget, rng)
    game = game_of(view)
    shown = [choice for choice in advice.choices if choice.margin is not None][:SHOWN] or [advice.choices[0]]
    lines = [whole_line(game, view, choice.step) for choice in shown]
    told = Told(game, view, lines, rng)
    found = [told.hint(number, choice) for number, choice in enumerate(shown)]
    steps = {choice.step for choice in shown}
    others = [hint_of(choice) for choice in advice.choices if choice.step not in steps]
    return Hints((*found, *others), advice.words, advice.line)


def hint_of(choice: Choice) -> Hint:
    return Hint(choice.step, choice.text, choice.margin, choice.chance, choice.visits)


class Told:
    """What becomes of a few lines of steps in the same worlds."""

    def __init__(self, game: AnyGame, view: Any, lines: list[tuple[int, ...]], rng: Fast) -> None:
        self.game = game
        self.seat = view.viewer
        self.lines = lines
        self.heuristic: Heuristic = config_for(game.name).learned(len(view.seats))
        self.worlds: Worlds = game.worlds(view)
        self.chance = rng.state
        self.terms = [
            mean_terms(self.worlds, self.heuristic, self.seat, line, self.same(rng), SAMPLES)
            for line in (lines if self.heuristic.term_names else ())
        ]
        self.rng = rng

    def same(self, rng: Fast) -> Fast:
        """Chance as it was, so that the worlds are the same again."""
        rng.state = self.chance
        return rng

    def hint(self, number: int, choice: Choice) -> Hint:
        beside = 0 if number else 1
        alone = beside >= len(self.lines)
        why = self.heuristic.remark(self.glimpses(number, number if alone else beside), self.seat)
        found = (
            ()
            if alone or not self.terms
            else differences(self.heuristic, self.seat, self.terms[number], self.terms[beside])
        )
        return replace(
            hint_of(choice),
            line=self.texts(self.lines[number]),
            then=self.texts(self.course(self.lines[number])),
            why=why,
            reasons=tuple(one for one in found if (one.points > 0) == (one.seat == self.seat)),
        )

    def texts(self, steps: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.game.actions.texts[step] for step in steps)

    def course(self, line: tuple[int, ...]) -> list[int]:
        """What the seat does after a line of steps, as long as nothing else decides what comes."""
        world = self.worlds.sample(self.same(self.rng))
        self.heuristic.prepare(world, self.seat)
        drawn = world.chance.draws
        for step in line:
            world.play(self.seat, step)
        course: list[int] = []
        while not world.over and world.chance.draws == drawn and tuple(world.to_act()) == (self.seat,):
            if len(course) == LONGEST_COURSE:
                break
            course.append(int(self.heuristic.policy(world, self.seat, self.rng, 0.0)))
            world.play(self.seat, course[-1])
        return course

    def glimpses(self, number: int, beside: int) -> list[Glimpse]:
        """Worlds as they are, after this line, and after the other one instead."""
        found = []
        rng = self.same(self.rng)
        for _ in range(SAMPLES):
            own = rng.spawn()
            state = own.state
            looked = []
            for line in ((), self.lines[number], self.lines[beside]):
                own.state = state
                world = self.worlds.sample(own)
                self.heuristic.prepare(world, self.seat)
                for step in line:
                    world.play(self.seat, step)
                looked.append(world)
            found.append(Glimpse(*looked))
        return found
