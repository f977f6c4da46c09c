"""The review of a finished match: asked for, waited for, looked through, and played on from."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import OVERFLOW, api, findings, new_table, play_on, update_of

Person = Callable[..., Any]
PATIENCE = 180_000


@pytest.fixture(scope="module")
def finished(server: str, launch: Callable[[], Any]) -> dict[str, str]:
    """One finished match of each game, which everybody may look at."""
    context = launch().new_context(base_url=server)
    page = context.new_page()
    found = {}
    for game in ("palazzo", "pillars"):
        found[game] = new_table(page, game)["table"]
        play_on(page, found[game], lambda update: False, random.Random(4), 3000)
    context.close()
    return found


def reviewed(page: Any, table: str) -> None:
    api(page, "POST", f"/api/tables/{table}/review", {})
    page.goto(f"/t/{table}/review")
    page.wait_for_selector(".turning-words dl", timeout=PATIENCE)


def test_a_review_is_asked_for_from_the_result_and_played_on_from(person: Person, finished: dict[str, str]) -> None:
    page = person()
    table = finished["palazzo"]
    page.goto(f"/t/{table}")
    page.get_by_role("link", name="Review").click()
    if not api(page, "GET", f"/api/tables/{table}/review").get("review"):  # there is one when this test is tried again
        page.get_by_role("button", name="Review this match").click()
    page.wait_for_selector(".turning-words dl", timeout=PATIENCE)
    review = api(page, "GET", f"/api/tables/{table}/review")["review"]
    assert page.locator("svg.plot polyline:not(.casing)").count() == 2
    assert page.locator(".review .score-card").count() == 2
    points = page.get_by_role("group", name="Turning points").get_by_role("button")
    assert points.count() == len(review["turning_points"]) == 3
    points.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.getAttribute('aria-pressed') === 'true'")
    second = review["decisions"][review["turning_points"][1]]
    page.wait_for_selector(f".turning-words a[href='/replay/{table}/{second['step']}?seat={second['seat']}']")
    page.get_by_role("button", name="Play on from here").click()
    page.locator("dialog button.main").click()
    page.wait_for_selector(".dock .prompt")
    assert "Practice" in page.locator(".bar .where").inner_text()
    practice = update_of(page, page.url.rsplit("/", 1)[-1])
    assert practice["origin"] == {"table": table, "step": second["step"]}
    assert practice["viewer"] == second["seat"]


@pytest.mark.parametrize(("game", "language"), [("palazzo", "de-DE"), ("pillars", "nl-NL")])
def test_a_review_fits_a_phone_and_has_words_for_everything(
    person: Person, finished: dict[str, str], game: str, language: str
) -> None:
    page = person(360, 740, language)
    reviewed(page, finished[game])
    assert page.evaluate(OVERFLOW) <= 0
    assert "⟦" not in page.locator("main").inner_text()
    assert findings(page) == []
    page.locator("details summary").first.click()
    assert page.locator("details tbody tr").count() > 10
    before = page.locator(".decisions li").count()
    page.locator(".review input[type=checkbox]").uncheck()
    assert page.locator(".decisions li").count() > before
