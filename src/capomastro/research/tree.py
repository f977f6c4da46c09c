"""A game as a tree with explicit chance: nodes where a seat decides, nodes where chance does, and ends.

No rule knows of it. A step is played on a copy whose chance is `Scripted`; where the script ends the node is one of
chance, each outcome lengthens the script, and the step is played again. Seats that decide at once do so one after the
other, the lowest first, and none sees what another has chosen.

Nodes never change, so a copy of one is the node itself.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from capomastro.core.catalogue import game_named, registrations
from capomastro.core.chance import Fast, Scripted
from capomastro.core.errors import ChanceWanted
from capomastro.core.game import AnyGame, Position, Seat, Viewer, check_setup
from capomastro.research.outcome import outcome
from capomastro.research.recall import Past, Step, followed, from_deal, from_texts, seen

CHANCE = -1
OVER = -2
NO_SCRIPT: tuple[int, ...] = ()


class Tree:
    """All ways a game can go with these seats and options."""

    def __init__(self, name: str, seats: int, options: Mapping[str, str] | None = None) -> None:
        self.game: AnyGame = game_named(name)
        self.seats = seats
        self.options = check_setup(self.game, seats, options or {})
        self.has_tensor = registrations()[name].observation is not None

    @cached_property
    def root(self) -> "Node":
        return attempted(self, None, None, CHANCE, 0, NO_SCRIPT)

    @cached_property
    def most_outcomes(self) -> int:
        """The most outcomes that chance has in a deal; all that is drawn from later is smaller."""
        node, most = self.root, 1
        while node.outcomes:
            most = max(most, node.outcomes)
            node = node.answered(0)
        return most

    def deal(self, chance: Scripted) -> Position:
        dealt: Position = self.game.deal(self.seats, chance, self.options, None)
        return dealt

    def __reduce__(self) -> tuple[Any, ...]:
        return Tree, (self.game.name, self.seats, self.options)


class Node:
    """A point in the tree. Where chance is asked, `position` is the one before the step, and None during the deal."""

    __slots__ = ("action", "outcomes", "past", "position", "script", "seat", "stream", "tree")

    def __init__(self, tree: Tree, position: Position | None, past: Past | None) -> None:
        self.tree = tree
        self.position = position
        self.past = past
        self.outcomes = 0  # how many chance has here; none where a seat decides
        self.stream = 0
        self.seat: Seat = CHANCE  # whose step it is that chance is asked for
        self.action = 0
        self.script = NO_SCRIPT

    @property
    def actor(self) -> int:
        """Who decides: a seat, `CHANCE`, or nobody because the game is `OVER`."""
        if self.outcomes:
            return CHANCE
        position = self.position
        assert position is not None
        return OVER if position.over else int(position.actor)

    def legal(self) -> list[int]:
        """The actor's steps, ascending; for chance its outcomes."""
        if self.outcomes:
            return list(range(self.outcomes))
        return [] if self.position is None or self.position.over else self.position.legal(self.position.actor)

    def child(self, action: int) -> "Node":
        """What comes after a step, or an outcome of chance. Raises `IllegalAction` for a step that is not legal."""
        if self.outcomes:
            return self.answered(action)
        position = self.position
        assert position is not None
        seat = position.actor
        if not position.is_legal(seat, action):
            position.clone().apply(seat, action)  # raises, and says why
        return attempted(self.tree, position, self.past, int(seat), action, NO_SCRIPT)

    def answered(self, outcome: int) -> "Node":
        if not 0 <= outcome < self.outcomes:
            raise ValueError(f"chance has {self.outcomes} outcomes here, counted from 0; this is {outcome}")
        script = (*self.script, outcome)
        return attempted(self.tree, self.position, self.past, self.seat, self.action, script)

    def recalled(self, viewer: Viewer) -> str:
        """A seat's information state: all it was told, and what it sees now."""
        told = "" if self.past is None else self.past.told(self.tree.game, viewer)
        return f"{told}now {self.seen(viewer)}"

    def seen(self, viewer: Viewer) -> str:
        """All a viewer sees now, as JSON; the viewer's own number is in it."""
        return seen(self.tree.game, self.position, viewer)

    def resampled(self, seat: Seat, rng: Fast) -> "Node":
        """Another node with the same information state for this seat: hidden things are dealt and chosen again.

        Other seats remember there what everybody was told, and no more: this seat does not know what else they were.
        """
        if self.outcomes or self.position is None or self.past is None:
            raise ValueError("a world is sampled where a seat decides, or at the end, but not where chance does")
        game, past = self.tree.game, self.past
        world = game.worlds(game.view(self.position, seat)).sample(rng)
        world.chance = Scripted(NO_SCRIPT)
        texts = dict.fromkeys((None, *range(self.tree.seats)), past.told(game, None))
        return Node(self.tree, world, from_texts(texts | {seat: past.told(game, seat)}))

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing before it is over."""
        position = self.position
        if position is None or not position.over:
            return [0.0] * self.tree.seats
        return outcome(position)

    def written(self) -> str:
        """Everything that decides how the game goes on, for comparing."""
        at = "the deal" if self.position is None else repr(self.position.key())
        return f"{at}\n{(self.seat, self.action, *self.script)}" if self.outcomes else at

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    def __copy__(self) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        asked = (self.seat, self.action, self.script, self.stream, self.outcomes)
        if self.past is None:
            return unpacked, (self.tree, self.position, None, {}, (), asked)
        first, steps = self.past.steps()
        return unpacked, (self.tree, self.position, first.dealt, first.texts, steps, asked)


def unpacked(
    tree: Tree,
    position: Position | None,
    dealt: Position | None,
    texts: dict[Viewer, str],
    steps: list[Step],
    asked: tuple[int, int, tuple[int, ...], int, int],
) -> Node:
    """A node from what was pickled of it."""
    past = None
    if dealt is not None:
        past = from_deal(dealt, steps)
    elif texts:
        past = from_texts(texts, steps)
    node = Node(tree, position, past)
    node.seat, node.action, node.script, node.stream, node.outcomes = asked
    return node


def attempted(
    tree: Tree, before: Position | None, past: Past | None, seat: Seat, action: int, script: tuple[int, ...]
) -> Node:
    """The node after a step, or the deal; if the script ends before the step does, the node where chance is asked."""
    chance = Scripted(script)
    try:
        if before is None:
            position = tree.deal(chance)
        else:
            position = before.clone()
            position.chance = chance
            position.recording = True
            position.journal = []
            position.play(seat, action)
    except ChanceWanted as wanted:
        node = Node(tree, before, past)
        node.seat, node.action, node.script = seat, action, script
        node.stream, node.outcomes = wanted.stream, wanted.outcomes
        return node
    if past is None:
        return Node(tree, position, from_deal(position))
    position.recording = False
    return Node(tree, position, followed(past, [Step(seat, action, tuple(position.journal))]))
