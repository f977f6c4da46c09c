"""How long a full board takes to draw, the script's own time without the painting: `make drawing` prints it."""

import random
import statistics
from pathlib import Path
from typing import Any

from browserhelp import api, new_table, play_on, sit
from chromium import own_page

TIMES = (Path(__file__).parent / "drawing.js").read_text()
FULLEST = {"palazzo": (3, 140), "pillars": (5, 160)}
"""The bots that sit there, and how much has happened before the board counts as full."""


def full_board(page: Any, game: str) -> dict[str, Any]:
    """A match that has gone on for long, as this page's seat sees it."""
    bots, much = FULLEST[game]
    made = new_table(page, game, bots=bots)
    update = play_on(page, made["table"], lambda update: update["seen"] > much, random.Random(4), 4000)
    sit(page, made)
    return update


def drawn(page: Any, game: str) -> dict[str, Any]:
    """Milliseconds: `times` of drawing a board from nothing, `steps` of the step after it; and its `elements`."""
    update = full_board(page, game)
    past = api(page, "GET", f"/api/tables/{update['table']}/past?seat=0&n={update['seen'] - 1}")["update"]
    found: dict[str, Any] = page.evaluate(TIMES, [game, update, past])
    return found


def main() -> None:
    with own_page() as page:
        for game in FULLEST:
            found = drawn(page, game)
            for what, times in (("a step", found["steps"]), ("everything from nothing", found["times"])):
                print(f"{game}, {what}: median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms")
            print(f"{game}: {found['elements']} elements")


if __name__ == "__main__":
    main()
