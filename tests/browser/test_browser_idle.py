"""A page at which nothing happens does nothing: no animation without an end, no measurable work of the processor."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browserhelp import new_table, play_on, sit

import capomastro

Person = Callable[..., Any]
WEB = Path(capomastro.__file__).parent / "web"
WATCHED = 2_000
"""Milliseconds during which a page is watched."""
MOST_WORK = 0.05
"""The share of a core that an idle page may use: the endless pulse of 46 cells used 0.4."""
ENDLESS = "() => document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
RUNNING = "() => document.getAnimations().filter((one) => one.playState === 'running').length"


def test_no_style_sheet_animates_for_ever() -> None:
    for sheet in WEB.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
        assert not re.search(r"\binfinite\b", text), sheet.name


def work_of(page: Any, milliseconds: int) -> float:
    """The share of a core that the page's own tasks take while nobody touches it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # whatever else keeps the machine busy

    def tasks() -> float:
        found = {item["name"]: item["value"] for item in session.send("Performance.getMetrics")["metrics"]}
        return float(found["TaskDuration"])

    before = tasks()
    page.wait_for_timeout(milliseconds)
    share = (tasks() - before) / (milliseconds / 1000)
    session.detach()
    return share


def idle(page: Any) -> None:
    """What pulses to be noticed comes to rest, and from then on nothing is done."""
    page.wait_for_function(f"() => ({RUNNING})() === 0", timeout=20_000)
    assert page.evaluate(ENDLESS) == 0
    assert work_of(page, WATCHED) < MOST_WORK


@pytest.mark.parametrize(("game", "phase"), [("palazzo", "turn"), ("pillars", "piling")])
def test_a_table_that_waits_for_me_uses_no_processor(person: Person, game: str, phase: str) -> None:
    anna = person(reduced_motion="no-preference")
    made = new_table(anna, game)
    habits = ("choose pitch-dipper", "stay", "take ", "done")
    play_on(
        anna,
        made["table"],
        lambda update: bool(update["legal"]) and update["view"]["phase"] == phase,
        random.Random(2),
        900,
        habits,
    )
    sit(anna, made)
    anna.wait_for_selector(".pz-board, .pl .cell.open")
    idle(anna)
    if game == "pillars":
        marks = anna.locator(".pl .cell.open").first.evaluate("(cell) => getComputedStyle(cell).strokeDasharray")
        assert marks != "none", "what is open stays marked when the pulse has ended"


def test_the_home_page_and_a_lobby_use_no_processor(person: Person) -> None:
    anna = person(reduced_motion="no-preference")
    made = new_table(anna, people=2)
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    idle(anna)
    anna.goto(made["path"])
    anna.wait_for_selector(".invite")
    idle(anna)
