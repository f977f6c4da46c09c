"""What one can do with a match that is over: take it home, check it, look at any step through anybody's eyes.

Playing a match again takes its time, so it is done beside the event loop. A match that is over never changes: what was
worked out once is kept, for a few matches.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from capomastro.core.game import Event, Viewer
from capomastro.core.match import Match
from capomastro.core.matchfile import read, written
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Replay, Scores, Story, Verified
from capomastro.server.protocol.updates import Happening
from capomastro.server.table.earlier_views import as_it_was
from capomastro.server.table.frozen import FrozenMatch, told_by_steps
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import event_codes, seen_by_all
from capomastro.server.table.table import LiveTable

MOST_REELS = 16
MOST_KEPT = 16
"""At most this many positions of one match are kept."""
LEAST_SPACING = 20

EVERYBODY: Final = "all"
Eyes: TypeAlias = Viewer | Literal["all"]
"""Whose eyes a match that is over is looked at with: a seat's, a spectator's, or everybody's, with all cards open."""


def events_for(live: LiveTable, events: Sequence[Event], eyes: Eyes, step: int) -> list[Happening]:
    if eyes != EVERYBODY:
        return event_codes(live.sentences, events, eyes, step, 0, live.names)
    everything = [replace(event, audience=None) for event in events]
    return event_codes(live.sentences, everything, None, step, 0, live.names)


class Reel:
    """A match that is over, at any of its steps. Some positions are kept, and the answers about the whole match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.spacing = max(LEAST_SPACING, len(match.entries) // MOST_KEPT + 1)
        self.kept: dict[int, Match] = {}
        self.verified: Raw | None = None
        self.points: Raw | None = None
        self.stories: dict[Eyes, Raw] = {}

    def at(self, steps: int) -> Match:
        """A separate match after this many steps."""
        nearest = max((kept for kept in list(self.kept) if kept <= steps), default=-1)
        match = Match(self.match.setup) if nearest < 0 else self.kept[nearest].twin()
        for entry in self.match.entries[len(match.entries) : steps]:
            done = len(match.entries)
            if done % self.spacing == 0 and done not in self.kept:
                self.kept[done] = match.twin()
            match.follow(entry)
        return match

    def then(self, step: int, created: int) -> tuple[MatchLog, list[Event]]:
        """The match after one of its steps, and what this step told."""
        record = MatchLog(self.match.setup, created)
        record.match = self.at(max(step - 1, 0))
        told = [record.match.follow(entry) for entry in self.match.entries[step - 1 : step] if step]
        return record, told[0] if told else []

    def verify(self) -> Raw:
        """Deals and plays everything again from the file that is exported."""
        if self.verified is None:
            match = self.match
            again = read(written(match))
            setup, state = again.setup, again.state
            holds = state.key() == match.state.key() and setup.commitment == match.setup.commitment
            steps, scores, winners = len(again.entries), state.scores(), state.winners()
            self.verified = Raw(encode(Verified(holds, steps, setup.commitment, setup.seed, scores, winners)))
        return self.verified

    def scores(self) -> Raw:
        """Everybody's points after each step, beginning before the first."""
        if self.points is None:
            again = Match(self.match.setup)
            rows = [again.state.scores()]
            for entry in self.match.entries:
                again.follow(entry)
                rows.append(again.state.scores())
            self.points = Raw(encode(Scores(rows)))
        return self.points

    def story(self, live: LiveTable, eyes: Eyes) -> Raw:
        """What each step told these eyes; steps that told them nothing are missing."""
        if eyes not in self.stories:
            again, events = Match(self.match.setup), list[Happening]()
            for step, entry in enumerate(self.match.entries, 1):
                events += events_for(live, again.follow(entry), eyes, step)
            self.stories[eyes] = Raw(encode(Story(len(self.match.entries), events)))
        return self.stories[eyes]


def stored_story(live: LiveTable, frozen: FrozenMatch, eyes: Eyes) -> Raw:
    """The same for a match that cannot be played again, from its log."""
    told = told_by_steps(frozen.lines)
    events = [one for step, tell in enumerate(told, 1) for one in events_for(live, tell, eyes, step)]
    return Raw(encode(Story(len(told), events)))


class Reels:
    """The matches that were looked at last."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Reel] = OrderedDict()

    def of(self, live: LiveTable) -> Reel:
        reel = self.known.get(live.id)
        if reel is None or reel.match.setup.names != live.row.setup.names:
            reel = self.known[live.id] = Reel(finished(live))
            if len(self.known) > MOST_REELS:
                self.known.popitem(last=False)
        self.known.move_to_end(live.id)
        return reel


def finished(live: LiveTable) -> Match:
    """The match, if it is over: before that, its file would tell the seed and everybody's hand."""
    if not live.over:
        raise Refusal("only-afterwards")
    return live.playable().match


def replay(live: LiveTable, then: tuple[MatchLog, list[Event]], step: int, eyes: Eyes, who: Who) -> Replay:
    """The table after a step of the match, as this viewer saw it then, or with everybody's cards open."""
    record, told = then
    events = events_for(live, told, eyes, step)
    viewer, seen = (None, seen_by_all(record)) if eyes == EVERYBODY else (eyes, None)
    return Replay(step, len(finished(live).entries), as_it_was(live, record, viewer, step, events, who, seen))
