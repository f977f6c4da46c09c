"""Puzzles at a server: a seat's view and nothing more, and an answer that is judged."""

import json

import pytest
from server_house import Person

from capomastro.core.catalogue import game_names, registrations
from capomastro.puzzles.shelf import position, puzzles_of
from capomastro.server.protocol.step_lists import spelled_out

GAMES = [name for name in game_names() if registrations()[name].puzzles is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_posed_as_its_seat_sees_it(anna: Person, game: str) -> None:
    listed = anna.get(f"/api/puzzles/{game}")["puzzles"]
    shelf = puzzles_of(game)
    assert [one["grade"] for one in listed] == [puzzle.grade for puzzle in shelf]
    assert [one["number"] for one in listed] == list(range(1, len(shelf) + 1))
    for number in (1, len(shelf)):
        puzzle = shelf[number - 1]
        posed = anna.get(f"/api/puzzles/{game}/{number}")
        update = posed["update"]
        match = position(puzzle)
        view = match.game.view(match.state, puzzle.seat)
        assert update["viewer"] == puzzle.seat
        assert set(spelled_out(update["legal"])) == {step for choice in puzzle.choices for step in choice.steps}
        assert update["seed"] is None
        assert str(puzzle.setup.seed) not in json.dumps(posed)
        for seat, shown in enumerate(update["view"]["seats"]):
            hand = getattr(view.seats[seat], "hand", None)
            assert (shown.get("hand") is None) == (hand is None), "the view tells what the seat may know"
        assert not {"choices", "answer", "steps"} & posed.keys()


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_judged_with_reasons_and_figures(anna: Person, game: str) -> None:
    puzzle = puzzles_of(game)[0]
    right = anna.post(f"/api/puzzles/{game}/1", step=puzzle.choices[0].steps[-1])
    assert right["right"]
    assert right["chosen"] == 0
    wrong = anna.post(f"/api/puzzles/{game}/1", step=puzzle.choices[-1].steps[0])
    assert not wrong["right"]
    assert wrong["chosen"] == len(puzzle.choices) - 1
    assert [one["chance"] for one in wrong["choices"]] == [choice.chance for choice in puzzle.choices]


def test_what_there_is_not_is_refused_in_a_sentence(anna: Person) -> None:
    game = GAMES[0]
    count = len(puzzles_of(game))
    body = {"step": puzzles_of(game)[0].choices[0].steps[0]}
    for path, status, code in (
        ("/api/puzzles/chess/1", 400, "bad-game-name"),
        (f"/api/puzzles/{game}/0", 404, "no-such-puzzle"),
        (f"/api/puzzles/{game}/{count + 1}", 404, "no-such-puzzle"),
        (f"/api/puzzles/{game}/x", 400, "bad-number"),
    ):
        answered, refusal = anna.refused(path, **body)
        assert (answered, refusal["code"]) == (status, code)
    assert anna.refused(f"/api/puzzles/{game}/1", step="fly")[1]["code"] == "not-a-choice"
