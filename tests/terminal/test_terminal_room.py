"""What is in sight on small screens and large ones, and what stays in sight when they change."""

import asyncio
from typing import Any

import pytest
from pilots import LARGE, MIDDLE, SMALL, at_table, here, in_sight, play_on, running, table, until
from terminal_pictures import Picture, played
from textual.pilot import Pilot

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.words import words_in
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.lines import wrapped
from capomastro.terminal.local import LocalSession
from capomastro.terminal.recording import Recording
from capomastro.terminal.screens.dialogs import Choosing
from capomastro.terminal.screens.replay import ReplayScreen

BUILDING = Picture("", "pillars", 2, 60, "building", SMALL)


def kept(picture: Picture) -> LocalSession:
    return LocalSession(played(picture), None)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("aims", [True, False])
def test_the_last_line_always_says_how_to_leave_and_where_all_keys_are(language: str, aims: bool) -> None:
    words = words_in(language)
    session = kept(BUILDING) if aims else here("palazzo")

    async def look(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await play_on(app, pilot, 1)
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        end = f"? {words.t('terminal.key.keys')} q {words.t('terminal.key.quit')}"
        await until(pilot, lambda: in_sight(app).rstrip().endswith(end))
        assert words.t("terminal.key.place") in in_sight(app).splitlines()[-1] or not aims

    at_table(session, look, language=language)


def test_a_screen_that_grows_shows_the_log_at_once() -> None:
    async def grow(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await play_on(app, pilot, 8)
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        first = table(app).sentence(table(app).session.log[0])[:30]
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: first in in_sight(app))
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: len(in_sight(app).splitlines()) == SMALL[1])

    at_table(here("palazzo"), grow)


def test_the_end_of_the_log_lies_below_a_board_that_leaves_room() -> None:
    async def reveal(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        await pilot.press("colon", *"reveal", "enter")
        await until(pilot, lambda: "To the warehouse: " in in_sight(app))
        assert "To quarry " in in_sight(app)
        assert not table(app).note[0], "nothing is told twice"

    at_table(here("palazzo"), reveal)


def test_what_a_place_brings_is_told_whole_on_a_small_screen() -> None:
    async def aim(app: TerminalApp, pilot: Pilot[Any]) -> None:
        pointer = table(app).pointer
        assert pointer is not None
        longest = ""
        for _ in range(40):
            await pilot.press("n")
            await until(pilot, lambda: pointer.about in " ".join(in_sight(app).split()))
            longest = max(longest, pointer.about, key=len)
        assert len(longest) > SMALL[0]

    at_table(kept(BUILDING), aim)


def test_since_my_last_move_is_told_whole_on_a_small_screen() -> None:
    async def since(app: TerminalApp, pilot: Pilot[Any]) -> None:
        screen = table(app)
        await pilot.press("s")
        await until(pilot, lambda: bool(screen.stops))
        longest = 0
        for n, (_, events) in enumerate(screen.stops, 1):
            await until(pilot, lambda n=n: f"{n}/{len(screen.stops)}" in in_sight(app))  # type: ignore[misc]
            told = " ".join(screen.sentence(event) for event in events)
            await until(pilot, lambda told=told: told in " ".join(in_sight(app).split()))  # type: ignore[misc]
            longest = max(longest, len(told))
            await pilot.press("right")
        assert longest > SMALL[0]
        await pilot.press("escape")
        await until(pilot, lambda: screen.steps.display and screen.query_one("#note").display)

    at_table(kept(Picture("", "palazzo", 2, 100, "turn", SMALL)), since)


def test_everything_that_is_said_above_a_list_is_in_sight() -> None:
    async def menu(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, Choosing))
        await until(pilot, lambda: "◆D" in in_sight(app) and "Language" in in_sight(app))

    at_table(here("pillars", seats=4), menu)


def test_tiles_of_the_square_are_large_where_only_the_players_have_no_room() -> None:
    async def look(app: TerminalApp, pilot: Pilot[Any]) -> str:
        return in_sight(app)

    shown = at_table(kept(Picture("", "palazzo", 4, 200, "market", MIDDLE)), look, MIDDLE)
    assert " ▪ ▪" in shown, "a large tile has its windows on a line of their own"
    assert "B3▪" in shown, "small ones have them behind the floor"


def test_a_card_that_is_played_is_told_once() -> None:
    async def look(app: TerminalApp, pilot: Pilot[Any]) -> str:
        return in_sight(app)

    shown = at_table(kept(BUILDING), look)
    assert "plays Gondolier" in shown
    assert "[Gondolier]" not in shown


def test_pieces_that_do_not_fit_go_on_further_left() -> None:
    canvas = Canvas(20)
    pieces = [(text, Ink(), "") for text in ("one", "two", "three", "four")]

    assert canvas.flow(12, 0, 8, pieces, back=2) == 2
    assert canvas.text().splitlines() == ["            one two", "  three four"]


def test_the_second_column_of_a_table_stays_a_column() -> None:
    assert wrapped("   u U  take back a step", 18) == ["   u U  take back", "        a step"]
    assert wrapped("plain words go on", 11) == ["plain words", "go on"]


def replaying(picture: Picture, size: tuple[int, int], deed: Any) -> None:
    async def run() -> None:
        app = TerminalApp()
        screen = ReplayScreen(Recording(played(picture)), app)

        def first() -> None:
            app.push_screen(screen)

        app.first = first
        async with running(app, size) as pilot:
            await until(pilot, lambda: app.screen is screen)
            await deed(app, pilot, screen)

    asyncio.run(run())


def test_a_replay_tells_beside_the_board_what_had_happened_by_then() -> None:
    async def step(app: TerminalApp, pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await pilot.press("end")
        await until(pilot, lambda: f"{screen.step} / {screen.step}" in in_sight(app))
        assert screen.step > 5
        before = [line[-40:].strip() for line in in_sight(app).splitlines()]
        assert sum(bool(line) for line in before) > 20
        await pilot.press("home")
        await until(pilot, lambda: "Before the first step" in in_sight(app))
        assert not [line for line in in_sight(app).splitlines()[1:-6] if line[-40:].strip()]

    replaying(Picture("", "palazzo", 2, 60, "turn", SMALL), MIDDLE, step)


def test_other_eyes_see_in_a_replay_what_a_step_told_them_and_no_more() -> None:
    async def look(app: TerminalApp, pilot: Pilot[Any], screen: ReplayScreen) -> None:
        secret = next(
            number
            for number, entry in enumerate(screen.recording.match.entries, 1)
            if screen.recording.match.game.actions.texts[entry.action].startswith("choose ") and entry.seat == 1
        )
        screen.go(secret)
        await until(pilot, lambda: "Greedy: Play " in in_sight(app))
        await pilot.press("v", "v")
        assert screen.eyes == 0
        await until(pilot, lambda: "Greedy: Greedy has chosen a card." in in_sight(app))

    replaying(Picture("", "pillars", 2, 30, "choosing", SMALL), SMALL, look)


def test_a_board_longer_than_the_screen_is_scrolled_in_a_replay() -> None:
    async def scroll(app: TerminalApp, pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await pilot.press("end")
        await until(pilot, lambda: "Riders" in in_sight(app) and "Greedy 3" not in in_sight(app))
        await pilot.press(*["down"] * 20)
        await until(pilot, lambda: "Greedy 3" in in_sight(app))
        await pilot.press(*["up"] * 20)
        await until(pilot, lambda: "Riders" in in_sight(app))

    replaying(Picture("", "palazzo", 4, 250, "turn", SMALL), SMALL, scroll)
