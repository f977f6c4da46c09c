"""What has to be read or pressed is inside the window, and whole."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import hold_time, new_table, play_on, sit
from test_browser_theatre import last_choice

Person = Callable[..., Any]
IN_SIGHT = """(all) => all.map((one) => {
  const box = one.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
})"""
CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
SIDEWAYS = (844, 390)


def test_the_chat_beside_the_game_is_as_wide_as_its_column(person: Person) -> None:
    anna = person(1366, 768)
    sit(anna, new_table(anna))
    anna.get_by_role("tab", name="Chat").click()
    send = anna.locator(".side .chat-form button")
    send.wait_for()
    assert send.evaluate_all(IN_SIGHT) == [True]


def test_a_remark_is_not_hidden_beneath_a_dialog(person: Person) -> None:
    anna = person(390, 844, permissions=["clipboard-read", "clipboard-write"])
    sit(anna, new_table(anna))
    anna.get_by_role("button", name="Players and more").click()
    anna.get_by_role("button", name="Continue on another device").click()
    anna.locator("dialog").get_by_role("button", name="Copy link").click()
    remark = anna.locator("dialog[open] .toast", has_text="Link copied")
    remark.wait_for()
    assert remark.evaluate_all(IN_SIGHT) == [True]


def near_the_end(update: dict[str, Any]) -> bool:
    """The fifth rider, or the last pile, ends the game."""
    view = update["view"]
    return bool(view["riders"] >= 4 if "riders" in view else view["pile_supply"] <= 8)


@pytest.mark.parametrize(
    ("game", "width", "height"), [("pillars", 1366, 768), ("pillars", 390, 844), ("palazzo", 390, 844)]
)
def test_the_end_of_a_game_is_in_sight_wherever_one_looked(person: Person, game: str, width: int, height: int) -> None:
    anna = person(width, height)
    made = new_table(anna, game)
    play_on(anna, made["table"], lambda update: near_the_end(update) and bool(update["legal"]), random.Random(4), 3000)
    sit(anna, made)
    anna.mouse.move(300, 300)
    anna.mouse.wheel(0, 60)
    anna.wait_for_function("() => scrollY + document.querySelector('.frame').scrollTop > 0")
    play_on(anna, made["table"], lambda update: False, random.Random(4), 3000)
    anna.wait_for_selector(".result-head")
    anna.wait_for_function(f"() => ({IN_SIGHT})([document.querySelector('.result-head')])[0]")


def test_a_phone_held_sideways_shows_what_starts_a_game(person: Person) -> None:
    anna = person(*SIDEWAYS)
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    assert anna.locator(".game-card .play .main").evaluate_all(IN_SIGHT) == [True, True]


def test_a_phone_held_sideways_shows_an_invitation_with_the_field_for_the_name(person: Person) -> None:
    link = new_table(person(), "pillars", bots=1, people=2, invite=True)["invite"]["path"]
    ben = person(*SIDEWAYS)
    ben.goto(link)
    ben.wait_for_selector("#own-name")
    assert ben.locator("#own-name, .invitation form button").evaluate_all(IN_SIGHT) == [True, True]


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_phone_held_sideways_shows_the_first_step_of_a_lesson(person: Person, game: str) -> None:
    anna = person(*SIDEWAYS)
    anna.goto(f"/guide/{game}")
    anna.wait_for_selector(".guide-steps button")
    assert anna.locator(".guide-steps button").evaluate_all(IN_SIGHT) == [True, True]


def test_on_a_phone_held_sideways_names_at_the_reveal_are_whole(person: Person) -> None:
    anna, reveal = last_choice(person, "Novice 3", width=844, height=390, reduced_motion="no-preference")
    hold_time(anna)
    reveal()
    anna.wait_for_selector(".pl-theatre .pl-actor")
    names = anna.locator(".pl-theatre .cut-name > :first-child")
    assert (names.count(), names.evaluate_all(CUT)) == (2, [])


@pytest.mark.parametrize(("width", "height", "bots"), [(360, 740, 2), (390, 844, 5), (1366, 768, 5)])
def test_names_of_bots_beside_the_lagoon_are_whole(person: Person, width: int, height: int, bots: int) -> None:
    anna = person(width, height)
    sit(anna, new_table(anna, "pillars", bots=bots))
    names = anna.locator(".pl .player .cut-name > :first-child")
    assert (names.count(), names.evaluate_all(CUT)) == (bots + 1, [])


def test_the_bar_of_the_home_page_takes_one_line_on_a_small_phone(person: Person) -> None:
    anna = person(360, 740)
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    assert anna.locator(".bar").evaluate("(bar) => bar.offsetHeight") < 70
