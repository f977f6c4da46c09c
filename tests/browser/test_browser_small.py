"""Telephones: the board first when they are held sideways, a page that keeps still, the stock in reach."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import AT_REST, OVERFLOW, api, eventually, look_away, new_table, play_on, sit, update_of

Person = Callable[..., Any]
BOARD = {"palazzo": ".pz-board", "pillars": ".pl .lagoon"}
BETWEEN = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const below = dock.top > innerHeight / 2;
  return box.top >= (below ? 0 : dock.bottom - 1) && box.bottom <= (below ? dock.top : innerHeight) + 1;
}"""


SMALL = """(all) => all.filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 43.5)
  .map((one) => one.ariaLabel ?? one.textContent)"""


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
def test_the_whole_board_comes_first_on_a_phone_held_sideways(
    person: Person, game: str, width: int, height: int
) -> None:
    anna = person(width, height, has_touch=True)
    made = new_table(anna, game)
    after = {"palazzo": 60, "pillars": 30}[game]
    play_on(anna, made["table"], lambda now: bool(now["legal"]) and now["seen"] > after, random.Random(3), 900)
    sit(anna, made)
    close = anna.locator(".since .icon-button")
    if close.count():
        close.first.click()
    anna.evaluate("scrollTo(0, 0)")
    anna.wait_for_function(BETWEEN, arg=BOARD[game])
    assert anna.evaluate(OVERFLOW) <= 0
    assert anna.locator(".bar a, .bar button, .dock button").locator("visible=true").evaluate_all(SMALL) == []


def test_the_whole_lagoon_is_in_sight_beneath_a_banner_on_a_phone_held_sideways(person: Person) -> None:
    anna = person(844, 390, has_touch=True)
    made = new_table(anna, "pillars")
    sit(anna, made)
    look_away(anna)
    play_on(anna, made["table"], lambda now: bool(now["legal"]) and now["seen"] > 30, random.Random(3), 900)
    sit(anna, made)
    anna.wait_for_selector(".since")
    anna.evaluate("scrollTo(0, 0)")
    anna.wait_for_function(BETWEEN, arg=BOARD["pillars"])


LINES = """() => {
  const title = document.querySelector('.bar .where');
  const { lineHeight } = getComputedStyle(title);
  return [Math.round(title.offsetHeight / parseFloat(lineHeight)), title.scrollHeight - title.clientHeight];
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_the_title_of_a_game_takes_two_lines_at_most_and_is_not_cut(person: Person, language: str) -> None:
    anna = person(360, 740, language)
    sit(anna, new_table(anna, "pillars"))
    lines, cut = anna.evaluate(LINES)
    assert lines <= 2
    assert cut <= 1


WHERE_IT_IS = "() => [scrollY, document.querySelector('.pl-hand').getBoundingClientRect().top]"


@pytest.mark.parametrize("foot", [True, False])
def test_the_page_keeps_still_while_others_choose(person: Person, foot: bool) -> None:
    anna, *friends = person(390, 844), person(), person(), person()
    made = new_table(anna, "pillars", bots=0, people=4)
    for page, link, name in zip(friends, made["links"][1:], ("Bartholomew", "Constantine", "Dominique"), strict=True):
        body = {"token": link["token"], "name": f"{name} the Elder"}
        api(page, "POST", f"/api/tables/{made['table']}/claim", body)
    rng = random.Random(3)
    for page in (anna, *friends) * 3:
        play_on(page, made["table"], lambda now: not now["legal"] or now["view"]["phase"] == "choosing", rng, 50)
    choose_card(anna, made["table"], 0)
    sit(anna, made)
    anna.wait_for_function(AT_REST)
    anna.evaluate(f"scrollTo(0, {9999 if foot else 0})")
    before = where_it_rests(anna)
    anna.evaluate("() => { window.pressed = document.querySelectorAll('.pl-hand button, .dock button'); }")
    for seat in (3, 2):
        choose_card(friends[seat - 1], made["table"], seat)
        anna.wait_for_selector(f'.player[data-seat="{seat}"] .tick')
        assert where_it_rests(anna) == before
    assert anna.evaluate("() => [...window.pressed].every((button) => button.isConnected)"), "no click would be lost"


def where_it_rests(page: Any) -> list[float]:
    """Where the hand is when the page has come to rest: the same in two looks at it."""
    looks: list[list[float]] = [page.evaluate(WHERE_IT_IS)]

    def same_again() -> bool:
        page.wait_for_timeout(100)
        looks.append(page.evaluate(WHERE_IT_IS))
        return looks[-1] == looks[-2]

    assert eventually(page, same_again)
    return looks[-1]


def choose_card(page: Any, table: str, seat: int) -> None:
    update = update_of(page, table)
    step = next(step for step in update["legal"] if step.startswith("choose "))
    body = {"seat": seat, "step": step, "seen": update["seen"], "key": f"still-{seat}"}
    api(page, "POST", f"/api/tables/{table}/steps", body)


OVERLAP = """() => {
  const parts = [...document.querySelectorAll('.pl-stock .piece-button > *')];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const over = (a, b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return Math.max(...boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => over(a, b))), 0);
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (844, 390)])
def test_the_stock_is_in_reach_while_building(person: Person, width: int, height: int) -> None:
    anna = person(width, height, has_touch=True)
    made = new_table(anna, "pillars")
    play_on(
        anna,
        made["table"],
        lambda now: bool(now["legal"]) and now["view"]["phase"] == "building",
        random.Random(1),
        900,
    )
    sit(anna, made)
    anna.wait_for_function(BETWEEN, arg=".pl-stock [aria-pressed]")
    assert anna.evaluate(OVERLAP) <= 0, "each district of the stock has room of its own"
    lagoon = anna.locator(".pl-lagoon").bounding_box()
    assert lagoon["y"] < height / 2, "the lagoon is in sight too"
