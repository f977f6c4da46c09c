"""Whole games in the browser: by mouse with two people and a bot, and by keyboard alone."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import (
    NOT_BUSY,
    choose,
    close_dialog,
    new_table,
    play_on,
    play_together,
    practise,
    sit,
    steps_of,
    take_step,
    update_of,
)

Person = Callable[..., Any]
MANY = 12
"""Kinds of steps that come up in the middle of a game."""


def near_the_end(update: dict[str, Any]) -> bool:
    return bool(update["view"]["riders"] >= 4)  # the fifth ends the game


def is_over(update: dict[str, Any]) -> bool:
    return bool(update["status"] == "over")


def kind_of(phase: str, step: str) -> str:
    return f"{phase}: {step.split()[0]}"


def by_mouse(anna: Any, ben: Any, rng: random.Random, count: int) -> None:
    """This many steps of both with the mouse, or all there are until the end."""
    for _ in range(6000):
        if not count or (anna.query_selector(".result") and ben.query_selector(".result")):
            return
        for page in (anna, ben):
            steps = steps_of(page)
            if steps:
                take_step(page, choose(steps, rng))
                count -= 1
                break
        else:
            anna.wait_for_timeout(100)


def test_two_people_and_a_bot_play_palazzo_by_mouse(person: Person) -> None:
    anna, ben = person(), person(820, 1100)
    anna.goto("/")
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.get_by_label("Players").select_option("3")
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.get_by_label("Name of player 2").fill("Ben")
    anna.get_by_label("Who sits on seat 3").select_option("bot novice")
    anna.get_by_role("button", name="Set up the table").click()
    anna.wait_for_selector(".invite .qr")
    link = anna.locator(".everybody code").inner_text()
    ben.goto(link)
    ben.get_by_label("What is your name?").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (anna, ben):
        page.wait_for_selector(".pz-board")
    assert "#" not in ben.url
    table, rng = anna.url.rsplit("/", 1)[1], random.Random(11)
    by_mouse(anna, ben, rng, 6)

    def take_offered(page: Any, steps: list[str]) -> str:
        step = rng.choice(sorted(set(steps) & set(steps_of(page))))
        take_step(page, step)
        return step

    made = {"table": table, "path": f"/t/{table}"}
    kinds = practise((anna, ben), made, kind_of, take_offered, near_the_end, rng)
    assert len(kinds) >= MANY, kinds
    assert update_of(anna, table)["status"] == "running"
    for page in (anna, ben):
        page.goto(f"/t/{table}")
        page.wait_for_selector(".pz-board")
    by_mouse(anna, ben, rng, 4)
    play_together((anna, ben), table, is_over, rng)  # as soon as the last rider comes
    for page in (anna, ben):
        page.wait_for_selector(".result .plot polyline")
    over = update_of(anna, table)
    totals = [int(cell.replace("−", "-")) for cell in anna.locator(".score-table tr.total td").all_inner_texts()]
    assert over["status"] == "over"
    assert sorted(totals) == sorted(over["scores"])

    anna.get_by_role("link", name="Replay").click()
    anna.wait_for_selector(".replay-bar")
    anna.keyboard.press("End")
    anna.wait_for_url(re.compile(r"/replay/[\w-]+/\d\d+"))
    anna.get_by_label("Whose eyes").select_option("1")
    anna.wait_for_url("**seat=1")


FOCUSED = "() => document.activeElement?.dataset?.step ?? null"
IN_GROUP = """(step) => {
  const group = document.activeElement?.closest('[data-roving]');
  return Boolean(group && [...group.querySelectorAll('[data-step]')].some((item) => item.dataset.step === step));
}"""


def by_keys(page: Any, step: str) -> None:
    """Reaches a step with Tab and the arrow keys, and takes it with Enter."""
    for _ in range(60):
        if page.evaluate(IN_GROUP, step):
            break
        page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate(FOCUSED) == step:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{step!r} could not be reached by keyboard")


def play_by_keys(page: Any, rng: random.Random, count: int) -> None:
    """This many steps with the keyboard, or all there are until the end."""
    for _ in range(6000):
        if not count or page.query_selector(".result"):
            return
        steps = steps_of(page)
        if not steps:
            page.wait_for_timeout(100)
            continue
        by_keys(page, choose(steps, rng))
        page.wait_for_function(NOT_BUSY)
        count -= 1


def test_a_game_by_keyboard_alone(person: Person) -> None:
    anna = person()
    made, rng = new_table(anna), random.Random(5)
    sit(anna, made)
    play_by_keys(anna, rng, 6)

    def reach_offered(page: Any, steps: list[str]) -> str:
        step = rng.choice(sorted(set(steps) & set(steps_of(page))))
        by_keys(page, step)
        return step

    kinds = practise([anna], made, kind_of, reach_offered, near_the_end, rng)
    assert len(kinds) >= MANY, kinds
    sit(anna, made)
    play_by_keys(anna, rng, 4)
    play_on(anna, made["table"], is_over, rng)  # as soon as the last rider comes
    anna.wait_for_selector(".result")
    anna.keyboard.press("?")
    anna.wait_for_selector("dialog[open]")
    close_dialog(anna)


CUT_OFF = """() => [...document.querySelectorAll('.pz-street')].flatMap((street) => {
  const { top, bottom } = street.getBoundingClientRect();
  const boxes = [...street.querySelectorAll('.pz-building, .pz-foot')].map((part) => part.getBoundingClientRect());
  return boxes.filter((box) => box.top < top - 2 || box.bottom > bottom + 3);
}).length"""


@pytest.mark.parametrize("bots", [1, 3])
def test_no_palazzo_is_cut_off_however_many_there_are(person: Person, bots: int) -> None:
    anna = person()
    made = new_table(anna, bots=bots)
    habits = ("done", "new", "build ", "put ", "lay ", "buy ", "auction", "reveal", "take")
    play_on(
        anna, made["table"], lambda now: now["seen"] > 140 and bool(now["legal"]), random.Random(bots), 3000, habits
    )
    for width, height in ((1100, 700), (1280, 720), (1440, 900)):
        anna.set_viewport_size({"width": width, "height": height})
        sit(anna, made)
        anna.wait_for_selector(".pz-street .pz-building")
        assert anna.evaluate(CUT_OFF) == 0


def test_after_a_reshuffle_the_money_deck_tells_what_is_left_in_it(person: Person) -> None:
    anna = person()
    made = new_table(anna, bots=3)
    view = play_on(anna, made["table"], lambda now: bool(now["legal"]), random.Random(3))["view"]
    sit(anna, made)
    anna.locator(".pz-deck").click()
    anna.get_by_role("heading", name="In the deck or hidden in hands").wait_for()
    assert anna.locator(IN_DIALOG.format("hidden")).count() == view["deck"] + unknown_cards(view)

    habits = ("done", "new", "pick ", "lay ", "buy ", "take", "auction", "reveal")
    known = play_on(
        anna,
        made["table"],
        lambda now: now["view"]["deck_cards"] is not None and bool(now["legal"]),
        random.Random(3),
        3000,
        habits,
    )["view"]
    sit(anna, made)
    anna.locator(".pz-deck").click()
    anna.get_by_role("heading", name="In the deck", exact=True).wait_for()
    assert anna.locator(IN_DIALOG.format("In the deck")).count() == known["deck"]
    assert anna.locator(IN_DIALOG.format("Hidden in hands")).count() == unknown_cards(known)


IN_DIALOG = "dialog h3:has-text('{}') + .pz-small-cards > *"


def unknown_cards(view: dict[str, Any]) -> int:
    return sum(seat["cards"] - len(seat["hand"] or seat["known"]) for seat in view["seats"])
