"""Stepping through a match in lines: from any seat's eyes, and with the bots' advice for every decision."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from capomastro.core.canvas import harmless
from capomastro.core.drawing import Scene
from capomastro.core.errors import CapomastroError
from capomastro.core.words import Words
from capomastro.terminal.reading import advice_texts, eyes_words, judgement, replay_place, result_lines
from capomastro.terminal.recording import Eyes, Recording
from capomastro.terminal.speech import sentence
from capomastro.terminal.update import drawing_for, scene_of

T = TypeVar("T")


class LineReplay:
    """One step for each line that is typed."""

    def __init__(
        self,
        recording: Recording,
        words: Words,
        say: Callable[[str], None],
        ask: Callable[[], str],
        do: Callable[[Coroutine[Any, Any, Any]], Any],
        *,
        in_words: bool,
        eyes: Eyes = "all",
    ) -> None:
        self.recording = recording
        self.words = words
        self.say, self.ask, self.do = say, ask, do
        self.in_words = in_words
        self.eyes: Eyes = eyes
        self.step = 0
        self.drawing = drawing_for(recording.match.setup.game, recording.at(0, eyes).update.view)

    @property
    def scene(self) -> Scene:
        return scene_of(self.recording.at(self.step, self.eyes).update, self.words)

    def run(self) -> None:
        self.say(self.words.t("line.replay"))
        self.show()
        while (text := self.ask().strip().lower()) not in ("q", "quit", "exit"):
            self.obey(text)
        self.recording.close()

    def obey(self, text: str) -> None:
        starts = self.recording.turn_starts()
        if text == "":
            self.go(self.step + 1)
        elif text == "b":
            self.go(self.step - 1)
        elif text == "t":
            self.go(min([start for start in starts if start > self.step], default=self.recording.steps))
        elif text == "tb":
            self.go(max([start for start in starts if start < self.step], default=0))
        elif text.isdigit():
            self.go(int(text[:9]))
        elif text == "v":
            order: list[Eyes] = ["all", None, *range(self.recording.match.setup.seats)]
            self.eyes = order[(order.index(self.eyes) + 1) % len(order)]
            self.show()
        elif text == "a":
            self.review()
        elif text == "read":
            self.say("\n".join(self.drawing.summary(self.scene)))
        else:
            self.say(self.words.t("line.replay"))

    def go(self, step: int) -> None:
        self.step = min(max(step, 0), self.recording.steps)
        self.show()

    def show(self) -> None:
        """The step, what it told, and the board, unless that is to be read out."""
        page, scene = self.recording.at(self.step, self.eyes), self.scene
        where = replay_place(self.recording, self.step, self.words)
        self.say(f"{where} ({self.words.t('replay.eyes')}: {eyes_words(self.eyes, scene)})")
        if page.seat is None or page.step is None:
            self.say(self.words.t("replay.start"))
        else:
            step = f" {page.step}." if self.eyes in ("all", page.seat) else ""
            told = " ".join(sentence(event, self.drawing, scene) for event in page.update.events)
            self.say(f"{scene.names[page.seat]}:{step} {told or self.words.t('replay.quiet')}")
        if not self.in_words:
            self.say(self.recording.match.game.picture(page.update.view, [harmless(name) for name in scene.names]))
        if page.update.status == "over":
            for text, _ in result_lines(page.update, scene, self.drawing):
                self.say(text)

    def review(self) -> None:
        """What the bots think of the step that led here."""
        self.say(self.words.t("hint.wait"))
        try:
            judged = self.do(self.recording.judged(self.step))
        except CapomastroError:
            judged = None
        if judged is None:
            self.say(self.words.t("terminal.review.none"))
            return
        self.say(judgement(judged, self.words))
        before = scene_of(self.recording.at(self.step - 1, judged.seat).update, self.words)
        self.say("\n".join(advice_texts(judged.advice, self.drawing, before)))
