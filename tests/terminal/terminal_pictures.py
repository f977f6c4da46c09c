"""Screens of the full-screen table as SVG in `docs/pictures`; running this file regenerates them."""

import asyncio
import html
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pilots import LARGE, MIDDLE, PICTURES, SMALL, at_table, in_sight, running
from textual.pilot import Pilot

from capomastro.bots.roster import player_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.local import LocalSession, seat_names
from capomastro.terminal.recording import Recording
from capomastro.terminal.screens.replay import ReplayScreen


class Picture(NamedTuple):
    """A match played so far by bots, shown to Ada in the first seat."""

    name: str
    game: str
    seats: int
    steps: int
    phase: str
    size: tuple[int, int]
    language: str = "en"
    look: tuple[tuple[str, Any], ...] = ()
    keys: tuple[str, ...] = ()


PICTURES_KEPT = (
    Picture("terminal-palazzo-80x24", "palazzo", 2, 60, "turn", SMALL),
    Picture("terminal-palazzo-160x48", "palazzo", 4, 200, "market", MIDDLE, "de"),
    Picture("terminal-pillars-80x24", "pillars", 2, 60, "building", SMALL, keys=("n",)),
    Picture("terminal-pillars-200x60", "pillars", 4, 130, "building", LARGE, "nl"),
    Picture("terminal-ascii-80x24", "palazzo", 3, 90, "turn", SMALL, "de", (("ascii_only", True), ("depth", "none"))),
    Picture("terminal-16-colours-80x24", "pillars", 3, 40, "piling", SMALL, "en", (("depth", "16"),)),
)
REPLAY = "terminal-replay-160x48"


def played(picture: Picture, seed: int = 5) -> Match:
    """This many steps of greedy bots, and then on until Ada has to decide in this phase."""
    names = seat_names(picture.seats, [(0, "Ada")], "greedy")
    match, rng = Match(new_setup(picture.game, picture.seats, seed=seed, names=names)), seeded(seed)
    bot = player_named("greedy", match.game)
    while not match.state.over:
        seat = match.state.to_act()[0]
        view = match.game.view(match.state, seat)
        if len(match.entries) >= picture.steps and seat == 0 and view.phase == picture.phase:
            return match
        match.act(seat, bot.choose(view, match.state.legal(seat), rng))
    raise AssertionError(f"{picture.name}: Ada never comes to {picture.phase}")


def drawn(picture: Picture, export: Callable[[TerminalApp], str]) -> str:
    async def show(app: TerminalApp, pilot: Pilot[Any]) -> str:
        await pilot.press(*picture.keys)
        await pilot.pause()
        return export(app)

    session = LocalSession(played(picture), None)
    return at_table(session, show, picture.size, language=picture.language, **dict(picture.look))


def characters(svg: str) -> list[str]:
    """The words in a picture, line after line; blanks do not count."""
    lines: dict[float, str] = {}
    for y, text in re.findall(r'<text class="[^"]*" x="[^"]*" y="([^"]*)"[^>]*>(.*?)</text>', svg):
        lines[float(y)] = lines.get(float(y), "") + html.unescape(text)
    return ["".join(line.split()) for _, line in sorted(lines.items()) if line.split()]


def on_screen(app: TerminalApp) -> str:
    return "\n".join(line for line in ("".join(line.split()) for line in in_sight(app).splitlines()) if line)


def replayed(export: Callable[[TerminalApp], str]) -> str:
    """A match in the middle, stepped through."""

    async def show() -> str:
        app = TerminalApp()
        match = played(Picture("", "palazzo", 3, 150, "turn", SMALL))
        app.first = lambda: void(app.push_screen(ReplayScreen(Recording(match), app, 120)))
        async with running(app, MIDDLE) as pilot:
            await pilot.pause()
            return export(app)

    return asyncio.run(show())


def void(answer: object) -> None:
    """For what answers something that nobody waits for."""


if __name__ == "__main__":
    for one in PICTURES_KEPT:
        (PICTURES / f"{one.name}.svg").write_text(drawn(one, TerminalApp.export_screenshot), encoding="utf-8")
        print(one.name)
    (PICTURES / f"{REPLAY}.svg").write_text(replayed(TerminalApp.export_screenshot), encoding="utf-8")
