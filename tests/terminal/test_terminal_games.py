"""Whole games at the full-screen table, by keys alone."""

import asyncio
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from pilots import LARGE, MIDDLE, SMALL, at_table, here, in_sight, play_on, table, until
from textual.pilot import Pilot

from capomastro.core.matchfile import load
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.local import LocalSession, resumed
from capomastro.terminal.screens.dialogs import HandingOver, Reading


async def resized(app: TerminalApp, pilot: Pilot[Any], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await until(pilot, lambda: len(in_sight(app).splitlines()) == size[1])


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        ("palazzo", SMALL, "en"),
        ("palazzo", MIDDLE, "de"),
        ("palazzo", SMALL, "nl"),
        ("pillars", MIDDLE, "en"),
        ("pillars", SMALL, "de"),
        ("pillars", MIDDLE, "nl"),
    ],
)
def test_a_whole_game_is_played_by_keys_alone(game: str, size: tuple[int, int], language: str, tmp_path: Path) -> None:
    """Every game in every language, on the small and the middle screen in turn."""
    path = tmp_path / "match.jsonl"

    sizes = cycle((MIDDLE if size == SMALL else SMALL, size))

    async def whole(app: TerminalApp, pilot: Pilot[Any]) -> str:
        assert await play_on(app, pilot, 20) == 20
        while await play_on(app, pilot, 15):
            assert "⟦" not in in_sight(app), "a word is missing"
            await resized(app, pilot, next(sizes))
        await until(pilot, lambda: isinstance(app.screen, Reading))
        await pilot.pause()
        return in_sight(app)

    shown = at_table(here(game, path), whole, size, language=language)

    assert load(path).state.over
    assert "⟦" not in shown
    assert "Ada" in shown


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_people_share_a_keyboard_and_nothing_of_anybody_is_in_sight_between_them(game: str) -> None:
    async def some(app: TerminalApp, pilot: Pilot[Any]) -> None:
        covered = 0
        await until(pilot, lambda: isinstance(app.screen, HandingOver))
        assert app.session is not None
        assert all(seat.hand is None for seat in app.session.update.view.seats), "nobody has said to be there yet"
        for _ in range(30):
            if isinstance(app.screen, HandingOver):
                covered += 1
                shown = in_sight(app)
                assert "Ada" in shown or "Ben" in shown
                assert table(app).words.t("palazzo.my money") not in shown
                assert not [line for line in shown.splitlines() if "●A" in line]
            await play_on(app, pilot, 1)
        assert covered > 2

    at_table(here(game, people=2), some)


def test_the_screen_can_be_resized_at_any_time() -> None:
    async def resize(app: TerminalApp, pilot: Pilot[Any]) -> None:
        for size in (LARGE, SMALL, (100, 30), MIDDLE, (40, 12), SMALL):
            await resized(app, pilot, size)
            beside = size[0] >= 118
            await until(pilot, lambda beside=beside: table(app).query_one("#side").display == beside)  # type: ignore[misc]
            await play_on(app, pilot, 2)

    at_table(here("pillars", seats=4), resize)


def test_bots_that_search_think_beside_the_screen(caplog: pytest.LogCaptureFixture) -> None:
    async def some(app: TerminalApp, pilot: Pilot[Any]) -> None:
        assert isinstance(app.session, LocalSession)
        while app.session.thinker._pool is None:
            await play_on(app, pilot, 1)
        await play_on(app, pilot, 2)

    at_table(here("palazzo", bot="search:5"), some)
    assert not caplog.records


def test_a_match_that_was_left_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"

    async def leave(app: TerminalApp, pilot: Pilot[Any]) -> int:
        await play_on(app, pilot, 6)
        await pilot.press("q")
        await until(pilot, lambda: app.session is None)
        return 0

    at_table(here("palazzo", path), leave)
    kept = load(path)
    assert len(kept.entries) >= 6

    async def go_on(app: TerminalApp, pilot: Pilot[Any]) -> list[str]:
        assert app.session is not None
        return [event.text for event in app.session.log]

    told = at_table(LocalSession(resumed(path, "palazzo"), path), go_on)
    assert told
    assert any("Ada" in line for line in told)


def test_the_bell_rings_once_when_others_have_led_to_ones_turn() -> None:
    async def ring(app: TerminalApp, pilot: Pilot[Any]) -> list[str]:
        before = len(app.called)
        while len(app.called) == before:
            await play_on(app, pilot, 1)
            await asyncio.sleep(0)
        return app.called

    assert all(at_table(here("palazzo"), ring))
