"""Puzzles: every shipped one can be played and shows no more than its seat may know; a search finds its answer."""

import gzip
from pathlib import Path
from typing import Any

import pytest

import capomastro
from capomastro.core.catalogue import game_names, registrations
from capomastro.core.chance import seeded
from capomastro.core.errors import CapomastroError
from capomastro.core.match import Match
from capomastro.puzzles.checking import LEAST_GAP, MOST_CHOICES, Checker, Depth
from capomastro.puzzles.making import made, simulated
from capomastro.puzzles.model import Puzzle
from capomastro.puzzles.shelf import position, puzzles_of, save, unpacked

GAMES = [name for name in game_names() if registrations()[name].puzzles is not None]
QUICK = Depth(searches=(40, 60), serious=60, others=20)
"""Finds little and says little: for tests of the maker itself."""
CHECKED = 2000 if capomastro.compiled else 200
"""Iterations with which shipped puzzles are searched once more."""


def view_of(match: Match, puzzle: Puzzle) -> Any:
    return match.game.view(match.state, puzzle.seat)


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_is_a_position_with_one_best_choice(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) == 200
    assert {puzzle.grade for puzzle in puzzles} == {"easy", "medium", "hard"}
    assert len({(puzzle.setup.seed, puzzle.steps) for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        match = position(puzzle)
        legal = {match.game.actions.texts[step] for step in match.state.legal(puzzle.seat)}
        begun = [step for choice in puzzle.choices for step in choice.steps]
        assert sorted(begun) == sorted(legal), "every legal step begins exactly one choice"
        assert 2 <= len(puzzle.choices) <= MOST_CHOICES
        assert all(choice.line[0] in choice.steps for choice in puzzle.choices)
        assert puzzle.gap >= LEAST_GAP
        chances = [choice.chance for choice in puzzle.choices]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_the_same_whatever_is_hidden(game: str) -> None:
    """The seat's worlds look like the position, and in each of them it has the same choices."""
    for puzzle in puzzles_of(game)[:5]:
        match = position(puzzle)
        view = view_of(match, puzzle)
        world = match.game.worlds(view).sample(seeded(7))
        assert match.game.view(world, puzzle.seat) == view
        assert world.legal(puzzle.seat) == match.state.legal(puzzle.seat)


@pytest.mark.parametrize("game", GAMES)
def test_another_search_finds_the_answer(game: str) -> None:
    """Of the shipped puzzles, the easy one and, compiled, the medium one with the widest gap; from another seed."""
    for grade in ("easy", "medium") if capomastro.compiled else ("easy",):
        puzzle = max((one for one in puzzles_of(game) if one.grade == grade), key=lambda one: one.gap)
        match = position(puzzle)
        checker, view = Checker(match.game), view_of(match, puzzle)
        best = checker.search(view, CHECKED, seed=99)[0]
        steps = checker.groups(view, match.state.legal(puzzle.seat))[best]
        assert {match.game.actions.texts[step] for step in steps} == set(puzzle.choices[0].steps)


@pytest.mark.skipif(not capomastro.compiled, reason="interpreted, making one takes a minute")
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_makes_the_same_puzzles(game: str, tmp_path: Path) -> None:
    matches = [simulated(game, 5)]
    once, again = ([next(made(game, 1, 3, matches, QUICK))] for _ in range(2))
    assert once == again
    file = tmp_path / "puzzles.gz"
    save(once, file)
    assert unpacked(file.read_bytes()) == tuple(once)
    assert gzip.decompress(file.read_bytes()).count(b"\n") == 1
    position(once[0])


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzles_of("nothing of the kind") == ()


def test_a_step_that_no_longer_is_one_is_not_guessed() -> None:
    puzzle = puzzles_of(GAMES[0])[0]
    changed = Puzzle(
        setup=puzzle.setup,
        steps=("0 nonsense",),
        seat=puzzle.seat,
        phase=puzzle.phase,
        grade=puzzle.grade,
        choices=puzzle.choices,
    )
    with pytest.raises(CapomastroError):
        position(changed)
