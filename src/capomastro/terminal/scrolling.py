"""Scroll bars for terminals that know nothing but ASCII."""

from rich.segment import Segment, Segments
from rich.style import Style
from textual.scrollbar import ScrollBar, ScrollBarRender


class PlainScrollBar(ScrollBarRender):
    """A bar of `#` on a line of `|`."""

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: object = None,
        bar_color: object = None,
    ) -> Segments:
        style = Style()
        length = size if virtual_size <= 0 else max(1, round(size * min(1.0, window_size / virtual_size)))
        start = 0 if virtual_size <= window_size else round((size - length) * position / (virtual_size - window_size))
        signs = ["#" if start <= i < start + length else "|" if vertical else "-" for i in range(size)]
        if vertical:
            return Segments([Segment(sign * thickness, style) for sign in signs], new_lines=True)
        return Segments([Segment("".join(signs), style), Segment.line()] * thickness, new_lines=False)


def use_plain_scrollbars() -> None:
    ScrollBar.renderer = PlainScrollBar
