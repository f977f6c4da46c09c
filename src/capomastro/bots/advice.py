"""Advice: what a seat should do, what each choice is worth, and what the best line is, in words."""

from typing import Any

from msgspec import Struct

from capomastro.bots.bot import Budget
from capomastro.bots.experts import Expert, expert_for
from capomastro.bots.players import Searching
from capomastro.bots.tree import Tree
from capomastro.catalogue import all_games
from capomastro.chance import Fast, seeded
from capomastro.errors import BadSetup
from capomastro.game import AnyGame

USUAL = Budget(iterations=2000, seconds=2.0)
LONGEST_LINE = 4
FEWEST_VISITS = 20  # a line is told only as far as the search knows it well


class Choice(Struct, frozen=True):
    """A lawful step. Its margin over the best other seat and its chance to win are None if it was not looked into."""

    step: int
    text: str
    margin: float | None = None
    chance: float | None = None
    visits: int = 0


class Advice(Struct, frozen=True):
    """All lawful steps, the best first, and the best line in a sentence."""

    choices: tuple[Choice, ...]
    words: str


def advise(view: Any, budget: Budget = USUAL, rng: Fast | None = None) -> Advice:
    """What the viewer of this view should do. The same view, budget in iterations and seed give the same advice."""
    game = game_of(view)
    rng = rng or seeded(1)
    legal = [] if view.viewer is None else game.worlds(view).sample(rng).legal(view.viewer)
    if not legal:
        raise BadSetup("there is nothing to advise: this seat owes no decision")
    texts = game.actions.texts
    if len(legal) == 1:
        return Advice((Choice(legal[0], texts[legal[0]]),), f"There is only one thing to do: {texts[legal[0]]}.")
    expert = expert_for(game.name)
    tree = Searching(game).search(view, budget, rng, stop_early=False)
    tried = sorted(tree.findings(), key=lambda found: (-found[1], -found[2], found[0]))
    choices = []
    for name, visits, margin, chance in tried:
        step = tree.step_named(name)
        choices.append(Choice(step, texts[step], round(margin, 1), round(chance, 3), visits))
    if not choices:
        only = tree.step_named(-1)
        choices.append(Choice(only, texts[only]))
    looked_into = {choice.step for choice in choices}
    others = [Choice(step, texts[step]) for step in legal if step not in looked_into]
    return Advice((*choices, *others), in_words(game, expert, tree, choices))


def game_of(view: Any) -> AnyGame:
    """The game whose view this is."""
    for game in all_games():
        if type(view).__module__ == f"capomastro.{game.name}.view":
            return game
    raise BadSetup(f"{type(view).__name__} is not a view of a game in the catalogue")


def in_words(game: AnyGame, expert: Expert, tree: Tree, choices: list[Choice]) -> str:
    best = choices[0]
    if best.margin is None or best.chance is None:
        return f"{sentence_case(best.text)}: nothing else is worth considering."
    line = [best.text]
    for seat, name in tree.line(LONGEST_LINE, FEWEST_VISITS)[1:]:
        who = "" if seat == tree.root_seat else f"seat {seat + 1}: "
        line.append(who + expert.words.get(name, game.actions.texts[name]))
    words = f"{sentence_case(', then '.join(line))}: {lead(best.margin)}, {best.chance:.0%} to win."
    if len(choices) > 1:
        second = choices[1]
        assert second.margin is not None
        words += f" Next best is {second.text}: {lead(second.margin)}."
    return words


def sentence_case(text: str) -> str:
    return text[0].upper() + text[1:]


def lead(margin: float) -> str:
    if round(margin, 1) == 0:
        return "expect to be level"
    return f"expect to be {abs(margin):.1f} points {'ahead' if margin > 0 else 'behind'}"
