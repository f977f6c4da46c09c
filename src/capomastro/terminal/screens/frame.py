"""The table's frame: the board, the prompt, the steps and the log, as the present update shows them."""

from collections.abc import Awaitable
from contextlib import suppress

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input

from capomastro.core.canvas import Canvas, Ink, harmless
from capomastro.core.drawing import Choice, Drawing, Pointer, Scene
from capomastro.server.protocol.updates import Happening
from capomastro.terminal.client import Unreachable
from capomastro.terminal.dealing import redeal_words
from capomastro.terminal.lines import Keys, Line, Lines, StepSuggester, rows_of
from capomastro.terminal.reading import chat_lines, proposal_words, seat_lines, state_words
from capomastro.terminal.screens.host import Host
from capomastro.terminal.session import Session
from capomastro.terminal.speech import Refused, sentence, title_of
from capomastro.terminal.update import Update, drawing_for, scene_of
from capomastro.terminal.widgets import Sheet, StepList

TEXT, QUIET, STRONG = Ink("text"), Ink("quiet"), Ink("strong", bold=True)
GOOD, BAD = Ink("good"), Ink("bad", bold=True)
WIDE = 118
"""From this many columns on the log stands beside the board."""
TALL = 30
"""From this many lines on there is room for two lines of prompt and for steps at any time."""


class TableFrame(Screen[None]):
    """One viewer at a table, of any session; what is in sight."""

    AUTO_FOCUS = ""

    def __init__(self, session: Session, host: Host) -> None:
        super().__init__()
        self.session = session
        self.host = host
        self.words = host.words
        self.drawing: Drawing = drawing_for(session.update.game, session.update.view)
        self.look = host.look_for(self.drawing)
        self.pointer: Pointer | None = None
        self.scene: Scene = scene_of(session.update, host.words)
        self.stops: list[tuple[int, list[Happening]]] = []
        self.stop_at = 0
        self.shown: Update = session.update
        self.note: tuple[str, Ink] = ("", TEXT)
        self.thinking = False
        self._was_mine = session.update.my_turn
        self._asked_over = False
        self._told_to = 0
        self._in_sight = 0
        """So many of the last lines of the log are in sight, at least."""
        self._over_told = False
        self._told_words: list[tuple[Happening, str, Ink]] = []
        self._told_in = host.words

    def compose(self) -> ComposeResult:
        yield Line(self.look, id="title")
        with Horizontal(id="middle"):
            yield Sheet(self.look, id="board")
            with Vertical(id="side"):
                yield Lines(self.look, id="log", tail=True)
        yield Line(self.look, id="prompt")
        yield Line(self.look, id="note")
        yield Input(compact=True, id="typed", suggester=StepSuggester(), placeholder=self.words.t("terminal.type"))
        yield StepList(self.look, id="steps")
        yield Keys(self.look, id="keys")

    def on_mount(self) -> None:
        if not self.children:  # the program ends before its screen was made
            return
        self.board.paint = self.paint
        self.typed.display = False
        self.fit(self.app.size.width, self.app.size.height)
        self.show_update()

    @property
    def board(self) -> Sheet:
        return self.query_one("#board", Sheet)

    @property
    def steps(self) -> StepList:
        return self.query_one("#steps", StepList)

    @property
    def typed(self) -> Input:
        return self.query_one("#typed", Input)

    def on_resize(self, event: Resize) -> None:
        self.fit(event.size.width, event.size.height)
        self.call_after_refresh(self.rearrange)

    def rearrange(self) -> None:
        """What the new size asks for, beside drawing everything again."""
        self.show_title()
        self.show_log()
        if not self.stops:
            self.show_prompt()

    def fit(self, width: int, height: int) -> None:
        """The log stands beside the board where there is room, and more steps are in sight on a tall screen."""
        side = self.query_one("#side")
        side.display = width >= WIDE
        side.styles.width = max(36, min(60, (width - 82) // 2 + 20))
        self.steps.styles.height = self.room_for_steps()

    def room_for_steps(self) -> int:
        height = self.app.size.height
        if height >= TALL:
            return 5 if height < 45 else 7
        return 4 if self.pointer is None else max(1, min(4, len(self.steps.choices)))

    def show_update(self) -> None:
        """Everything that follows from the present update."""
        self.shown = self.session.update
        drawing = drawing_for(self.shown.game, self.shown.view)
        if drawing is not self.drawing:
            self.drawing, self.look = drawing, self.host.look_for(drawing)
            for sheet in self.query(Sheet):
                sheet.look = self.look
        self.scene = scene_of(self.shown, self.words)
        self.pointer = self.drawing.pointer(self.scene, self.pointer) if self.shown.legal else None
        suggester = self.typed.suggester
        assert isinstance(suggester, StepSuggester)
        suggester.legal = self.shown.legal
        choices = self.choices()
        tall = self.app.size.height >= TALL
        self.steps.display = bool(choices) or self.pointer is None or tall
        self.steps.show(choices)
        self.steps.styles.height = self.room_for_steps()
        self.board.redraw()
        self.show_news()
        self.show_title()
        self.show_prompt()
        self.show_log()
        self.show_keys()

    def show_news(self) -> None:
        """What has just happened, beside the prompt, unless the log is in sight; while one aims, not what one did."""
        fresh = [event for event in self.shown.events if event.n > self._told_to]
        if self.pointer is not None:
            fresh = [event for event in fresh if event.seat != self.shown.viewer]
        if fresh:
            told = " ".join(self.sentence(event) for event in fresh[-3:])
            self.note = ("" if len(fresh) <= self._in_sight else told, TEXT)
        self._told_to = max(self._told_to, self.shown.seen)

    def sentence(self, event: Happening) -> str:
        return sentence(event, self.drawing, self.scene)

    def choices(self) -> list[Choice]:
        update, t = self.shown, self.words.t
        if update.status == "open":
            free = [] if update.held else [seat.seat for seat in update.seats if seat.kind == "open"]
            again = redeal_words(update, self.session.deal_is_lost, self.words)
            offered = [Choice(again, piece="redeal")] if again else []
            sits = [Choice(f"{t('wait.sit')}: {t('seat', number=seat + 1)}", piece=f"sit {seat}") for seat in free]
            return [*offered, *sits]
        if self.stops or self.shown.view is None:
            return []
        if update.status == "over":
            offered = [Choice(t("result.title"), piece="result"), Choice(t("result.replay"), piece="replay")]
            if update.held:
                offered.append(Choice(t("result.rematch"), piece="rematch"))
            return [*offered, Choice(t("result.verify"), piece="verify")] if self.session.remote else offered
        return self.drawing.choices(self.scene, self.pointer)

    def show_title(self) -> None:
        update, t = self.shown, self.words.t
        title = title_of(update.game, self.words)
        pieces = [(title, STRONG, "")]
        if update.name:
            pieces.append((f"– {self.words.shown(harmless(update.name))}", TEXT, ""))
        if update.viewer is None and not update.held:
            pieces.append((f"({t('replay.spectator')})", QUIET, ""))
        if self.session.link != "live":
            pieces.append((t("net.lost" if self.session.link == "lost" else "net.refused"), BAD, ""))
        elif self.session.remote:
            pieces.append((t("net.live"), QUIET, ""))
        title_line = self.query_one("#title", Line)
        title_line.display = self.session.remote or self.app.size.height >= TALL
        title_line.show(*pieces)

    def show_prompt(self) -> None:
        update, t = self.shown, self.words.t
        prompt, note = self.query_one("#prompt", Line), self.query_one("#note", Line)
        mine = bool(update.legal)
        text = state_words(self.session, update, self.words) or self.drawing.prompt(self.scene)
        proposal = self.proposal()
        if proposal is not None:
            text = f"{self.proposal_words(proposal)} (y: {t('proposal.agree')}, x: {t('proposal.refuse')})"
        wide, low = self.app.size.width, self.app.size.height < TALL
        prompt.styles.height = 1 if low and len(text) <= wide else 2
        prompt.show((text, STRONG if mine or proposal else TEXT, ""))
        told, ink = self.note
        if self.session.waiting_step is not None:
            told, ink = t("net.waits", step=self.session.waiting_step), BAD
        elif self.thinking:
            told, ink = t("hint.wait"), QUIET
        elif self.pointer is not None and not told:
            why = self.pointer.why
            told, ink = why or self.pointer.about, BAD if why else GOOD
        splits = self.pointer is not None and self.pointer.turns  # who gets what may need two lines
        note.styles.height = 2 if len(told) > wide or (low and splits) else 1
        note.show((told, ink, ""))

    def proposal(self) -> str | None:
        """The first proposal that waits for this terminal's answer."""
        held = set(self.shown.held)
        return next((one.id for one in self.shown.proposals if held & set(one.needed)), None)

    def proposal_words(self, number: str) -> str:
        return proposal_words(next(one for one in self.shown.proposals if one.id == number), self.scene)

    def show_log(self) -> None:
        """Beside the board, if there is room."""
        if self.query_one("#side").display:
            self.query_one("#log", Lines).show(self.told_lines())

    def told_lines(self) -> list[tuple[str, Ink]]:
        """The end of the log, and of the chat; each event is put into words once."""
        log = self.session.log
        told = self._told_words
        if len(told) > len(log) or self._told_in is not self.words or (told and told[-1][0] is not log[len(told) - 1]):
            told.clear()
            self._told_in = self.words
        told += [(event, self.sentence(event), self.seat_ink(event.seat)) for event in log[len(told) :]]
        lines = [(text, ink) for _, text, ink in told[-100:]]
        return [*lines, *chat_lines(self.session.messages[-8:], self.words)]

    def seat_ink(self, seat: int | None) -> Ink:
        return QUIET if seat is None else Ink(f"seat {seat + 1}")

    def show_keys(self) -> None:
        offered = [(":", "type"), ("u", "undo"), ("h", "hint"), ("s", "since"), ("l", "log"), ("b", "read")]
        if not self.shown.undoable:
            offered.remove(("u", "undo"))
        if not self.session.can_advise or not self.shown.my_turn:
            offered.remove(("h", "hint"))
        if self.session.remote and self.shown.viewer is not None:
            offered.append(("c", "chat"))
        offered += [("m", "menu"), ("?", "keys"), ("q", "quit")]
        if self.pointer is not None:
            turning = [("r", "turn")] if self.pointer.turns else []
            offered = [("Enter", "place"), *turning, ("n", "next"), *offered]
        if self.stops:
            offered = [("<>" if self.look.ascii_only else "←→", "step"), ("Esc", "now")]
        t = self.words.t
        self.query_one("#keys", Keys).offer([(key, t(f"terminal.key.{word}")) for key, word in offered])

    def paint(self, canvas: Canvas, height: int) -> None:
        if self.shown.view is None:
            for y, (text, ink) in enumerate(seat_lines(self.shown, self.scene, canvas)):
                canvas.put(1, y, text, ink)
            return
        self.drawing.draw(canvas, self.scene, self.pointer, height)
        side = self.query_one("#side").display
        self._in_sight = height if side else 0
        if not side and not self.stops and self.shown is self.session.update:
            self.paint_tail(canvas, height)

    def paint_tail(self, canvas: Canvas, height: int) -> None:
        """The end of the log below the board, as many whole lines of it as there is room for."""
        rows: list[tuple[str, Ink]] = []
        for line in reversed(self.told_lines()):
            more = rows_of([line], canvas.width)
            if canvas.height + 1 + len(more) + len(rows) > height:
                break
            rows = [*more, *rows]
            self._in_sight += 1
        for y, (text, ink) in enumerate(rows, height - len(rows)):
            canvas.put(0, y, text, ink)

    def say(self, text: str, ink: Ink = TEXT) -> None:
        self.note = (text, ink)
        with suppress(NoMatches):  # the answer came while the program ends: what could show it is gone
            self.show_prompt()

    def worded(self, refused: Refused) -> str:
        return refused.worded(self.words, self.shown.game, self.scene.names)

    async def doing(self, deed: Awaitable[object]) -> bool:
        """Waits for something; a refusal is told and changes nothing."""
        try:
            await deed
        except Refused as refused:
            self.say(self.worded(refused), BAD)
            return False
        except Unreachable:
            self.say(self.words.t("net.failed"), BAD)
            return False
        return True
