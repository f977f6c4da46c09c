"""A field of a state that is forgotten in a copy, a key, a view or a world does not go unnoticed."""

import copy
import pickle
import re
import sys
import types
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import capomastro
from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.fields import fields
from capomastro.core.game import AnyGame, Position
from capomastro.core.laws import BrokenLaw, check_clone, differing
from capomastro.core.match import Match, new_setup
from capomastro.core.position import playout

GAMES = all_games()
NOT_IN_KEYS = {"recording", "journal", "chance", "shown", "over", "placed_count"}
"""`shown` only counts; `over` follows from the phase, the count of placed districts from the districts."""


def states(game: AnyGame, seats: int, seed: int) -> Iterator[Position]:
    """Every state of a random match; with odd seeds all options are at their last choice that fits."""
    options = {option.name: option.choices[-1] for option in game.options if option.name != "first"} if seed % 2 else {}
    match, rng = Match(new_setup(game.name, seats, options, seed=seed)), seeded(seed)
    while not match.state.over:
        yield match.state
        acting = match.state.to_act()
        seat = acting[rng.randrange(len(acting))]
        steps = match.state.legal(seat)
        match.act(seat, steps[rng.randrange(len(steps))])
    yield match.state


def changed(value: Any) -> Any:
    """Another value of the same kind, or None where there is nothing to change."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 1
    if isinstance(value, tuple) and value:
        return (value[0] ^ 1, *value[1:])
    if type(value).__name__.startswith("vec") and len(value):
        twin = value[:]
        twin[0] = twin[0] ^ 1
        return twin
    return None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_two_states_that_differ_in_a_field_have_different_keys(game: AnyGame) -> None:
    first = next(states(game, game.seat_counts[-1], 5))
    unnoticed = {name for name, value in fields(first).items() if changed(value) is not None} - NOT_IN_KEYS
    assert len(unnoticed) > 20
    for state in states(game, game.seat_counts[-1], 5):
        for name in list(unnoticed):
            twin = state.clone()
            setattr(twin, name, changed(getattr(twin, name)))
            try:
                noticed = twin.key() != state.key()
            except IndexError:  # more seats than there are hands
                noticed = True
            if noticed:
                unnoticed.discard(name)
    assert not unnoticed


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle"])
def test_a_position_can_be_copied_and_pickled(game: AnyGame, way: str) -> None:
    for seed in (7, "ab" * 32):
        match = Match(new_setup(game.name, game.seat_counts[0], seed=seed))
        for _ in range(5):
            match.act(match.state.to_act()[0], match.state.legal(match.state.to_act()[0])[0])
        state = match.state
        game.view(state, 0)  # fills what a state remembers for its viewers
        twin = pickle.loads(pickle.dumps(state)) if way == "pickle" else getattr(copy, way)(state)
        assert twin.key() == state.key()
        assert not differing(state, twin)
        assert twin.recording == state.recording
        before, rng = state.key(), seeded(1)
        assert playout(twin, rng) > 0
        assert state.key() == before


def test_positions_are_played_in_several_threads_at_the_same_time(patience: int) -> None:
    """Each thread plays its own matches; all must end as they do when nobody else plays."""
    setups = [new_setup(game.name, seats, seed=3) for game in GAMES for seats in game.seat_counts]

    def played(number: int) -> tuple[object, ...]:
        state, rng = Match(setups[number]).state, seeded(number)
        while not state.over:
            seat = state.to_act()[0]
            steps = state.legal(seat)
            assert state.is_legal(seat, steps[-1])
            state.apply(seat, steps[rng.randrange(len(steps))])
        return state.key()

    alone = [played(number) for number in range(len(setups))]
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(played, [*range(len(setups))] * patience)) == alone * patience
    finally:
        sys.setswitchinterval(switching)


def without_line(module: str, line: str) -> Any:
    """The class `State` of a module of rules from whose source one line was dropped."""
    source = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
    assert line in source
    mutant = types.ModuleType(module)
    exec(compile(source.replace(line, "pass"), module, "exec"), mutant.__dict__)
    return mutant.__dict__["State"]


def lines_of_clone(module: str) -> list[str]:
    source = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
    return re.findall(r"twin\.\w+ = self\..+", source)


@pytest.mark.skipif(capomastro.compiled, reason="mutants are made from source; the interpreted run makes them")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_clone_that_forgets_any_one_field_is_noticed(game: AnyGame) -> None:
    module = type(next(states(game, game.seat_counts[0], 1))).__module__
    forgotten = {line: without_line(module, line) for line in lines_of_clone(module)}
    assert len(forgotten) > 20
    for seats in game.seat_counts:
        for seed in range(3):
            for state in states(game, seats, seed):
                game.view(state, 0)  # fills what a state remembers for its viewers
                for line, mutant in list(forgotten.items()):
                    twin = copy.copy(state)
                    twin.__class__ = mutant
                    try:
                        check_clone(twin, seeded(1))
                    except (BrokenLaw, IndexError):  # a forgotten vec is empty, so reading it fails at once
                        del forgotten[line]
        if not forgotten:
            return
    assert not forgotten, f"nobody notices that a clone lacks {', '.join(forgotten)}"
