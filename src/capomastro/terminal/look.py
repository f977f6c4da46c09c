"""Canvases as strips of coloured text, for as many colours as the terminal has."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from capomastro.core.canvas import PALETTE, Canvas, Ink
from capomastro.terminal.depth import Depth


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
