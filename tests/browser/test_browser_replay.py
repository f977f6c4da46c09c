"""Finished matches again: by steps and by turns, from the log and the plot, by keys and by finger, all cards open."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, close_dialog, eventually, findings, new_table, play_on

Person = Callable[..., Any]
TOLD = ".dock .prompt"


@pytest.fixture(scope="module")
def finished(server: str, launch: Callable[[], Any]) -> dict[str, dict[str, Any]]:
    """One finished match of each game, which everybody may look at."""
    context = launch().new_context(base_url=server)
    page = context.new_page()
    found = {}
    for game in ("palazzo", "pillars"):
        made = new_table(page, game)
        play_on(page, made["table"], lambda update: False, random.Random(4), 3000)
        found[game] = made
    context.close()
    return found


def stands_at(page: Any) -> int:
    return int(re.search(r"/replay/[\w-]+/(\d+)", page.url)[1])  # type: ignore[index]


def opened(person: Person, made: dict[str, Any], step: int = 0, width: int = 1366, **wishes: Any) -> Any:
    page = person(width, **{"height": 800, **wishes})
    page.goto(f"/replay/{made['table']}/{step}")
    page.wait_for_selector(".replay-bar")
    return page


def pressed(page: Any, key: str) -> int:
    before = page.url
    page.keyboard.press(key)
    page.wait_for_function("(url) => location.href !== url", arg=before)
    return stands_at(page)


def test_a_link_to_a_step_that_told_nothing_shows_what_was_told_last(person: Person, finished: dict[str, Any]) -> None:
    made = finished["palazzo"]
    page = opened(person, made)
    story = api(page, "GET", f"/api/tables/{made['table']}/replay/events?seat=all")
    told = {event["n"] for event in story["events"]}
    silent = next(step for step in range(20, max(told)) if step not in told)
    page.goto(f"/replay/{made['table']}/{silent}")
    page.wait_for_selector(".replay-log [aria-current]")
    words = page.locator(f"{TOLD} span").last.inner_text()
    assert words in page.locator(".replay-log [aria-current]").inner_text()


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
@pytest.mark.parametrize("eyes", ["all", "none", "0"])
def test_no_step_of_a_replay_is_empty(person: Person, finished: dict[str, Any], game: str, eyes: str) -> None:
    made = finished[game]
    page = person()
    page.goto(f"/replay/{made['table']}/0?seat={eyes}")
    page.wait_for_selector(".replay-bar")
    story = api(page, "GET", f"/api/tables/{made['table']}/replay/events?seat={eyes}")
    told = sorted({event["n"] for event in story["events"]})
    assert len(told) > 20
    for expected in told[:15]:
        assert pressed(page, "ArrowRight") == expected
        assert page.locator(TOLD).inner_text().strip().endswith((".", "!"))
        assert "Nothing" not in page.locator(TOLD).inner_text()
    assert pressed(page, "End") == story["steps"]
    assert pressed(page, "ArrowLeft") == told[-1] if told[-1] < story["steps"] else told[-2]


def test_the_boards_of_a_replay_reckon_with_its_own_dock(person: Person, finished: dict[str, Any]) -> None:
    page = opened(person, finished["palazzo"], step=20, height=768)
    page.wait_for_function("() => getComputedStyle(document.documentElement).getPropertyValue('--dock')")
    page.wait_for_function("() => document.querySelector('.pz-column').getBoundingClientRect().bottom <= innerHeight")
    dock = page.locator(".dock").bounding_box()["height"]
    assert page.evaluate("parseFloat(document.documentElement.style.getPropertyValue('--dock'))") == round(dock)
    page.locator(".bar .brand").click()
    page.wait_for_selector(".game-card")
    assert page.evaluate("document.documentElement.style.getPropertyValue('--dock')") == "", "and nobody else does"


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_replay_goes_by_turns(person: Person, finished: dict[str, Any], game: str) -> None:
    page = opened(person, finished[game])
    steps = [pressed(page, "Shift+ArrowRight") for _ in range(6)]
    assert steps == sorted(set(steps))
    assert steps[-1] > 8
    assert "turn 6 of" in page.locator(".replay-count").inner_text()
    assert pressed(page, "ArrowRight") > steps[-1]
    assert pressed(page, "Shift+ArrowLeft") == steps[-1]
    page.get_by_role("button", name="Previous turn").click()
    page.wait_for_url(f"**/{steps[-2]}")
    page.get_by_role("button", name="Next turn").click()
    page.wait_for_url(f"**/{steps[-1]}")


def test_an_entry_of_the_log_and_a_point_of_the_plot_lead_to_their_step(
    person: Person, finished: dict[str, Any]
) -> None:
    page = opened(person, finished["palazzo"])
    entry = page.locator(".replay-log button").nth(30)
    words = entry.inner_text()
    entry.click()
    page.wait_for_url(f"**/{entry.get_attribute('data-to')}")
    assert page.locator(f"{TOLD} > span").inner_text().strip() in " ".join(words.split())
    assert entry.get_attribute("aria-current") == "step"
    plot = page.locator(".plot").bounding_box()
    page.locator(".plot").click(position={"x": plot["width"] * 0.7, "y": plot["height"] / 2})
    page.wait_for_function("(step) => !location.pathname.endsWith(step)", arg=f"/{entry.get_attribute('data-to')}")
    steps = api(page, "GET", f"/api/tables/{finished['palazzo']['table']}/replay/events")["steps"]
    assert steps * 0.6 < stands_at(page) < steps

    page.goto(finished["palazzo"]["path"])
    page.wait_for_selector(".result .plot polyline")
    page.locator(".result .plot").click()
    page.wait_for_url(re.compile(r"/replay/[\w-]+/\d\d+"))


def test_all_cards_lie_open_after_the_end(person: Person, finished: dict[str, Any]) -> None:
    page = opened(person, finished["palazzo"], 20)
    assert page.get_by_label("Whose eyes").input_value() == "all"
    assert eventually(page, lambda: page.locator(".pz-purse .pz-packed").count() >= 2)
    assert page.locator(".pz-purse .pz-card-back").count() == 0
    page.get_by_label("Whose eyes").select_option("none")
    page.wait_for_url("**seat=none")
    assert eventually(page, lambda: page.locator(".pz-purse .pz-card-back").count() >= 1)
    page.goto(f"/replay/{finished['pillars']['table']}/20")
    assert eventually(page, lambda: page.locator(".open-hand").count() == 2)


SWIPE = """(by) => {
  const board = document.querySelector('.game-root .panel') ?? document.querySelector('.game-root');
  const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
  board.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(200)] }));
  board.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(200 + by)] }));
}"""


def test_a_replay_on_a_phone_by_finger_and_from_its_log(person: Person, finished: dict[str, Any]) -> None:
    page = opened(person, finished["palazzo"], 10, 360, has_touch=True)
    assert page.locator(".bar").evaluate("(bar) => bar.offsetHeight") < 70, "the bar takes one line"
    page.evaluate(SWIPE, -90)
    page.wait_for_function("() => !location.pathname.endsWith('/10')")
    there = stands_at(page)
    assert there > 10
    page.evaluate(SWIPE, 90)
    page.wait_for_function("(step) => !location.pathname.endsWith(step)", arg=f"/{there}")
    assert stands_at(page) < there
    page.get_by_role("button", name="Log").click()
    entry = page.locator("dialog .replay-log button").nth(40)
    wanted = entry.get_attribute("data-to")
    entry.click()
    page.wait_for_url(f"**/{wanted}")
    page.wait_for_selector("dialog", state="detached")
    assert findings(page) == []


def test_back_leaves_a_replay_that_went_on_beneath_a_dialog(person: Person, finished: dict[str, Any]) -> None:
    page = person()
    page.goto("/")
    page.wait_for_selector(".game-card")
    page.goto(f"/replay/{finished['palazzo']['table']}/0")
    page.wait_for_selector(".replay-bar")
    page.keyboard.press("p")
    page.keyboard.press("k")
    page.wait_for_selector("dialog .keys")
    page.wait_for_selector(".replay-count:text-matches('^2 /')")
    close_dialog(page)
    page.keyboard.press("p")
    page.wait_for_selector("[data-key=run][aria-pressed=false]")
    assert eventually(page, lambda: stands_at(page) > 0)
    page.go_back()
    page.wait_for_selector(".game-card")


def test_a_dragged_slider_stays_in_the_hand(person: Person, finished: dict[str, Any]) -> None:
    page = opened(person, finished["palazzo"])
    page.evaluate("() => { window.slider = document.querySelector('.replay-bar input[type=range]'); }")
    page.locator(".replay-bar input[type=range]").fill("12")
    page.wait_for_function("() => !location.pathname.endsWith('/0')")
    page.wait_for_function("() => window.slider.isConnected && window.slider.value === '12'")


def test_a_replay_outlives_a_server_that_does_not_answer(person: Person, finished: dict[str, Any]) -> None:
    page = opened(person, finished["palazzo"])
    page.route("**/replay?**", lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    page.locator(".toast").wait_for()
    page.unroute("**/replay?**")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    told = api(page, "GET", f"/api/tables/{finished['palazzo']['table']}/replay/events?seat=all")["events"]
    page.wait_for_url(f"**/{sorted({event['n'] for event in told})[7]}")  # no press is lost, however fast they come
    assert [text for text in page.complaints if "Failed to load" not in text] == []
    page.complaints.clear()  # the request that was to fail
