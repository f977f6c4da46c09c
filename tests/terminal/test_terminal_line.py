"""The line mode: the words of the full screen, the connection told in sentences, what follows a match."""

import re
import signal
from pathlib import Path
from typing import Any

import pytest
from at_server import FixedHouse
from pilots import at_table, here, in_sight, local_match, table, until
from real_terminal import Terminal, in_terminal
from server_house import At, House, Person, waited
from terminal_pictures import Picture, played
from textual.pilot import Pilot

from capomastro.cli.line_commands import LineCommands
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import load, save
from capomastro.core.words import LANGUAGES, words_in
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.local import LocalSession
from capomastro.terminal.places import set_aside_path
from capomastro.terminal.screens.table import TableScreen
from capomastro.terminal.typed import WORDS, command_of


def test_the_line_mode_knows_every_word_that_can_be_typed_and_tells_of_each() -> None:
    assert set(LineCommands.COMMANDS) == set(WORDS)
    for language in LANGUAGES:
        told = set(re.findall(r"[a-z]+", words_in(language).t("line.help").replace("?", "help")))
        assert set(WORDS) <= told, language


def test_a_word_is_a_command_unless_it_is_a_step() -> None:
    legal = ["take", "plan a bridge", "stay"]

    assert command_of("chat hello there", legal) == ("chat", "hello there")
    assert command_of("PLAN pass", legal) == ("plan", "pass")
    assert command_of("plan a bridge", legal) is None
    assert command_of("undo it", legal) is None
    assert command_of("Q", legal) == ("quit", "")
    assert command_of("?", legal) == ("help", "")


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_every_word_can_be_typed_on_the_full_screen(game: str) -> None:
    async def type_all(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        for word in WORDS:
            if word in ("quit", "hint"):  # which other tests do
                continue
            await pilot.press("colon", *word, "enter")
            await pilot.pause()
            while not isinstance(app.screen, TableScreen):
                await pilot.press("escape")
                await pilot.pause()
            assert "⟦" not in in_sight(app), word
            assert "No step is written" not in in_sight(app), word
        await pilot.press("colon", *"language nl", "enter")
        await until(pilot, lambda: table(app).words.language == "nl")
        await pilot.press("colon", *"chat hello", "enter")
        await until(pilot, lambda: words_in("nl").t("refused.only-at-servers") in in_sight(app))

    at_table(here(game), type_all)


def test_a_step_that_is_typed_in_part_is_told_how_it_may_go_on(tmp_path: Path) -> None:
    save(played(Picture("", "palazzo", 2, 30, "turn", (80, 24))), tmp_path / "m.jsonl")
    with in_terminal(("play", "palazzo", "--resume", "--file", str(tmp_path / "m.jsonl")), tmp_path) as terminal:
        terminal.expect("> ")
        terminal.line("re")
        terminal.expect("No step is written 're'")
        terminal.line("take")
        terminal.expect("1 pick")
        terminal.line("pick")
        terminal.expect("Possible: pick ")
        terminal.line("language de")
        terminal.expect("Deutsch")
        terminal.line("pick")
        terminal.expect("Möglich: pick ")
        terminal.line("quit")
        terminal.expect("Aufbewahrt in")
        assert terminal.end() == 0


def one_step_from_the_end(folder: Path) -> tuple[Path, str]:
    """A match that Ada's next step ends, and that step."""
    for seed in range(1, 50):
        match = local_match("palazzo", seed=seed)
        written = match.game.actions.texts
        while not match.state.over:
            seat = match.state.to_act()[0]
            steps = match.state.legal(seat)
            match.act(seat, next((step for step in steps if written[step] == "reveal"), steps[0]))
        if match.entries[-1].seat == 0:
            save(match.at(len(match.entries) - 1), folder / "m.jsonl")
            return folder / "m.jsonl", written[match.entries[-1].action]
    raise AssertionError("no match ends with a step of the first seat")


def test_a_match_that_is_over_is_replayed_reviewed_and_played_again(tmp_path: Path) -> None:
    path, last = one_step_from_the_end(tmp_path)
    with in_terminal(("play", "palazzo", "--resume", "--file", str(path), "--in-words"), tmp_path) as terminal:
        terminal.expect("> ")
        terminal.line("rematch")
        terminal.expect("when the match is over")
        terminal.line(last)
        terminal.expect("The game is over.")
        terminal.expect("Type replay, result or rematch")
        terminal.line("replay")
        terminal.expect("Before the first step.")
        terminal.line("")
        terminal.expect("1 / ")
        terminal.line("a")
        terminal.expect("What the bots would do")
        for typed, answer in (
            ("t", "turn 2"),
            ("tb", "turn 1"),
            ("v", "Spectator"),
            ("read", "Warehouse"),
            ("x", "Enter"),
        ):
            terminal.line(typed)
            terminal.expect(answer)
        terminal.line("q")
        terminal.line("result")
        terminal.expect("The game is over.")
        terminal.line("rematch")
        terminal.expect("My money")  # whoever begins, and whatever they did
        terminal.line("quit")
        assert terminal.end() == 0


def test_a_match_file_is_stepped_through_in_lines_and_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    save(played(Picture("", "pillars", 2, 30, "choosing", (80, 24))), path)
    with in_terminal(("replay", str(path), "--language", "nl", "--seat", "1"), tmp_path) as terminal:
        terminal.expect("Voor de eerste stap")
        terminal.line("3")
        terminal.expect("3 / ")
        terminal.line("b")
        terminal.expect("2 / ")
        terminal.line("q")
        assert terminal.end() == 0


def seated(house: House, home: Path, *more: str) -> tuple[At, Terminal]:
    """Ada in a terminal beside a host who holds the other seat."""
    at = Person(house, "Host").table("link", "me", options={"first": "1"})
    url = f"{house.url}/t/{at.table}#{at.token(0)}"
    return at, Terminal(("play", "--url", url, "--name", "Ada", *more), home)


OTHERS_TURN = "Host 2 chooses an action"
"""Of cards that are all alike nobody has to choose, and the turn is over."""


def test_proposals_people_and_plans_are_told_and_typed(house: House, tmp_path: Path) -> None:
    at, terminal = seated(house, tmp_path)
    try:
        terminal.expect("1 take")
        terminal.line("who")
        terminal.expect("Ada: you")
        terminal.line("take")
        terminal.expect("1 pick", OTHERS_TURN)
        terminal.line("rewind")
        terminal.expect("The others have to agree.")
        waited(lambda: at.look(seat=1)["proposals"])
        at.post(f"proposals/{at.look(seat=1)['proposals'][0]['id']}", seat=1, agree=True)
        terminal.expect("goes back to an earlier point")
        terminal.expect("1 take")
        terminal.line("take")
        while terminal.expect("1 pick", OTHERS_TURN) == "1 pick":
            terminal.line("1")
        mine = waited(lambda: (update := at.look(seat=1))["legal"] and update)
        terminal.line("plan")
        terminal.expect("What can be planned:")
        at.step(mine)
        at.post("proposals", seat=1, kind="rewind", to=mine["seen"])
        terminal.expect("would like to take a move back. Type agree or refuse.")
        terminal.line("refuse")
        waited(lambda: not at.look(seat=1)["proposals"])
        terminal.line("bot")
        terminal.expect("A bot plays for you.")
        terminal.line("return")
        terminal.expect("Ada is back.")
        terminal.line("language de")
        terminal.expect("Deutsch")
        terminal.line("quit")
        terminal.expect("Dein Platz bleibt dir.")
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_a_lost_connection_is_told_and_a_step_that_waits_is_sent(tmp_path: Path) -> None:
    own = FixedHouse(str(tmp_path / "tables.sqlite")).start()
    at, terminal = seated(own, tmp_path)
    try:
        terminal.expect("\a")  # it is one's turn
        terminal.expect("1 take")
        own.kill()
        terminal.expect("Connection lost")
        terminal.line("take")
        terminal.expect("Your step waits and is sent as soon as there is one: take")
        own.start()
        lost = terminal.read_to
        asked = terminal.expect("1 pick", OTHERS_TURN)
        terminal.read_to = lost  # the step may be answered before the socket is open, or after
        terminal.expect("connected")
        took = [event for event in at.look(seat=1, since=0)["events"] if event["kind"] == "money shown"]
        assert len(took) == 1
        own.kill()
        terminal.expect("Connection lost")
        if asked == "1 pick":
            terminal.line("1")
            terminal.expect("Your step waits")
        terminal.process.send_signal(signal.SIGINT)
        terminal.expect("Your seat is kept.")
        assert terminal.end() == 0
        assert b"Task was destroyed" not in terminal.written
        assert b"Traceback" not in terminal.written
    finally:
        terminal.close()
        own.stop()


def test_a_new_match_sets_an_unfinished_one_aside_and_only_with_its_first_step(tmp_path: Path) -> None:
    path = tmp_path / "palazzo.jsonl"
    old = played(Picture("", "palazzo", 2, 12, "turn", (80, 24)))
    save(old, path)

    async def leave(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await pilot.press("q")
        await until(pilot, lambda: app.session is None)

    async def step(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        await pilot.press("1")
        await until(pilot, lambda: app.session is not None and app.session.log)

    new = Match(new_setup("palazzo", 2, {"first": "1"}, seed=99, names=["Ada", "random 2"]))
    at_table(LocalSession(new, path), leave)
    assert load(path).setup.seed == old.setup.seed
    at_table(LocalSession(new, path), step)
    assert load(path).setup.seed == 99
    assert load(set_aside_path(path)).entries == old.entries
