"""Playing the full-screen table as a person does, with Textual's pilot: keys only, and what is in sight."""

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from textual.app import App
from textual.events import Key
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot

from capomastro.core.match import Match, new_setup
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.local import LocalSession, seat_names
from capomastro.terminal.screens.dialogs import HandingOver
from capomastro.terminal.screens.table import TableScreen
from capomastro.terminal.session import Session

T = TypeVar("T")
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SMALL, MIDDLE, LARGE = (80, 24), (160, 48), (200, 60)
HOPS = 4
"""A key goes from the program to its screen, to the widget that has the focus, and back up."""
HANGING = 300  # seconds, more than any of these tests takes


class SteadyPilot(Pilot[Any]):
    """Waits until every key has arrived where it goes, and not for the process to look idle.

    A process that other work keeps waiting looks idle too: the next key would overtake what the one before opens.
    """

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.app._post_message(key_event(key))
            await self.pause()

    async def pause(self, delay: float | None = None) -> None:
        assert delay is None, "wait for what is to be seen"
        for _ in range(HOPS):
            await self._wait_for_screen(120)
        if self.app.is_running:
            self.app.screen._on_timer_update()


def key_event(key: str) -> Key:
    """As Textual's own pilot makes it."""
    name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
    try:
        sign: str | None = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        sign = name if len(name) == 1 else None
    return Key(name, sign)


@asynccontextmanager
async def running(app: App[Any], size: tuple[int, int] = SMALL) -> AsyncIterator[SteadyPilot]:
    """The program on a screen of this size."""
    async with app.run_test(size=size):
        yield SteadyPilot(app)


def local_match(game: str, seats: int = 2, people: int = 1, bot: str = "random", seed: int = 5) -> Match:
    """Ada first, then others who share the keyboard, bots in the other seats; always the same deal."""
    names = ["Ada", "Ben", "Cleo", "Dora"]
    sitters = [(seat, names[seat]) for seat in range(people)]
    return Match(new_setup(game, seats, seed=seed, names=seat_names(seats, sitters, bot)))


def at_table(
    session: Session,
    deed: Callable[[TerminalApp, Pilot[Any]], Awaitable[T]],
    size: tuple[int, int] = SMALL,
    **more: Any,
) -> T:
    """Opens a session on a screen of this size and does something there."""

    async def run() -> T:
        app = TerminalApp(name="Ada", **more)
        app.first = lambda: app.open(session)
        async with running(app, size) as pilot:
            await until(pilot, lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
            await pilot.pause()
            return await deed(app, pilot)

    return asyncio.run(asyncio.wait_for(run(), HANGING))  # a key that never arrives must not hold up all other tests


def here(game: str, path: Path | None = None, **setup: Any) -> LocalSession:
    return LocalSession(local_match(game, **setup), path)


async def until(pilot: Pilot[Any], question: Callable[[], Any], seconds: float = 120) -> None:
    """Waits until the answer is yes."""
    end = asyncio.get_running_loop().time() + seconds
    while not question():
        assert asyncio.get_running_loop().time() < end, f"it did not happen in time:\n{in_sight(pilot.app)}"
        await pilot.pause()
        await asyncio.sleep(0.002)


def table(app: TerminalApp) -> TableScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def in_sight(app: App[Any]) -> str:
    """All characters of the screen."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def wanted_key(steps: list[str], taken: int) -> str:
    """The key of a step that brings the end nearer, if one does; else of another each time."""
    for number, step in enumerate(steps[:9], 1):
        if step == "reveal" or step.startswith("choose pitch-dipper"):
            return str(number)
    return str(1 + taken % min(len(steps), 2))


def is_answered(app: TerminalApp) -> bool:
    """Whether no step is under way. A server tells of a step by a socket, too, and perhaps before it answers."""
    return all(worker.is_finished for worker in app.workers if worker.group == "steps")


async def play_on(app: TerminalApp, pilot: Pilot[Any], steps: int = 10_000) -> int:
    """Plays by keys alone, to the end or for this many decisions: digits where steps are listed, arrows and Enter."""
    taken = 0
    while taken < steps:
        assert app.session is not None
        await until(
            pilot,
            lambda: (
                app.session is not None
                and (
                    app.session.update.my_turn
                    or app.session.update.status == "over"
                    or isinstance(app.screen, HandingOver)
                )
            ),
        )
        if app.session.update.status == "over":
            break
        if isinstance(app.screen, HandingOver):
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, HandingOver))
            continue
        screen, before = table(app), app.session.update
        await until(pilot, lambda: table(app).shown is app.session.update)  # type: ignore[union-attr]
        if screen.pointer is not None:
            if screen.pointer.step is None:
                await pilot.press("n")
            await pilot.press("enter")
        else:
            await pilot.press(wanted_key([choice.step or "" for choice in screen.steps.choices], taken))
        await until(pilot, lambda before=before: app.session is not None and app.session.update is not before)  # type: ignore[misc]
        await until(pilot, lambda: is_answered(app))
        taken += 1
    return taken
