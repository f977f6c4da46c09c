"""A match in process: people who share the terminal, and bots."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from pathlib import Path

from capomastro.bots.advice import Advice
from capomastro.bots.roster import names as bot_names
from capomastro.core.errors import BadMatchFile, BadSetup, CapomastroError
from capomastro.core.game import Event, Seat, Viewer
from capomastro.core.match import Match, Setup, new_setup
from capomastro.core.matchfile import load, save
from capomastro.core.sentences import sentence
from capomastro.server.protocol.updates import Happening, SeatInfo, ToAct
from capomastro.terminal.places import holds_another, set_aside_path
from capomastro.terminal.session import Session
from capomastro.terminal.speech import Refused, refused
from capomastro.terminal.thinking import Thinker
from capomastro.terminal.update import Update

log = logging.getLogger("capomastro.terminal")


def bot_of(name: str, seat: Seat) -> str | None:
    """The bot that goes by this name in this seat: `journeyman 2` is the journeyman in seat 2."""
    plain, _, number = name.rpartition(" ")
    return plain if number == str(seat + 1) and plain.partition(":")[0] in bot_names() else None


def seats_of(match: Match) -> list[SeatInfo]:
    """Who sits where: bots by their names, everybody else as people."""
    found = []
    for seat, name in enumerate(match.setup.names):
        bot = bot_of(name, seat)
        found.append(SeatInfo(seat, "bot" if bot else "human", bot or name, True, bot, None, True))
    return found


def resumed(path: Path, game: str | None = None) -> Match:
    """The match that was kept in a file."""
    match = load(path)
    if game is not None and match.setup.game != game:
        raise BadMatchFile(f"{path} holds a match of {match.game.title}, not of {game}")
    if all(bot_of(name, seat) for seat, name in enumerate(match.setup.names)):
        raise BadSetup(f"in {path} only bots play; there is nobody to go on")
    return match


class LocalSession(Session):
    """Everything of a match is in this process; a viewer is still shown only what it may know."""

    def __init__(self, match: Match, path: Path | None, pause: float = 0.0) -> None:
        super().__init__()
        self.match = match
        self.path = path
        self.pause = pause
        """Seconds between two steps of bots, so that eyes can follow."""
        self.bots = {seat: bot for seat, name in enumerate(match.setup.names) if (bot := bot_of(name, seat))}
        self.held = [seat for seat in range(match.setup.seats) if seat not in self.bots]
        self.viewer: Viewer = self.held[0] if len(self.held) == 1 else None
        """Nobody in particular until one of those who share the terminal says to be there."""
        self.told = retold(match)
        """For each step of the match what it told."""
        self._logs: dict[Viewer, tuple[int, list[Happening]]] = {}
        self.thinker = Thinker()
        self._kept = False
        self._playing: asyncio.Task[None] | None = None
        seed = match.setup.seed
        self._seed = seed if isinstance(seed, int) else int(seed, 16)

    async def open(self) -> None:
        self._refresh()
        self._wake_bots()

    async def close(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._playing
        self.thinker.close()
        self.keep()

    def keep(self) -> None:
        """Writes the match. Another one that lies there unfinished is set aside, and not before a step was taken."""
        if self.path is None:
            return
        if not self._kept and holds_another(self.path, self.match.setup):
            if not self.match.entries:
                return
            self.path.replace(set_aside_path(self.path))
        self._kept = True
        save(self.match, self.path)

    def _refresh(self, since: int | None = None) -> None:
        self.log = self.happenings(self.viewer)
        self.update = self.shown(self.match, self.viewer, since)
        self.on_news("update")

    def shown(self, match: Match, viewer: Viewer, since: int | None = None) -> Update:
        """The update for a viewer, of now or of an earlier step."""
        state, game = match.state, match.game
        now = match is self.match
        view = game.view(state, viewer)
        legal: list[int] = state.legal(viewer) if now and viewer in self.held and viewer in state.to_act() else []
        seen = self.log[-1].n if self.log else 0
        return Update(
            game=match.setup.game,
            viewer=viewer,
            held=self.held,
            status="over" if state.over else "running",
            seen=seen,
            seats=seats_of(match),
            to_act=[ToAct(seat, 0, False) for seat in state.to_act()],
            view=view,
            legal=tuple(game.actions.texts[step] for step in legal),
            prompt=game.prompt(view),
            undoable=0 if viewer is None or not now else match.undoable(viewer),
            events=[event for event in self.log if since is not None and event.n > since],
            scores=state.scores(),
            winners=list(state.winners()) if state.over else [],
            host=True,
            commitment=match.setup.commitment,
        )

    def happenings(self, viewer: Viewer) -> list[Happening]:
        """What this viewer was told, each with the number of the step that told it."""
        names, game = self.match.setup.names, self.match.game
        count, known = self._logs.get(viewer, (0, []))
        fresh = [
            Happening(number, 0, event.kind, event.seat, event.facts, sentence(game.sentences, event, names))
            for number, events in enumerate(self.told[count:], count + 1)
            for event in events
            if event.is_for(viewer)
        ]
        found = [*known, *fresh]
        self._logs[viewer] = (len(self.told), found)
        return found

    async def step(self, text: str) -> None:
        viewer, since = self.viewer, self.update.seen
        if viewer is None:
            raise Refused("you only watch here", "no-seat")
        try:
            self.told.append(self.match.act(viewer, text))
        except CapomastroError as error:
            raise refused(error) from None
        self.keep()
        self._refresh(since)
        self._wake_bots()

    async def undo(self) -> str:
        return self._take_back(1)

    async def restart(self) -> None:
        self._take_back(self.update.undoable)

    def _take_back(self, count: int) -> str:
        viewer = self.viewer
        if viewer is None:
            raise Refused("you only watch here", "no-seat")
        for _ in range(max(count, 1)):
            own = [i for i, entry in enumerate(self.match.entries) if entry.seat == viewer]
            try:
                taken = self.match.undo(viewer)
            except CapomastroError as error:
                raise refused(error) from None
            del self.told[own[-1]]
        self._logs.clear()
        self._refresh()
        return self.match.game.actions.texts[taken.action]

    def _wake_bots(self) -> None:
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """Bots act until only people are left to act; a bot's step may leave people's own steps standing."""
        match = self.match
        while due := [seat for seat in match.state.to_act() if seat in self.bots]:
            seat = due[0]
            state, steps = match.state, len(match.entries)
            view, legal = match.game.view(state, seat), state.legal(seat)
            seed = self._seed * 1_000_003 + steps
            try:
                chosen = await self.thinker.choose(match.setup.game, self.bots[seat], view, legal, seed)
            except Exception:  # a bot of another package may fail; the match goes on
                log.exception("the bot %s failed", self.bots[seat])
                chosen = legal[seed % len(legal)]
            if seat not in match.state.to_act() or chosen not in match.state.legal(seat):
                continue  # somebody took a step back meanwhile
            since = self.update.seen
            self.told.append(match.act(seat, chosen))
            self._refresh(since)
            if self.pause and self.update.events:
                await asyncio.sleep(self.pause)
        if match.state.over:
            self.keep()

    async def advice(self) -> Advice:
        if not self.update.my_turn:
            raise Refused("advice is for when it is your turn", "advice-not-your-turn")
        try:
            return await self.thinker.advise(self.update.view)
        except CapomastroError as error:
            raise refused(error) from None

    async def past(self, n: int) -> Update:
        return self.shown(self.match.at(n), self.viewer)

    async def look_as(self, seat: Viewer) -> None:
        if seat not in self.held:
            raise Refused("nobody here holds this seat", "not-your-seat")
        self.viewer = seat
        self._refresh()

    async def recording(self) -> Match:
        if not self.match.state.over:
            raise Refused("this is for when the match is over", "only-afterwards")
        return self.match

    async def rematch(self) -> "LocalSession":
        """Everybody one seat further, as at a server's table."""
        setup = self.match.setup
        people = [self.bots.get(seat, name) for seat, name in enumerate(setup.names)]
        turned = people[-1:] + people[:-1]
        bots = [self.bots.get((seat - 1) % setup.seats) for seat in range(setup.seats)]
        names = [f"{name} {seat + 1}" if bots[seat] else name for seat, name in enumerate(turned)]
        await self.close()
        again: Setup = new_setup(setup.game, setup.seats, setup.options, names=names, components=setup.components)
        return LocalSession(Match(again), self.path, self.pause)


def retold(match: Match) -> list[list[Event]]:
    """What each step of a match told when it was taken."""
    if not match.entries:
        return []
    again = Match(match.setup)
    return [again.follow(entry) for entry in match.entries]


def seat_names(seats: int, people: Sequence[tuple[Seat, str]], bot: str) -> list[str]:
    """The names of a setup: people where they sit, the bot in all other seats."""
    named = dict(people)
    for seat, name in named.items():
        if bot_of(name, seat) is not None:
            raise BadSetup("bot.name-taken", name=name)
    return [named.get(seat, f"{bot} {seat + 1}") for seat in range(seats)]
