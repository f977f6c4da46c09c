"""One evening, from one link to the rematch: two people and a bot, a phone and a laptop, and nobody reloads a page."""

import random
from collections.abc import Callable
from typing import Any

from browserhelp import eventually, leave, play_together, update_of

Person = Callable[..., Any]


def to_move(seat: int) -> Callable[[dict[str, Any]], bool]:
    """Whether this seat has a turn to begin."""
    return lambda update: bool(update["viewer"] == seat and "take" in update["legal"])


def test_two_people_and_a_bot_find_each_other_play_part_and_meet_again(person: Person, hasty_server: str) -> None:
    rng = random.Random(5)
    anna = person(1366, 768, base_url=hasty_server)
    ben = person(390, 844, base_url=hasty_server, has_touch=True, is_mobile=True)

    # One link brings them together.
    anna.goto("/")
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.get_by_label("Players", exact=True).select_option("3")
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.get_by_label("Who sits on seat 3").select_option("bot novice")
    anna.get_by_label("Name of the table").fill("Sunday")
    anna.get_by_label("Who starts").select_option(label="1. Anna")
    anna.get_by_role("button", name="Set up the table").click()
    ben.goto(anna.locator(".everybody code").inner_text())
    ben.get_by_role("heading", name="Anna invites you to Palazzo").wait_for()
    ben.locator("#own-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").tap()
    ben.wait_for_selector(".pz-board")
    anna.wait_for_selector('.dock [data-step="take"]')
    table = anna.url.rsplit("/", 1)[1]

    # They play; the phone loses the network in the middle of a turn, and gets it back.
    anna.locator('.dock [data-step="take"]').click()
    ben.get_by_text("Anna takes money", exact=False).first.wait_for(state="attached")
    play_together([anna, ben], table, to_move(1), rng)
    take = ben.locator('.dock [data-step="take"]')
    take.wait_for()
    ben.context.set_offline(True)
    take.tap()
    ben.locator(".dock .unsent").wait_for()
    assert update_of(anna, table)["to_act"][0]["seat"] == 1
    ben.context.set_offline(False)
    ben.locator(".dock .unsent").wait_for(state="detached")
    anna.locator(".log li", has_text="Ben takes").first.wait_for()
    ben.complaints.clear()  # the browser itself complains of the network

    # Ben goes away in his turn; a bot plays for him, until he comes back.
    play_together([anna, ben], table, to_move(1), rng)
    leave(ben)
    anna.locator(".people-banner").get_by_role("button", name="Propose a bot").click()
    anna.locator(".log li", has_text="A bot plays for Ben").wait_for()
    ben.goto("/")
    ben.locator(".table-row", has_text="Sunday").tap()
    ben.get_by_role("button", name="Play again myself").tap()
    anna.locator(".log li", has_text="Ben is back").wait_for()

    # They finish, and meet again at the rematch.
    play_together([anna, ben], table, lambda update: bool(update["status"] == "over"), rng)
    for page in (anna, ben):
        page.wait_for_selector(".result", timeout=60_000)
    ben.get_by_role("button", name="Rematch").tap()
    anna.get_by_role("button", name="Join Ben’s rematch").click()
    for page in (anna, ben):
        page.wait_for_function("(old) => !location.pathname.endsWith(old)", arg=table)
    assert anna.url == ben.url
    again = anna.url.rsplit("/", 1)[1]
    assert eventually(anna, lambda: update_of(anna, again)["status"] == "running"), "both devices have dealt"
    anna.wait_for_selector(".dock .prompt:visible")

    # Anna goes on with her tablet.
    anna.get_by_role("button", name="Players and more").click()
    anna.get_by_role("button", name="Continue on another device").click()
    tablet = person(820, 1100, base_url=hasty_server)
    tablet.goto(anna.locator("dialog code").inner_text())
    tablet.wait_for_selector(".pz-board")
    assert update_of(tablet, again)["viewer"] == update_of(anna, again)["viewer"] == 1
    play_together([anna, ben], again, to_move(1), rng)
    before = ben.locator(".log li", has_text="Anna takes money").count()
    tablet.locator('.dock [data-step="take"]').click()
    ben.locator(".log li", has_text="Anna takes money").nth(before).wait_for(state="attached")
    ben.complaints.clear()
