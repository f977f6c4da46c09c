"""What happened since my last move: the boards of that time, in words, by mouse and by keyboard."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, findings, new_table, play_on, sit, steps_of, update_of

Person = Callable[..., Any]
BOARD = "() => document.querySelector('.game-root').innerText"
HEARD = "() => document.getElementById('live-polite').innerText"


def after_others_moved(page: Any, game: str) -> str:
    """A table at which this page's seat is due again, after more has happened than one update tells of."""
    made = new_table(page, game, bots=2)
    play_on(page, made["table"], lambda update: update["seen"] > 40 and bool(update["legal"]), random.Random(6))
    sit(page, made)
    table: str = made["table"]
    return table


def count(page: Any) -> tuple[int, int]:
    at, total = page.locator(".since .number").inner_text().split(" / ")
    return int(at), int(total)


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_the_boards_of_that_time_are_shown_one_after_another(person: Person, game: str) -> None:
    anna = person()
    table = after_others_moved(anna, game)
    now = anna.evaluate(BOARD)
    anna.keyboard.press("j")
    anna.wait_for_selector(".since .number:text-matches('^1 /')")
    total = count(anna)[1]
    assert total > 1
    assert not steps_of(anna) or anna.locator(".dock").is_hidden()
    boards, words = [anna.evaluate(BOARD)], [anna.locator(".since .grow").inner_text()]
    for place in range(2, total + 1):
        anna.keyboard.press("ArrowRight")
        anna.wait_for_selector(f".since .number:text-is('{place} / {total}')")
        boards.append(anna.evaluate(BOARD))
        words.append(anna.locator(".since .grow").inner_text())
        assert anna.locator(".since .grow span").last.inner_text() in anna.evaluate(HEARD)
    assert len(set(boards)) > 1
    assert len(set(words)) > 1
    anna.get_by_role("button", name="Back", exact=True).click()
    anna.wait_for_selector(f".since .number:text-is('{total - 1} / {total}')")
    assert anna.evaluate(BOARD) == boards[-2]
    assert findings(anna) == []
    anna.get_by_role("button", name="Back to now").click()
    anna.wait_for_selector(".dock .prompt")
    assert anna.locator(".since").count() == 0
    assert anna.evaluate(BOARD) == now
    assert api(anna, "GET", f"/api/tables/{table}")["status"] == "running"


def test_nothing_can_be_done_in_the_past_and_escape_leads_back(person: Person) -> None:
    anna = person()
    table = after_others_moved(anna, "palazzo")
    seen = api(anna, "GET", f"/api/tables/{table}")["seen"]
    anna.keyboard.press("j")
    anna.wait_for_selector(".since .number:text-matches('^1 /')")
    for key in ("1", "u", "2"):
        anna.keyboard.press(key)
    assert anna.locator(".game-root [data-step]").count() == 0
    anna.keyboard.press("Escape")
    anna.wait_for_selector(".dock .prompt")
    assert anna.locator(".since").count() == 0
    assert api(anna, "GET", f"/api/tables/{table}")["seen"] == seen
    assert steps_of(anna)


def test_who_comes_back_after_much_has_happened_is_told_how_much(person: Person) -> None:
    anna, ben = person(), person()
    made = new_table(anna, bots=0, people=2, options={"first": "1"})
    link = next(link for link in made["links"] if link["seat"] == 1)
    api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": link["token"], "name": "Ben"})
    sit(anna, made)
    assert anna.locator(".since").count() == 0
    known = update_of(anna, made["table"])["seen"]
    anna.locator(".brand").click()
    anna.wait_for_selector(".home")
    rng = random.Random(2)
    while update_of(anna, made["table"])["seen"] <= 45:
        for page in (anna, ben):
            play_on(page, made["table"], lambda update: not update["legal"], rng)
    events = api(anna, "GET", f"/api/tables/{made['table']}/log?seat=0")["events"]
    missed = [event for event in events if event["seat"] != 0 and event["n"] > known]
    sit(anna, made)
    assert f"{len(missed)} things" in anna.locator(".since .grow").inner_text()
    anna.locator(".since").get_by_role("button", name="Step through").click()
    anna.wait_for_selector(".since .number:text-matches('^1 /')")


def test_who_only_watches_can_look_back_too(person: Person) -> None:
    anna, watcher = person(), person()
    made = new_table(anna, bots=2)
    watcher.goto(made["path"])
    watcher.wait_for_selector(".pz-board")
    watcher.locator(".brand").click()
    watcher.wait_for_selector(".home")
    play_on(anna, made["table"], lambda update: update["seen"] > 20 and bool(update["legal"]), random.Random(2))
    watcher.goto(made["path"])
    watcher.locator(".since").get_by_role("button", name="Step through").click()
    watcher.wait_for_selector(".since .number:text-matches('^1 /')")


def test_what_comes_meanwhile_is_there_when_one_is_back(person: Person) -> None:
    anna, ben = person(), person()
    made = new_table(anna, bots=0, people=2, options={"first": "1"})
    link = next(link for link in made["links"] if link["seat"] == 1)
    api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": link["token"], "name": "Ben"})
    play_on(anna, made["table"], lambda update: not update["legal"], random.Random(1))
    waiting = update_of(ben, made["table"])
    body = {"seat": 1, "step": "take", "seen": waiting["seen"], "key": "money"}
    api(ben, "POST", f"/api/tables/{made['table']}/steps", body)
    sit(anna, made)
    anna.keyboard.press("j")
    anna.wait_for_selector(".since")
    anna.wait_for_function("() => document.querySelector('.since .number').textContent")
    old = anna.evaluate(BOARD)
    play_on(ben, made["table"], lambda update: not update["legal"], random.Random(1))
    anna.wait_for_timeout(300)
    assert anna.evaluate(BOARD) == old
    anna.keyboard.press("Escape")
    anna.wait_for_selector("[data-step]")
