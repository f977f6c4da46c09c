"""Stepping through a match that was kept: from any seat's eyes, and with the bots' advice for every decision."""

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.screen import Screen

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Drawing, Scene
from capomastro.core.errors import CapomastroError
from capomastro.core.game import Seat
from capomastro.terminal.lines import Keys, Line, Lines
from capomastro.terminal.reading import advice_lines, eyes_words, judgement, replay_place, result_lines
from capomastro.terminal.recording import Eyes, Judged, Page, Recording
from capomastro.terminal.screens.dialogs import Asking, Reading
from capomastro.terminal.screens.frame import BAD, GOOD, QUIET, STRONG, TEXT, WIDE
from capomastro.terminal.screens.host import Host
from capomastro.terminal.speech import sentence, title_of
from capomastro.terminal.update import drawing_for, scene_of
from capomastro.terminal.widgets import Sheet

PACE = 0.8
"""Seconds from one step to the next while it runs by itself."""


MUCH = 2.0
"""So many points behind the best step, a step is told in red."""


class ReplayScreen(Screen[None]):
    """A match from its first step to its last."""

    def __init__(self, recording: Recording, host: Host, step: int = 0, eyes: Eyes = "all") -> None:
        super().__init__()
        self.recording = recording
        self.host = host
        self.words = host.words
        self.step = min(max(step, 0), recording.steps)
        self.eyes: Eyes = eyes
        self.page: Page = recording.at(self.step, eyes)
        self.drawing: Drawing = drawing_for(self.page.update.game, self.page.update.view)
        self.look = host.look_for(self.drawing)
        self.reviewing = False
        self.judged: Judged | None = None
        self.running = False
        self.alone = False
        """Whether leaving it ends the program."""

    @property
    def scene(self) -> Scene:
        return scene_of(self.page.update, self.words)

    def compose(self) -> ComposeResult:
        yield Line(self.look, id="title")
        with Horizontal(id="middle"):
            yield Sheet(self.look, id="board")
            with Vertical(id="side"):
                yield Lines(self.look, id="log")
        yield Line(self.look, id="prompt")
        yield Line(self.look, id="note")
        yield Line(self.look, id="advice")
        yield Keys(self.look, id="keys")

    def on_mount(self) -> None:
        self.query_one("#board", Sheet).paint = self.paint
        self.fit(self.app.size.width)
        self.set_interval(PACE, self.run_on)
        self.call_after_refresh(self.show)

    def on_resize(self, event: Resize) -> None:
        self.fit(event.size.width)
        self.call_after_refresh(self.show_review)

    def fit(self, width: int) -> None:
        self.query_one("#side").display = width >= WIDE
        self.query_one("#prompt").styles.height = 2

    def paint(self, canvas: Canvas, height: int) -> None:
        self.drawing.draw(canvas, self.scene, None, height)

    def go(self, step: int) -> None:
        self.step = min(max(step, 0), self.recording.steps)
        self.judged = None
        self.page = self.recording.at(self.step, self.eyes)
        self.show()

    def show(self) -> None:
        t, scene, page = self.words.t, self.scene, self.page
        where = replay_place(self.recording, self.step, self.words)
        self.query_one("#title", Line).show(
            (title_of(page.update.game, self.words), STRONG, ""),
            (f"– {t('replay.title')}: {where}", TEXT, ""),
            (f"({t('replay.eyes')}: {eyes_words(self.eyes, scene)})", QUIET, ""),
        )
        if page.seat is None or page.step is None:
            self.query_one("#prompt", Line).show((t("replay.start"), TEXT, ""))
        else:
            told = [sentence(event, self.drawing, scene) for event in page.update.events]
            ink = Ink(f"seat {page.seat + 1}", bold=True)
            self.query_one("#prompt", Line).show(
                (f"{scene.names[page.seat]}{self.step_words(page.seat, page.step)}", ink, ""),
                (" ".join(told) or t("replay.quiet"), TEXT, ""),
            )
        self.query_one("#board", Sheet).redraw()
        self.show_review()
        self.show_keys()

    def step_words(self, seat: Seat, step: str) -> str:
        """The step itself, for eyes that saw it: of another seat one sees what it told."""
        if self.eyes not in ("all", seat):
            return ":"
        before = scene_of(self.recording.at(self.step - 1, seat).update, self.words)
        return f": {self.drawing.label(step, before)}."

    def show_review(self) -> None:
        """What the bots think of the step: where it stands, and what they would have done."""
        t = self.words.t
        note, advice, side = (
            self.query_one("#note", Line),
            self.query_one("#advice", Line),
            self.query_one("#log", Lines),
        )
        side.tail = not self.reviewing
        if not self.reviewing:
            note.show((t("terminal.review.off"), QUIET, ""))
            advice.show()
            side.show(self.log_lines())
            return
        judged = self.judged
        if judged is None:
            note.show((t("hint.wait") if self.page.seat is not None else t("replay.start"), QUIET, ""))
            advice.show()
            side.show([])
            self.review()
            return
        scene = self.decision_scene(judged)
        lines, choices = advice_lines(judged.advice, self.drawing, scene)
        best = choices[0].label
        loss = judged.loss or 0.0
        ink = GOOD if judged.rank == 1 else QUIET if judged.loss is None else BAD if loss >= MUCH else TEXT
        note.show((judgement(judged, self.words), ink, ""))
        advice.show((f"{t('hint.title')}: {best}", TEXT, ""), (choices[0].about, QUIET, ""))
        told = [(t("hint.title"), STRONG)] + [(f"{one.label}  {one.about}", TEXT) for one in choices]
        side.show([*told, ("", TEXT), *lines, ("", TEXT), (t("hint.note"), QUIET)])

    def log_lines(self) -> list[tuple[str, Ink]]:
        """What had happened by then, as far as there is room for it."""
        if not self.query_one("#side").display:
            return []
        events = self.recording.log(self.step, self.eyes, self.app.size.height)
        told = [(sentence(event, self.drawing, self.scene), event.seat) for event in events]
        return [(text, QUIET if seat is None else Ink(f"seat {seat + 1}")) for text, seat in told]

    def decision_scene(self, judged: Judged) -> Scene:
        """What whoever decided saw."""
        return scene_of(self.recording.at(self.step - 1, judged.seat).update, self.words)

    @work(exclusive=True, group="review")
    async def review(self) -> None:
        step = self.step
        try:
            judged = await self.recording.judged(step)
        except CapomastroError:
            judged = None
        if step != self.step or not self.reviewing:
            return
        self.judged = judged
        if judged is None:
            self.query_one("#note", Line).show((self.words.t("terminal.review.none"), QUIET, ""))
        else:
            self.show_review()

    def show_keys(self) -> None:
        arrows = "<>" if self.look.ascii_only else "←→"
        offered = [(arrows, "step"), ("PgUp/Dn", "turn of match"), ("v", "eyes"), ("a", "review")]
        offered += [("p", "run"), ("#", "jump"), ("b", "read"), ("q", "quit")]
        t = self.words.t
        self.query_one("#keys", Keys).offer([(key, t(f"terminal.key.{word}")) for key, word in offered])

    def run_on(self) -> None:
        if self.running and self.step < self.recording.steps:
            self.go(self.step + 1)
        else:
            self.running = False

    def on_line_pressed(self, message: Line.Pressed) -> None:
        key = message.means.removeprefix("key ")
        self.press({"←→": "right", "<>": "right", "PgUp/Dn": "pagedown"}.get(key, key))

    def on_key(self, event: Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        if self.press(key):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        starts = [*self.recording.turn_starts(), self.recording.steps + 1]
        moves = {
            "left": self.step - 1,
            "right": self.step + 1,
            "enter": self.step + 1,
            " ": self.step + 1,
            "home": 0,
            "end": self.recording.steps,
            "pageup": max([start for start in starts if start < self.step], default=0),
            "pagedown": min([start for start in starts if start > self.step]),
        }
        if key in moves:
            self.running = False
            self.go(moves[key])
        elif key == "v":
            order: list[Eyes] = ["all", None, *range(self.recording.match.setup.seats)]
            self.eyes = order[(order.index(self.eyes) + 1) % len(order)]
            self.go(self.step)
        elif key == "a":
            self.reviewing = not self.reviewing
            self.show_review()
        elif key == "p":
            self.running = not self.running
        elif key == "b":
            lines = [(line, TEXT) for line in self.drawing.summary(self.scene)]
            if self.page.update.status == "over":
                lines += result_lines(self.page.update, self.scene, self.drawing)
            self.app.push_screen(Reading(self.look, self.words, self.words.t("board.read"), lines))
        elif key == "#":
            self.jump()
        elif key in ("up", "down"):
            by = 1 if key == "down" else -1
            self.query_one("#board", Sheet).scroll_relative(y=by, animate=False, force=True)
        elif key in ("q", "escape"):
            self.leave()
        else:
            return False
        return True

    @work(exclusive=True, group="jump")
    async def jump(self) -> None:
        question = self.words.t("replay.slider")
        typed = await self.app.push_screen_wait(Asking(self.look, self.words, question, str(self.step)))
        if typed is not None and typed.isdigit():
            self.go(int(typed[:9]))

    def leave(self) -> None:
        self.recording.close()
        if self.alone:
            self.app.exit()
        else:
            self.dismiss(None)
