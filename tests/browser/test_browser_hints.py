"""Hints: a strip in the dock and a ghost on the board, by keyboard; among people only where the table allows them."""

import random
from collections.abc import Callable
from typing import Any

from browserhelp import (
    NOT_BUSY,
    OVERFLOW,
    api,
    eventually,
    findings,
    look_away,
    new_table,
    play_on,
    play_together,
    sit,
    update_of,
)

Person = Callable[..., Any]
CHOSEN = "() => document.querySelector('.hint [aria-checked=true]').dataset.step"
MARKED = "() => [...document.querySelectorAll('.game-root .hinted')].map((item) => item.dataset.step)"
COVERED = """(cells) => {
  const ghost = document.querySelector('.hint-layer .hint-ghost .edge, .hint-layer .hint-ghost .ring');
  const box = ghost.parentElement.getBoundingClientRect();
  const cell = document.querySelector(`[data-cell="${cells}"]`).getBoundingClientRect();
  const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
  return box.left < x && x < box.right && box.top < y && y < box.bottom;
}"""
"""Whether the ghost on the lagoon lies on this cell."""


def hint(page: Any) -> Any:
    """Asks by the key; the strip with its first choice, which has the focus."""
    page.keyboard.press("h")
    page.wait_for_selector(".hint .hint-step, .hint > p:not(.quiet)", timeout=60_000)
    while page.locator(".hint > p:not(.quiet)").count():  # bots that have no time now will have some
        page.keyboard.press("Escape")
        page.keyboard.press("h")
        page.wait_for_selector(".hint .hint-step, .hint > p:not(.quiet)", timeout=60_000)
    page.wait_for_function("() => document.activeElement.matches('.hint [aria-checked=true]')")
    assert page.locator("dialog").count() == 0, "nothing lies over what the hint talks about"
    return page.locator(".hint")


def words_of(strip: Any) -> list[str]:
    """Step and reason, and figures where there is a choice."""
    parts = ("step", "why", "figures") if strip.locator("[role=radio]").count() > 1 else ("step", "why")
    told = [str(strip.locator(f".hint-{part}").inner_text()) for part in parts]
    assert all(told), told
    assert "⟦" not in "".join(told)
    return told


def put_away(page: Any) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector(".hint", state="detached")
    assert page.locator(".hinted, .hint-ghost, .pz-mine.trying").count() == 0
    assert page.evaluate("() => document.activeElement.dataset.key") == "hint"


def test_a_hint_marks_cards_and_tiles_in_turn_by_the_arrow_keys_and_is_followed_by_enter(person: Person) -> None:
    anna = person()
    made = new_table(anna, options={"first": "1"})
    rng = random.Random(4)
    play_on(anna, made["table"], lambda update: mine_in(update, "picking"), rng, preferred=("take", "pick "))
    sit(anna, made)
    strip = hint(anna)
    count = strip.locator("[role=radio]").count()
    assert count > 1
    first = anna.evaluate(CHOSEN)
    seen = []
    for _ in range(count):
        step = anna.evaluate(CHOSEN)
        assert step in anna.evaluate(MARKED)
        seen.append((step, *words_of(strip)))
        anna.keyboard.press("ArrowRight")
    assert len(set(seen)) == count
    assert anna.evaluate(CHOSEN) == first
    strip.locator("[role=radio]").nth(1).click()
    assert anna.evaluate(CHOSEN) == seen[1][0]
    assert findings(anna) == []
    put_away(anna)
    hint(anna)
    before = update_of(anna, made["table"])["seen"]
    anna.keyboard.press("Enter")
    eventually(anna, lambda: update_of(anna, made["table"])["seen"] > before)
    anna.wait_for_function(NOT_BUSY)
    look_away(anna)
    play_on(anna, made["table"], lambda update: mine_in(update, "placing") and len(update["legal"]) > 2, rng)
    sit(anna, made)
    strip = hint(anna)
    step = anna.evaluate(CHOSEN)
    marked = ".pz-mine .pz-ghost.hinted" if step != "box" else ".dock .steps .hinted"
    assert anna.locator(f'{marked}[data-step="{step}"]').count() == 1, "the tile on its palazzo"
    before = update_of(anna, made["table"])["seen"]
    with anna.expect_request("**/steps") as sent:
        strip.get_by_role("button", name="Do this").click()
    assert sent.value.post_data_json["step"] == step
    anna.wait_for_selector(".hint", state="detached")
    assert eventually(anna, lambda: update_of(anna, made["table"])["seen"] > before)


def test_a_hint_lays_a_ghost_on_the_lagoon_where_the_district_would_go(person: Person) -> None:
    anna = person(390, 844)
    habits = ("build ", "mark ", "pile ", "take ", "choose master builder", "choose pitch-dipper", "choose councillor")
    for seed in range(8, 16):  # not every match comes to it
        made = new_table(anna, "pillars")
        if roomy(play_on(anna, made["table"], roomy, random.Random(seed), 3000, habits)):
            break
    sit(anna, made)
    strip = hint(anna)
    places = []
    for _ in range(strip.locator("[role=radio]").count()):
        step = anna.evaluate(CHOSEN)
        places.append(step)
        if step.startswith("build "):
            assert anna.evaluate(COVERED, step.split(" at ")[1].split()[0])
            name = step.removeprefix("build ").split(" at ")[0]
            assert anna.locator(f'.pl-stock [data-district="{name}"].hinted').count() == 1
        words_of(strip)
        anna.keyboard.press("ArrowDown")
    assert len(set(places)) > 1
    assert any(step.startswith("build ") for step in places)
    assert findings(anna) == []
    put_away(anna)


def test_among_people_hints_are_there_for_all_or_for_nobody_and_everybody_sees_it(person: Person) -> None:
    anna, ben, cleo = person(), person(language="de-DE"), person(360, 740, language="nl-NL")
    made = new_table(anna, "pillars", bots=0, people=3, hints=True)
    for guest, link in ((ben, made["links"][1]), (cleo, made["links"][2])):
        guest.goto(link["path"])
        guest.wait_for_selector(".invitation .hints-allowed")
        guest.locator(".invitation .button.main").click()
        guest.wait_for_selector(".hints-mark")
    pages = (anna, ben, cleo)
    play_together(pages, made["table"], lambda update: bool(update["view"]["phase"] == "choosing"), random.Random(1))
    titles = set()
    for page in pages:
        sit(page, made)
        assert page.locator(".hints-mark").is_visible()
        strip = hint(page)
        words_of(strip)
        assert page.evaluate(OVERFLOW) <= 0
        titles.add(strip.get_attribute("aria-label"))
        assert page.locator(".pl-hand .hinted").get_attribute("data-step") == page.evaluate(CHOSEN)
    assert titles == {"What the bots would do", "Was die Bots tun würden", "Wat de bots zouden doen"}
    anna.keyboard.press("Escape")
    without = new_table(anna, bots=0, people=2, options={"first": "1"})
    api(ben, "POST", f"/api/tables/{without['table']}/claim", {"token": without["links"][1]["token"], "name": "Ben"})
    sit(anna, without)
    assert update_of(anna, without["table"])["legal"]
    assert anna.locator(".dock [data-key=hint], .hints-mark").count() == 0


def mine_in(update: dict[str, Any], phase: str) -> bool:
    return bool(update["legal"]) and update["view"]["phase"] == phase


def roomy(update: dict[str, Any]) -> bool:
    """Some districts fit in several places."""
    return mine_in(update, "building") and len([step for step in update["legal"] if step.startswith("build ")]) > 4
