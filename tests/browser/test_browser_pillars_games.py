"""Games of The Pillars of Venice in the browser: by mouse with two people and a bot, and by keyboard alone."""

import random
import re
from collections.abc import Callable
from typing import Any

from browserhelp import NOT_BUSY, new_table, practise, sit, steps_of, update_of

Person = Callable[..., Any]
MANY = 5
"""Phases in which somebody decides something in the middle of a game."""
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
            page.locator(".pl-aim .places").evaluate("(list) => { list.open = true; }")
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


def near_the_end(update: dict[str, Any]) -> bool:
    return bool(update["view"]["pile_supply"] <= 4)  # the last pile ends the game


def by_mouse_together(anna: Any, ben: Any, rng: random.Random, count: int) -> int:
    """This many steps of both with the mouse, or all until the end; how often Ben's card was looked for in vain."""
    looked = 0
    for _ in range(5000):  # most of them wait for a bot
        if not count or (anna.query_selector(".result") and ben.query_selector(".result")):
            break
        chosen = anna.evaluate(BENS_CARDS)
        if chosen is not None:
            looked += 1
            assert chosen == 0
        if any(by_mouse(page, rng) for page in (anna, ben)):
            count -= 1
        else:
            anna.wait_for_timeout(100)
    return looked


def test_two_people_and_a_bot_play_pillars_by_mouse(person: Person) -> None:
    anna, ben = person(), person(820, 1100)
    made = new_table(anna, "pillars", bots=1, people=2)
    ben.goto(next(link["path"] for link in made["links"] if link["seat"] == 1))
    ben.get_by_role("button", name="Sit down").click()
    sit(anna, made)
    for page in (anna, ben):
        page.wait_for_selector(".pl .lagoon")
    rng = random.Random(3)
    hidden = by_mouse_together(anna, ben, rng, 7)

    def point_and_click(page: Any, steps: list[str]) -> str:
        assert by_mouse(page, rng)
        return steps[0]

    phases = practise((anna, ben), made, lambda phase, step: phase, point_and_click, near_the_end, rng)
    assert len(phases) >= MANY, phases
    assert update_of(anna, made["table"])["status"] == "running"
    for page in (anna, ben):
        sit(page, made)
    hidden += by_mouse_together(anna, ben, rng, 1000)
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


def play_by_keys(page: Any, rng: random.Random, count: int) -> None:
    """This many steps with the keyboard, or all there are until the end."""
    for _ in range(5000):  # most of them wait for the bot
        if not count or page.query_selector(".result"):
            return
        if by_keys(page, rng):
            count -= 1
        else:
            page.wait_for_timeout(100)


def test_a_whole_game_of_pillars_by_keyboard_alone(person: Person) -> None:
    anna = person()
    made, rng = new_table(anna, "pillars"), random.Random(4)
    sit(anna, made)
    anna.wait_for_selector(".pl .lagoon")
    play_by_keys(anna, rng, 7)

    def press_keys(page: Any, steps: list[str]) -> str:
        assert by_keys(page, rng)
        return steps[0]

    phases = practise([anna], made, lambda phase, step: phase, press_keys, near_the_end, rng)
    assert len(phases) >= MANY, phases
    sit(anna, made)
    anna.wait_for_selector(".pl .lagoon")
    play_by_keys(anna, rng, 1000)
    assert anna.query_selector(".result")
