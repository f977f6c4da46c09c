"""How the screen looks: its layout, and canvases as strips of coloured text, for as many colours as there are."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from capomastro.core.canvas import PALETTE, Canvas, Ink
from capomastro.terminal.depth import Depth

CSS = """
Screen { background: #1d1b18; color: #e8e4da; layout: vertical; overflow: hidden; }
#title, #prompt, #note, #keys, #advice { height: 1; }
#title, #keys { background: #1d1b18; }
#middle { height: 1fr; }
#board { width: 1fr; height: 100%; }
#side { width: 40; height: 100%; padding: 0 0 0 1; }
#log { height: 1fr; }
HomeScreen #log { height: 2; }
#steps { height: 4; }
#list { height: 1fr; }
#typed { height: 1; background: #3a342a; color: #ffffff; }
Sheet { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; background: #1d1b18; overflow-x: hidden;
  scrollbar-gutter: stable;
  scrollbar-color: #6b655a; scrollbar-background: #2a2722; scrollbar-color-hover: #9a958a;
  scrollbar-color-active: #ffd479; }
#steps { scrollbar-size-vertical: 0; }
ModalScreen { align: center middle; background: #000000 60%; }
ModalScreen.covered { background: #1d1b18; }
.dialog { width: 84%; height: 84%; max-width: 110; background: #1d1b18; border: round #6b655a; padding: 0 1; }
.dialog.small { height: 5; }
#dialog-title, #dialog-keys { height: 1; }
#dialog-lines { height: 1fr; }
Choosing #dialog-lines { height: 3; max-height: 60%; }
#dialog-steps { height: 1fr; min-height: 4; }
#dialog-input { height: 1; background: #3a342a; }
.ascii .dialog { border: ascii #6b655a; }
.ansi Screen, .ansi Sheet, .ansi .dialog, .ansi #title, .ansi #keys { background: ansi_default; color: ansi_default; }
"""


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
