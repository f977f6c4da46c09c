"""Calling somebody back: the bell, and a notice of the desktop while the terminal is out of sight."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

from capomastro.core.canvas import harmless


def escape_sequence(text: str) -> str:
    """What terminals understand as a notice of the desktop (OSC 9 and OSC 777); others leave it out."""
    plain = harmless(text).replace(";", ",")
    return f"\x1b]9;{plain}\x07\x1b]777;notify;Capomastro;{plain}\x07"


def desktop_command(text: str, environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """The program that shows a notice on this desktop, if the terminal runs on one."""
    if sys.platform == "darwin" and not environment.get("SSH_CONNECTION"):
        quoted = text.replace("\\", "").replace('"', "'")
        return ["osascript", "-e", f'display notification "{quoted}" with title "Capomastro"']
    here = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if here and not environment.get("SSH_CONNECTION") and shutil.which("notify-send"):
        return ["notify-send", "--app-name=Capomastro", "Capomastro", text]
    return None


def notify_desktop(text: str) -> None:
    """Starts the program and does not wait for it."""
    command = desktop_command(harmless(text))
    if command is not None:
        try:
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError:
            return
