"""The home page of somebody who has tables: what is in sight, what is folded away, leaving and bringing back."""

from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import OVERFLOW, api, eventually, leave, new_table, update_of
from test_browser_people import join, two_people

Person = Callable[..., Any]
SCREENS = [(360, 640), (390, 844), (844, 390), (667, 375), (820, 1100), (1366, 768), (1440, 900)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_play_now_is_in_sight_at_any_number_of_tables(person: Person, width: int, height: int) -> None:
    anna = person(width, height)
    for number in range(6):
        new_table(anna, ("palazzo", "pillars")[number % 2], bots=2)
    anna.goto("/")
    anna.wait_for_selector(".table-row")
    button = anna.locator("[data-play]").first.bounding_box()
    assert button["y"] + button["height"] <= height
    assert anna.evaluate(OVERFLOW) <= 0
    rows = anna.locator(".table-row:visible")
    assert eventually(anna, lambda: rows.count() == (2 if width > 768 else 1))
    anna.get_by_text("more").click()
    assert eventually(anna, lambda: rows.count() == 6)


BOXES = """() => [...document.querySelectorAll('.home :not(svg *)')].map((item) => {
  const { x, y, width, height } = item.getBoundingClientRect();
  return [x, y, width, height].join();
})"""
FILLED = "() => [...document.querySelectorAll('.game-card > svg, .mini')].every((item) => item.firstChild)"


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_waits_for_the_games_pictures_and_nothing_moves_when_they_come(person: Person, width: int) -> None:
    anna = person(width)
    new_table(anna)
    held: list[Any] = []
    anna.route("**/poster.js", lambda route: held.append(route))
    anna.goto("/")
    anna.locator(".table-row").wait_for()
    assert eventually(anna, lambda: len(held) == 2), "both pictures are asked for"
    assert anna.locator("[data-play]").count() == 2
    assert anna.locator(".game-card > svg > *, .mini > *").count() == 0
    before = anna.evaluate(BOXES)
    for request in held:
        request.continue_()
    anna.wait_for_function(FILLED)
    assert anna.evaluate(BOXES) == before


def test_a_table_is_removed_and_brought_back(person: Person) -> None:
    anna = person()
    made = new_table(anna, name="Sunday")
    anna.goto("/")
    anna.get_by_role("button", name="Leave or remove: Sunday").click()
    anna.wait_for_selector(".table-row", state="detached")
    anna.get_by_role("button", name="Undo").click()
    anna.wait_for_selector(".table-row")
    anna.get_by_role("button", name="Leave or remove: Sunday").click()
    anna.wait_for_selector(".table-row", state="detached")
    anna.reload()
    anna.wait_for_selector(".game-card")
    assert not anna.locator(".table-row").count()
    assert update_of(anna, made["table"])["seats"][0]["stand_in"] is None, "no others, so nobody plays on"
    anna.goto(made["path"])
    anna.wait_for_selector(".dock .prompt")
    anna.goto("/")
    anna.wait_for_selector(".table-row")


def test_a_table_among_people_is_left_to_a_bot_when_it_can_no_longer_be_brought_back(person: Person) -> None:
    anna, ben, made = two_people(person)
    ben.clock.install()
    ben.goto("/")
    put_away = ben.get_by_role("button", name="Leave or remove: Palazzo")
    put_away.click()
    ben.locator(".toast", has_text="a bot plays on for you").wait_for()
    ben.clock.fast_forward(3_000)
    ben.get_by_role("button", name="Undo").click()
    ben.wait_for_selector(".table-row")
    ben.clock.fast_forward(10_000)
    assert update_of(anna, made["table"])["seats"][1]["stand_in"] is None
    put_away.click()
    with ben.expect_response("**/resign"):
        ben.clock.fast_forward(10_000)
    assert update_of(anna, made["table"])["seats"][1]["stand_in"]


def test_an_owner_who_removes_a_table_that_has_not_begun_closes_it(person: Person) -> None:
    anna, ben = person(), person()
    made = new_table(anna, bots=0, people=3, name="Sunday")
    join(ben, made, 1, "Ben")
    ben.goto(made["path"])
    ben.get_by_role("heading", name="Waiting for players").wait_for()
    anna.clock.install()
    anna.goto("/")
    anna.get_by_role("button", name="Leave or remove: Sunday").click()
    anna.locator(".toast", has_text="Sunday is closed").wait_for()
    with anna.expect_response("**/close"):
        anna.clock.fast_forward(10_000)
    ben.get_by_role("heading", name="This table was closed before the game began.").wait_for()


def test_leaving_a_table_that_has_not_begun_frees_the_seat_even_if_the_page_is_closed_at_once(person: Person) -> None:
    anna, ben = person(), person()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
    made = api(anna, "POST", "/api/tables", {"game": "palazzo", "seats": seats, "name": "Sunday"})
    api(ben, "POST", f"/api/tables/{made['table']}/sit", {"seat": 1, "name": "Ben"})
    ben.goto("/")
    ben.get_by_role("button", name="Leave or remove: Sunday").click()
    leave(ben)
    assert eventually(anna, lambda: not update_of(anna, made["table"])["seats"][1]["claimed"])


def test_a_newcomer_meets_the_gentlest_bot_until_they_choose_another(person: Person) -> None:
    page = person()
    page.goto("/")
    level = page.locator("#level-palazzo")
    assert level.input_value() == "novice"
    level.select_option("master")
    page.reload()
    assert level.input_value() == "master"
