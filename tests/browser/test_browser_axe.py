"""axe on every screen, light and dark: nothing serious, nothing critical."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browserhelp import AT_REST, api, close_dialog, new_table, play_on, sit, update_of

Person = Callable[..., Any]
AXE = os.environ.get("AXE", "")
VIOLATIONS = """async (rules) => (await axe.run(document, {
  resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: { type: 'rule', values: rules } }),
})).violations
  .filter((one) => one.impact === 'serious' || one.impact === 'critical')
  .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`)"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""What another theme changes; names and roles are the same in the dark."""
pytestmark = [
    pytest.mark.skipif(not AXE, reason="AXE names no axe.min.js"),
    pytest.mark.parametrize("game", ["palazzo", "pillars"]),
]


@pytest.fixture
def anna(person: Person) -> Any:
    page = person(color_scheme="light", bypass_csp=True)
    page.add_init_script(Path(AXE).read_text())
    return page


def found_on(page: Any, screens: Iterator[str]) -> dict[str, list[str]]:
    """What axe finds on each of these screens, first in the light, then in the dark; nothing is the good answer."""
    found = {}
    for name in screens:
        for theme, rules in (("light", None), ("dark", OF_COLOURS)):
            page.emulate_media(color_scheme=theme)
            page.wait_for_function(AT_REST)
            found[f"{name}, {theme}"] = page.evaluate(VIOLATIONS, rules)
        page.emulate_media(color_scheme="light")
    return {name: problems for name, problems in found.items() if problems}


def show(page: Any, path: str, ready: str) -> None:
    page.goto(path)
    page.wait_for_selector(ready)


def card(page: Any, game: str) -> Any:
    title = {"palazzo": "Palazzo", "pillars": "The Pillars of Venice"}[game]
    return page.locator(".game-card", has=page.get_by_role("heading", name=title))


def before_a_game(page: Any, game: str) -> Iterator[str]:
    """The screens on which nobody plays yet."""
    show(page, "/", ".game-card")
    yield "home"
    if game == "palazzo":  # these are the same for all games
        page.get_by_role("button", name="Find me a game").click()
        page.wait_for_selector("dialog #find-name")
        yield "find"
        close_dialog(page)
        show(page, "/notices", "#notices-digest")
        yield "notices"
        show(page, "/", ".game-card")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog")
    yield "settings"
    close_dialog(page)
    card(page, game).get_by_role("button", name="With friends").click()
    page.wait_for_selector("dialog .seat-line")
    yield "friends"
    page.get_by_label("Name of player 1").fill("Anna")
    page.locator("dialog button[type=submit]").click()
    page.wait_for_selector(".everybody .qr")
    page.locator(".fold summary").first.click()
    yield "waiting room"
    page.get_by_role("button", name="Continue on another device").click()
    page.wait_for_selector("dialog .qr")
    yield "another device"
    close_dialog(page)
    made = new_table(page, game, bots=1, people=2, invite=True)
    page.context.clear_cookies()
    show(page, made["path"], ".invite")
    yield "visitor"
    show(page, made["invite"]["path"], "#own-name")
    yield "invitation"
    show(page, f"/rules/{game}", "main h2")
    yield "rules"
    show(page, f"/guide/{game}", "main .guide-note h2")
    yield "guide"
    show(page, f"/puzzles/{game}/1", ".guide-note [data-key=skip]")
    yield "puzzle"
    show(page, f"/score/{game}", ".score-points")
    yield "score sheet"


def at_a_table(page: Any, game: str) -> Iterator[str]:
    """Everything that can be opened during a game."""
    made = new_table(page, game)

    def in_the_middle(update: dict[str, Any]) -> bool:
        return update["seen"] > 30 and bool(update["legal"]) and update["view"]["phase"] in ("turn", "choosing")

    play_on(page, made["table"], in_the_middle, random.Random(3))
    sit(page, made)
    yield "table"
    api(page, "POST", f"/api/tables/{made['table']}/chat", {"seat": 0, "text": "good luck"})
    for tab in ("Chat", "Notes", "Log"):
        page.get_by_role("tab", name=tab).click()
        yield tab
    page.keyboard.press("j")
    page.wait_for_selector(".since .number:text-matches('^1 /')")
    yield "since my last move"
    page.keyboard.press("Escape")
    page.wait_for_selector(".since", state="detached")
    for key, name in (("?", "rules over the table"), ("k", "keys")):
        page.keyboard.press(key)
        page.wait_for_selector("dialog")
        yield name
        close_dialog(page)
    page.keyboard.press("h")
    page.wait_for_selector(".hint .hint-step")
    yield "hint"
    page.keyboard.press("Escape")
    page.wait_for_selector(".hint", state="detached")
    page.get_by_role("button", name="Players and more").click()
    page.wait_for_selector("dialog")
    yield "more"


def at_one_screen(page: Any, game: str) -> Iterator[str]:
    """The device is handed on, on a phone; and what stands beside the game opens there as a drawer."""
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    made = api(page, "POST", "/api/tables", {"game": game, "seats": seats})
    page.set_viewport_size({"width": 360, "height": 740})
    due = update_of(page, made["table"])["to_act"][0]["seat"]
    show(page, made["path"], ".dock .prompt")
    yield "phone"
    page.locator(".only-narrow").click()
    page.wait_for_selector("dialog [role=tab]")
    yield "drawer"
    close_dialog(page)

    def handed_on(update: dict[str, Any]) -> bool:
        return all(acting["seat"] != due for acting in update["to_act"])

    play_on(page, made["table"], handed_on, random.Random(4))
    page.wait_for_selector(f"[data-uncover]:not([data-uncover='{due}'])")
    yield "hand-over"
    page.locator("[data-uncover]").first.click()
    page.wait_for_selector("[data-key=cover]")
    yield "uncovered"


def after_a_game(page: Any, game: str) -> Iterator[str]:
    made = new_table(page, game)
    play_on(page, made["table"], lambda update: False, random.Random(2), 3000)
    show(page, made["path"], ".result .plot polyline")
    yield "result"
    page.get_by_role("button", name="Share card").click()
    page.wait_for_selector("dialog .share-card")
    yield "share card"
    close_dialog(page)
    show(page, "/you/matches", ".record section")
    yield "my matches"
    show(page, "/daily", ".daily-games section")
    yield "daily deal"
    for seat in ("", "?seat=1"):
        show(page, f"/replay/{made['table']}/20{seat}", ".replay-bar")
        yield f"replay {seat}"
    show(page, f"/t/{made['table']}/review", ".review-offer button")
    yield "no review yet"
    page.locator(".review-offer button").click()
    page.wait_for_selector(".turning-words dl", timeout=180_000)
    yield "review"


@pytest.mark.parametrize("screens", [before_a_game, at_a_table, at_one_screen, after_a_game])
def test_axe_finds_nothing_serious(anna: Any, game: str, screens: Callable[[Any, str], Iterator[str]]) -> None:
    assert found_on(anna, screens(anna, game)) == {}
