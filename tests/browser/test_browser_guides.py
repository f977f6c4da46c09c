"""Guided first games and rules pages: every lesson to its end, by mouse and on a phone, in every language."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import record_guides
from browserhelp import OVERFLOW, close_dialog, findings, new_table, sit, update_of

import capomastro

Person = Callable[..., Any]
WEB = Path(capomastro.__file__).parent / "web"
GAMES = ("palazzo", "pillars")
LANGUAGES = ("en", "de", "nl")
BROKEN_OFF = re.compile(r"^\s|\s\s|\s$|\b(for|Pay|Bid)$|\b[BGP]-?[BGP]{1,3}\b")
"""A label whose number or object is missing, or that speaks in codes."""


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_guide_is_what_the_rules_make_of_its_steps(game: str) -> None:
    assert (WEB / "guides" / f"{game}.json").read_text(encoding="utf-8") == record_guides.as_text(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_has_a_dozen_steps_at_most_and_words_for_each(game: str) -> None:
    steps = json.loads((WEB / "guides" / f"{game}.json").read_text())["steps"]
    assert 6 <= len(steps) <= 12
    for language in LANGUAGES:
        words = json.loads((WEB / "words" / language / "guide.json").read_text())
        for step in steps:
            assert words[f"guide.{game}.{step['note']}.head"]
            assert words[f"guide.{game}.{step['note']}.text"]


def take(page: Any, move: dict[str, Any], touch: bool) -> None:
    """Does what the note asks for."""
    step = f'[data-step="{move["step"]}"]'
    if move["cells"]:  # a district: point at its place, turn it, build it
        cell = page.locator(f'[data-cell="{move["cells"][0]}"]')
        if touch:
            cell.tap()
        else:
            cell.hover()
        for _ in range(3):
            if page.locator(f".pl-aim {step}").count():
                break
            page.locator('[data-key="turn"]').click()
            if not touch:
                cell.hover()
        page.locator(f".pl-aim {step}").click()
        return
    page.locator(f"{step}.guide-target").first.click()
    if move["step"].startswith("choose "):
        page.locator('[data-key="confirm"]').click()


@pytest.mark.parametrize(("width", "language"), [(1440, "en"), (360, "de"), (820, "nl")])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_follows_the_guide_to_its_end(person: Person, game: str, width: int, language: str) -> None:
    page = person(width, 780, language, has_touch=width < 500, color_scheme="dark" if width == 820 else "light")
    lesson = json.loads((WEB / "guides" / f"{game}.json").read_text())
    page.goto(f"/guide/{game}")
    page.wait_for_selector(".guide-note h2")
    for number, step in enumerate(lesson["steps"]):
        page.wait_for_selector(f"progress[value='{number + 1}']")
        assert page.evaluate(OVERFLOW) <= 0
        text = page.locator("body").inner_text()
        assert "⟦" not in text
        assert "null" not in text.split()
        for label in page.locator(".guide-moves li, .guide-steps button").all_text_contents():
            assert not BROKEN_OFF.search(label), label
        for move in step["moves"]:
            take(page, move, width < 500)
    page.wait_for_selector(".result .score-table")
    assert page.locator(".guide-foot a").count() == 2
    assert findings(page) == []


@pytest.mark.parametrize(
    ("game", "wanted"),
    [("palazzo", {"lot won", "bought", "draft opened", "ended by riders"}), ("pillars", {"ended by last pile"})],
)
def test_a_guide_shows_what_a_game_has_up_to_its_end(game: str, wanted: set[str]) -> None:
    """Palazzo's also pays with a trio and takes from a quarry of four tiles."""
    steps = json.loads((WEB / "guides" / f"{game}.json").read_text())["steps"]
    frames = record_guides.every_frame(steps)
    assert wanted <= {event["kind"] for frame in frames for event in frame["events"]}
    assert frames[-1]["status"] == "over"
    moves = [move["step"] for step in steps for move in step["moves"]]
    assert game != "palazzo" or any(step.startswith("trio ") for step in moves)


def test_moves_of_the_guide_say_what_they_cost_and_where_they_go_and_it_ends_in_a_real_game(person: Person) -> None:
    page = person(1440, 900)
    lesson = json.loads((WEB / "guides" / "palazzo.json").read_text())
    page.goto("/guide/palazzo")
    page.wait_for_selector(".guide-note h2")
    told = []
    for step in lesson["steps"]:
        told += page.locator(".guide-moves li").all_text_contents()
        for move in step["moves"]:
            take(page, move, False)
    for label in ("Bid 4", "Buy sandstone, floor 2, 3 windows for 7", "Pay 7", "Put it into palazzo A", "Pay 15"):
        assert label in told
    page.locator('[data-key="play"]').click()
    page.wait_for_selector(".table .dock .prompt")
    assert "/t/" in page.url
    seats = update_of(page, page.url.rsplit("/", 1)[1])["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot"]


def test_another_step_is_allowed_but_not_in_this_lesson(person: Person) -> None:
    page = person()
    page.goto("/guide/pillars")
    page.locator('[data-step="swap 2"]').click()
    page.locator("#toast p").filter(has_text="No swap").wait_for()
    assert page.locator("progress").get_attribute("value") == "1"


def test_one_can_go_back_in_the_guide(person: Person) -> None:
    page = person()
    page.goto("/guide/palazzo")
    for step in ("take", "pick florin 7", "pick ducat 4"):
        page.locator(f'[data-step="{step}"]').first.click()
    page.wait_for_selector("progress[value='2']")
    page.locator('[data-key="back"]').click()
    page.wait_for_selector("progress[value='1']")
    page.locator('[data-step="take"]').first.click()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_with_pictures_rulings_and_card(person: Person, game: str, language: str) -> None:
    page = person(360, 740, language, color_scheme="dark" if language == "de" else "light")
    page.goto(f"/rules/{game}")
    page.wait_for_selector(".rules-rulings li")
    assert page.locator(".rules-figure svg").count() > 5
    assert page.locator(".rules-card section").count() == 4
    assert page.evaluate(OVERFLOW) <= 0
    assert "⟦" not in page.locator("body").inner_text()
    assert findings(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_say_the_same_in_every_language(game: str) -> None:
    all_rules = [json.loads((WEB / "rules" / language / f"{game}.json").read_text()) for language in LANGUAGES]
    shapes = [
        (
            len(rules["rulings"]),
            [s.get("figure") for s in rules["sections"]],
            set(rules["captions"]),
            len(rules["card"]),
        )
        for rules in all_rules
    ]
    assert shapes[0] == shapes[1] == shapes[2]
    reference = (Path(__file__).parents[2] / "docs" / "rules" / f"{game}.md").read_text()
    assert reference.count("\n- **R") == len(all_rules[0]["rulings"])


def test_rules_are_one_key_away_at_the_table(person: Person) -> None:
    page = person()
    sit(page, new_table(page, "pillars"))
    page.wait_for_selector(".pl .lagoon")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] .rules-card")
    page.locator('dialog [href="#rules-rulings"]').click()
    close_dialog(page)
