"""A game of another package that brings its own drawing: the page shows that, and falls back on the default view."""

from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import OVERFLOW, findings, new_table, sit, update_of
from test_browser_third_game import played_out

Person = Callable[..., Any]


@pytest.fixture
def visitor(person: Person, drawn_game_server: str) -> Person:
    """Somebody new at the server that has the other package."""
    return lambda **wishes: person(base_url=drawn_game_server, **wishes)


def test_it_is_shown_by_its_own_picture_and_played_on_its_own_table(visitor: Person) -> None:
    anna = visitor(width=390, height=844)
    anna.goto("/")
    card = anna.locator(".game-card", has=anna.get_by_role("heading", name="Gavel"))
    card.locator("svg .gavel-hammer").wait_for()
    made = new_table(anna, "gavel")
    sit(anna, made)
    anna.get_by_role("toolbar", name="Your hand").wait_for()
    assert anna.locator(".plain").count() == 0
    legal = update_of(anna, made["table"])["legal"]
    assert anna.locator(".gavel-card").count() == len(legal) == 5
    assert anna.evaluate("() => getComputedStyle(document.querySelector('.gavel-card')).width") == "64px"
    assert "Your turn: bid a card for the lot" in anna.locator(".dock .prompt").inner_text()
    assert anna.evaluate(OVERFLOW) <= 0
    assert findings(anna) == []
    assert played_out(anna, made["table"], lambda: anna.locator(".gavel-card").first.click(), ".gavel-card") == 5
    assert anna.locator(".score-card").count() == 2


def test_it_speaks_the_languages_it_has_words_in_and_else_english(visitor: Person) -> None:
    for language, words in (("de-DE", "Runde 1: ein Los mit"), ("nl-NL", "Round 1: a lot of")):
        page = visitor(language=language)
        sit(page, new_table(page, "gavel"))
        page.locator(".gavel-lot", has_text=words).wait_for()


def test_a_drawing_that_cannot_be_loaded_leaves_the_game_to_the_default_view(visitor: Person) -> None:
    anna = visitor()
    anna.route(
        "**/games/gavel/game.js", lambda route: route.fulfill(status=200, content_type="text/javascript", body="(")
    )
    sit(anna, new_table(anna, "gavel"))
    anna.wait_for_selector(".plain-steps [data-step]")
    assert [text for text in anna.complaints if "SyntaxError" in text]
    anna.complaints.clear()
