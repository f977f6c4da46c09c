"""The table of The Pillars of Venice: the ghost and its points, a phone, three languages."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import NOT_BUSY, OVERFLOW, api, findings_in_both_themes, look_away, new_table, play_on, sit, update_of

Person = Callable[..., Any]
CLIPPED = """() => [...document.querySelectorAll('.card-button .card-name, .stack-name, .pl h2')]
  .filter((item) => item.scrollWidth > item.clientWidth + 1).map((item) => item.textContent)"""
COUNT_TRAVELS = """() => {
  window.travelled = 0;
  const count = (node) => { if (node.classList?.contains('travelling')) window.travelled++; };
  const watch = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(count)));
  watch.observe(document.body, { childList: true, subtree: true });
}"""


def in_phase(wanted: set[str]) -> Callable[[dict[str, Any]], bool]:
    return lambda update: bool(update["legal"]) and update["view"]["phase"] in wanted


def ready_to_build(page: Any, seed: int = 1) -> dict[str, Any]:
    """A table at which this page's seat is building, with a place to build at."""
    made = new_table(page, "pillars")
    update = play_on(page, made["table"], in_phase({"building"}), random.Random(seed), 900)
    assert update["view"]["phase"] == "building"
    sit(page, made)
    page.wait_for_selector(".pl-aim")
    return made


def test_what_is_promised_before_building_is_what_one_gets(person: Person) -> None:
    anna = person()
    made = ready_to_build(anna)
    before = update_of(anna, made["table"])["view"]["seats"]
    anna.locator(".pl-aim .places summary").click()
    anna.locator(".pl-aim .places button").first.click()
    promised = int(re.sub(r"\D", "", anna.locator('[data-key="build"]').inner_text()))
    step = anna.locator('[data-key="build"]').get_attribute("data-step")
    anna.locator('[data-key="build"]').click()
    anna.wait_for_function(NOT_BUSY)
    log = api(anna, "GET", f"/api/tables/{made['table']}/log?seat=0")["events"]
    built = next(event for event in reversed(log) if event["kind"] == "built" and event["seat"] == 0)
    assert f"build {built['facts']['district']} at {built['facts']['at']} turned {built['facts']['turned']}" == step
    paid = 2 * any(event["kind"] == "gondola paid" and event["seat"] == 0 and event["n"] == built["n"] for event in log)
    assert promised == built["facts"]["crests"] + built["facts"]["matches"] + paid
    assert update_of(anna, made["table"])["view"]["seats"][0]["score"] >= before[0]["score"] + promised


def test_what_is_not_possible_says_why(person: Person) -> None:
    anna = person()
    ready_to_build(anna)
    anna.locator('[data-cell="A3"]').click()
    anna.locator("#toast p").filter(has_text=re.compile("pile|rim|turn")).wait_for()


def test_a_district_is_turned_by_key_button_and_wheel(person: Person) -> None:
    anna = person()
    ready_to_build(anna)
    anna.locator(".cell.open").first.hover()
    looks = [anna.locator(".aim-piece").inner_html()]
    anna.keyboard.press("r")
    looks.append(anna.locator(".aim-piece").inner_html())
    anna.locator('[data-key="turn"]').click()
    looks.append(anna.locator(".aim-piece").inner_html())
    piece = anna.locator('.pl-stock [aria-pressed="true"]').get_attribute("data-district") or ""
    plain = len(set(piece.split()[1].replace("-", ""))) == 1 and piece.startswith("square")
    assert plain or len(set(looks)) > 1


EVERYWHERE = """async () => {
  const { COLUMNS, ROWS, TURNS, cellName, lie, partOnBoard } = await import('/games/pillars/map.js');
  const { drawLying } = await import('/games/pillars/pictures.js');
  let drawn = 0;
  for (const name of ['domino BP', 'row BPB', 'corner B-BP', 'square BBPP', 'bridge B-P']) {
    for (const turn of TURNS) for (let cell = 0; cell < ROWS * COLUMNS; cell += 1) {
      const at = cellName(cell % ROWS, Math.floor(cell / ROWS));
      const text = drawLying(partOnBoard(lie(name, at, turn)), 0, 0);
      drawn += text.includes('<rect') && !/NaN|undefined/.test(text);
    }
  }
  return drawn;
}"""


def test_a_district_can_be_pointed_anywhere_even_over_the_rim(person: Person) -> None:
    anna = person()
    anna.goto("/")
    assert anna.evaluate(EVERYWHERE) == 5 * 4 * 8 * 17


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_pillars_on_a_phone(person: Person, language: str) -> None:
    anna = person(360, 740, language, has_touch=True)
    made = ready_to_build(anna)
    anna.wait_for_selector(".pl-grid[data-zoom=large]")
    assert anna.evaluate(OVERFLOW) <= 0
    cell = anna.locator(".cell.open").first
    box = cell.bounding_box()
    assert min(box["width"], box["height"]) >= 40
    built = len(update_of(anna, made["table"])["view"]["placed"])
    cell.tap()
    anna.wait_for_selector('.ghost.fits, [data-key="build"]')
    assert len(update_of(anna, made["table"])["view"]["placed"]) == built, "the first tap only shows"
    anna.locator('[data-key="build"]').click()
    anna.wait_for_function(NOT_BUSY)
    assert len(update_of(anna, made["table"])["view"]["placed"]) > built
    assert "⟦" not in anna.locator("body").inner_text()
    assert anna.evaluate(CLIPPED) == []


def test_pillars_for_those_who_hear_or_see_little_in_the_light_and_in_the_dark(person: Person) -> None:
    anna = person()
    made = new_table(anna, "pillars")
    left = {"choosing", "taking", "piling", "marking", "building"}
    while left:
        look_away(anna)
        update = play_on(anna, made["table"], in_phase(left), random.Random(6), 900)
        sit(anna, made)
        if update["status"] != "running":
            break
        left.discard(update["view"]["phase"])
        anna.wait_for_selector(".pl .lagoon")
        assert (update["view"]["phase"], findings_in_both_themes(anna)) == (update["view"]["phase"], [])
    assert anna.locator('.lagoon [role="gridcell"][aria-label]').count() == 17 * 8
    assert anna.locator('.lagoon [role="gridcell"][tabindex="0"]').count() == 1


def test_cards_travel_left_unless_motion_is_unwanted(person: Person) -> None:
    for wish, moves in (("no-preference", True), ("reduce", False)):
        anna = person(reduced_motion=wish)
        made = new_table(anna, "pillars")
        sit(anna, made)
        anna.wait_for_selector(".pl .lagoon")
        anna.evaluate(COUNT_TRAVELS)
        play_on(anna, made["table"], lambda now: now["view"]["round"] > 3, random.Random(8))
        if moves:
            anna.wait_for_function("() => window.travelled > 0")
        else:
            anna.wait_for_timeout(400)
            assert anna.evaluate("window.travelled") == 0


def test_pillars_with_text_at_twice_its_size(person: Person) -> None:
    anna = person(390, 840)
    anna.goto("/")
    anna.evaluate("localStorage.setItem('capomastro', JSON.stringify({ size: '200' }))")
    ready_to_build(anna)
    assert anna.evaluate(OVERFLOW) <= 0
    assert anna.evaluate(CLIPPED) == []


def test_the_focus_goes_on_to_what_is_next(person: Person) -> None:
    anna = person()
    ready_to_build(anna)
    anna.locator(".pl-aim .places summary").click()
    anna.locator(".pl-aim .places button").first.click()
    anna.wait_for_function("() => document.activeElement.dataset.key === 'build'")
    anna.keyboard.press("Enter")
    anna.wait_for_function(NOT_BUSY)
    # on the board, or where what is not done on the board is decided: another district, the end of the turn, a swap
    anna.wait_for_function("() => document.activeElement.closest('.pl, .dock .steps') !== null")


def test_a_spectator_sees_the_board_and_nobodys_hand(person: Person) -> None:
    anna, watcher = person(), person()
    made = ready_to_build(anna)
    watcher.goto(made["path"])
    watcher.wait_for_selector(".pl .lagoon")
    assert not watcher.locator(".pl-hand, .pl-stock, .pl-aim").count()
    assert not watcher.locator(".pl [data-step]").count()
    assert watcher.locator(".player").count() == 2
