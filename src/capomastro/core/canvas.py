"""A sheet of characters with colours and places to click, on which a game is drawn for a terminal.

A drawing names colours by role. Whoever shows the sheet knows how many colours the terminal has; the characters come
from `GLYPHS`, so that a terminal without Unicode gets its own.
"""

import unicodedata
from typing import NamedTuple

GLYPHS = {
    "window": ("▪", "o"),
    "pile": ("●", "o"),
    "gap": ("·", "."),
    "rider": ("♞", "R"),
    "no rider": ("·", "."),
    "builder": ("♜", "*"),
    "next": ("▸", ">"),
    "turn": ("▶", ">"),
    "gondola": ("≈", "~"),
    "water": ("~", "~"),
    "canal": ("≋", "="),
    "across": ("━", "-"),
    "down": ("┃", "|"),
    "crest": ("✦", "+"),
    "minus": ("−", "-"),
    "times": ("×", "x"),
    "dot": ("·", "|"),
    "ellipsis": ("…", "~"),
    "bar": ("█", "#"),
    "rest": ("░", "."),
}
"""What a drawing may ask for: with Unicode, and without."""
BOXES = {
    False: {"─": "─", "│": "│", "┌": "┌", "┐": "┐", "└": "└", "┘": "┘", "├": "├", "┤": "┤"},
    True: {"─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+"},
}
SHAPES = (("●", "▲", "■", "◆", "⬢", "★"), ("o", "^", "#", "*", "%", "x"))
"""The seats' shapes in the order of the page's marks."""


class Ink(NamedTuple):
    """How a character looks: colours by the names of `PALETTE`, an empty name is the terminal's own."""

    colour: str = ""
    ground: str = ""
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False


PLAIN = Ink()
PALETTE: dict[str, tuple[str, str]] = {
    "text": ("#e8e4da", "default"),
    "quiet": ("#9a958a", "bright_black"),
    "strong": ("#ffd479", "yellow"),
    "paper": ("#1d1b18", "default"),
    "dark": ("#141210", "black"),
    "light": ("#f6f1e4", "bright_white"),
    "good": ("#9fd36a", "green"),
    "bad": ("#ff8a70", "red"),
    "line": ("#6b655a", "bright_black"),
    "aim": ("#ffd479", "yellow"),
    "seat 1": ("#4fa6e0", "bright_blue"),
    "seat 2": ("#e0b400", "yellow"),
    "seat 3": ("#f0803c", "bright_red"),
    "seat 4": ("#c9c4ba", "default"),
    "seat 5": ("#8fd0f5", "bright_cyan"),
    "seat 6": ("#e39cc4", "bright_magenta"),
}
"""The frame's colours: 24-bit, and the one of the sixteen that stands for it. A game adds its own."""


class Spot(NamedTuple):
    """A part of the sheet that can be pointed at, and what it means there."""

    x: int
    y: int
    width: int
    height: int
    means: str


def harmless(text: str) -> str:
    """What somebody wrote, without signs that would steer a terminal or turn the direction of writing."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " for sign in text)


def cells_of(text: str) -> list[str]:
    """A text cell by cell: a wide sign takes two, one that is put upon another none."""
    cells: list[str] = []
    for sign in harmless(text):
        if unicodedata.combining(sign) and cells:
            cells[-1] += sign
        else:
            cells.append(sign)
            if unicodedata.east_asian_width(sign) in "WF":
                cells.append("")
    return cells


PLAINER = str.maketrans(
    {
        **dict(zip("−–—’‘“”„·×…≈", ["-", "-", "-", "'", "'", '"', '"', '"', "|", "x", "...", "~"], strict=True)),
        **dict(zip("äöüÄÖÜß°→«»", ["ae", "oe", "ue", "Ae", "Oe", "Ue", "ss", "", "->", '"', '"'], strict=True)),
        **{"✓": "ok", "✗": "no"},
    }
)


def ascii_of(text: str) -> str:
    """The text for a terminal that knows nothing but ASCII: umlauts as two letters, other marks left out."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKD", text.translate(PLAINER))
    return "".join(sign if sign.isascii() else "" if unicodedata.combining(sign) else "?" for sign in plain)


class Canvas:
    """Rows of characters, each with its ink; what is put outside is left out, rows are added as they are needed."""

    def __init__(self, width: int, ascii_only: bool = False) -> None:
        self.width = width
        self.ascii_only = ascii_only
        self.rows: list[list[str]] = []
        self.inks: list[list[Ink]] = []
        self.spots: list[Spot] = []

    @property
    def height(self) -> int:
        return len(self.rows)

    def glyph(self, name: str) -> str:
        return GLYPHS[name][self.ascii_only]

    def shape(self, seat: int) -> str:
        return SHAPES[self.ascii_only][seat % 6]

    def mark(self, seat: int) -> str:
        """A seat's shape and letter: it can be told without its colour."""
        return self.shape(seat) + chr(ord("A") + seat)

    def grow(self, height: int) -> None:
        while len(self.rows) < height:
            self.rows.append([" "] * self.width)
            self.inks.append([PLAIN] * self.width)

    def put(self, x: int, y: int, text: str, ink: Ink = PLAIN, means: str = "") -> int:
        """Writes from x on; returns where it ends."""
        self.grow(y + 1)
        if not text.isascii():
            text = ascii_of(text) if self.ascii_only else text
        signs = (text if text.isascii() and text.isprintable() else cells_of(text))[: max(0, self.width - x)]
        end = x + len(signs)
        self.rows[y][x:end] = signs
        self.inks[y][x:end] = [ink] * len(signs)
        if means and signs:
            self.spots.append(Spot(x, y, len(signs), 1, means))
        return end

    def fill(self, x: int, y: int, width: int, height: int, ink: Ink, sign: str = " ") -> None:
        for row in range(y, y + height):
            self.put(x, row, sign * width, ink)

    def spot(self, x: int, y: int, width: int, height: int, means: str) -> None:
        """What pointing here means; what is said later lies on top."""
        self.spots.append(Spot(x, y, width, height, means))

    def meaning(self, x: int, y: int) -> str:
        for spot in reversed(self.spots):
            if spot.x <= x < spot.x + spot.width and spot.y <= y < spot.y + spot.height:
                return spot.means
        return ""

    def box(self, x: int, y: int, width: int, height: int, ink: Ink, title: str = "", head: Ink | None = None) -> None:
        lines = BOXES[self.ascii_only]
        self.put(x, y, lines["┌"] + lines["─"] * (width - 2) + lines["┐"], ink)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, lines["│"], ink)
            self.put(x + width - 1, row, lines["│"], ink)
        self.put(x, y + height - 1, lines["└"] + lines["─"] * (width - 2) + lines["┘"], ink)
        if title:
            self.put(x + 1, y, self.cut(title, width - 2), head or ink)

    def join(self, x: int, y: int, width: int) -> None:
        """Makes the ends of a line part of the lines that cross it."""
        self.rows[y][x] = BOXES[self.ascii_only]["├"]
        self.rows[y][x + width - 1] = BOXES[self.ascii_only]["┤"]

    def cut(self, text: str, width: int) -> str:
        """A text that fits."""
        return text if len(text) <= width else text[: max(0, width - 1)] + self.glyph("ellipsis")

    def flow(
        self, x: int, y: int, width: int, pieces: "list[tuple[str, Ink, str]]", gap: int = 1, back: int | None = None
    ) -> int:
        """Pieces one after the other, on as many lines as they need; returns the line after the last.

        Lines after the first begin where it does, or at `back`.
        """
        at, start, end = x, x if back is None else back, x + width
        for text, ink, means in pieces:
            if at > start and at + len(text) > end:
                at, y = start, y + 1
            at = self.put(at, y, self.cut(text.lstrip() if at == start else text, end - at), ink, means) + gap
        return y + 1

    def changed_from(self, before: "Canvas") -> list[int]:
        """The lines that differ, among those of either."""
        both = min(self.height, before.height)
        differ = [y for y in range(both) if self.rows[y] != before.rows[y] or self.inks[y] != before.inks[y]]
        return [*differ, *range(both, max(self.height, before.height))]

    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.rows)
