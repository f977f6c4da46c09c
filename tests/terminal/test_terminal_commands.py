"""What can be done at the table beside taking steps, by keys and by typing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pilots import MIDDLE, SMALL, at_table, here, in_sight, local_match, play_on, running, table, until
from terminal_pictures import Picture, played
from textual.pilot import Pilot
from textual.widgets import Input

from capomastro.core.words import words_in
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.lines import Keys
from capomastro.terminal.local import LocalSession
from capomastro.terminal.notice import desktop_command, escape_sequence
from capomastro.terminal.recording import Recording
from capomastro.terminal.screens.dialogs import Choosing, Reading
from capomastro.terminal.screens.home import HomeScreen
from capomastro.terminal.screens.replay import ReplayScreen
from capomastro.terminal.screens.table import TableScreen
from capomastro.terminal.speech import Refused, since_mine
from capomastro.terminal.store import Store
from capomastro.terminal.typed import completions


def test_steps_are_typed_with_completion_and_a_refusal_says_why() -> None:
    async def typed(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        await pilot.press("colon", *"ta", "tab")
        assert table(app).query_one("#typed", Input).value == "take"
        await pilot.press("enter")
        await until(pilot, lambda: app.session is not None and app.session.log)
        assert app.session is not None
        seen = app.session.update.seen
        await pilot.press("colon", *"lay ducat 3", "enter")
        await until(pilot, lambda: "nicht möglich" in in_sight(app))
        assert app.session.update.seen == seen
        await pilot.press("colon", *"pick", "tab")
        assert table(app).query_one("#typed", Input).value == "pick "
        await pilot.press("escape", "colon", *"undo", "enter")
        await until(pilot, lambda: "⟦" not in in_sight(app))

    at_table(here("palazzo"), typed, language="de")


def test_a_refusal_that_comes_while_the_program_ends_is_told_to_nobody() -> None:
    async def leave(app: TerminalApp, pilot: Pilot[Any]) -> None:
        answered = asyncio.Event()

        async def refused_late() -> None:
            await answered.wait()
            raise Refused("There is nothing to take back.")

        waiting = table(app).run_worker(table(app).doing(refused_late()))
        await table(app).query("#prompt").remove()
        answered.set()
        assert await waiting.wait() is False

    at_table(here("palazzo"), leave)


def test_completion_goes_word_by_word() -> None:
    legal = ["build row BBP at F5 turned 0", "build row BBP at F6 turned 0", "build row BBP at F6 turned 90", "stay"]

    assert completions("b", legal) == ["build row BBP at F"]
    assert completions("build row BBP at F", legal) == ["build row BBP at F5", "build row BBP at F6"]
    assert completions("BUILD ROW bbp at f5", legal) == ["build row BBP at F5 turned 0"]
    assert completions("un", legal) == ["undo"]
    assert completions("x", legal) == []


def test_a_step_is_taken_back_and_the_log_forgets_it() -> None:
    async def undo(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        assert app.session is not None
        await pilot.press("colon", *"take", "enter")
        await until(pilot, lambda: app.session is not None and "pick" in str(app.session.update.legal))
        before = len(app.session.log)
        await pilot.press("1")
        await until(pilot, lambda: app.session is not None and len(app.session.log) > before)
        await pilot.press("u")
        await until(pilot, lambda: app.session is not None and len(app.session.log) == before)
        await pilot.press("u")
        await until(pilot, lambda: "taken back" in in_sight(app))

    at_table(here("palazzo"), undo)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_everything_that_can_be_read_has_words(language: str) -> None:
    words = words_in(language)

    async def read(app: TerminalApp, pilot: Pilot[Any]) -> None:
        for key, title in (("l", "panels.log"), ("b", "board.read"), ("g", "rules"), ("question_mark", "keys.title")):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, Reading))
            await until(pilot, lambda title=title: words.t(title) in in_sight(app))  # type: ignore[misc]
            assert "⟦" not in in_sight(app)
            await pilot.press("down", "pagedown", "end", "home", "escape")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("m")
        await until(pilot, lambda: isinstance(app.screen, Choosing))
        await until(pilot, lambda: words.t("more") in in_sight(app))
        await pilot.press("2")
        await until(pilot, lambda: app.words.language != language)
        await until(pilot, lambda: table(app).words.language != language and "⟦" not in in_sight(app))

    at_table(LocalSession(played(Picture("", "pillars", 2, 30, "choosing", SMALL)), None), read, language=language)


def test_a_hint_names_the_bots_steps_and_takes_the_one_chosen() -> None:
    async def hint(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        assert app.session is not None
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, Choosing))
        await until(pilot, lambda: "What the bots would do" in in_sight(app))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await until(pilot, lambda: app.session is not None and app.session.log)

    at_table(here("palazzo"), hint)


def test_since_my_last_move_steps_through_the_boards_of_that_time() -> None:
    async def since(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await play_on(app, pilot, 12)
        assert app.session is not None
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        assert since_mine(app.session.log, 0)
        await pilot.press("s")
        await until(pilot, lambda: "Since my last move 1/" in in_sight(app))
        await pilot.press("end")
        await until(pilot, lambda: f"{len(table(app).stops)}/{len(table(app).stops)}" in in_sight(app))
        await pilot.press("1")
        assert table(app).stops, "no step is taken in the past"
        await pilot.press("escape")
        await until(pilot, lambda: table(app).shown is app.session.update)  # type: ignore[union-attr]

    at_table(here("palazzo"), since)


def test_the_mouse_aims_turns_nothing_and_takes_steps() -> None:
    session = LocalSession(played(Picture("", "pillars", 2, 40, "piling", SMALL)), None)

    async def click(app: TerminalApp, pilot: Pilot[Any]) -> None:
        screen = table(app)
        assert app.session is not None
        before = app.session.update
        target = before.legal[0].removeprefix("pile ")
        spot = next(spot for spot in screen.board.canvas.spots if spot.means == f"cell {target}")
        await pilot.click("#board", offset=(spot.x, spot.y))
        await until(pilot, lambda: app.session is not None and app.session.update is not before)
        assert target in app.session.update.view.piles

    at_table(session, click)


def test_steps_cards_and_keys_can_be_clicked() -> None:
    async def click(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        await pilot.click("#steps", offset=(3, 0))
        await until(pilot, lambda: app.session is not None and "pick" in str(app.session.update.legal))
        assert app.session is not None
        screen, before = table(app), app.session.update
        await until(pilot, lambda: screen.shown is before)
        spot = next(spot for spot in screen.board.canvas.spots if spot.means == before.legal[-1])
        await pilot.click("#board", offset=(spot.x, spot.y))
        await until(pilot, lambda: app.session is not None and app.session.update is not before)
        keys = screen.query_one("#keys", Keys)
        await pilot.click("#keys", offset=(next(spot.x for spot in keys.canvas.spots if spot.means == "key l"), 0))
        await until(pilot, lambda: isinstance(app.screen, Reading))
        await pilot.click("#dialog-keys", offset=(1, 0))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))

    at_table(here("palazzo"), click)


def test_a_match_is_stepped_through_from_any_eyes_and_reviewed() -> None:
    match = played(Picture("", "palazzo", 2, 60, "turn", SMALL))

    async def run() -> None:
        app = TerminalApp()
        screen = ReplayScreen(Recording(match), app)
        screen.alone = True

        def first() -> None:
            app.push_screen(screen)

        app.first = first
        async with running(app, MIDDLE) as pilot:
            await until(pilot, lambda: app.screen is screen)
            await pilot.press("right", "right", "pagedown", "end")
            assert screen.step == screen.recording.steps
            await until(pilot, lambda: f"{screen.step} / {screen.step}" in in_sight(app))
            await pilot.press("v", "v")
            assert screen.eyes == 0
            assert screen.page.update.view.seats[1].hand is None
            await pilot.press("a")
            await until(pilot, lambda: screen.judged is not None)
            await until(pilot, lambda: "What the bots would do" in in_sight(app))
            await pilot.press("home", "q")
            await until(pilot, lambda: not app.is_running or app.return_code is not None)

    import asyncio

    asyncio.run(run())


def test_the_home_screen_begins_games_and_goes_on_with_those_that_were_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))

    async def run() -> None:
        app = TerminalApp(store=Store(tmp_path / "servers.json"), name="Ada")
        app.bot = "apprentice"
        async with running(app) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HomeScreen) and "Palazzo" in in_sight(app))
            await pilot.press("1")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await until(pilot, lambda: "go on" in in_sight(app))
            await pilot.press("3")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await pilot.press("down", "down", "down", "down", "right", "right")
            assert app.bot != "apprentice"
            await pilot.press("4", *"nowhere", "enter")
            await until(pilot, lambda: "does not answer" in in_sight(app) or "no table" in in_sight(app))
            await pilot.press("escape")

    asyncio.run(run())


def test_a_notice_cannot_be_used_to_steer_the_terminal() -> None:
    assert escape_sequence("your\x1b]0;evil\x07 turn") == escape_sequence("your ]0,evil  turn")
    assert desktop_command("x", {"SSH_CONNECTION": "1", "DISPLAY": ":0"}) is None


def test_a_rematch_turns_the_seats() -> None:
    import asyncio

    async def run() -> None:
        session = LocalSession(local_match("palazzo", seats=3), None)
        await session.open()
        again = await session.rematch()
        assert again.match.setup.names == ("random 1", "Ada", "random 3")
        assert again.held == [1]

    asyncio.run(run())
