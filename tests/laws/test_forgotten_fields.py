"""Mutants of both games, each of which forgets one field of a state in a copy, a key, a view or a world.

A law must notice every one of them; a field that is added and forgotten somewhere makes a mutant that survives.
"""

import ast
import copy
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace
from random_states import GAMES, states

import capomastro
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, Position, Viewer
from capomastro.core.laws import check_clone, check_key, check_secrecy

WORLDS = {"palazzo": "view", "pillars": "rebuilding"}
"""Where a game builds a state from a view."""
SAME_IN_A_MATCH = {"self.seats", "self.priced_at_turn_start", "tuple(self.at_first)"}
IMPLIED = {
    "palazzo": {"viewer", "deck", "price", "winners", "seats.score"},
    "pillars": {"viewer", "cards", "components", "waiting", "winners"}
    | {f"seats.{name}" for name in ("cards", "hand", "markers", "score")},
}
"""Fields of a view that the others imply, or that stay the same in a match: a world does not need them."""
from_source = pytest.mark.skipif(
    capomastro.compiled, reason="mutants are made from source; the interpreted run makes them"
)
of_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


Pick = Callable[[ast.FunctionDef], list[ast.AST]]


def parts(tree: ast.AST, pick: Pick) -> list[ast.AST]:
    return [part for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for part in pick(node)]


def drop(tree: ast.AST, part: ast.AST) -> None:
    """Takes a statement out of its block, or an element out of its tuple."""
    for node in ast.walk(tree):
        if part in getattr(node, "elts", []):
            node.elts.remove(part)  # type: ignore[attr-defined]
        elif isinstance(block := getattr(node, "body", None), list) and part in block:
            block[block.index(part)] = ast.copy_location(ast.Pass(), part)


def mutants(module: ModuleType, pick: Pick) -> Iterator[tuple[str, ModuleType]]:
    """The module without one of the picked parts, for every such part; each by what it lacks."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    for number in range(len(parts(ast.parse(source), pick))):
        tree = ast.parse(source)
        part = parts(tree, pick)[number]
        text = ast.unparse(part)
        drop(tree, part)
        mutant = ModuleType(module.__name__)
        exec(compile(tree, module.__name__, "exec"), mutant.__dict__)
        yield text, mutant


def sets_field(node: ast.AST, name: str) -> bool:
    """Does this statement set a field of what has this name, or call a method of it that does?"""
    match node:
        case ast.Assign(targets=[ast.expr() as target]) | ast.AugAssign(target=target):
            pass
        case ast.Expr(value=ast.Call(func=target)):
            pass
        case _:
            return False
    while isinstance(target, ast.Subscript):
        target = target.value
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == name


def module_of_states(game: AnyGame) -> ModuleType:
    return sys.modules[type(next(states(game, game.seat_counts[0], 1))).__module__]


def as_mutant(state: Position, mutant: Any) -> Position:
    twin = copy.copy(state)
    twin.__class__ = mutant
    return twin


def notices(law: Callable[[], None]) -> bool:
    """Does the law break, or nothing fit together any more?"""
    try:
        law()
    except Exception:  # a mutant that cannot go on at all has been noticed too
        return True
    return False


def copied(function: ast.FunctionDef) -> list[ast.AST]:
    """What a clone is given."""
    return [node for node in ast.walk(function) if function.name == "clone" and sets_field(node, "twin")]


@from_source
@of_every_game
def test_a_clone_that_forgets_any_one_field_is_noticed(game: AnyGame) -> None:
    unnoticed = {text: made.State for text, made in mutants(module_of_states(game), copied)}
    assert len(unnoticed) > 30
    for seed in range(12):
        for state in states(game, game.seat_counts[seed % len(game.seat_counts)], seed):
            game.view(state, 0)  # fills what a state remembers for its viewers
            for text, mutant in list(unnoticed.items()):
                twin = as_mutant(state, mutant)
                if notices(lambda twin=twin: check_clone(twin, seeded(1))):  # type: ignore[misc]
                    del unnoticed[text]
            if not unnoticed:
                return
    assert not unnoticed


def keyed(function: ast.FunctionDef) -> list[ast.AST]:
    """What a key consists of."""
    if function.name != "key":
        return []
    tuples = [node for node in ast.walk(function.body[-1]) if isinstance(node, ast.Tuple)]
    return [part for whole in tuples for part in whole.elts if not isinstance(part, ast.Tuple)]


@from_source
@of_every_game
def test_a_key_that_forgets_any_one_field_is_noticed(game: AnyGame) -> None:
    """Apart from what stays the same in a match, which `test_state_fields` looks at."""
    unnoticed = {text: made.State for text, made in mutants(module_of_states(game), keyed)}
    assert len(unnoticed) > 25
    for seed in range(12):
        before: Position | None = None
        for state in states(game, game.seat_counts[seed % len(game.seat_counts)], seed):
            for text, mutant in list(unnoticed.items()):
                if before is not None:
                    one, other = as_mutant(before, mutant), as_mutant(state, mutant)
                    if notices(lambda one=one, other=other: check_key(one, other)):  # type: ignore[misc]
                        del unnoticed[text]
            if unnoticed.keys() <= SAME_IN_A_MATCH:
                return
            before = state.clone()
    assert unnoticed.keys() <= SAME_IN_A_MATCH


def rebuilt(function: ast.FunctionDef) -> list[ast.AST]:
    """What a state is given that is made from a view; a line that only copies what is shared is none of it."""
    if function.name != "worlds" and not function.name.startswith("set_"):
        return []
    return [node for node in ast.walk(function) if sets_field(node, "state") and "= list(" not in ast.unparse(node)]


@from_source
@of_every_game
def test_a_world_that_forgets_any_one_field_is_noticed(game: AnyGame) -> None:
    unnoticed: dict[str, AnyGame] = {}
    for text, made in mutants(import_module(f"capomastro.games.{game.name}.{WORLDS[game.name]}"), rebuilt):
        unnoticed[text] = type("Forgetful", (type(game),), {"worlds": staticmethod(made.worlds)})()
    assert len(unnoticed) > 25
    assert_all_noticed(game, unnoticed, set())


def forgetful(game: AnyGame, name: str) -> AnyGame:
    """The game, but a field of its view, or of its view of a seat, stays for ever what it was at first."""
    at_first: dict[Viewer, Any] = {}
    of_seats, _, field = name.rpartition(".")

    def view(mutant: AnyGame, state: Position, viewer: Viewer) -> Any:
        seen: Any = game.view(state, viewer)
        first: Any = at_first.setdefault(viewer, seen)
        if not of_seats:
            return replace(seen, **{field: getattr(first, field)})
        pairs = zip(seen.seats, first.seats, strict=True)
        return replace(seen, seats=tuple(replace(now, **{field: getattr(then, field)}) for now, then in pairs))

    mutant: AnyGame = type("Forgetful", (type(game),), {"view": view})()
    return mutant


@from_source
@of_every_game
def test_a_view_that_forgets_any_one_field_is_noticed(game: AnyGame) -> None:
    seen = game.view(next(states(game, 2, 0)), 0)
    names = [*seen.__struct_fields__, *(f"seats.{name}" for name in seen.seats[0].__struct_fields__)]
    assert_all_noticed(game, {name: forgetful(game, name) for name in names}, IMPLIED[game.name])


def assert_all_noticed(game: AnyGame, unnoticed: dict[str, AnyGame], implied: set[str]) -> None:
    for seed in range(4):
        for number, state in enumerate(states(game, 2, seed)):
            if number % 3 and not state.over:
                continue
            for name, mutant in list(unnoticed.items()):
                if notices(lambda mutant=mutant: check_secrecy(mutant, state, seeded(1))):  # type: ignore[misc] # noqa: B023
                    del unnoticed[name]
            if unnoticed.keys() == implied:
                return
    assert unnoticed.keys() == implied
