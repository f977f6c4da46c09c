"""How a terminal can show things: how many colours it has, whether it knows Unicode; and canvases as strips."""

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from capomastro.core.canvas import PALETTE, Canvas, Ink

Depth: TypeAlias = Literal["24bit", "256", "16", "none"]
DEPTHS: dict[str, str] = {"24bit": "truecolor", "256": "256", "16": "standard", "none": "standard"}
"""Depths of colour, and what Rich calls them."""


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


class Look:
    """Inks of the frame and of one game as styles, for one depth of colour."""

    def __init__(self, depth: Depth, ascii_only: bool, palette: Mapping[str, tuple[str, str]]) -> None:
        self.depth = depth
        self.ascii_only = ascii_only
        self.palette = {**PALETTE, **palette}
        self.style = lru_cache(maxsize=1024)(self._style)

    def _style(self, ink: Ink) -> Style:
        if self.depth == "none":
            return Style(bold=ink.bold, reverse=ink.reverse, underline=ink.underline)
        which = 1 if self.depth == "16" else 0
        colour = self.palette[ink.colour or "text"][which]
        ground = self.palette[ink.ground or "paper"][which]
        return Style(
            color=colour, bgcolor=ground, bold=ink.bold, dim=ink.dim, reverse=ink.reverse, underline=ink.underline
        )

    def strip(self, canvas: Canvas, y: int, width: int) -> Strip:
        """A line of a canvas, cut or filled to this width."""
        if y >= canvas.height:
            return Strip([Segment(" " * width, self.style(Ink()))], width)
        segments = []
        at = 0
        row = canvas.rows[y]
        for ink, run in groupby(canvas.inks[y]):
            length = sum(1 for _ in run)
            segments.append(Segment("".join(row[at : at + length]), self.style(ink)))
            at += length
        return Strip(segments, canvas.width).adjust_cell_length(width, self.style(Ink()))
