"""The table: keys, the mouse and typed steps."""

from contextlib import suppress

from textual.css.query import NoMatches
from textual.events import Key
from textual.widgets import Input

from capomastro.core.drawing import Choice
from capomastro.terminal.lines import Line
from capomastro.terminal.screens.commands import Commands
from capomastro.terminal.screens.frame import BAD, TEXT
from capomastro.terminal.session import News
from capomastro.terminal.typed import WORDS, command_of, completions
from capomastro.terminal.update import scene_of
from capomastro.terminal.widgets import KEYS, Sheet

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
DEEDS = {
    ":": "type",
    "/": "type",
    "u": "undo",
    "U": "restart",
    "h": "hint",
    "l": "log",
    "s": "since",
    "c": "chat",
    "b": "read",
    "g": "rules",
    "?": "keys",
    "f1": "keys",
    "m": "menu",
    "y": "agree",
    "x": "refuse",
    "q": "quit",
    "pageup": "scroll_up",
    "pagedown": "scroll_down",
}
"""What the other keys stand for."""


class TableScreen(Commands):
    """One person at the keyboard."""

    def on_mount(self) -> None:  # the frame's own is called as well
        self.session.on_news = self.on_news
        self.on_turn()

    def on_news(self, news: News) -> None:
        with suppress(NoMatches):  # the program ends: what could show it is gone, all of it or a part
            if news == "chat":
                self.show_chat()
            elif not self.stops or news == "net":
                self.show_update()
            if news == "update":
                self.on_turn()

    def on_turn(self) -> None:
        """Calls whoever must act, once for each turn that others have led to; shows the result when it is there."""
        update = self.session.update
        if update.my_turn and not self._was_mine:
            self.host.call_back(self.drawing.prompt(scene_of(update, self.words)))
        self._was_mine = update.my_turn
        seat = self.session.next_held()
        if seat is not None and not self._asked_over:
            self._asked_over = True
            self.hand_over(seat)
        if update.status == "over" and not self._over_told:
            self._over_told = True
            self.call_after_refresh(self.action_result)

    def on_key(self, event: Key) -> None:
        if self.typed.has_focus:
            if event.key == "escape":
                self.stop_typing()
                event.stop()
            elif event.key == "tab":
                self.complete()
                event.stop()
                event.prevent_default()
            return
        key = event.character if event.is_printable and event.character else event.key
        if self.press(key):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """Does what a key stands for; False if it stands for nothing here."""
        if self.stops:
            return self.press_in_the_past(key)
        self.note = ("", TEXT)
        if key in ARROWS:
            if self.pointer is not None:
                self.pointer.move(*ARROWS[key])
                self.aimed()
            else:
                self.steps.move(*ARROWS[key])
            return True
        if key == "enter":
            self.take_chosen()
            return True
        if key in KEYS:
            choice = self.steps.by_key(key)
            if choice is not None:
                self.choose(choice)
            return True
        if self.pointer is not None and key in "rRnN":
            if key in "rR":
                self.pointer.turn(1 if key == "r" else -1)
            else:
                self.pointer.next(key == "n")
            self.aimed()
            return True
        deed = DEEDS.get(key)
        if deed is not None:
            getattr(self, f"action_{deed}")()
            return True
        return False

    def aimed(self) -> None:
        self.show_prompt()
        self.board.redraw()

    def take_chosen(self) -> None:
        if self.pointer is not None:
            step = self.pointer.step
            if step is None:
                self.say(self.pointer.why, BAD)
            else:
                self.take(step)
        elif self.steps.chosen is not None:
            self.choose(self.steps.chosen)

    def choose(self, choice: Choice) -> None:
        if choice.step is not None:
            self.take(choice.step)
        elif choice.piece in ("result", "replay", "rematch", "verify"):
            getattr(self, f"action_{choice.piece}")()
        elif choice.piece == "redeal":
            self.do_word("redeal", "")
        elif choice.piece is not None and choice.piece.startswith("sit "):
            self.sit(int(choice.piece.removeprefix("sit ")))
        elif choice.piece is not None and self.pointer is not None:
            self.pointer.take(choice.piece)
            self.aimed()

    def on_sheet_pointed(self, message: Sheet.Pointed) -> None:
        means = message.means
        if means.startswith("choice "):
            if message.clicked:
                self.choose(self.steps.choices[int(means.removeprefix("choice "))])
        elif self.pointer is not None and self.pointer.point(means):
            self.aimed()
            if message.clicked and means.startswith("cell "):
                self.take_chosen()
        elif message.clicked and means in self.scene.legal:
            self.take(means)

    def on_line_pressed(self, message: Line.Pressed) -> None:
        key = message.means.removeprefix("key ")
        self.press({"Esc": "escape", "Enter": "enter", "←→": "right", "<>": "right"}.get(key, key))

    def take(self, step: str) -> None:
        self.run_worker(self.doing(self.session.step(step)), group="steps")

    def action_type(self) -> None:
        self.typed.display = True
        self.query_one("#note").display = False
        self.typed.value = ""
        self.typed.focus()

    def stop_typing(self) -> None:
        self.typed.display = False
        self.query_one("#note").display = True
        self.set_focus(None)
        self.show_prompt()

    def complete(self) -> None:
        found = completions(self.typed.value, self.shown.legal)
        if len(found) == 1:
            whole = found[0] in self.shown.legal or found[0] in WORDS
            self.typed.value = found[0] + ("" if whole or found[0].endswith(" ") else " ")
            self.typed.cursor_position = len(self.typed.value)
        elif found:
            room = self.app.size.width
            self.query_one("#prompt", Line).show(("  ".join(found)[:room], TEXT, ""))

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        self.stop_typing()
        if not text:
            return
        command = command_of(text, self.shown.legal)
        if command is not None:
            self.do_word(*command)
        elif text.isdigit() and 1 <= int(text) <= len(self.steps.choices):
            self.choose(self.steps.choices[int(text) - 1])
        else:
            self.take(text)
