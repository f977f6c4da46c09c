"""A page at which nothing happens does nothing: no animation without an end, no measurable work of the processor."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browserhelp import new_table, play_on, sit

import capomastro

Person = Callable[..., Any]
WEB = Path(capomastro.__file__).parent / "web"
WATCHED = 20_000
"""Milliseconds during which the pages are watched."""
MOST_WORK = 0.01
"""The share of a core that an idle page may use: the endless pulse of 46 cells used 0.4."""
ENDLESS = "() => document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
RUNNING = "() => document.getAnimations().filter((one) => one.playState === 'running').length"


def test_no_style_sheet_animates_for_ever() -> None:
    for sheet in WEB.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
        assert not re.search(r"\binfinite\b", text), sheet.name


class Meter:
    """Reads what share of a core a page's own tasks take."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})  # whatever else keeps the machine busy
        self.before = self.tasks()

    def tasks(self) -> float:
        found = {item["name"]: item["value"] for item in self.session.send("Performance.getMetrics")["metrics"]}
        return float(found["TaskDuration"])

    def share(self) -> float:
        return (self.tasks() - self.before) / (WATCHED / 1000)


def at_rest(page: Any) -> None:
    """What pulses to be noticed comes to rest."""
    page.wait_for_function(f"() => ({RUNNING})() === 0", timeout=20_000)
    assert page.evaluate(ENDLESS) == 0


def waiting_table(page: Any, game: str, phase: str) -> None:
    """A table at which this page's player has to decide something, and does not."""
    made = new_table(page, game)
    habits = ("choose pitch-dipper", "stay", "take ", "done")
    play_on(
        page,
        made["table"],
        lambda update: bool(update["legal"]) and update["view"]["phase"] == phase,
        random.Random(2),
        900,
        habits,
    )
    sit(page, made)
    page.wait_for_selector(".pz-board, .pl .cell.open")


def test_pages_at_which_nothing_happens_use_no_processor(person: Person) -> None:
    """Tables of both games that wait for me, the home page and a waiting room, all watched at the same time."""
    palazzo, pillars, home, room = pages = [person(drawn=True, reduced_motion="no-preference") for _ in range(4)]
    waiting_table(palazzo, "palazzo", "turn")
    waiting_table(pillars, "pillars", "piling")
    made = new_table(room, people=2)
    room.goto(made["path"])
    room.wait_for_selector(".invite")
    home.goto("/")
    home.wait_for_selector(".game-card")
    for page in pages:
        at_rest(page)
    marks = pillars.locator(".pl .cell.open").first.evaluate("(cell) => getComputedStyle(cell).strokeDasharray")
    assert marks != "none", "what is open stays marked when the pulse has ended"
    meters = [Meter(page) for page in pages]
    home.wait_for_timeout(WATCHED)
    shares = [meter.share() for meter in meters]
    assert max(shares) < MOST_WORK, shares
