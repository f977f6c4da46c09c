"""The commands in a real terminal: a pseudo-terminal of 80 by 24, with keys typed into it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from terminal_pictures import Picture, played

from capomastro.core.matchfile import save


def in_terminal(arguments: Sequence[str], home: Path, *typed: tuple[bytes, bytes]) -> tuple[int, bytes]:
    """Runs a command; a key is typed once the text before it has appeared. Returns its exit code and its output."""
    own, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {
        **os.environ,
        **{"XDG_DATA_HOME": str(home), "HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        **{"LANG": "C.UTF-8", "PYTHONUTF8": "1", "CAPOMASTRO_LANGUAGE": "en"},
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "capomastro", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    written, waiting, until = b"", list(typed), time.monotonic() + 60
    try:
        while time.monotonic() < until:
            if select.select([own], [], [], 0.1)[0]:
                try:
                    data = os.read(own, 65536)
                except OSError:  # Linux says so when the other end is closed
                    break
                if not data:
                    break
                written += data
            if waiting and waiting[0][0] in written:
                os.write(own, waiting.pop(0)[1])
        return process.wait(20), written
    finally:
        process.kill()
        process.wait()
        os.close(own)


def test_a_game_begins_in_a_real_terminal_and_is_kept(tmp_path: Path) -> None:
    game = ("tui", "palazzo", "--bot", "random", "--seed", "3", "--option", "first=1")
    code, written = in_terminal(game, tmp_path, (b"Riders", b"1"), (b"Open money", b"q"))

    assert code == 0, written[-2000:]
    assert b"Kept in" in written
    assert b"\x1b[?1049l" in written, "the screen is given back"
    code, written = in_terminal(("tui", "palazzo", "--resume"), tmp_path, (b"Open money", b"\x03"))
    assert code == 0, written[-2000:]


def test_a_match_file_is_stepped_through_on_the_full_screen(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    save(played(Picture("", "palazzo", 2, 30, "turn", (80, 24))), path)
    code, written = in_terminal(("replay", str(path), "--tui", "--step", "3"), tmp_path, (b"Replay: 3", b"q"))

    assert code == 0, written[-2000:]


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
    code, written = in_terminal(arguments, tmp_path)

    assert code == 2
    assert reason in b" ".join(written.split())
    assert b"Traceback" not in written
