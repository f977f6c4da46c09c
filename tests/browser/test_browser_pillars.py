"""The table of The Pillars of Venice: whole games, the ghost and its points, a phone, three languages."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import NOT_BUSY, OVERFLOW, api, findings, new_table, play_on, sit, steps_of, update_of

Person = Callable[..., Any]
CLIPPED = """() => [...document.querySelectorAll('.card-button .card-name, .stack-name, .pl h2')]
  .filter((item) => item.scrollWidth > item.clientWidth + 1).map((item) => item.textContent)"""
COUNT_TRAVELS = """() => {
  window.travelled = 0;
  const count = (node) => { if (node.classList?.contains('travelling')) window.travelled++; };
  const watch = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(count)));
  watch.observe(document.body, { childList: true, subtree: true });
}"""


BENS_CARDS = """() => document.querySelector('.pl-grid').dataset.phase === 'choosing'
  ? document.querySelectorAll('.player[data-seat="1"] .played [class*="role-"]').length : null"""
"""How many cards of Ben's lie open while everybody chooses; null at another time."""


def wisest(steps: list[str], rng: random.Random) -> str:
    """A step that brings the end nearer: piles are what ends the game."""
    for wanted in ("stay", "choose pitch-dipper", "choose master", "done"):
        fitting = [step for step in steps if step.startswith(wanted)]
        if fitting:
            return rng.choice(fitting)
    return rng.choice(steps)


def by_mouse(page: Any, rng: random.Random) -> bool:
    """Takes a step with the mouse, if this page may take one."""
    if page.locator(".pl-aim .places").count():
        page.locator(".cell.open").nth(rng.randrange(page.locator(".cell.open").count())).hover()
        if not page.locator('[data-key="build"]').count():
            page.keyboard.press("r")
        if not page.locator('[data-key="build"]').count():
            page.locator(".pl-aim .places summary").click()
            page.locator(".pl-aim .places button").first.click()
        page.locator('[data-key="build"]').click()
    else:
        steps = [step for step in steps_of(page) if not step.startswith("build ")]
        if not steps:
            return False
        step = wisest(steps, rng)
        page.locator(f'[data-step="{step}"]').first.click()
        if step.startswith(("choose ", "give ")):
            page.locator('[data-key="confirm"]').click()
    page.wait_for_function(NOT_BUSY)
    return True


def test_two_people_and_a_bot_play_pillars_by_mouse(person: Person) -> None:
    anna, ben = person(), person(820, 1100)
    made = new_table(anna, "pillars", bots=1, people=2)
    ben.goto(next(link["path"] for link in made["links"] if link["seat"] == 1))
    ben.get_by_role("button", name="Sit down").click()
    sit(anna, made)
    for page in (anna, ben):
        page.wait_for_selector(".pl .lagoon")
    rng = random.Random(3)
    hidden = 0
    for _ in range(5000):  # most of them wait for a bot
        if anna.query_selector(".result") and ben.query_selector(".result"):
            break
        chosen = anna.evaluate(BENS_CARDS)
        if chosen is not None:
            hidden += 1
            assert chosen == 0
        if not any(by_mouse(page, rng) for page in (anna, ben)):
            anna.wait_for_timeout(25)
    assert hidden
    for page in (anna, ben):
        page.wait_for_selector(".result")
    over = update_of(anna, made["table"])
    shown = [int(text) for text in anna.locator(".player .score").all_inner_texts()]
    assert shown == over["scores"]
    assert sum(part for seat in over["view"]["seats"] for part in seat["points"].values()) == sum(over["scores"])


def tab_to(page: Any, selector: str) -> None:
    for _ in range(80):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} could not be reached by keyboard")


def arrow_to(page: Any, name: str) -> None:
    """Walks over the lagoon to a cell."""
    for _ in range(40):
        here = page.evaluate("document.activeElement.dataset.cell")
        if here == name:
            return
        across, down = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
        if across:
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        elif down:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"{name} could not be reached")


def by_keys(page: Any, rng: random.Random) -> bool:
    if page.locator(".pl-aim .places").count():
        tab_to(page, "[data-cell]")
        page.keyboard.press("n")  # to the next cell where the district can lie
        for _ in range(3):
            page.keyboard.press("Enter")  # shows it turned so that it fits, then builds it
            if not page.locator(".pl-aim .places").count():
                break
    else:
        steps = [step for step in steps_of(page) if not step.startswith("build ")]
        if not steps:
            return False
        step = wisest(steps, rng)
        cell = re.fullmatch(r"(?:pile|mark) (\S+)", step)
        if cell:
            tab_to(page, "[data-cell]")
            arrow_to(page, cell[1])
        else:
            place = {"choose": ".pl-hand button", "give": ".pl-hand button", "take": ".pl-stacks button"}
            tab_to(page, place.get(step.split()[0], ".dock .steps button"))
            for _ in range(12):
                if page.evaluate("document.activeElement.dataset.step") == step:
                    break
                page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if step.startswith(("choose ", "give ")):
            page.keyboard.press("Enter")  # picked, then played
    page.wait_for_function(NOT_BUSY)
    return True


def test_a_whole_game_of_pillars_by_keyboard_alone(person: Person) -> None:
    anna = person()
    sit(anna, new_table(anna, "pillars"))
    anna.wait_for_selector(".pl .lagoon")
    rng = random.Random(4)
    for _ in range(5000):  # most of them wait for the bot
        if anna.query_selector(".result"):
            break
        if not by_keys(anna, rng):
            anna.wait_for_timeout(25)
    assert anna.query_selector(".result")


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pillars_for_those_who_hear_or_see_little(person: Person, theme: str) -> None:
    anna = person(color_scheme=theme)
    made = new_table(anna, "pillars")
    sit(anna, made)
    anna.wait_for_selector(".pl .lagoon")
    left = {"choosing", "taking", "piling", "marking", "building"}
    while left:
        update = play_on(anna, made["table"], in_phase(left), random.Random(6), 900)
        if update["status"] != "running":
            break
        left.discard(update["view"]["phase"])
        anna.reload()
        anna.wait_for_selector(".pl .lagoon")
        assert (update["view"]["phase"], findings(anna)) == (update["view"]["phase"], [])
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
