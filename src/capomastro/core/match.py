"""A match: a setup and a log of decisions, from which the state follows.

`Match.act` is the one door for people, bots and replays. The log is the truth; the state is a cache of it.
"""

import secrets
from collections.abc import Iterable, Mapping
from copy import copy
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from capomastro.core.catalogue import game_by, game_named
from capomastro.core.chance import Chance, Fair, commitment, seeded
from capomastro.core.component_file import hash_of
from capomastro.core.deal import Deal, dealt_seed
from capomastro.core.errors import Unplayable
from capomastro.core.game import AnyGame, BadSetup, Event, IllegalAction, Position, Seat, check_setup

SPACING = 24
"""A position is kept every so many steps, so that going back need not start from the beginning."""
FARTHEST = 120
"""Positions are kept for this many steps back. Whoever goes back further plays from the beginning."""


class Setup(Struct, frozen=True, kw_only=True):
    """What was decided before the first step. A fair seed is 64 hexadecimal digits, a fast one any whole number.

    Setups are stored for ever. A field that is added has a default, which says what setups without it meant.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    seed: str | int
    names: tuple[str, ...] = ()
    components: str | None = None
    """The text of a component file of one's own."""
    components_number: int | None = None
    """Which of the game's own component files was dealt from; before they were numbered, there was one."""
    components_hash: str | None = None
    deal: Deal | None = None
    """How others had their part in the seed, which is then the server's secret; without it, the seed is the seed."""

    def chance(self, game: AnyGame) -> Chance:
        if isinstance(self.seed, int):
            return seeded(self.seed)
        return Fair(self.dealt(), game.streams)

    def dealt(self) -> bytes:
        """The seed that is dealt from, if it is a fair one."""
        secret = fair_seed(str(self.seed))
        if self.deal is None:
            return secret
        return dealt_seed(secret.hex(), self.deal, self.game, self.seats)

    @property
    def commitment(self) -> str | None:
        """What can be published before the game without telling the seed; only a fair seed has one."""
        return None if isinstance(self.seed, int) else commitment(fair_seed(self.seed))

    def component_text(self, game: AnyGame) -> str | None:
        """What was dealt from; raises `Unplayable` if that is not here."""
        text = self.components
        if text is None:
            if game.component_files is None:
                return None
            text = game.component_files.text(self.components_number or 1)
        if self.components_hash not in (None, hash_of(text)):
            raise Unplayable("components", "file.not-dealt-from")
        return text


class Entry(Struct, frozen=True):
    """One decision of the log. `rewind` says after how many rewinds of the match it was taken."""

    seat: Seat
    action: int
    rewind: int = 0


class StoredStep(NamedTuple):
    """One decision as it is stored: a text, for numbers of a table may shift from one version to the next."""

    seat: Seat
    text: str
    rewind: int = 0


def fair_seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise BadSetup("setup.seed")
    return seed


def new_setup(
    game: str,
    seats: int,
    options: Mapping[str, str] | None = None,
    *,
    seed: str | int | None = None,
    names: Iterable[str] = (),
    components: str | None = None,
) -> Setup:
    """A checked setup; without a seed, 32 fresh secret bytes."""
    rules = game_named(game)
    names = tuple(names) or tuple(f"seat {seat + 1}" for seat in range(seats))
    settled = check_setup(rules, seats, options or {})
    if len(names) != seats:
        raise BadSetup("setup.names", seats=seats, names=len(names))
    number = rules.component_files.newest if components is None and rules.component_files is not None else None
    setup = Setup(
        game=game,
        rules=rules.rules_version,
        seats=seats,
        options=settled,
        seed=secrets.token_hex(32) if seed is None else seed,
        names=names,
        components=components,
        components_number=number,
    )
    text = setup.component_text(rules)
    return setup if text is None else replace(setup, components_hash=hash_of(text))


def renewed(setup: Setup) -> Setup:
    """The setup of a match that has not begun, by the rules and components of today."""
    today = new_setup(
        setup.game, setup.seats, setup.options, seed=setup.seed, names=setup.names, components=setup.components
    )
    follows = ("rules", "options", "components_number", "components_hash")
    return replace(setup, **{name: getattr(today, name) for name in follows})


class Match:
    """A game being played, replayed or looked at."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = game_by(setup.game, setup.rules)
        options = check_setup(self.game, setup.seats, setup.options)
        state = self.game.deal(setup.seats, setup.chance(self.game), options, setup.component_text(self.game))
        state.recording = True
        state.journal = []
        self.state: Position = state
        self.entries: list[Entry] = []
        self.rewind = 0
        """Of how many rewinds the chance is that decides from here on."""
        self._snapshots: list[tuple[int, Position, int]] = []
        self._settle()

    def steps(self) -> list[StoredStep]:
        """The log as it is stored."""
        texts = self.game.actions.texts
        return [StoredStep(entry.seat, texts[entry.action], entry.rewind) for entry in self.entries]

    def act(self, seat: Seat, action: int | str) -> list[Event]:
        """Takes a step, given as its index or its text, and tells what happened.

        Raises `UnreadableStep` or `IllegalAction`, and then nothing has changed.
        """
        index = self.game.actions.parse(action) if isinstance(action, str) else action
        state = self.state
        before = state.to_act()
        used = (state.chance.draws, state.shown)
        state.apply(seat, index)
        self.entries.append(Entry(seat, index, self.rewind))
        events = [self.game.event(note) for note in state.journal]
        state.journal = []
        if (state.chance.draws, state.shown) != used or not set(state.to_act()) <= set(before) or state.over:
            self._settle()
        return events

    def _settle(self) -> None:
        """From here on nothing earlier can be taken back."""
        count = len(self.entries)
        self._settled = count
        self._settled_state = self.state.clone()
        snapshots = self._snapshots
        if not snapshots or count >= snapshots[-1][0] + SPACING:
            snapshots.append((count, self._settled_state, self.rewind))
            if len(snapshots) > 1 and snapshots[1][0] <= count - FARTHEST:
                del snapshots[0]

    def follow(self, entry: Entry) -> list[Event]:
        """Takes a step that was taken before, with the chance that was in force then."""
        if entry.rewind != self.rewind:
            self._renew(entry.rewind)
        return self.act(entry.seat, entry.action)

    def _renew(self, rewind: int) -> None:
        """Other chance from here on. What can be taken back used none, so it can be taken back as before."""
        self.rewind = rewind
        self._settled_state = self._settled_state.clone()
        self._settled_state.chance.renew(rewind)
        self.state.chance.renew(rewind)

    def undoable(self, seat: Seat) -> int:
        """How many of its own last steps this seat may take back.

        A step can be taken back until chance is used, something hidden is shown, or another seat has to act.
        """
        if len(self.entries) == self._settled:
            return 0
        return sum([entry.seat == seat for entry in self.entries[self._settled :]])

    def undo(self, seat: Seat) -> Entry:
        """Takes back this seat's last step; other seats' steps since then stand, for they cannot depend on it."""
        if not self.undoable(seat):
            raise IllegalAction("step.settled")
        since = self.entries[self._settled :]
        last = max(i for i, entry in enumerate(since) if entry.seat == seat)
        taken = since.pop(last)
        state = self._settled_state.clone()
        for entry in since:
            state.play(entry.seat, entry.action)
        state.recording = True
        state.journal = []
        self.entries[self._settled :] = since
        self.state = state
        return taken

    def restart_turn(self, seat: Seat) -> int:
        """Takes back all of this seat's steps that can be; returns how many."""
        count = self.undoable(seat)
        for _ in range(count):
            self.undo(seat)
        return count

    def twin(self) -> "Match":
        """An independent copy of the match."""
        other = copy(self)
        other.state = self.state.clone()
        other.state.recording = True
        other.state.journal = []
        other.entries = self.entries[:]
        other._snapshots = self._snapshots[:]
        return other

    def at(self, step: int) -> "Match":
        """The match as it was after this many steps."""
        if not 0 <= step <= len(self.entries):
            raise IllegalAction("step.beyond", steps=len(self.entries), number=step)
        known = [snapshot for snapshot in self._snapshots if snapshot[0] <= step]
        if not known:
            return replayed(self.setup, self.entries[:step])
        count, state, rewind = known[-1]
        match = copy(self)
        match.entries = self.entries[:count]
        match.rewind, match._snapshots = rewind, known
        match._settled, match._settled_state, match.state = count, state, state.clone()
        match.state.recording = True
        match.state.journal = []
        return match._follow_all(self.entries[count:step])

    def rewound(self, keep: int, number: int) -> "Match":
        """The match with only its first steps; chance is new from there, so that nobody knows what comes.

        Rewinds are numbered from 1; the number and the seed decide the new chance.
        """
        match = self.at(keep)
        match._renew(number)
        return match

    def _follow_all(self, entries: Iterable[Entry]) -> "Match":
        for entry in entries:
            self.follow(entry)
        return self


def replayed(setup: Setup, entries: Iterable[Entry]) -> Match:
    """The match that these decisions make."""
    return Match(setup)._follow_all(entries)
