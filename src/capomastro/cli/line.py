"""The line mode: a table in sentences and numbered steps, in process or at a server. It suits screen readers."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from capomastro.cli.inbox import Inbox, Loop
from capomastro.cli.line_commands import LineCommands, T, numbered
from capomastro.core.errors import CapomastroError
from capomastro.core.words import Words
from capomastro.terminal.client import Unreachable
from capomastro.terminal.dealing import redeal_words
from capomastro.terminal.reading import chat_lines, proposal_words, state_words
from capomastro.terminal.session import Link, Session
from capomastro.terminal.speech import Refused, refused
from capomastro.terminal.typed import command_of

BELL = "\a"
MOST_MEANT = 12


class LineTable(LineCommands):
    """One person, or several who share a keyboard, at a table of any session."""

    def __init__(
        self, session: Session, words: Words, echo: Callable[[str], None], *, in_words: bool, bell: bool = False
    ) -> None:
        self.session = session
        self.words = words
        self.echo = echo
        self.in_words = in_words
        self.bell = bell and sys.stdin.isatty()
        self.loop = Loop()
        self.inbox = Inbox()
        self.told = 0
        self.heard = 0
        self.asked: object = None
        self.board_told = False
        self.link: Link = "live"
        self.waiting_step: str | None = None
        self.proposed: set[str] = set()
        self._asking = False
        """Whether the sign that asks stands at the end of the screen."""

    def say(self, text: str) -> None:
        if self._asking:
            self.echo("")
            self._asking = False
        self.echo(text)

    def do(self, deed: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(deed, self.loop.loop)
        future.add_done_callback(lambda done: self.inbox.tell("net"))
        while not future.done():
            self.inbox.wait(typed=False)
            self.tell_connection()
        return future.result()

    def run(self) -> bool:
        """Until the match is over (True) or the player leaves."""
        self.session.on_news = self.inbox.tell
        try:
            self.do(self.session.open())
            while True:
                self.play_on()
                if not sys.stdin.isatty() or self.session.update.status != "over":
                    return True
                if not self.go_on():
                    return True
        except (KeyboardInterrupt, EOFError):
            return self.is_over()
        finally:
            self.session.on_news = lambda news: None
            self.loop.do(self.session.close())
            self.loop.close()

    def play_on(self) -> None:
        """Until the match is over; what lies behind is not told again."""
        self.told = len(self.session.log) if not self.is_over() else 0
        self.heard = len(self.session.messages)
        self.asked, self.board_told = None, False
        while not self.is_over():
            self.one_turn()
        self.tell_news()
        self.board("")
        if self.session.update.status == "over":
            self.say("")
            self.result("")

    def go_on(self) -> bool:
        """What can be done with a match that is over; True if another has begun."""
        over = self.session
        self.say(self.words.t("line.afterwards"))
        while self.session is over:
            self.tell_news()
            line = self.read_line(typed=True)
            if line is not None:
                self.obey(line)
        return True

    def is_over(self) -> bool:
        return hasattr(self.session, "update") and self.session.update.status in ("over", "closed")

    def one_turn(self) -> None:
        """Tells what is new, asks if something is to be decided, and does one thing that was typed."""
        self.tell_news()
        update = self.session.update
        seat = self.session.next_held()
        if seat is not None:
            self.hand_over(seat)
            return
        question = self.question()
        if question != self.asked:
            if update.my_turn:
                self.ask()
            elif question is not None:
                self.say(self.waiting_words())
            self.asked = question
        line = self.read_line(typed=update.my_turn or (self.session.remote and sys.stdin.isatty()))
        if line is not None:
            self.obey(line)

    def question(self) -> object:
        """What is asked, or waited for; another answer is another question. None while bots act."""
        update = self.session.update
        if update.my_turn:
            return (update.viewer, update.seen, update.legal)
        if not self.session.remote:
            return None
        people = [one.seat for one in update.to_act if update.seats[one.seat].bot is None]
        bots_act = bool(update.to_act) and not people
        stage = update.deal.stage if update.deal is not None else ""
        return None if bots_act else (update.status, people, stage, self.session.deal_is_lost)

    def waiting_words(self) -> str:
        update = self.session.update
        state = state_words(self.session, update, self.words)
        if not state:
            return self.drawing.prompt(self.scene)
        again = redeal_words(update, self.session.deal_is_lost, self.words) if update.status == "open" else ""
        return f"{state} (redeal: {again})" if again else state

    def read_line(self, *, typed: bool) -> str | None:
        """What is typed behind the sign that asks for it; None if something happened first."""
        asks = typed and sys.stdin.isatty()
        if asks and not self._asking:
            print("> ", end="", flush=True)
            self._asking = True
        line = self.inbox.wait(typed=typed)
        if line is not None:
            self._asking = False  # the line that was typed has ended it
            if not asks:
                self.say(f"> {line}")
        return line

    def hand_over(self, seat: int) -> None:
        name = self.scene.names[seat]
        self.say(f"{self.words.t('hand over.title', name=name)}. {self.words.t('line.hand over')}")
        line = self.ask_line()
        if line.lower() in ("quit", "exit", "q"):
            raise EOFError
        self.do(self.session.look_as(seat))
        self.told = len(self.session.log)

    def tell_news(self) -> None:
        self.tell_connection()
        events, self.told = self.session.log[self.told :], len(self.session.log)
        for event in events:
            self.say("  " + self.sentence(event))
        messages, self.heard = self.session.messages[self.heard :], len(self.session.messages)
        for text, _ in chat_lines(messages, self.words):
            self.say("  " + text)
        update = self.session.update
        for one in update.proposals:
            if one.id not in self.proposed and set(one.needed) & set(update.held):
                self.say(f"{proposal_words(one, self.scene)} {self.words.t('line.answer')}")
        self.proposed = {one.id for one in update.proposals}

    def tell_connection(self) -> None:
        """Says once that the connection is lost, that a step waits, and that it is there again."""
        session, t = self.session, self.words.t
        if session.waiting_step is not None and session.waiting_step != self.waiting_step:
            self.say(t("net.waits", step=session.waiting_step))
        elif session.link != self.link and session.link != "live" and self.waiting_step is None:
            self.say(t("net.lost" if session.link == "lost" else "net.refused"))
        elif session.link == "live" and self.link == "lost":
            self.say(t("net.live"))
        self.waiting_step, self.link = session.waiting_step, session.link
        if session.link == "refused":
            raise EOFError

    def ask(self) -> None:
        """The decision with its steps. A board that is told in sentences is told once; `read` tells it again."""
        if self.picture or not self.board_told:
            self.board("")
            self.board_told = True
        bell = BELL if self.bell and self.session.remote and not was_mine(self.asked) else ""
        self.say(bell + self.drawing.prompt(self.scene))
        self.say(numbered([self.step_words(step) for step in self.session.update.legal]))

    def obey(self, text: str) -> None:
        """Does what was typed; what cannot be done is told in a sentence and changes nothing."""
        command = command_of(text, self.session.update.legal)
        try:
            if command is not None:
                word, more = command
                self.COMMANDS[word](self, more)
            else:
                self.do(self.session.step(self.chosen(text)))
        except Refused as problem:
            why = problem.worded(self.words, self.session.update.game, self.scene.names)
            self.say(f"{why} {self.meant(text)}{self.words.t('play.help')}")
        except Unreachable:
            self.say(self.words.t("net.failed"))

    def meant(self, text: str) -> str:
        """The steps that begin with what was typed; a single one is named by the refusal already."""
        found = [step for step in self.session.update.legal if text and step.lower().startswith(text.lower())]
        return self.words.t("line.meant", steps="; ".join(found[:MOST_MEANT])) + " " if len(found) > 1 else ""

    def chosen(self, text: str) -> str:
        """The step meant by a number of the list or by its text."""
        steps = self.session.update.legal
        if not text.lstrip("-").isdigit():
            return text
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= len(steps):
            raise refused(CapomastroError("step.offered", most=len(steps)))
        return steps[number - 1]


def was_mine(question: object) -> bool:
    """Whether the last question was one to be answered here."""
    return isinstance(question, tuple) and isinstance(question[1], int)
