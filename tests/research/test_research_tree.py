"""A game as a tree: chance by script, information states that forget nothing and betray nothing."""

import copy
import pickle

import pytest
from tree_laws import any_of, check_sampling, check_step, check_world, decisions, played, settled, whole

from capomastro.core.catalogue import all_games
from capomastro.core.chance import Scripted, seeded
from capomastro.core.errors import IllegalAction
from capomastro.core.game import Event, Position, Viewer
from capomastro.games.palazzo.game import Palazzo
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.view import View, view
from capomastro.research.tree import CHANCE, OVER, Node, Tree

TABLES = [(game.name, seats) for game in all_games() for seats in game.seat_counts]
SOME = [(game.name, seats) for game in all_games() for seats in (game.seat_counts[0], game.seat_counts[2])]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_line_of_the_tree_is_the_game_that_one_script_makes(name: str, seats: int) -> None:
    tree, rng = Tree(name, seats), seeded(seats)
    node, answers, steps = tree.root, list[int](), list[tuple[int, int, Position]]()
    while node.actor != OVER:
        action = any_of(node.legal(), rng)
        if node.actor == CHANCE:
            answers.append(action)
            assert node.outcomes <= tree.most_outcomes
        else:
            assert node.position is not None
            steps.append((node.actor, action, node.position))
        node = node.child(action)

    position = tree.deal(Scripted(tuple(answers)))
    for seat, action, before in steps:
        assert position.key()[:-1] == before.key()[:-1]  # all but chance, which has a script here
        position.apply(seat, action)
    assert position.over
    assert sum(node.returns()) == pytest.approx(0)
    assert [seat for seat in range(seats) if node.returns()[seat] > 0] == position.winners()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_sampled_worlds_look_like_the_truth_to_their_seat(name: str, seats: int) -> None:
    tree, rng, compared = Tree(name, seats), seeded(7), 0
    for number, node in enumerate(decisions(tree, 11)):
        if number % 13 == 0:
            seat = rng.randrange(seats)
            check_world(node, node.actor, rng)
            check_sampling(node, check_world(node, seat, rng), seat, number)
            compared += check_step(node, seat, rng)

    assert compared > 1


@pytest.mark.parametrize(("name", "seats"), [("palazzo", 2), ("palazzo", 4), ("pillars", 4)])
def test_sampled_worlds_are_not_the_truth_again_and_again(name: str, seats: int) -> None:
    open_questions, truths = guesses(Tree(name, seats))

    assert open_questions > 20
    assert truths < 0.25


def guesses(tree: Tree) -> tuple[int, float]:
    """At how many decisions sampled worlds differ, and how often they are the truth there."""
    rng, open_questions, truths = seeded(3), 0, 0
    for node in decisions(tree, 5):
        worlds = [node.resampled(node.actor, rng).written() for _ in range(8)]
        if len(set(worlds)) > 1:
            open_questions += 1
            truths += worlds.count(node.written())
        if open_questions == 60:
            break
    return open_questions, truths / max(1, 8 * open_questions)


@pytest.mark.parametrize(("name", "seats"), SOME)
def test_whoever_recalls_the_same_has_seen_and_done_the_same_at_every_decision(name: str, seats: int) -> None:
    """Perfect recall: an information state fixes all those before it, and all steps."""
    tree = Tree(name, seats)
    pasts: dict[str, list[str]] = {}
    for seed in range(4):
        history: list[list[str]] = [[] for _ in range(seats)]
        for node in decisions(tree, seed % 2):  # each game comes twice
            seat = node.actor
            recalled = node.recalled(seat)
            assert pasts.setdefault(recalled, history[seat][:]) == history[seat]
            assert all(recalled.startswith(earlier.rpartition("now ")[0]) for earlier in history[seat][-3:])
            history[seat].append(recalled)
    assert len(pasts) > 100


def test_two_views_that_become_one_are_still_told_apart() -> None:
    """What a seat has seen and sees no more is marked with its own steps."""
    tree = Tree("palazzo", 2)
    node = settled(tree.root, seeded(1))
    seat, action = node.actor, node.legal()[0]
    assert node.moment is not None
    before = played(node, action, seeded(2)).recalled(seat)
    node.moment.views[seat] = "another view"

    assert played(node, action, seeded(2)).recalled(seat) != before


def test_a_seat_that_chooses_at_once_with_others_does_not_see_what_they_chose() -> None:
    tree = Tree("pillars", 3)
    for node in decisions(tree, 2):
        assert node.position is not None
        if len(node.position.to_act()) == 3:
            break
    children = [node.child(action) for action in node.legal()]

    assert len(children) > 1
    assert [child.actor for child in children] == [1] * len(children)
    assert len({child.recalled(1) for child in children}) == 1
    assert len({child.recalled(0) for child in children}) == len(children)


@pytest.mark.parametrize(("name", "seats"), SOME)
def test_a_pickled_node_goes_on_alike(name: str, seats: int) -> None:
    tree, rng = Tree(name, seats), seeded(9)
    nodes = [tree.root, tree.root.child(1), *list(decisions(tree, 4))[:60:15]]
    for node in nodes:
        twin: Node = pickle.loads(pickle.dumps(node))
        assert copy.copy(node) is copy.deepcopy(node) is node
        assert whole(twin) == whole(node)
        action = any_of(node.legal(), rng)
        assert whole(twin.child(action)) == whole(node.child(action))


def test_what_is_not_there_is_refused_with_a_sentence() -> None:
    tree = Tree("palazzo", 2)
    with pytest.raises(ValueError, match="counted from 0"):
        tree.root.child(500)
    with pytest.raises(ValueError, match="not where chance does"):
        tree.root.resampled(0, seeded(0))
    node = settled(tree.root, seeded(0))
    before = node.written()
    with pytest.raises(IllegalAction):
        node.child(535)
    assert node.written() == before


class Leaky(Palazzo):
    """Palazzo in which everybody sees how much the next seat holds."""

    def view(self, state: State, viewer: Viewer) -> View:
        from msgspec.structs import replace

        seen = view(state, viewer)
        return replace(seen, idle_turns=int(state.hands[1 if viewer == 0 else 0] % 97))


def test_a_leak_in_the_information_state_is_found() -> None:
    tree = Tree("palazzo", 2)
    tree.game = Leaky()
    with pytest.raises(AssertionError, match="can tell a sampled world from the truth"):
        watched(tree)


def test_a_leak_in_what_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "is_for", lambda event, viewer: True)
    with pytest.raises(AssertionError, match="learns from step"):
        watched(Tree("pillars", 3))


def test_a_world_in_which_others_recall_the_truth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Node.resampled

    def resampled(node: Node, seat: int, rng: object) -> Node:
        world = honest(node, seat, rng)  # type: ignore[arg-type]
        assert node.moment is not None
        assert world.moment is not None
        world.moment.recalled = {viewer: node.moment.recall(node.tree.game, viewer) for viewer in node.tree.viewers}
        return world

    monkeypatch.setattr(Node, "resampled", resampled)
    with pytest.raises(AssertionError, match="depends on what it does not know"):
        watched(Tree("pillars", 3))


def test_a_sampler_that_deals_the_truth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Node, "resampled", lambda node, seat, rng: node)

    assert guesses(Tree("palazzo", 2))[0] == 0


def watched(tree: Tree) -> None:
    """Some random games in which worlds and steps are checked for every seat."""
    for seed in range(4):
        rng = seeded(seed)
        for node in decisions(tree, seed):
            for seat in range(tree.seats):
                check_world(node, seat, rng)
                check_step(node, seat, rng)
