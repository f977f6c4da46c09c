"""How long a full board takes to draw, the script's own time without the painting: `make drawing` prints it."""

import random
import statistics
from pathlib import Path
from typing import Any

from browserhelp import new_table, play_on, sit
from chromium import own_page

TIMES = (Path(__file__).parent / "drawing.js").read_text()
FULLEST = {"palazzo": (3, 140), "pillars": (5, 160)}
"""The bots that sit there, and how much has happened before the board counts as full."""


def full_board(page: Any, game: str) -> dict[str, Any]:
    """A match that has gone on for long, as this page's seat sees it."""
    bots, much = FULLEST[game]
    made = new_table(page, game, bots=bots)
    sit(page, made)
    return play_on(page, made["table"], lambda update: update["seen"] > much, random.Random(4), 4000)


def drawn(page: Any, game: str) -> dict[str, Any]:
    """`times` in milliseconds of drawing everything from nothing, and how many `elements` that makes."""
    found: dict[str, Any] = page.evaluate(TIMES, [game, full_board(page, game)])
    return found


def main() -> None:
    with own_page() as page:
        for game in FULLEST:
            found = drawn(page, game)
            times = found["times"]
            middle, worst = statistics.median(times), max(times)
            print(f"{game}: median {middle:.1f} ms, worst {worst:.1f} ms of {len(times)}; {found['elements']} elements")


if __name__ == "__main__":
    main()
