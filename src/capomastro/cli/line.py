"""The line mode: a table in sentences and numbered steps, in process or at a server. It suits screen readers."""

import sys
from collections.abc import Callable

from capomastro.cli.inbox import Inbox, Loop
from capomastro.core.canvas import harmless
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.drawing import Drawing, Scene
from capomastro.core.errors import CapomastroError
from capomastro.core.words import Words
from capomastro.server.protocol.updates import Happening
from capomastro.terminal.client import Unreachable
from capomastro.terminal.reading import advice_lines, chat_lines, result_lines, rules_lines
from capomastro.terminal.session import Session
from capomastro.terminal.speech import Refused, refused, result_line, sentence, since_mine
from capomastro.terminal.update import drawing_for, scene_of

LEAVE = ("quit", "exit", "q")


class LineTable:
    """One person, or several who share a keyboard, at a table of any session."""

    def __init__(self, session: Session, words: Words, say: Callable[[str], None], *, picture: bool) -> None:
        self.session = session
        self.words = words
        self.say = say
        self.picture = picture
        """Whether the board is drawn with signs; otherwise it is told in sentences."""
        self.loop = Loop()
        self.inbox = Inbox()
        self.told = 0
        self.heard = 0
        self.asked: object = None

    @property
    def drawing(self) -> Drawing:
        return drawing_for(self.session.update.game, self.session.update.view)

    @property
    def scene(self) -> Scene:
        return scene_of(self.session.update, self.words)

    def run(self) -> bool:
        """Until the match is over (True) or the player leaves."""
        self.session.on_news = self.inbox.tell
        try:
            self.loop.do(self.session.open())
            self.told = len(self.session.log) if self.session.update.status != "over" else 0
            self.heard = len(self.session.messages)
            while not self.is_over():
                self.one_turn()
            self.tell_news()
            self.finish()
            return True
        except (KeyboardInterrupt, EOFError):
            return False
        finally:
            self.session.on_news = lambda news: None
            self.loop.do(self.session.close())
            self.loop.close()

    def is_over(self) -> bool:
        return self.session.update.status in ("over", "closed")

    def one_turn(self) -> None:
        """Tells what is new, asks if something is to be decided, and does one thing that was typed."""
        self.tell_news()
        update = self.session.update
        seat = self.session.next_held()
        if seat is not None:
            self.hand_over(seat)
            return
        question = (update.viewer, update.seen, update.legal)
        if update.my_turn and question != self.asked:
            self.ask()
        elif not update.my_turn and self.session.remote and update.status != self.asked:
            self.say(self.drawing.prompt(self.scene) if update.view is not None else self.words.t("wait.title"))
        self.asked = question if update.my_turn else update.status
        line = self.read(update.my_turn or (self.session.remote and sys.stdin.isatty()))
        if line is not None:
            if line.lower() in LEAVE:
                raise EOFError
            self.obey(line)

    def read(self, typed: bool) -> str | None:
        """What is typed behind the sign that asks for it; None if something happened first."""
        asks = typed and sys.stdin.isatty()
        if asks:
            print("> ", end="", flush=True)
        line = self.inbox.wait(typed=typed)
        if asks and line is None:
            self.say("")
        elif line is not None and not asks:
            self.say(f"> {line}")
        return line

    def hand_over(self, seat: int) -> None:
        name = self.scene.names[seat]
        self.say(f"{self.words.t('hand over.title', name=name)}. {self.words.t('line.hand over')}")
        line = self.read(typed=True)
        if line is not None:
            if line.lower() in LEAVE:
                raise EOFError
            self.loop.do(self.session.look_as(seat))
            self.told = len(self.session.log)

    def sentence(self, event: Happening) -> str:
        return sentence(event, self.drawing, self.scene)

    def tell_news(self) -> None:
        events, self.told = self.session.log[self.told :], len(self.session.log)
        for event in events:
            self.say("  " + self.sentence(event))
        messages, self.heard = self.session.messages[self.heard :], len(self.session.messages)
        for text, _ in chat_lines(messages, self.words):
            self.say("  " + text)
        if self.session.link == "refused":
            raise EOFError

    def show_board(self) -> None:
        update = self.session.update
        if update.view is None:
            return
        self.say("")
        if self.picture and update.game in registrations():
            self.say(game_named(update.game).picture(update.view, [harmless(name) for name in self.scene.names]))
        else:
            self.read_board()

    def read_board(self) -> None:
        for line in self.drawing.summary(self.scene):
            self.say(line)

    def ask(self) -> None:
        """The decision with its steps. A board that is told in sentences is told once; `read` tells it again."""
        if self.picture or self.asked is None:
            self.show_board()
        self.say(self.drawing.prompt(self.scene))
        self.say(numbered([self.step_words(step) for step in self.session.update.legal]))

    def step_words(self, step: str) -> str:
        """A step as it is typed; in another language than English with its words behind it."""
        return step if self.words.language == "en" else f"{step} – {self.drawing.label(step, self.scene)}"

    def obey(self, text: str) -> None:
        """Does what was typed; what cannot be done is told in a sentence and changes nothing."""
        verb, _, rest = text.partition(" ")
        command = self.COMMANDS.get(verb.lower() if rest and verb.lower() in ("chat", "say") else text.lower())
        try:
            if command is not None:
                command(self, rest)
            else:
                self.loop.do(self.session.step(self.chosen(text)))
        except Refused as problem:
            why = problem.worded(self.words, self.session.update.game, self.scene.names)
            self.say(f"{why} {self.words.t('play.help')}")
        except Unreachable:
            self.say(self.words.t("net.failed"))

    def chosen(self, text: str) -> str:
        """The step meant by a number of the list or by its text."""
        steps = self.session.update.legal
        if not text.lstrip("-").isdigit():
            return text
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= len(steps):
            raise refused(CapomastroError("step.offered", most=len(steps)))
        return steps[number - 1]

    def help(self, rest: str) -> None:
        self.say(self.words.t("line.help"))

    def undo(self, rest: str) -> None:
        taken = self.loop.do(self.session.undo())
        self.told = min(self.told, len(self.session.log))
        self.say(self.words.t("line.taken back", step=taken))

    def restart(self, rest: str) -> None:
        count = self.session.update.undoable
        self.loop.do(self.session.restart())
        self.told = min(self.told, len(self.session.log))
        self.say(self.words.t("line.restarted", n=count))

    def board(self, rest: str) -> None:
        self.show_board()

    def in_words(self, rest: str) -> None:
        self.read_board()

    def log(self, rest: str) -> None:
        self.say("\n".join(self.sentence(event) for event in self.session.log) or self.words.t("line.nothing yet"))

    def since(self, rest: str) -> None:
        events = since_mine(self.session.log, self.session.update.viewer)
        self.say("\n".join(self.sentence(event) for event in events) or self.words.t("since.nothing"))

    def rules(self, rest: str) -> None:
        game = self.session.update.game
        for text, _ in rules_lines(game, self.words):
            self.say(text)
        if game in registrations():
            self.say(self.words.t("line.rules", path=f"docs/rules/{game}.md"))

    def hint(self, rest: str) -> None:
        self.say(self.words.t("hint.wait"))
        advice = self.loop.do(self.session.advice())
        lines, choices = advice_lines(advice, self.drawing, self.scene)
        self.say(self.words.t("hint.title"))
        for choice in choices:
            self.say(f"  {choice.step}{f' ({choice.about})' if choice.about else ''}")
        for text, _ in lines:
            self.say(f"  {text}")

    def chat(self, rest: str) -> None:
        if rest.strip():
            self.loop.do(self.session.chat(rest.strip()))
        else:
            lines = chat_lines(self.session.messages, self.words)
            self.say("\n".join(text for text, _ in lines) or self.words.t("chat.empty"))

    def steps(self, rest: str) -> None:
        self.say(numbered([self.step_words(step) for step in self.session.update.legal]))

    def answer(self, agree: bool) -> None:
        held = set(self.session.update.held)
        for one in self.session.update.proposals:
            if held & set(one.needed):
                self.loop.do(self.session.answer(one.id, agree))
                return
        raise Refused("there is no such proposal any more", "no-such-proposal")

    def agree(self, rest: str) -> None:
        self.answer(True)

    def refuse(self, rest: str) -> None:
        self.answer(False)

    def finish(self) -> None:
        update = self.session.update
        self.show_board()
        if update.status != "over":
            return
        self.say("")
        self.say(f"{self.words.t('plain.over')} {result_line(self.scene, update.winners)}.")
        for text, _ in result_lines(update, self.scene, self.drawing):
            self.say(text)

    COMMANDS: "dict[str, Callable[[LineTable, str], None]]" = {  # noqa: RUF012
        "?": help,
        "help": help,
        "h": help,
        "": help,
        "undo": undo,
        "u": undo,
        "restart": restart,
        "board": board,
        "read": in_words,
        "log": log,
        "since": since,
        "rules": rules,
        "hint": hint,
        "chat": chat,
        "say": chat,
        "steps": steps,
        "agree": agree,
        "refuse": refuse,
    }


def numbered(texts: list[str], width: int = 96) -> str:
    """Steps with their numbers, in as many columns as fit."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
    column = max(len(cell) for cell in cells) + 2
    across = max(1, width // column)
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    return "\n".join("".join(cell.ljust(column) for cell in row).rstrip() for row in rows)
