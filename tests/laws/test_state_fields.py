"""A field of a state that is forgotten in a copy, a key, a view or a world does not go unnoticed."""

import copy
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from random_states import GAMES, states

from capomastro.core.chance import seeded
from capomastro.core.fields import fields
from capomastro.core.game import AnyGame
from capomastro.core.laws import NOT_IN_KEYS, differing
from capomastro.core.match import Match, new_setup
from capomastro.core.position import playout

NOT_CHANGED = {"chance", "box", "news"}
"""Fields that are objects of their own. The law of keys looks at chance and news; a match has one box."""


def changed(value: Any) -> Any:
    """Another value of the same kind, or None where there is nothing to change yet."""
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
    unnoticed = set(fields(first)) - NOT_IN_KEYS - NOT_CHANGED - set(first.caches())
    assert len(unnoticed) > 20
    for state in states(game, game.seat_counts[-1], 5):
        for name in list(unnoticed):
            twin = state.clone()
            other = changed(getattr(twin, name))
            if other is None:
                continue
            setattr(twin, name, other)
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_is_played_by_several_threads_one_after_another(game: AnyGame) -> None:
    """Every step in another thread; it must end as it does in one."""
    alone, shared = (Match(new_setup(game.name, game.seat_counts[0], seed=4)).state for _ in range(2))
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        while not alone.over:
            seat = alone.to_act()[0]
            steps = alone.legal(seat)
            assert one.submit(shared.legal, seat).result() == steps
            alone.apply(seat, steps[-1])
            other.submit(shared.apply, seat, steps[-1]).result()
            one, other = other, one
    assert shared.key() == alone.key()


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
