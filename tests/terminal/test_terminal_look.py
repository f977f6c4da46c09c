"""What terminals of all kinds get to see: few colours, no Unicode, games without a drawing, no Textual at all."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pilots import LARGE, MIDDLE, PICTURES, SMALL, at_table, here, in_sight, play_on, until
from terminal_pictures import PICTURES_KEPT, REPLAY, Picture, characters, drawn, on_screen, played, replayed
from textual.pilot import Pilot

from capomastro.core.canvas import Canvas, Ink, ascii_of, harmless
from capomastro.core.drawing import Scene
from capomastro.core.words import words_in
from capomastro.server.protocol import deeds
from capomastro.server.protocol.responses import Message
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.depth import usual_depth
from capomastro.terminal.local import LocalSession
from capomastro.terminal.plain import PLAIN
from capomastro.terminal.reading import chat_lines
from capomastro.terminal.widgets import Sheet

THIRD_GAME = Path(__file__).parents[1] / "third_game"


@pytest.mark.parametrize("picture", PICTURES_KEPT, ids=lambda picture: picture.name)
def test_the_pictures_of_the_documents_show_what_is_drawn_today(picture: Picture) -> None:
    kept = (PICTURES / f"{picture.name}.svg").read_text(encoding="utf-8")

    assert characters(kept) == drawn(picture, on_screen).splitlines(), "run: make terminal-pictures, and look"


def test_the_picture_of_a_replay_shows_what_is_drawn_today() -> None:
    kept = (PICTURES / f"{REPLAY}.svg").read_text(encoding="utf-8")

    assert characters(kept) == replayed(on_screen).splitlines(), "run: make terminal-pictures, and look"


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_chat_says_in_the_readers_language_what_the_owner_did(language: str) -> None:
    words = words_in(language)
    for kind in deeds.SENTENCES:
        told = Message(1, 0, "Ada", deeds.told(kind, "Ada", ""), 0, kind)
        assert chat_lines([told], words)[0][0] == words.t(f"chat.{kind}", name="Ada")
    removed, said = Message(1, 0, "Guest", "", 0, "removed"), Message(2, 0, "Ada", "hello", 0)
    lines = [line for line, _ in chat_lines([removed, said], words)]
    assert lines == [f"Guest: {words.t('chat.removed')}", "Ada: hello"]


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_without_unicode_every_sign_is_ascii(game: str, language: str) -> None:
    async def look(app: TerminalApp, pilot: Pilot[Any]) -> None:
        for key in ("l", "b", "g", "m"):
            await play_on(app, pilot, 2)
            assert in_sight(app).isascii(), [sign for sign in in_sight(app) if not sign.isascii()]
            await pilot.press(key)
            await until(pilot, lambda: len(app.screen_stack) > 2)
            await pilot.pause()
            assert in_sight(app).isascii(), [sign for sign in in_sight(app) if not sign.isascii()]
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 2)

    at_table(here(game, seats=3), look, language=language, ascii_only=True)


@pytest.mark.parametrize("depth", ["256", "16", "none"])
def test_fewer_colours_change_no_sign(depth: str) -> None:
    """A match that waits for Ada: how bots' steps are told beneath the board depends on how fast they come."""

    async def look(app: TerminalApp, pilot: Pilot[Any]) -> str:
        return in_sight(app)

    def shown(depth: str) -> str:
        return at_table(LocalSession(played(Picture("", "pillars", 3, 40, "piling", SMALL)), None), look, depth=depth)

    assert shown(depth) == shown("24bit")


def test_without_colours_there_are_none() -> None:
    async def look(app: TerminalApp, pilot: Pilot[Any]) -> None:
        board = app.screen.query_one("#board")
        for y in range(board.size.height):
            for segment in board.render_line(y):
                assert segment.style is None or segment.style.color is None

    at_table(here("pillars"), look, depth="none")


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
def test_seats_have_letters_and_shapes(game: str, size: tuple[int, int]) -> None:
    async def look(app: TerminalApp, pilot: Pilot[Any]) -> str:
        return in_sight(app)

    shown = at_table(here(game, seats=4), look, size)

    assert all(mark in shown for mark in ("●A", "▲B", "■C", "◆D"))


def test_names_that_try_to_steer_the_terminal_are_shown_as_text() -> None:
    canvas = Canvas(12)
    canvas.put(0, 0, "a\x1b[2J\u202eb", Ink())
    canvas.put(0, 1, "漢字 é", Ink())

    assert "\x1b" not in canvas.text()
    assert "\u202e" not in canvas.text()
    assert len(canvas.rows[1]) == 12
    assert canvas.text().splitlines()[1] == "漢字 é"
    assert harmless("x\ny") == "x y"
    assert ascii_of("Früchte – naïve …") == "Fruechte - naive ..."


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "24bit"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
    ],
)
def test_the_environment_says_how_many_colours_there_are(environment: dict[str, str], depth: str) -> None:
    assert usual_depth(environment) == depth


def test_a_view_without_a_drawing_is_a_plain_table() -> None:
    view = {"viewer": 0, "round": 2, "standing_bid": None, "waiting": [0], "over": False, "seats": [{"score": 3}]}
    scene = Scene(view=view, viewer=0, names=["Ada"], words=words_in("en"), legal=("bid 3",), prompt="bid a card")
    canvas = Canvas(60)
    PLAIN.draw(canvas, scene, None, 20)

    assert "Standing bid" in canvas.text()
    assert PLAIN.prompt(scene) == "Your turn: bid a card"
    assert [choice.step for choice in PLAIN.choices(scene, None)] == ["bid 3"]
    assert "Ada: Score 3." in PLAIN.summary(scene)


STRANGER = """
import sys
sys.path[:0] = sys.argv[1:]
from pilots import at_table, here, in_sight, play_on, until
from capomastro.core.words import words_in

async def whole(app, pilot):
    await until(pilot, lambda: words_in("de").t("gavel.prompt") in in_sight(app))
    await play_on(app, pilot)
    await until(pilot, lambda: len(app.screen_stack) > 2)
    await pilot.press("escape", "l")
    await until(pilot, lambda: words_in("de").t("panels.log") in in_sight(app))
    assert words_in("de").t("gavel.event.bid", seat="Ada") in in_sight(app), in_sight(app)
    return in_sight(app)

assert "⟦" not in at_table(here("gavel"), whole, language="de")
print("played")
"""


def test_a_game_of_another_package_is_played_without_a_drawing() -> None:
    folders = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "server")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(THIRD_GAME), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-c", STRANGER, *folders], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "played", done.stdout + done.stderr


WITHOUT = """
import sys
sys.modules["textual"] = None
from importlib import util
found = util.find_spec
util.find_spec = lambda name, package=None: None if name == "textual" else found(name, package)
sys.argv = ["capomastro", *sys.argv[1:]]
from capomastro.cli import main
main()
"""


@pytest.mark.parametrize("command", [("tui",), ("watch", "http://localhost/t/x")])
def test_without_textual_one_sentence_names_the_extra(command: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT, *command], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == "capomastro: the full-screen table needs Textual: pip install 'capomastro[terminal]'\n"


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_only_what_changed_is_drawn_again_and_nothing_old_stays(game: str) -> None:
    async def compare(app: TerminalApp, pilot: Pilot[Any]) -> None:
        for _ in range(12):
            await play_on(app, pilot, 1)
            for sheet in app.screen.query(Sheet):
                shown = [sheet.render_line(y).text for y in range(sheet.size.height)]
                sheet._strips.clear()
                assert shown == [sheet.render_line(y).text for y in range(sheet.size.height)], sheet.id

    at_table(here(game, seats=3), compare, MIDDLE)


def test_lines_that_differ_are_found() -> None:
    before, after = Canvas(4), Canvas(4)
    for canvas in (before, after):
        canvas.put(0, 0, "same", Ink())
        canvas.put(0, 1, "ink", Ink("text"))
        canvas.put(0, 2, "text", Ink())
    after.put(0, 1, "ink", Ink("strong"))
    after.put(0, 2, "next", Ink())
    after.put(0, 4, "more", Ink())

    assert after.changed_from(before) == [1, 2, 3, 4]
    assert before.changed_from(after) == [1, 2, 3, 4]
    assert after.changed_from(after) == []


def test_the_benchmark_draws_at_three_sizes() -> None:
    from capomastro.bench.terminal import drawing_figures

    figures = drawing_figures("palazzo", steps=3)

    assert [figure.size for figure in figures] == ["80x24", "160x48", "200x60"]
    assert all(0 < figure.median_ms <= figure.p99_ms for figure in figures)
