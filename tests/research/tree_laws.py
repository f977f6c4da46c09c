"""What must hold in every node of a game's tree; the tests ask here, and plant faults that must be found."""

from collections.abc import Iterator

from capomastro.core.chance import Fast, seeded
from capomastro.core.game import Seat
from capomastro.research.observing import observe
from capomastro.research.tree import OVER, Node, Tree


def settled(node: Node, rng: Fast) -> Node:
    """The next node at which chance is not asked."""
    while node.outcomes:
        node = node.child(rng.randrange(node.outcomes))
    return node


def played(node: Node, action: int, rng: Fast) -> Node:
    return settled(node.child(action), rng)


def any_of(steps: list[int], rng: Fast) -> int:
    return steps[rng.randrange(len(steps))]


def decisions(tree: Tree, seed: int) -> Iterator[Node]:
    """The nodes of a random game at which a seat decides."""
    rng = seeded(seed)
    node = settled(tree.root, rng)
    while node.actor != OVER:
        yield node
        node = played(node, any_of(node.legal(), rng), rng)


def whole(node: Node) -> tuple[str, ...]:
    """A node with all that everybody recalls."""
    return (node.written(), *(node.recalled(viewer) for viewer in node.tree.viewers))


def check_world(node: Node, seat: Seat, rng: Fast) -> Node:
    """A sampled world has the same information state, tensor and legal steps."""
    world, tree = node.resampled(seat, rng), node.tree
    assert world.recalled(seat) == node.recalled(seat), f"seat {seat} can tell a sampled world from the truth"
    assert world.actor == node.actor, "somebody else decides in a sampled world"
    assert node.actor != seat or world.legal() == node.legal(), f"seat {seat} may do other things in a sampled world"
    assert node.position is not None
    assert world.position is not None
    tensors = [observe(tree.game, position, seat) for position in (node.position, world.position)]
    assert (tensors[0] == tensors[1]).all(), f"seat {seat} can tell a sampled world by its tensor"
    tree.game.audit(world.position)
    return world


def check_sampling(one: Node, other: Node, seat: Seat, seed: int) -> None:
    """Where two nodes have one information state, the worlds sampled from them are the same in everything."""
    assert one.recalled(seat) == other.recalled(seat)
    samples = [whole(node.resampled(seat, seeded(seed))) for node in (one, other)]
    assert samples[0] == samples[1], f"what is sampled for seat {seat} depends on what it does not know"


def check_step(node: Node, seat: Seat, rng: Fast) -> bool:
    """A step tells a seat nothing but what everybody may know: in a sampled world it looks the same.

    Where several decide at once, others may take any step there. False if there is nothing to compare, because chance
    was asked or something hidden was shown.
    """
    assert node.position is not None
    world, action = node.resampled(seat, rng), any_of(node.legal(), rng)
    together = len(node.position.to_act()) > 1 and node.actor != seat
    there = any_of(world.legal(), rng) if together else action
    if there not in world.legal():
        return False
    after, like = node.child(action), world.child(there)
    if after.outcomes or like.outcomes or shows(node, after) or shows(world, like):
        return False
    assert after.recalled(seat) == like.recalled(seat), f"seat {seat} learns from step {action} what it may not know"
    check_sampling(after, like, seat, action)
    return True


def shows(before: Node, after: Node) -> bool:
    """Did the step show something hidden?"""
    assert before.position is not None
    assert after.position is not None
    return before.position.shown != after.position.shown
