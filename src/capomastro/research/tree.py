"""A game as a tree with explicit chance: nodes where a seat decides, nodes where chance does, and ends.

No rule knows of it. A step is played on a copy whose chance is `Scripted`; where the script ends the node is one of
chance, each outcome lengthens the script, and the step is played again. Seats that decide at once do so one after the
other, the lowest first, and none sees what another has chosen.

Nodes never change, so a copy of one is the node itself.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from capomastro.core.catalogue import game_named, registrations
from capomastro.core.chance import Fast, Scripted
from capomastro.core.errors import ChanceWanted
from capomastro.core.game import AnyGame, Position, Seat, Viewer, check_setup
from capomastro.research.outcome import outcome
from capomastro.research.recall import Moment, Step, first_moment, private

CHANCE = -1
OVER = -2


class Tree:
    """All ways a game can go with these seats and options."""

    def __init__(self, name: str, seats: int, options: Mapping[str, str] | None = None) -> None:
        self.game: AnyGame = game_named(name)
        self.seats = seats
        self.options = check_setup(self.game, seats, options or {})
        self.has_tensor = registrations()[name].observation is not None

    @cached_property
    def root(self) -> "Node":
        return attempted(self, None, Question(CHANCE, 0))

    @cached_property
    def most_outcomes(self) -> int:
        """The most outcomes that chance has in a deal; all that is drawn from later is smaller."""
        node, most = self.root, 1
        while node.outcomes:
            most = max(most, node.outcomes)
            node = node.child(0)
        return most

    @property
    def viewers(self) -> list[Viewer]:
        return [None, *range(self.seats)]

    def deal(self, chance: Scripted) -> Position:
        dealt: Position = self.game.deal(self.seats, chance, self.options, None)
        return dealt

    def __reduce__(self) -> tuple[Any, ...]:
        return Tree, (self.game.name, self.seats, self.options)


class Question(NamedTuple):
    """What chance is asked: for whose step, what it has answered already, and how many outcomes there are now."""

    seat: Seat
    action: int
    script: tuple[int, ...] = ()
    stream: int = 0
    outcomes: int = 0


class Node:
    """A point in the tree. Where chance is asked, `moment` is the one before the step, and None during the deal."""

    __slots__ = ("actor", "moment", "outcomes", "position", "question", "tree")

    def __init__(self, tree: Tree, moment: Moment | None, question: Question | None = None) -> None:
        self.tree = tree
        self.moment = moment
        self.question = question
        self.position = position = None if moment is None else moment.position
        self.outcomes = 0 if question is None else question.outcomes  # of chance
        self.actor = CHANCE  # or the seat that decides, or OVER
        if question is None and position is not None:
            self.actor = OVER if position.over else int(position.actor)

    def legal(self) -> list[int]:
        """The actor's steps, ascending; for chance its outcomes."""
        if self.question is not None:
            return list(range(self.question.outcomes))
        position = self.position
        return [] if position is None or position.over else position.legal(position.actor)

    def child(self, action: int) -> "Node":
        """What comes after a step, or an outcome of chance. Raises `ValueError` if there is none such."""
        asked, position = self.question, self.position
        if asked is not None:
            if not 0 <= action < asked.outcomes:
                raise ValueError(f"chance has {asked.outcomes} outcomes here, counted from 0; this is {action}")
            return attempted(self.tree, self.moment, Question(asked.seat, asked.action, (*asked.script, action)))
        assert position is not None
        seat = position.actor
        if not position.is_legal(seat, action):
            position.clone().apply(seat, action)  # raises, and says why
        return attempted(self.tree, self.moment, Question(int(seat), action))

    def recalled(self, viewer: Viewer) -> str:
        """A seat's information state: what it recalls, and what it sees now."""
        recalled = "" if self.moment is None else self.moment.recall(self.tree.game, viewer)
        return f"{recalled}now {self.seen(viewer)}"

    def seen(self, viewer: Viewer) -> str:
        """All a viewer sees now, as JSON; before the deal is done, that is nothing."""
        return "null" if self.moment is None else self.moment.seen(self.tree.game, viewer)

    def private(self, seat: Seat) -> str:
        """What a seat sees and a spectator does not, as JSON."""
        return "null" if self.moment is None else private(self.tree.game, self.moment.position, seat)

    def resampled(self, seat: Seat, rng: Fast) -> "Node":
        """Another node with the same information state for this seat: hidden things are dealt and chosen again.

        Other seats recall there what everybody was told, and no more: this seat does not know what else they were.
        """
        if self.question is not None or self.moment is None:
            raise ValueError("a world is sampled where a seat decides, or at the end, but not where chance does")
        game, moment = self.tree.game, self.moment
        world = game.worlds(game.view(moment.position, seat)).sample(rng)
        world.chance = Scripted(())
        recalled = dict.fromkeys(self.tree.viewers, moment.recall(game, None))
        return Node(self.tree, first_moment(world, recalled | {seat: moment.recall(game, seat)}))

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing before it is over."""
        position = self.position
        return [0.0] * self.tree.seats if position is None or not position.over else outcome(position)

    def written(self) -> str:
        """Everything that decides how the game goes on, for comparing."""
        at = "the deal" if self.position is None else repr(self.position.key())
        return at if self.question is None else f"{at}\n{tuple(self.question)}"

    def __copy__(self) -> "Node":
        return self

    def __deepcopy__(self, memo: object) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """What is recalled is pickled as texts, for a past of positions would be long."""
        if self.moment is None:
            return unpacked, (self.tree, None, {}, self.question)
        recalled = {viewer: self.moment.recall(self.tree.game, viewer) for viewer in self.tree.viewers}
        return unpacked, (self.tree, self.moment.position, recalled, self.question)


def unpacked(
    tree: Tree, position: Position | None, recalled: dict[Viewer, str], question: tuple[Any, ...] | None
) -> Node:
    """A node from what was pickled of it."""
    moment = None if position is None else first_moment(position, recalled)
    return Node(tree, moment, None if question is None else Question(*question))


def attempted(tree: Tree, before: Moment | None, asked: Question) -> Node:
    """The node after a step, or after the deal; if the script ends before that does, the node where chance is asked."""
    chance = Scripted(asked.script)
    try:
        if before is None:
            return Node(tree, first_moment(tree.deal(chance), dict.fromkeys(tree.viewers, "")))
        position = before.position.clone()
        position.chance = chance
        position.recording = True
        position.journal = []
        position.play(asked.seat, asked.action)
    except ChanceWanted as wanted:
        return Node(tree, before, asked._replace(stream=wanted.stream, outcomes=wanted.outcomes))
    position.recording = False
    return Node(tree, Moment(position, before, Step(asked.seat, asked.action, tuple(position.journal))))
