"""One decision judged: what it was worth, what would have been better, and why.

A judge gets the view of the seat and the steps it took. It never gets a state, so what the seat could not know cannot
change its judgement: two matches that looked the same to the seat are judged the same.
"""

from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from capomastro.bots.advice import game_of, ranked
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Searching
from capomastro.bots.search.forecast import Forecast
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame
from capomastro.review.decisions import is_private
from capomastro.review.model import Judgement, Outlook
from capomastro.review.reasons import reasons_for

SEARCHED = 0.5  # of the iterations; the others look what becomes of the best steps and of those taken
NODES = 30_000
LONGEST_LINE = 40


class Looked(Struct, frozen=True):
    """A line of steps with what a forecast says of it."""

    steps: tuple[int, ...]
    option: Outlook
    square: float
    """The mean square of the seat's chance."""


def judge(view: Any, line: tuple[int, ...], iterations: int, seed: int, options: int = 1) -> Judgement | None:
    """The judgement of these steps by the viewer; None if nothing else was worth a thought.

    `options` says how many of the steps that the search likes best are looked at for themselves.
    """
    game = game_of(view)
    config = config_for(game.name)
    rng = seeded(seed)
    searched = Budget(max(2, round(SEARCHED * iterations)))
    tree = Searching(game).search(view, searched, rng, stop_early=False)
    names = [found[0] for found in ranked(tree.findings())][:options]
    firsts = [tree.step_named(name) for name in names or [-1]]
    lines = [whole_line(game, view, first) for first in firsts]
    if not names and lines == [line]:
        return None
    heuristic = config.learned(len(view.seats))
    forecast = Forecast(heuristic, NODES, config.released)
    worlds = game.worlds(view)
    texts = game.actions.texts
    each = max(2, round((1 - SEARCHED) * iterations / len({line, *lines})))

    def looked(steps: tuple[int, ...]) -> Looked:
        forecast.look(worlds, view.viewer, list(steps), seeded(seed + 1), each)
        chances = tuple(forecast.chances[seat] / each for seat in range(len(view.seats)))
        option = Outlook(tuple(texts[step] for step in steps), chances, forecast.leads[view.viewer] / each)
        return Looked(steps, option, forecast.squares / each)

    found = {steps: looked(steps) for steps in dict.fromkeys([line, *lines])}
    judgement = compared(view.viewer, found[line], [found[steps] for steps in dict.fromkeys(lines)], each)
    if not judgement.loss:
        return judgement
    better = next(steps for steps, one in found.items() if one.option == judgement.best)
    return replace(judgement, reasons=reasons_for(worlds, heuristic, view.viewer, better, line, seeded(seed + 2)))


def compared(seat: int, played: Looked, others: list[Looked], each: int) -> Judgement:
    """What was played beside the best of the others; if they are level, what was played is as good as any."""
    best = max(others, key=lambda one: one.option.chances[seat])
    gap = best.option.chances[seat] - played.option.chances[seat]
    error = sqrt((spread(best, seat) + spread(played, seat)) / each)
    rest = sorted((one for one in others if one is not played), key=lambda one: -one.option.chances[seat])
    if best.steps == played.steps or gap <= error:
        return Judgement(played.option, (played.option, *(one.option for one in rest)), 0.0, 0.0, error)
    lost = best.option.lead - played.option.lead
    return Judgement(played.option, tuple(one.option for one in rest), gap, lost, error)


def spread(looked: Looked, seat: int) -> float:
    """The variance of the seat's chance over the worlds."""
    return max(0.0, looked.square - looked.option.chances[seat] ** 2)


def whole_line(game: AnyGame, view: Any, first: int) -> tuple[int, ...]:
    """A step with those that belong to it, as the bots would take them."""
    heuristic = config_for(game.name).learned(len(view.seats))
    rng, seat = seeded(1), view.viewer
    world = game.worlds(view).sample(rng)
    heuristic.prepare(world, seat)
    world.recording = True
    line: list[int] = []
    step = first
    while len(line) < LONGEST_LINE:
        world.journal = []
        line.append(step)
        world.play(seat, step)
        told = [game.event(note) for note in world.journal]
        if world.over or not is_private(told, seat, len(view.seats)) or seat not in world.to_act():
            break
        step = int(heuristic.policy(world, seat, rng, 0.0))
    return tuple(line)
