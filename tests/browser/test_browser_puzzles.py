"""Puzzles: solved by mouse and keyboard, judged with a reason, with a streak that stays on the device."""

from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import OVERFLOW, api, findings

from capomastro.puzzles.model import Puzzle
from capomastro.puzzles.shelf import puzzles_of

Person = Callable[..., Any]
GOING = "([old]) => location.pathname !== old && document.querySelector('.guide-note [data-key=skip]')"


def with_buttons(game: str, phase: str) -> tuple[int, Puzzle]:
    """The first puzzle of a phase whose steps are buttons, and its number."""
    return next((n, one) for n, one in enumerate(puzzles_of(game), 1) if one.phase == phase)


def answer(page: Any, step: str) -> None:
    page.locator(f'.guide-note [data-step="{step}"]').click()
    page.wait_for_selector(".puzzle-answer")


def test_puzzles_are_solved_and_the_streak_is_kept(person: Person) -> None:
    page = person()
    number, puzzle = with_buttons("palazzo", "turn")
    page.goto("/")
    page.get_by_role("link", name="Puzzles: Palazzo").click()
    page.wait_for_selector(".guide-note [data-key=skip]")
    page.goto(f"/puzzles/palazzo/{number}")
    page.wait_for_selector(".guide-note [data-step]")
    answer(page, puzzle.choices[-1].steps[0])
    assert page.locator(".puzzle-answer.wrong").count() == 1
    assert page.locator(".puzzle-streak").inner_text().startswith("0 right in a row (best: 0).")
    page.reload()
    page.wait_for_selector(".guide-note [data-step]")
    answer(page, puzzle.choices[0].steps[0])
    assert page.locator(".puzzle-answer.right").count() == 1
    assert page.locator(".puzzle-streak").inner_text().startswith("1 right in a row (best: 1). 1 of ")
    page.locator(".guide-note details summary").click()
    assert page.locator(".puzzle-choices li").count() == len(puzzle.choices)
    assert page.evaluate("() => document.activeElement.dataset.key") in ("next", "all")
    page.keyboard.press("n")
    page.wait_for_function(GOING, arg=[f"/puzzles/palazzo/{number}"])
    assert page.locator(".puzzle-streak").inner_text().startswith("1 right in a row")
    page.locator("#puzzle-grade").select_option("hard")
    page.wait_for_selector(".puzzle-grade.hard")
    chosen = int(page.url.rsplit("/", 1)[-1])
    assert api(page, "GET", f"/api/puzzles/palazzo/{chosen}")["grade"] == "hard"


@pytest.mark.parametrize(("game", "language", "width"), [("palazzo", "de-DE", 360), ("pillars", "nl-NL", 390)])
def test_a_puzzle_fits_a_phone_and_has_words_for_everything(
    person: Person, game: str, language: str, width: int
) -> None:
    page = person(width, 740, language)
    number, puzzle = with_buttons(game, "turn" if game == "palazzo" else "swapping")
    page.goto(f"/puzzles/{game}/{number}")
    page.wait_for_selector(".guide-note [data-step]")
    page.locator(".guide-note [data-step]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".puzzle-answer")
    page.locator(".guide-note details summary").click()
    assert page.evaluate(OVERFLOW) <= 0
    assert "⟦" not in page.locator("main").inner_text()
    assert findings(page) == []
    assert len(puzzle.choices) == page.locator(".puzzle-choices li").count()
