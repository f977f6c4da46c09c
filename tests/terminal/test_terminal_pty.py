"""The commands in a real terminal: a pseudo-terminal of 80 by 24, with keys typed into it."""

from pathlib import Path

import pytest
from at_server import invited
from real_terminal import in_terminal
from server_house import House
from terminal_pictures import Picture, played

from capomastro.core.matchfile import save


def test_a_game_begins_in_a_real_terminal_and_is_kept(tmp_path: Path) -> None:
    game = ("tui", "palazzo", "--bot", "random", "--seed", "3", "--option", "first=1")
    with in_terminal(game, tmp_path) as terminal:
        terminal.expect("Riders")
        terminal.type(b"1")
        terminal.expect("Open money")
        terminal.type(b"q")
        terminal.expect("\x1b[?1049l")  # the screen is given back
        terminal.expect("Kept in")
        assert terminal.end() == 0
    with in_terminal(("tui", "palazzo", "--resume"), tmp_path) as terminal:
        terminal.expect("Open money")
        terminal.type(b"\x03")
        assert terminal.end() == 0


def test_a_match_file_is_stepped_through_on_the_full_screen(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    save(played(Picture("", "palazzo", 2, 30, "turn", (80, 24))), path)
    with in_terminal(("replay", str(path), "--tui", "--step", "3"), tmp_path) as terminal:
        terminal.expect("Replay: 3")
        terminal.type(b"q")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("colours", "sign"), [("24bit", "\x1b[38;2;"), ("256", "\x1b[38;5;"), ("16", "\x1b[33"), ("none", "")]
)
def test_colours_are_written_as_deep_as_the_terminal_has_them(colours: str, sign: str, tmp_path: Path) -> None:
    with in_terminal(("tui", "palazzo", "--colours", colours, "--seed", "3"), tmp_path) as terminal:
        terminal.expect("Riders")
        terminal.type(b"q")
        assert terminal.end() == 0
        board = terminal.written.decode()
    assert sign in board
    deeper = {"24bit": [], "256": ["38;2;"], "16": ["38;2;", "38;5;"], "none": ["38;2;", "38;5;", "[33", "[31"]}
    assert not [one for one in deeper[colours] if one in board]


def test_out_of_sight_a_notice_of_the_desktop_calls_back(tmp_path: Path) -> None:
    game = ("tui", "palazzo", "--bot", "random", "--seed", "3", "--option", "first=1")
    for quiet in (False, True):
        with in_terminal((*game, *(["--quiet"] if quiet else [])), tmp_path) as terminal:
            terminal.expect("Riders")
            terminal.type(b"\x1b[O")  # the terminal has lost the focus
            terminal.type(b"1")
            terminal.expect("Open money")
            terminal.type(b"1")
            terminal.expect("Take one more card")
            terminal.type(b"1")
            terminal.expect("Your turn" if quiet else "\x1b]777;notify;Capomastro;")
            terminal.type(b"q")
            assert terminal.end() == 0
            assert (b"]777;notify" in terminal.written) is not quiet


def test_a_servers_table_is_played_and_watched_in_real_terminals(house: House, tmp_path: Path) -> None:
    at, url = invited(house, "me", options={"first": "1"}, public=True)
    with (
        in_terminal(("tui", url, "--name", "Ada"), tmp_path / "ada") as ada,
        in_terminal(("watch", f"{house.url}/t/{at.table}", "--language", "de"), tmp_path / "eve") as eve,
    ):
        ada.expect("Your turn")
        eve.expect("Zuschauer")
        ada.type(b"1")
        ada.expect("Open money")
        eve.expect("Offenes Geld")
        for terminal in (ada, eve):
            terminal.type(b"q")
            assert terminal.end() == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("tui", "http://127.0.0.1:9/t/none"), b"does not answer"),
        (("watch", "http://127.0.0.1:9/t/none"), b"does not answer"),
        (("tui", "chess"), b"there is no game 'chess'"),
        (("tui", "palazzo", "--colours", "many"), b"colours cannot be 'many'"),
        (("tui", "palazzo", "--people", "3"), b"3 people cannot share 2 seats"),
        (("watch", "ftp://example.org/t/x"), b"is not the address of a server"),
        (("watch", "http://example.org/somewhere"), b"leads to no table"),
    ],
)
def test_what_cannot_be_shown_is_told_in_a_sentence(arguments: tuple[str, ...], reason: bytes, tmp_path: Path) -> None:
    with in_terminal(arguments, tmp_path) as terminal:
        assert terminal.end() == 2
        written = terminal.written

    assert reason in b" ".join(written.split())
    assert b"Traceback" not in written
