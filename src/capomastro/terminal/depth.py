"""What a terminal can show: how many colours, and whether it knows Unicode. Asked before Textual is loaded."""

import os
import sys
from collections.abc import Mapping
from typing import Literal, TypeAlias

Depth: TypeAlias = Literal["24bit", "256", "16", "none"]


def usual_depth(environment: Mapping[str, str] = os.environ) -> Depth:
    """What the environment says of colours."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in ("dumb", "vt100", "vt220"):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or os.name == "nt":
        return "24bit"
    if "256color" in term or term in ("xterm-kitty", "alacritty", "foot"):
        return "256"
    return "16" if term in ("linux", "ansi", "cygwin", "screen", "xterm") else "256"


def knows_unicode(environment: Mapping[str, str] = os.environ) -> bool:
    """The terminal's encoding; the console of Linux has too few signs."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower()
    return encoding.startswith("utf") and environment.get("TERM") != "linux"
