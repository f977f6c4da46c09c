"""The tables of phases and of steps say what the rules do."""

import importlib
from types import ModuleType

import pytest

from capomastro.core.chance import seeded
from capomastro.core.fields import fields
from capomastro.core.game import table_of
from capomastro.core.match import Match, new_setup
from capomastro.core.phases import Phase, Phases
from capomastro.games.palazzo.actions import FAMILIES, SHORT

GAMES = ("palazzo", "pillars")


def module(game: str, name: str) -> ModuleType:
    return importlib.import_module(f"capomastro.games.{game}.{name}")


def phases_of(game: str) -> Phases:
    found = module(game, "phases").PHASES
    assert isinstance(found, Phases)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_of_the_rules_has_an_entry_and_a_name_of_its_own(game: str) -> None:
    """A phase is named in lower case what the rules call its constant."""
    phases, board = phases_of(game), module(game, "rules.board")

    assert [getattr(board, name.upper()) for name in phases.names] == list(range(board.OVER + 1))
    assert len(set(phases.names)) == len(set(phases.prompts)) == board.OVER + 1
    assert all(phases.prompts)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_list_in_each_phase_the_steps_of_its_entry_and_all_of_them(game: str) -> None:
    phases, actions = phases_of(game), module(game, "actions").ACTIONS
    seen: list[set[type]] = [set() for _ in phases.all]
    for seed in range(40):
        state, rng = Match(new_setup(game, 3, seed=seed)).state, seeded(seed)
        while not state.over:
            steps = state.legal(state.to_act()[0])
            seen[fields(state)["phase"]] |= {type(actions.values[step]) for step in steps}
            state.play(state.to_act()[0], steps[rng.randrange(len(steps))])
        if seen == [set(phase.steps) for phase in phases.all]:
            return

    assert seen == [set(phase.steps) for phase in phases.all]


def test_a_table_without_a_phase_is_refused() -> None:
    with pytest.raises(AssertionError, match="phases are listed by number"):
        Phases(Phase(0, "turn", "choose", ()), Phase(2, "over", "the game is over", ()))


def test_a_family_of_steps_that_begins_elsewhere_is_refused() -> None:
    shifted = {first + (first > 8): family for first, family in FAMILIES.items()}

    with pytest.raises(AssertionError, match="begins at 24, not at 25"):
        table_of(shifted, 536, SHORT)
    with pytest.raises(AssertionError, match="the table has 536 steps, not 535"):
        table_of(FAMILIES, 535, SHORT)


def test_the_tensor_shows_a_phase_to_others_as_the_table_says() -> None:
    """The observer is compiled with the rules, below the table, and tells it once more."""
    from capomastro.games.palazzo.rules.observer import seen_from_outside

    outside = phases_of("palazzo").seen_from_outside
    assert tuple(int(seen_from_outside(number)) for number in range(len(outside))) == outside
