"""Advice: what a seat should do, what each choice is worth, and what the best line is, in words."""

from typing import Any

from msgspec import Struct

from capomastro.bots.bot import Budget
from capomastro.bots.config import BotConfig, config_for
from capomastro.bots.players import Searching
from capomastro.bots.search.tree import Tree
from capomastro.core.catalogue import all_games
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Seat

USUAL = Budget(iterations=2000, seconds=2.0)
LONGEST_LINE = 3
FEWEST_VISITS = 15  # a line is told only as far as the search has looked well into it


class Adviser(Searching):
    """Searches as the first release did, but does not let anybody begin a bid with money that leads nowhere."""

    @property
    def farsighted(self) -> bool:
        return True


class Choice(Struct, frozen=True):
    """A legal step. Its margin over the best other seat and its chance to win are None if it was not looked into."""

    step: int
    text: str
    margin: float | None = None
    chance: float | None = None
    visits: int = 0


class Turn(Struct, frozen=True):
    """A step that is expected of a seat."""

    seat: Seat
    text: str


class Advice(Struct, frozen=True):
    """All legal steps, the best first; what is expected to follow the best one; and that line in a sentence."""

    choices: tuple[Choice, ...]
    words: str
    line: tuple[Turn, ...] = ()


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
    config = config_for(game.name)
    tree = Adviser(game).search(view, budget, rng, stop_early=False)
    found = ranked(tree.findings())
    choices = []
    for name, visits, margin, chance in found:
        step = tree.step_named(name)
        choices.append(Choice(step, texts[step], round(margin, 1), round(chance, 3), visits))
    if not choices:
        only = tree.step_named(-1)
        choices.append(Choice(only, texts[only]))
    looked_into = {choice.step for choice in choices}
    others = [Choice(step, texts[step]) for step in legal if step not in looked_into]
    line = expected(game, config, tree, found[0][0]) if found else ()
    return Advice((*choices, *others), in_words(tree.root_seat, line, choices), line)


def game_of(view: Any) -> AnyGame:
    """The game whose view this is."""
    for game in all_games():
        if isinstance(view, game.view_type):
            return game
    raise BadSetup(f"{type(view).__name__} is not a view of a game in the catalogue")


def ranked(findings: list[tuple[int, int, float, float]]) -> list[tuple[int, int, float, float]]:
    """First the steps the search knows well, by their value; then the others, by their visits."""
    most = max((visits for _, visits, _, _ in findings), default=0)

    def order(found: tuple[int, int, float, float]) -> tuple[float, ...]:
        name, visits, margin, chance = found
        if 2 * visits >= most:
            return (0, -round(chance, 2), -margin, name)
        return (1, -visits, -margin, name)

    return sorted(findings, key=order)


def expected(game: AnyGame, config: BotConfig, tree: Tree, best: int) -> tuple[Turn, ...]:
    """What follows the step of this name, as far as the search knows it well."""
    following = tree.line_after(best, LONGEST_LINE, FEWEST_VISITS)
    return tuple(Turn(seat, config.words.get(name, game.actions.texts[name])) for seat, name in following)


def in_words(me: Seat, line: tuple[Turn, ...], choices: list[Choice]) -> str:
    best = choices[0]
    if best.margin is None or best.chance is None:
        return f"{sentence_case(best.text)}: nothing else is worth considering."
    told = [best.text] + [turn.text if turn.seat == me else f"seat {turn.seat + 1}: {turn.text}" for turn in line]
    words = f"{sentence_case(', then '.join(told))}: {lead(best.margin)}, {best.chance:.0%} to win."
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
