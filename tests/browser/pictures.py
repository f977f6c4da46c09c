"""Pictures of every screen into docs/pictures: `python tests/browser/pictures.py [FOLDER]`.

Both games, at the opening, in the middle and at the end, at three widths, light and dark.
"""

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from browserhelp import new_table, play_on
from conftest import ARGUMENTS, CHROMIUM, reason_to_skip, start_server
from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WIDTHS = {"phone": (360, 740), "tablet": (820, 1100), "desktop": (1440, 900)}
THEMES = ("light", "dark")
MIDDLE = {"palazzo": 110, "pillars": 80}
BUILDING = ("done", "put ", "build ", "new", "trio ", "lay ", "buy ", "auction", "reveal", "take")
"""What a person does who wants to have something to show."""


def open_page(page: Any, path: str, ready: str) -> None:
    page.goto(path)
    page.wait_for_selector(ready)
    page.wait_for_timeout(350)


def everywhere(page: Any, folder: Path, name: str, path: str, ready: str) -> None:
    """One screen at all widths, in both themes."""
    for width, (across, down) in WIDTHS.items():
        page.set_viewport_size({"width": across, "height": down})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            open_page(page, path, ready)
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
    print(name, flush=True)


def waiting_room(page: Any, folder: Path) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto("/")
    page.locator(".game-card").first.get_by_role("button", name="With friends").click()
    page.wait_for_timeout(300)
    page.screenshot(path=folder / "new-table-desktop-light.png")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_selector(".invite .qr")
    page.screenshot(path=folder / "waiting-desktop-light.png")


def one_game(page: Any, folder: Path, game: str) -> None:
    """The opening, the middle and the end of a match, and its replay."""
    made = new_table(page, game, bots=2)
    table, path, rng = made["table"], made["path"], random.Random(8)
    play_on(page, table, lambda update: bool(update["legal"]), rng, 400, BUILDING)
    everywhere(page, folder, f"{game}-opening", path, ".dock .prompt")
    play_on(page, table, lambda update: update["seen"] > MIDDLE[game] and bool(update["legal"]), rng, 3000, BUILDING)
    everywhere(page, folder, f"{game}-middle", path, ".dock .prompt")
    if game == "palazzo":
        play_on(
            page, table, lambda update: any(step.startswith("lay") for step in update["legal"]), rng, 3000, BUILDING
        )
        everywhere(page, folder, f"{game}-payment", path, ".dock .prompt")
    play_on(page, table, lambda update: False, rng, 6000, BUILDING)
    everywhere(page, folder, f"{game}-end", path, ".result .plot polyline")
    everywhere(page, folder, f"{game}-replay", f"/replay/{table}/60?seat=0", ".replay-bar")


def main() -> None:
    if reason := reason_to_skip():
        sys.exit(reason)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        address, process = start_server(Path(place))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                page = browser.new_context(base_url=address, locale="en-GB").new_page()
                page.set_default_timeout(30_000)
                everywhere(page, folder, "home", "/", ".game-card")
                waiting_room(page, folder)
                for game in ("palazzo", "pillars"):
                    one_game(page, folder, game)
                    everywhere(page, folder, f"{game}-rules", f"/rules/{game}", "main h1, main h2")
                    everywhere(page, folder, f"{game}-guide", f"/guide/{game}", "main")
                browser.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
