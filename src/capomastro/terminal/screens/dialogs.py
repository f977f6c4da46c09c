"""What opens over the table: texts to read, lists to choose from, chat, the hand-over between people who share it."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input

from capomastro.core.canvas import Ink
from capomastro.core.drawing import Choice
from capomastro.core.words import Words
from capomastro.terminal.lines import Line, Lines
from capomastro.terminal.look import Look
from capomastro.terminal.widgets import KEYS, Sheet, StepList

TEXT, QUIET, STRONG = Ink("text"), Ink("quiet"), Ink("strong", bold=True)
Told = Sequence[tuple[str, Ink]]
T = TypeVar("T")


class Dialog(ModalScreen[T | None], Generic[T]):
    """A title above, the way out below; Escape, or a click on it, closes.

    Textual calls the handlers of this class beside those of each dialog.
    """

    def __init__(self, look: Look, words: Words, title: str) -> None:
        super().__init__()
        self.look, self.words, self.head = look, words, title

    def on_mount(self) -> None:
        self.query_one("#dialog-title", Line).show((self.head, STRONG, ""))
        self.query_one("#dialog-keys", Line).show(("Esc", STRONG, "close"), (self.words.t("close"), QUIET, "close"))

    def on_line_pressed(self, message: Line.Pressed) -> None:
        if message.means == "close":
            self.dismiss(None)

    def on_key(self, event: Key) -> None:
        if event.key == "escape":
            self.dismiss(None)
            event.stop()


class Reading(Dialog[None]):
    """A title and lines of text; Escape closes it."""

    def __init__(self, look: Look, words: Words, title: str, lines: Told, *, from_end: bool = False) -> None:
        super().__init__(look, words, title)
        self.lines = lines
        self.from_end = from_end

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Line(self.look, id="dialog-title")
            yield Lines(self.look, id="dialog-lines", from_end=self.from_end)
            yield Line(self.look, id="dialog-keys")

    def on_mount(self) -> None:
        self.query_one("#dialog-lines", Lines).show(self.lines)

    def on_key(self, event: Key) -> None:
        lines = self.query_one("#dialog-lines", Lines)
        moves = {"up": -1, "down": 1, "pageup": 1 - lines.size.height, "pagedown": lines.size.height - 1}
        if event.key in ("q", "enter", "space"):
            self.dismiss(None)
        elif event.key in moves:
            lines.scroll_relative(y=moves[event.key], animate=False, force=True)
        elif event.key == "home":
            lines.scroll_home(animate=False)
        elif event.key == "end":
            lines.scroll_end(animate=False)
        else:
            return
        event.stop()


class Choosing(Dialog[int]):
    """A list to choose from, by digits, arrows and Enter, or the mouse; the answer is a place in the list."""

    def __init__(self, look: Look, words: Words, title: str, lines: Told, choices: Sequence[Choice]) -> None:
        super().__init__(look, words, title)
        self.lines, self.choices = lines, choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Line(self.look, id="dialog-title")
            yield Lines(self.look, id="dialog-lines", snug=True)
            yield StepList(self.look, id="dialog-steps")
            yield Line(self.look, id="dialog-keys")

    def on_mount(self) -> None:
        lines = self.query_one("#dialog-lines", Lines)
        lines.display = bool(self.lines)
        lines.show(self.lines)
        self.query_one("#dialog-steps", StepList).show(self.choices)

    def on_sheet_pointed(self, message: Sheet.Pointed) -> None:
        if message.clicked and message.means.startswith("choice "):
            self.dismiss(int(message.means.removeprefix("choice ")))

    def on_key(self, event: Key) -> None:
        steps = self.query_one("#dialog-steps", StepList)
        arrows = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
        if event.key in arrows:
            steps.move(*arrows[event.key])
        elif event.key == "enter" and self.choices:
            self.dismiss(steps.at)
        elif event.character and event.character in KEYS and steps.by_key(event.character) is not None:
            self.dismiss(steps.first() + KEYS.index(event.character))
        else:
            return
        event.stop()


class Talking(Dialog[None]):
    """The chat: what was said, and a line to say something."""

    def __init__(self, look: Look, words: Words, lines: Told, say: Callable[[str], None]) -> None:
        super().__init__(look, words, words.t("panels.chat"))
        self.lines, self.say = lines, say

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Line(self.look, id="dialog-title")
            yield Lines(self.look, id="dialog-lines", from_end=True)
            yield Input(placeholder=self.words.t("chat.write"), compact=True, id="dialog-input")
            yield Line(self.look, id="dialog-keys")

    def on_mount(self) -> None:
        self.tell(self.lines)
        self.query_one(Input).focus()

    def tell(self, lines: Told) -> None:
        self.query_one("#dialog-lines", Lines).show(lines)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.say(event.value.strip())
        event.input.value = ""


class Asking(Dialog[str]):
    """A question that is answered by typing."""

    def __init__(self, look: Look, words: Words, question: str, value: str = "") -> None:
        super().__init__(look, words, question)
        self.value = value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog small"):
            yield Line(self.look, id="dialog-title")
            yield Input(self.value, compact=True, id="dialog-input")
            yield Line(self.look, id="dialog-keys")

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class HandingOver(ModalScreen[bool]):
    """Nothing of anybody is in sight until the next person says to be here."""

    def __init__(self, look: Look, words: Words, name: str) -> None:
        super().__init__(classes="covered")
        self.look, self.words, self.person = look, words, name

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Line(self.look, id="dialog-title")
            yield Lines(self.look, id="dialog-lines")
            yield Line(self.look, id="dialog-keys")

    def on_mount(self) -> None:
        t = self.words.t
        self.query_one("#dialog-title", Line).show((t("hand over.title", name=self.person), STRONG, ""))
        self.query_one("#dialog-lines", Lines).show([(t("hand over.note"), TEXT)])
        self.query_one("#dialog-keys", Line).show(
            ("Enter", STRONG, "go"),
            (t("hand over.go", name=self.person), TEXT, "go"),
            ("q", STRONG, "leave"),
            (t("terminal.key.quit"), QUIET, "leave"),
        )

    def on_line_pressed(self, message: Line.Pressed) -> None:
        self.dismiss(message.means == "go")

    def on_key(self, event: Key) -> None:
        if event.key in ("enter", "q", "escape"):
            self.dismiss(event.key == "enter")
            event.stop()
