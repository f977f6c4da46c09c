"""Where the program begins without a game: which one, against whom; what can be gone on with; tables of servers."""

from collections.abc import Callable, Sequence
from typing import Protocol

from textual import work
from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen

from capomastro.bots.roster import LEVELS
from capomastro.core.catalogue import game_named, game_names
from capomastro.core.drawing import Choice
from capomastro.terminal.lines import Line, Lines
from capomastro.terminal.look import Look
from capomastro.terminal.screens.dialogs import Asking
from capomastro.terminal.screens.frame import BAD, QUIET, STRONG, TEXT
from capomastro.terminal.screens.host import Host
from capomastro.terminal.speech import bot_name, title_of
from capomastro.terminal.widgets import KEYS, Sheet, StepList


class Starter(Host, Protocol):
    """A host that can begin things."""

    bot: str
    players: int
    people: int

    def begin(self, game: str) -> None:
        """A new match in process, as the settings say."""

    def resumable(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Matches and tables to go on with, each with what opens it."""

    def follow(self, url: str) -> None:
        """A table, or a server, by its address."""


def void(answer: object) -> None:
    """For what answers something that nobody waits for."""


class HomeScreen(Screen[None]):
    """A list: games first, then what can be gone on with, then settings that the arrows change."""

    def __init__(self, host: Starter, look: Look) -> None:
        super().__init__()
        self.host = host
        self.look = look
        self.deeds: list[Callable[[], None]] = []
        self.turns: list[Callable[[int], None] | None] = []

    def compose(self) -> ComposeResult:
        yield Line(self.look, id="title")
        yield Lines(self.look, id="log")
        yield StepList(self.look, id="list")
        yield Line(self.look, id="note")
        yield Line(self.look, id="keys")

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)

    @property
    def list(self) -> StepList:
        return self.query_one("#list", StepList)

    def show(self) -> None:
        words, host = self.host.words, self.host
        t = words.t
        choices: list[Choice] = []
        self.deeds, self.turns = [], []

        def offer(
            label: str, deed: Callable[[], None], about: str = "", turn: Callable[[int], None] | None = None
        ) -> None:
            choices.append(Choice(label, about=about))
            self.deeds.append(deed)
            self.turns.append(turn)

        for name in game_names():
            counts = game_named(name).seat_counts
            players = min(max(host.players, counts[0]), counts[-1])
            about = f"{t('new.players')}: {players}; "
            rest = players - min(host.people, players)
            about += t("terminal.home.against", n=rest, bot=bot_name(host.bot, words)) if rest else t("home.hot-seat")
            offer(title_of(name, words), lambda name=name: host.begin(name), about)  # type: ignore[misc]
        for label, deed in host.resumable():
            offer(label, deed, t("terminal.home.go on"))
        offer(t("terminal.home.link"), lambda: void(self.ask_link()))
        offer(f"{t('home.against')}: < {bot_name(host.bot, words)} >", self.turn_bot, turn=lambda by: self.turn_bot(by))
        offer(f"{t('new.players')}: < {host.players} >", self.turn_players, turn=lambda by: self.turn_players(by))
        offer(f"{t('terminal.home.people')}: < {host.people} >", self.turn_people, turn=lambda by: self.turn_people(by))
        offer(
            f"{t('settings.language')}: < {words.language} >", host.next_language, turn=lambda by: host.next_language()
        )
        self.query_one("#title", Line).show(("Capomastro", STRONG, ""), (t("home.title"), TEXT, ""))
        self.query_one("#log", Lines).show([(t("terminal.home.note"), QUIET)])
        self.list.show(choices, self.list.at)
        self.query_one("#keys", Line).show(
            ("Enter", STRONG, "key enter"),
            (t("terminal.key.go"), QUIET, "key enter"),
            ("< >", STRONG, ""),
            (t("terminal.key.change"), QUIET, ""),
            ("q", STRONG, "key q"),
            (t("terminal.key.quit"), QUIET, "key q"),
        )

    def say(self, text: str) -> None:
        self.query_one("#note", Line).show((text, BAD, ""))

    def turn_bot(self, by: int = 1) -> None:
        at = LEVELS.index(self.host.bot) if self.host.bot in LEVELS else 0
        self.host.bot = LEVELS[(at + by) % len(LEVELS)]
        self.show()

    def turn_players(self, by: int = 1) -> None:
        most = max(game_named(name).seat_counts[-1] for name in game_names())
        self.host.players = 2 + (self.host.players - 2 + by) % (most - 1)
        self.host.people = min(self.host.people, self.host.players)
        self.show()

    def turn_people(self, by: int = 1) -> None:
        self.host.people = 1 + (self.host.people - 1 + by) % self.host.players
        self.show()

    @work(exclusive=True, group="link")
    async def ask_link(self) -> None:
        url = await self.app.push_screen_wait(
            Asking(self.look, self.host.words, self.host.words.t("terminal.home.link"))
        )
        if url:
            self.host.follow(url)

    def on_sheet_pointed(self, message: Sheet.Pointed) -> None:
        if message.clicked and message.means.startswith("choice "):
            self.deeds[int(message.means.removeprefix("choice "))]()

    def on_line_pressed(self, message: Line.Pressed) -> None:
        self.press(message.means.removeprefix("key "))

    def on_key(self, event: Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        if self.press(key):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        if key in ("up", "down"):
            self.list.move(0, 1 if key == "down" else -1)
        elif key in ("left", "right"):
            turn = self.turns[self.list.at]
            if turn is not None:
                turn(1 if key == "right" else -1)
        elif key == "enter":
            self.deeds[self.list.at]()
        elif key in KEYS and self.list.by_key(key) is not None:
            self.deeds[self.list.first() + KEYS.index(key)]()
        elif key in ("q", "escape"):
            self.app.exit()
        else:
            return False
        return True
