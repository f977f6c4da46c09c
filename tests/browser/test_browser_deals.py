"""The deal in the browser: every device has its part, nobody notices, and afterwards the page checks it by itself."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, close_dialog, leave, look_away, play_on, play_together, update_of

from capomastro.core.deal import share_commitment

Person = Callable[..., Any]
MAKE = "async (wish) => (await import('/newtable.js')).makeTable(wish, { go: (path) => location.assign(path) })"
MOST_STEPS = 3000
"""More than any of these matches takes: what is dealt here depends on the devices."""
KEPT = "(table) => JSON.parse(localStorage.getItem(`deal ${table}`))"


def is_over(update: dict[str, Any]) -> bool:
    return bool(update["status"] == "over")


def begin(page: Any, game: str) -> str:
    """A game against a bot that thinks no moment, made as the page makes it; its table."""
    page.goto("/")
    wish = {"game": game, "seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "bot": "random"}]}
    page.evaluate(MAKE, wish)
    page.wait_for_selector(".dock .prompt")
    table: str = page.url.rsplit("/", 1)[1]
    return table


def rewind(page: Any, table: str) -> None:
    """Nobody else has to agree, for the others are bots."""
    update = update_of(page, table)
    body = {"seat": update["viewer"], "kind": "rewind", "to": max(update["seen"] - 12, 2)}
    api(page, "POST", f"/api/tables/{table}/proposals", body)


def checks_of(page: Any, verdict: str) -> list[str]:
    """Has the match checked; every point of it, and the sentence above them is this one."""
    page.get_by_role("button", name="Verify the deal").click()
    said = page.locator("dialog .verdict").inner_text()
    found: list[str] = page.locator("dialog .checks li").all_text_contents()
    close_dialog(page)
    assert verdict in said, [check for check in found if check.startswith("✗")]
    return found


def heard_all(page: Any, table: str) -> None:
    """Waits until the page has noted the last thing that it was told."""
    seen = update_of(page, table)["seen"]
    page.wait_for_function(f"([table, seen]) => Object.values(({KEPT})(table).told)[0]?.n >= seen", arg=[table, seen])


def test_a_game_against_bots_is_dealt_by_the_device_too(person: Person) -> None:
    anna = person()
    anna.goto("/")
    anna.locator(".game-card").nth(1).get_by_role("button", name="Play now").click()
    anna.wait_for_selector(".dock .prompt")
    kept = anna.evaluate(KEPT, anna.url.rsplit("/", 1)[1])
    assert share_commitment(kept["nonce"]) == kept["commitment"]
    assert [share["commitment"] for share in kept["shares"]] == [kept["commitment"]]


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_the_browser_checks_a_whole_match_by_itself_with_what_was_drawn_after_a_rewind(
    person: Person, honest_server: str, game: str
) -> None:
    anna = person(base_url=honest_server)
    table = begin(anna, game)
    seen = update_of(anna, table)["seen"]
    play_on(anna, table, lambda update: update["seen"] > seen + 25, random.Random(3))
    rewind(anna, table)
    play_on(anna, table, is_over, random.Random(3), MOST_STEPS)
    heard_all(anna, table)
    checks = checks_of(anna, "every card of the match follows")
    assert len(checks) == 11
    assert [check for check in checks if not check.startswith("✓")] == []
    assert any(json.loads(line).get("rewind") for line in exported(anna, table).splitlines()[1:-1])


def test_a_server_that_deals_other_cards_is_found_out_though_all_its_numbers_fit(person: Person) -> None:
    """The server of the other tests does so: whatever devices send, it deals the same."""
    anna = person()
    table = begin(anna, "palazzo")
    play_on(anna, table, is_over, random.Random(3), MOST_STEPS)
    checks = checks_of(anna, "Something does not fit")
    wrong = [check for check in checks if not check.startswith("✓")]
    assert [" ".join(check.split()[1:6]) for check in wrong] == ["What came at step 0", "Anna began with what this"]


def exported(page: Any, table: str) -> str:
    text: str = page.context.request.get(f"/api/tables/{table}/export").text()
    return text


def with_digest(head: dict[str, Any], *lines: str) -> str:
    """A match file that is whole: whoever forges one can do that, too."""
    text = "\n".join([json.dumps(head), *lines[:-1]])
    return (
        f"{text}\n" + json.dumps(json.loads(lines[-1]) | {"digest": hashlib.sha256(text.encode()).hexdigest()}) + "\n"
    )


def without_deal(text: str) -> str:
    head, *lines = text.splitlines()
    return with_digest({name: value for name, value in json.loads(head).items() if name != "deal"}, *lines)


def other_nonce(text: str) -> str:
    head, *lines = text.splitlines()
    told, nonce = json.loads(head), "5e" * 32
    told["deal"]["shares"] = [{"seats": [0], "commitment": share_commitment(nonce), "nonce": nonce}]
    return with_digest(told, *lines)


def other_card(text: str) -> str:
    """Somebody was given something else, and all who are asked say so."""
    found = json.loads(text)
    event = next(event for event in found["events"] if event["kind"] in ("money shown", "tile stored"))
    event["facts"] = {"cards": ["lira 7", "lira 7", "lira 7"], "tile": "marble 5 3"}
    return json.dumps(found)


def less_told(text: str) -> str:
    return json.dumps(json.loads(text) | {"events": json.loads(text)["events"][1:]})


def lying(forge: Callable[[str], str]) -> Callable[[Any], None]:
    def answer(route: Any) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=forge(found.text()))

    return answer


FORGED = {
    "own number is among": ("**/export", without_deal),
    "shown before it told": ("**/export", other_nonce),
    "does not follow": ("**/replay/events**", other_card),
    "was told during": ("**/log?**", less_told),
}
OTHERWISE = {
    "server's secret": "rounds: { 1: '0'.repeat(64) }",
    "not begun again": "round: 2, rounds: { 2: '0'.repeat(64) }",
    "for this table": "options: {}",
    "began with what": "openings: { 0: { hand: ['lira 7'] } }",
}
"""What a device remembers, and the server says no longer."""


def test_a_server_that_tells_another_story_is_found_out(person: Person, honest_server: str) -> None:
    """Whatever it answers, it says itself that everything holds; the page does not ask it."""
    anna = person(base_url=honest_server)
    table = begin(anna, "palazzo")
    play_on(anna, table, is_over, random.Random(3), MOST_STEPS)
    heard_all(anna, table)

    def found_out(point: str) -> None:
        checks = checks_of(anna, "Something does not fit")
        assert any(point in check for check in checks if check.startswith("✗")), (point, checks)
        assert checks[-1].startswith("✓"), "the server's own word"

    for point, (path, forge) in FORGED.items():
        anna.route(path, lying(forge))
        found_out(point)
        anna.unroute(path)
    kept = anna.evaluate(KEPT, table)
    for point, other in OTHERWISE.items():
        change = f"(kept) => localStorage.setItem('deal {table}', JSON.stringify({{ ...kept, {other} }}))"
        anna.evaluate(change, kept)
        found_out(point)
    anna.evaluate(f"(kept) => localStorage.setItem('deal {table}', JSON.stringify(kept))", kept)
    assert all(check.startswith("✓") for check in checks_of(anna, "Nobody could choose this deal"))


def test_who_is_away_holds_up_the_deal_until_the_others_go_on_without(person: Person, hasty_server: str) -> None:
    anna, ben = person(base_url=hasty_server), person(390, 844, base_url=hasty_server)
    anna.goto("/")
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.get_by_role("button", name="Set up the table").click()
    link = anna.locator(".everybody code").inner_text()
    table = anna.url.rsplit("/", 1)[1]
    leave(anna)
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
    for page in (anna, ben):
        look_away(page)
    play_together([anna, ben], table, is_over, random.Random(4))
    for page in (anna, ben):
        page.goto(f"/t/{table}")
    ben.get_by_role("button", name="Rematch").click()
    anna.get_by_role("button", name="Join Ben’s rematch").click()
    for page in (anna, ben):
        page.wait_for_function("(old) => !location.pathname.endsWith(old)", arg=table)
        page.wait_for_selector(".dock .prompt")
    deal = api(anna, "GET", f"/api/tables/{anna.url.rsplit('/', 1)[1]}?since=0")["deal"]
    assert [share["seats"] for share in deal["shares"]] == [[0], [1]]
    assert all(share["given"] for share in deal["shares"])
