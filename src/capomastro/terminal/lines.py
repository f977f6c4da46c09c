"""Text on the screen: lines to read, one line of pieces, the keys that matter now, what is typed."""

import re
from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap

from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget

from capomastro.core.canvas import Canvas, Ink
from capomastro.terminal.look import Look
from capomastro.terminal.typed import completions
from capomastro.terminal.widgets import Sheet, straight

TABLE = re.compile(r"\s+\S.*?\s\s+")
"""How a line of two columns begins, such as a key and what it does."""


@lru_cache(maxsize=2048)
def wrapped(text: str, width: int) -> list[str]:
    """The text in lines; the second column of a table stays a column."""
    head = TABLE.match(text)
    indent = " " * head.end() if head and head.end() < width // 2 else ""
    return wrap(text, width, subsequent_indent=indent) or [""]


class Lines(Sheet):
    """Lines of text, wrapped, from the beginning or the end on; of a tail only what is in sight is kept.

    Those that are snug take no more room than they need.
    """

    def __init__(self, look: Look, *, id: str, from_end: bool = False, tail: bool = False, snug: bool = False) -> None:
        super().__init__(look, id=id)
        self.lines: Sequence[tuple[str, Ink]] = ()
        self.from_end = from_end
        self.tail = tail
        self.snug = snug
        self.paint = self._paint

    def show(self, lines: Sequence[tuple[str, Ink]]) -> None:
        self.lines = lines
        self.redraw()

    def redraw(self) -> None:
        super().redraw()
        if self.snug:
            self.styles.height = max(1, self.canvas.height)
        if self.from_end:
            self.call_after_refresh(self.scroll_end, animate=False, force=True)

    def _paint(self, canvas: Canvas, height: int) -> None:
        width = max(8, canvas.width - 1)
        rows = last_rows(self.lines, width, height) if self.tail else rows_of(self.lines, width)
        for y, (part, ink) in enumerate(rows):
            canvas.put(0, y, part, ink)


def rows_of(lines: Sequence[tuple[str, Ink]], width: int) -> list[tuple[str, Ink]]:
    return [(part, ink) for text, ink in lines for part in ([text] if len(text) <= width else wrapped(text, width))]


def last_rows(lines: Sequence[tuple[str, Ink]], width: int, count: int) -> list[tuple[str, Ink]]:
    """The last rows of these lines; no more lines are looked at than it takes."""
    rows: list[tuple[str, Ink]] = []
    for line in reversed(lines):
        if len(rows) >= count:
            break
        rows = [*rows_of([line], width), *rows]
    return rows[-count:] if count > 0 else []


class Line(Widget, can_focus=False):
    """One line, of pieces that can be clicked."""

    def __init__(self, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.look = look
        self.pieces: Sequence[tuple[str, Ink, str]] = ()
        self.canvas = Canvas(1)

    class Pressed(Message):
        def __init__(self, means: str) -> None:
            super().__init__()
            self.means = means

    def show(self, *pieces: tuple[str, Ink, str]) -> None:
        if pieces != self.pieces:
            self.pieces = pieces
            self.redraw()

    @property
    def text(self) -> str:
        return " ".join(text for text, _, _ in self.pieces)

    def redraw(self) -> None:
        width, height = self.size
        if not width:
            return
        canvas = Canvas(width, self.look.ascii_only)
        if height > 1:
            words = [(word, ink, means) for text, ink, means in self.pieces for word in text.split(" ")]
            canvas.flow(0, 0, width, words)
        else:
            at = 0
            for text, ink, means in self.pieces:
                at = canvas.put(at, 0, canvas.cut(text, width - at), ink, means) + 1
                if at >= width:
                    break
        self.canvas = canvas
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        self.redraw()

    def render_lines(self, crop: Region) -> list[Strip]:
        return straight(self, crop)

    def render_line(self, y: int) -> Strip:
        return self.look.strip(self.canvas, y, self.size.width)

    def on_click(self, event: Click) -> None:
        if means := self.canvas.meaning(event.x, event.y):
            self.post_message(self.Pressed(means))


class Keys(Line):
    """The keys that matter now. Where there is no room for all of them, some are left out whole; `?` lists them all."""

    SPARE = "bl:schnru"
    """Those that are left out, the first one first."""

    def __init__(self, look: Look, *, id: str) -> None:
        super().__init__(look, id=id)
        self.offered: Sequence[tuple[str, str]] = ()

    def offer(self, offered: Sequence[tuple[str, str]]) -> None:
        if offered != self.offered:
            self.offered = offered
            self.redraw()

    def redraw(self) -> None:
        offered = list(self.offered)
        for spare in self.SPARE:
            if sum(len(key) + len(label) + 2 for key, label in offered) - 1 <= self.size.width:
                break
            offered = [(key, label) for key, label in offered if key != spare]
        strong, quiet = Ink("strong", bold=True), Ink("quiet")
        self.pieces = [
            piece for key, label in offered for piece in ((key, strong, f"key {key}"), (label, quiet, f"key {key}"))
        ]
        super().redraw()


class StepSuggester(Suggester):
    """Shows behind the cursor how a step goes on."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.legal: Sequence[str] = ()

    async def get_suggestion(self, value: str) -> str | None:
        found = completions(value, self.legal) if value else []
        return value + found[0][len(value) :] if found and len(found[0]) > len(value) else None
