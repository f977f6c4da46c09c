"""The deal in the browser: every device has its part, nobody notices, and afterwards the page checks it by itself."""

import random
from collections.abc import Callable
from typing import Any

from browserhelp import api, play_on, play_together, update_of

from capomastro.core.deal import share_commitment

Person = Callable[..., Any]
KEPT = "(table) => JSON.parse(localStorage.getItem(`deal ${table}`))"


def is_over(update: dict[str, Any]) -> bool:
    return bool(update["status"] == "over")


def playing_now(person: Person) -> tuple[Any, str]:
    """Somebody new, and their table against bots."""
    anna = person()
    anna.goto("/")
    anna.locator(".game-card").nth(1).get_by_role("button", name="Play now").click()
    anna.wait_for_selector(".dock .prompt")
    return anna, anna.url.rsplit("/", 1)[1]


def test_a_game_against_bots_is_dealt_by_the_device_too_and_checked_by_it(person: Person) -> None:
    anna, table = playing_now(person)
    kept = anna.evaluate(KEPT, table)
    assert share_commitment(kept["nonce"]) == kept["commitment"]
    assert [share["commitment"] for share in kept["shares"]] == [kept["commitment"]]
    play_on(anna, table, is_over, random.Random(3))
    anna.get_by_role("button", name="Verify the deal").click()
    anna.get_by_text("Nobody could choose this deal").wait_for()
    anna.get_by_text("Details").click()
    checks = anna.locator("dialog li").all_inner_texts()
    assert len(checks) == 6
    assert all(check.startswith("✓") for check in checks)


def test_a_server_that_dealt_from_something_else_is_found_out(person: Person) -> None:
    anna, table = playing_now(person)
    play_on(anna, table, is_over, random.Random(3))
    anna.evaluate(
        "(table) => { const kept = JSON.parse(localStorage.getItem(`deal ${table}`));"
        "localStorage.setItem(`deal ${table}`, JSON.stringify({ ...kept, server: '0'.repeat(64) })); }",
        table,
    )
    anna.get_by_role("button", name="Verify the deal").click()
    anna.get_by_text("Something does not fit").wait_for()
    assert anna.locator("dialog li", has_text="✗").count() == 1


def test_who_is_away_holds_up_the_deal_until_the_others_go_on_without(person: Person, hasty_server: str) -> None:
    anna, ben = person(base_url=hasty_server), person(390, 844, base_url=hasty_server)
    anna.goto("/")
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.get_by_role("button", name="Set up the table").click()
    link = anna.locator(".everybody code").inner_text()
    table = anna.url.rsplit("/", 1)[1]
    anna.goto("about:blank")
    ben.goto(link)
    ben.locator("#own-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.get_by_text("Waiting for the device of Anna.").wait_for()
    assert update_of(ben, table)["status"] == "open"
    ben.get_by_role("button", name="Deal without Anna").click()
    ben.wait_for_selector(".pz-board")
    deal = api(ben, "GET", f"/api/tables/{table}?since=0")["deal"]
    assert [share["seats"] for share in deal["shares"]] == [[1]]
    assert deal["redone"][0]["without"] == [0]
    anna.goto(f"/t/{table}")
    anna.wait_for_selector(".pz-board")


def test_two_people_and_their_rematch_are_dealt_by_both(person: Person) -> None:
    anna, ben = person(), person()
    anna.goto("/")
    anna.locator(".game-card").nth(1).get_by_role("button", name="With friends").click()
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.get_by_role("button", name="Set up the table").click()
    ben.goto(anna.locator(".everybody code").inner_text())
    ben.locator("#own-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (anna, ben):
        page.wait_for_selector(".dock .prompt")
    table = anna.url.rsplit("/", 1)[1]
    play_together([anna, ben], table, is_over, random.Random(4))
    ben.get_by_role("button", name="Rematch").click()
    anna.get_by_role("button", name="Join Ben’s rematch").click()
    for page in (anna, ben):
        page.wait_for_function("(old) => !location.pathname.endsWith(old)", arg=table)
        page.wait_for_selector(".dock .prompt")
    deal = api(anna, "GET", f"/api/tables/{anna.url.rsplit('/', 1)[1]}?since=0")["deal"]
    assert [share["seats"] for share in deal["shares"]] == [[0], [1]]
    assert all(share["given"] for share in deal["shares"])
