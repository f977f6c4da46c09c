"""The parts of the screen that are drawn on a canvas of their own: the board, and the steps."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from textual.events import Click, MouseMove, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Choice
from capomastro.terminal.look import Look

KEYS = "1234567890"
"""The keys of the steps in sight."""


def straight(widget: Widget, crop: Region) -> list[Strip]:
    """A widget's lines as they are: without border and padding Textual's cache of styles has nothing to add."""
    strips = [widget.render_line(y) for y in crop.line_range]
    for line_filter in widget.get_line_filters():
        strips = [strip.apply_filter(line_filter, widget.background_colors[1]) for strip in strips]
    start, end = crop.column_span
    return [strip if (start, end) == (0, strip.cell_length) else strip.crop(start, end) for strip in strips]


class Sheet(ScrollView, can_focus=False):
    """A canvas that can be scrolled if it is longer than the screen has room for."""

    class Pointed(Message):
        """Somebody pointed at a spot: by a click, or by going there with the mouse."""

        def __init__(self, sheet: "Sheet", means: str, clicked: bool) -> None:
            super().__init__()
            self.sheet = sheet
            self.means = means
            self.clicked = clicked

    def __init__(self, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.look = look
        self.canvas = Canvas(1)
        self.paint: Callable[[Canvas, int], None] = lambda canvas, height: None
        self._strips: dict[int, Strip] = {}
        self._drawn_by: Look | None = None
        self._pointed = ""

    def redraw(self) -> None:
        """Paints everything again and shows it."""
        width, height = self.scrollable_content_region.size
        if not width or not height:
            return
        canvas = Canvas(width, self.look.ascii_only)
        self.paint(canvas, height)
        before, self.canvas = self.canvas, canvas
        long = max(canvas.height, height)  # of one length as long as nothing is to be scrolled: no new layout
        if self.virtual_size != (width, long):
            self.virtual_size = Size(width, long)
            self._strips.clear()
        if not self._strips or self._drawn_by is not self.look:
            self._strips.clear()
            self._drawn_by = self.look
            self.refresh()
            return
        changed = canvas.changed_from(before)
        for line in changed:
            self._strips.pop(line, None)
        if changed:
            top = int(self.scroll_offset.y)
            self.refresh(*(Region(0, line - top, self.outer_size.width, 1) for line in changed))

    def on_resize(self, event: Resize) -> None:
        self.redraw()

    def render_lines(self, crop: Region) -> list[Strip]:
        return straight(self, crop)

    def render_line(self, y: int) -> Strip:
        line = y + int(self.scroll_offset.y)
        if line not in self._strips:
            self._strips[line] = self.look.strip(self.canvas, line, self.outer_size.width)
        return self._strips[line]

    def _means(self, x: int, y: int) -> str:
        return self.canvas.meaning(x, y + int(self.scroll_offset.y))

    def on_click(self, event: Click) -> None:
        if means := self._means(event.x, event.y):
            self.post_message(self.Pointed(self, means, clicked=True))

    def on_mouse_move(self, event: MouseMove) -> None:
        means = self._means(event.x, event.y)
        if means and means != self._pointed:
            self.post_message(self.Pointed(self, means, clicked=False))
        self._pointed = means


class StepList(Sheet):
    """What can be chosen now, each with its key; the one under the bar is taken by Enter."""

    def __init__(self, look: Look, *, id: str) -> None:
        super().__init__(look, id=id)
        self.choices: Sequence[Choice] = ()
        self.at = 0
        self.columns = 1
        self.paint = self._paint

    def show(self, choices: Sequence[Choice], at: int = 0) -> None:
        self.choices = choices
        self.at = min(at, max(0, len(choices) - 1))
        self.redraw()
        self.follow()

    def first(self) -> int:
        """The first of those that have keys now."""
        return self.at // len(KEYS) * len(KEYS)

    def by_key(self, key: str) -> Choice | None:
        number = self.first() + KEYS.index(key)
        return self.choices[number] if number < len(self.choices) else None

    def move(self, right: int, down: int) -> None:
        if self.choices:
            self.at = min(max(self.at + right + down * self.columns, 0), len(self.choices) - 1)
            self.redraw()
            self.follow()

    def follow(self) -> None:
        """Brings the bar into sight."""
        line = self.at // self.columns
        if self.canvas.height > self.size.height:
            self.scroll_to_region(Region(0, line, 1, 1), animate=False, force=True)

    @property
    def chosen(self) -> Choice | None:
        return self.choices[self.at] if self.choices else None

    def _paint(self, canvas: Canvas, height: int) -> None:
        if not self.choices:
            return
        width = canvas.width
        longest = max(cell_len(choice.label) + len(choice.about[:40]) for choice in self.choices) + 5
        self.columns = max(1, width // longest) if len(self.choices) > height else 1
        cell = width // self.columns
        for number, choice in enumerate(self.choices):
            x, y = number % self.columns * cell, number // self.columns
            place = number - self.first()
            key = KEYS[place] if 0 <= place < len(KEYS) else " "
            under = number == self.at
            canvas.put(x, y, f"{key} ", Ink("strong", bold=True))
            room = cell - 3
            text = canvas.cut(choice.label, room)
            end = canvas.put(x + 2, y, text, Ink("text", bold=under, reverse=under))
            if choice.about and end + 3 < x + cell:
                canvas.put(end + 1, y, canvas.cut(choice.about, x + cell - end - 2), Ink("quiet"))
            canvas.spot(x, y, cell, 1, f"choice {number}")
