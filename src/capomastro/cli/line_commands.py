"""What can be typed in the line mode beside steps: every word of the full screen's."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from capomastro.cli.inbox import Inbox
from capomastro.cli.line_replay import LineReplay
from capomastro.core.canvas import Canvas, harmless
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.drawing import Drawing, Scene
from capomastro.core.errors import CapomastroError
from capomastro.core.words import LANGUAGES, Words, words_in
from capomastro.server.protocol.updates import Happening
from capomastro.terminal.reading import advice_texts, chat_lines, check_lines, result_lines, rules_lines, seat_lines
from capomastro.terminal.recording import Recording
from capomastro.terminal.session import Session
from capomastro.terminal.speech import Refused, refused, result_line, sentence, since_mine
from capomastro.terminal.update import drawing_for, scene_of

T = TypeVar("T")
Command = Callable[["LineCommands", str], None]


class LineCommands:
    """A table of any session, told in lines; each command is a method that is given what stands behind its word."""

    session: Session
    words: Words
    inbox: Inbox
    in_words: bool
    told: int

    def say(self, text: str) -> None:
        raise NotImplementedError

    def do(self, deed: Coroutine[Any, Any, T]) -> T:
        """Waits for something; tells meanwhile if there is no connection."""
        raise NotImplementedError

    def read_line(self, *, typed: bool) -> str | None:
        raise NotImplementedError

    @property
    def drawing(self) -> Drawing:
        return drawing_for(self.session.update.game, self.session.update.view)

    @property
    def scene(self) -> Scene:
        return scene_of(self.session.update, self.words)

    @property
    def picture(self) -> bool:
        """Whether the board is drawn with signs; otherwise it is told in sentences."""
        return not self.in_words and self.words.language == "en"

    def sentence(self, event: Happening) -> str:
        return sentence(event, self.drawing, self.scene)

    def step_words(self, step: str) -> str:
        """A step as it is typed; in another language than English with its words behind it."""
        return step if self.words.language == "en" else f"{step} – {self.drawing.label(step, self.scene)}"

    def help(self, more: str) -> None:
        self.say(self.words.t("line.help"))

    def undo(self, more: str) -> None:
        taken = self.do(self.session.undo())
        self.told = min(self.told, len(self.session.log))
        self.say(self.words.t("line.taken back", step=taken) if taken else self.words.t("line.restarted", n=1))

    def restart(self, more: str) -> None:
        count = self.session.update.undoable
        self.do(self.session.restart())
        self.told = min(self.told, len(self.session.log))
        self.say(self.words.t("line.restarted", n=count))

    def board(self, more: str) -> None:
        update = self.session.update
        if update.view is None:
            return
        if self.picture and update.game in registrations():
            self.say("")
            self.say(game_named(update.game).picture(update.view, [harmless(name) for name in self.scene.names]))
        else:
            self.read(more)

    def read(self, more: str) -> None:
        if self.session.update.view is not None:
            self.say("\n".join(self.drawing.summary(self.scene)))

    def log(self, more: str) -> None:
        self.say("\n".join(self.sentence(event) for event in self.session.log) or self.words.t("line.nothing yet"))

    def since(self, more: str) -> None:
        events = since_mine(self.session.log, self.session.update.viewer)
        self.say("\n".join(self.sentence(event) for event in events) or self.words.t("since.nothing"))

    def rules(self, more: str) -> None:
        game = self.session.update.game
        for text, _ in rules_lines(game, self.words):
            self.say(text)
        if game in registrations():
            self.say(self.words.t("line.rules", path=f"docs/rules/{game}.md"))

    def hint(self, more: str) -> None:
        self.say(self.words.t("hint.wait"))
        advice = self.do(self.session.advice())
        self.say("\n".join(advice_texts(advice, self.drawing, self.scene)))

    def chat(self, more: str) -> None:
        if more:
            self.do(self.session.chat(more))
        else:
            lines = chat_lines(self.session.messages, self.words)
            self.say("\n".join(text for text, _ in lines) or self.words.t("chat.empty"))

    def steps(self, more: str) -> None:
        steps = [self.step_words(step) for step in self.session.update.legal]
        self.say(numbered(steps) if steps else self.words.t("line.no steps"))

    def who(self, more: str) -> None:
        update = self.session.update
        for text, _ in seat_lines(update, self.scene, Canvas(1)):
            self.say(text)
        if update.commitment:
            self.say(f"{self.words.t('more.commitment')} {update.commitment}")

    def look(self, more: str) -> None:
        self.do(self.session.look_as(self.seat_number(more, self.session.update.held)))
        self.told = len(self.session.log)
        self.board("")

    def sit(self, more: str) -> None:
        free = [seat.seat for seat in self.session.update.seats if seat.kind == "open" and not seat.claimed]
        self.do(self.session.sit(self.seat_number(more, free), getattr(self.session, "name", "")))

    def seat_number(self, text: str, seats: Sequence[int]) -> int:
        """A seat by its number, from 1; the first of these without one."""
        wanted = int(text) - 1 if text.isdigit() else next(iter(seats), -1)
        if wanted not in seats:
            raise Refused("there is no such seat at this table", "no-such-seat")
        return wanted

    def bot(self, more: str) -> None:
        self.do(self.session.stand_in(bot=True))
        self.say(self.words.t("people.replaced"))

    def come_back(self, more: str) -> None:
        self.do(self.session.stand_in(bot=False))

    def rewind(self, more: str) -> None:
        self.do(self.session.propose_rewind())
        self.say(self.words.t("proposal.made"))

    def redeal(self, more: str) -> None:
        self.do(self.session.redeal())

    def plan(self, more: str) -> None:
        """Plans something; alone it ends the plan, or tells what can be planned."""
        update = self.session.update
        if more or update.plan:
            self.do(self.session.plan(more or None))
            self.say(self.words.t("line.planned" if more else "line.plan ended", plan=more))
        else:
            self.say(self.words.t("line.plans", plans="; ".join(update.plans)) if update.plans else self.no_plans())

    def no_plans(self) -> str:
        return self.words.t("refused.no-plans" if self.session.remote else "refused.only-at-servers")

    def language(self, more: str) -> None:
        if more.lower() not in LANGUAGES:
            raise refused(CapomastroError("setup.language", text=more, known=tuple(LANGUAGES)))
        self.words = words_in(more.lower())
        self.say(LANGUAGES[self.words.language])

    def agree(self, more: str) -> None:
        self.answer(True)

    def refuse(self, more: str) -> None:
        self.answer(False)

    def answer(self, agree: bool) -> None:
        held = set(self.session.update.held)
        for one in self.session.update.proposals:
            if held & set(one.needed):
                self.do(self.session.answer(one.id, agree))
                return
        raise Refused("there is no such proposal any more", "no-such-proposal")

    def result(self, more: str) -> None:
        update = self.session.update
        if update.status != "over":
            raise Refused("this is for when the match is over", "only-afterwards")
        self.say(f"{self.words.t('plain.over')} {result_line(self.scene, update.winners)}.")
        for text, _ in result_lines(update, self.scene, self.drawing):
            self.say(text)

    def replay(self, more: str) -> None:
        recording = Recording(self.do(self.session.recording()))
        LineReplay(recording, self.words, self.say, self.ask_line, self.do, in_words=not self.picture).run()

    def ask_line(self) -> str:
        """What is typed, whatever happens meanwhile."""
        while (line := self.read_line(typed=True)) is None:
            pass
        return line

    def verify(self, more: str) -> None:
        verdict, checks = self.do(self.session.checked(self.words))
        self.say(verdict)
        for text, _ in check_lines(checks, self.words):
            self.say(f"  {text}")

    def rematch(self, more: str) -> None:
        if self.session.update.status != "over":
            raise Refused("this is for when the match is over", "only-afterwards")
        session = self.do(self.session.rematch())
        session.on_news, self.session.on_news = self.session.on_news, lambda news: None
        self.do(session.open())
        self.session, self.told = session, 0

    def quit(self, more: str) -> None:
        raise EOFError

    COMMANDS: "dict[str, Command]" = {  # noqa: RUF012
        "undo": undo,
        "restart": restart,
        "hint": hint,
        "log": log,
        "since": since,
        "chat": chat,
        "steps": steps,
        "board": board,
        "read": read,
        "rules": rules,
        "help": help,
        "who": who,
        "look": look,
        "bot": bot,
        "return": come_back,
        "rewind": rewind,
        "plan": plan,
        "language": language,
        "sit": sit,
        "redeal": redeal,
        "agree": agree,
        "refuse": refuse,
        "result": result,
        "replay": replay,
        "rematch": rematch,
        "verify": verify,
        "quit": quit,
    }


def numbered(texts: list[str], width: int = 96) -> str:
    """Steps with their numbers, in as many columns as fit."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
    column = max(len(cell) for cell in cells) + 2
    across = max(1, width // column)
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    return "\n".join("".join(cell.ljust(column) for cell in row).rstrip() for row in rows)
