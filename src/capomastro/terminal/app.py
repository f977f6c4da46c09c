"""The full-screen program: it goes from screen to screen and knows the terminal."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import AppBlur, AppFocus

from capomastro.core.canvas import PALETTE
from capomastro.core.catalogue import game_named, game_names, registrations
from capomastro.core.drawing import Drawing
from capomastro.core.errors import CapomastroError
from capomastro.core.words import LANGUAGES, Words, words_in
from capomastro.terminal import notice
from capomastro.terminal.client import Address, Unreachable, address_of
from capomastro.terminal.depth import Depth
from capomastro.terminal.look import CSS, Look
from capomastro.terminal.names import own_name
from capomastro.terminal.session import Session
from capomastro.terminal.speech import PlainWords, Refused, refused, title_of
from capomastro.terminal.store import Store


class TerminalApp(App[None]):
    """Tables in a terminal. `first` opens what the command line asked for; without it the home screen is shown."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Capomastro"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave_all", priority=True, show=False),
        Binding("ctrl+q", "leave_all", priority=True, show=False),
    ]

    def __init__(
        self,
        *,
        language: str = "en",
        depth: Depth = "24bit",
        ascii_only: bool = False,
        bell: bool = True,
        store: Store | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(ansi_color=True)  # colours are given as they are meant: nothing is to be translated
        self.ascii_only = ascii_only
        self.depth: Depth = depth
        self.with_bell = bell
        self.words: Words = self.words_for(language)
        self.name_here = name or own_name()
        self.bot, self.players, self.people = "journeyman", 2, 1
        self.session: Session | None = None
        self.goodbye = ""
        """What is said after the screen is given back."""
        self.away = False
        self.called: list[str] = []
        """What this terminal was called back for; the last one first out of sight is the newest."""
        self.first: Callable[[], None] | None = None
        self._store = store
        self._looks: dict[int, Look] = {}
        self.set_class(ascii_only, "ascii")
        self.set_class(depth in ("16", "none"), "ansi")

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = Store()
        return self._store

    def words_for(self, language: str) -> Words:
        return PlainWords(language) if self.ascii_only else words_in(language)

    def on_mount(self) -> None:
        if self.ascii_only:
            from capomastro.terminal.scrolling import use_plain_scrollbars

            use_plain_scrollbars()
        if self.first is not None:
            self.first()
        else:
            self.show_home()

    def look_for(self, drawing: Drawing | None) -> Look:
        key = id(drawing)
        if key not in self._looks:
            self._looks[key] = Look(self.depth, self.ascii_only, PALETTE if drawing is None else drawing.palette)
        return self._looks[key]

    # Going from screen to screen.

    def show_home(self) -> None:
        from capomastro.terminal.screens.home import HomeScreen

        self.push_screen(HomeScreen(self, self.look_for(None)))

    def play(self, session: Session) -> None:
        """Shows a session that is open, in the place of the table shown before."""
        from capomastro.terminal.screens.table import TableScreen

        self.session = session
        if isinstance(self.screen, TableScreen):
            self.switch_screen(TableScreen(session, self))
        else:
            self.push_screen(TableScreen(session, self))

    def open(self, session: Session) -> None:
        """Opens a session and shows it; what cannot be opened is told."""
        self.run_worker(self._open(session), exclusive=True, group="open")

    async def _open(self, session: Session) -> None:
        try:
            await session.open()
        except (Refused, Unreachable, CapomastroError) as error:
            await session.close()
            self.sorry(error)
            return
        self.play(session)

    def sorry(self, error: Exception) -> None:
        if isinstance(error, Refused | Unreachable):
            text = error.worded(self.words)
        else:
            text = refused(error).worded(self.words) if isinstance(error, CapomastroError) else str(error)
        from capomastro.terminal.screens.home import HomeScreen

        if isinstance(self.screen, HomeScreen):
            self.screen.say(text)
        else:
            self.goodbye = text
            self.exit(return_code=2)

    def left(self, session: Session) -> None:
        from capomastro.terminal.screens.home import HomeScreen

        self.session = None
        path = getattr(session, "path", None)
        if path is not None:
            self.goodbye = self.words.t("terminal.kept", path=path)
        if any(isinstance(screen, HomeScreen) for screen in self.screen_stack):
            while not isinstance(self.screen, HomeScreen):
                self.pop_screen()
            self.screen.show()
        else:
            self.exit()

    async def action_leave_all(self) -> None:
        await self.close_session()
        self.exit()

    async def on_unmount(self) -> None:
        await self.close_session()

    async def close_session(self) -> None:
        """However the program ends, the match is kept and nothing stays open."""
        session, self.session = self.session, None
        if session is not None:
            session.on_news = lambda news: None
            await session.close()
            path = getattr(session, "path", None)
            if path is not None:
                self.goodbye = self.words.t("terminal.kept", path=path)

    def next_language(self, wanted: str = "") -> None:
        from capomastro.terminal.screens.home import HomeScreen
        from capomastro.terminal.screens.table import TableScreen

        order = list(LANGUAGES)
        following = order[(order.index(self.words.language) + 1) % len(order)]
        self.words = self.words_for(wanted if wanted in LANGUAGES else following)
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.show()
            elif isinstance(screen, TableScreen):
                screen.words = self.words
                screen.show_update()

    # What the home screen offers.

    def begin(self, game: str) -> None:
        from capomastro.core.match import Match, new_setup
        from capomastro.terminal.local import LocalSession, seat_names
        from capomastro.terminal.places import saved_path

        counts = game_named(game).seat_counts
        seats = min(max(self.players, counts[0]), counts[-1])
        people = [(0, self.name_here)]
        people += [(seat, self.words.t("player", number=seat + 1)) for seat in range(1, min(self.people, seats))]
        try:
            match = Match(new_setup(game, seats, names=seat_names(seats, people, self.bot)))
        except CapomastroError as error:
            self.sorry(error)
            return
        self.open(LocalSession(match, saved_path(game), pause=0.35))

    def resumable(self) -> Sequence[tuple[str, Callable[[], None]]]:
        from capomastro.terminal.places import saved_path

        found: list[tuple[str, Callable[[], None]]] = []
        for game in game_names():
            path = saved_path(game)
            if path.exists():
                found.append((title_of(game, self.words), lambda path=path: self.resume(path)))  # type: ignore[misc]
        for origin, server in self.store.servers.items():
            for table, kept in server.tables.items():
                if kept.seat is not None:
                    name = kept.name or (title_of(kept.game, self.words) if kept.game in registrations() else kept.game)
                    address = Address(origin, table, None)
                    found.append((f"{name} – {origin}", lambda address=address: self.join(address)))  # type: ignore[misc]
        return found

    def resume(self, path: Path) -> None:
        from capomastro.terminal.local import LocalSession, resumed

        try:
            self.open(LocalSession(resumed(path), path, pause=0.35))
        except CapomastroError as error:
            self.sorry(error)

    def follow(self, url: str) -> None:
        try:
            address = address_of(url)
        except CapomastroError as error:
            self.sorry(error)
            return
        self.join(address)

    def join(self, address: Address, *, watch: bool = False) -> None:
        from capomastro.terminal.remote import RemoteSession

        if address.table is None:
            self.run_worker(self.choose_table(address), exclusive=True, group="open")
        else:
            self.open(RemoteSession(address, self.store, self.name_here, watch=watch))

    async def choose_table(self, address: Address) -> None:
        """A server without a table: its lobby."""
        from capomastro.terminal.lobby import lobby_rows
        from capomastro.terminal.screens.dialogs import Choosing

        try:
            rows = await lobby_rows(address, self.store, self.words)
        except (Refused, Unreachable) as error:
            self.sorry(error)
            return
        choices = [choice for choice, _ in rows]
        chosen = await self.push_screen_wait(Choosing(self.look_for(None), self.words, address.origin, [], choices))
        if chosen is not None:
            self.join(Address(address.origin, rows[chosen][1], None))
        elif self.first is not None:
            self.exit()

    # Calling somebody back.

    def on_app_blur(self, event: AppBlur) -> None:
        self.away = True

    def on_app_focus(self, event: AppFocus) -> None:
        self.away = False

    def call_back(self, text: str) -> None:
        """The bell on one's turn, and a notice of the desktop if the terminal is out of sight."""
        self.called.append(text)
        if not self.with_bell:
            return
        self.bell()
        if self.away and self._driver is not None and not self.is_headless:
            self._driver.write(notice.escape_sequence(text))
            self.run_worker(asyncio.to_thread(notice.notify_desktop, text))
