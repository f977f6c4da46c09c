"""A match that was kept, to be stepped through from any seat's eyes, with the bots' advice for each decision."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from capomastro.bots.advice import Advice
from capomastro.core.game import Event, Seat, Viewer
from capomastro.core.match import Match
from capomastro.core.sentences import sentence
from capomastro.server.protocol.updates import Happening, ToAct
from capomastro.terminal.local import retold, seats_of
from capomastro.terminal.thinking import Thinker
from capomastro.terminal.update import Update

Eyes: TypeAlias = Viewer | Literal["all"]


class Page(NamedTuple):
    """The table after a step, who took the step, and its text."""

    update: Update
    seat: Seat | None
    step: str | None


class Judged(NamedTuple):
    """What the bots would have done in the place of whoever decided, and where the step taken stands among it."""

    seat: Seat
    taken: str
    advice: Advice
    rank: int
    """From 1; 0 if the bots did not look into the step."""
    loss: float | None
    """How many points worse than the best it is, if that is known."""


class Recording:
    """Stepping through a match; nothing in it changes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.thinker = Thinker()
        self._told: list[list[Event]] | None = None
        self._judged: dict[int, Judged] = {}

    @property
    def steps(self) -> int:
        return len(self.match.entries)

    def at(self, step: int, eyes: Eyes) -> Page:
        """The table after this many steps, as these eyes saw it; `all` sees everybody's cards."""
        match = self.match.at(max(step - 1, 0))
        told = [] if step == 0 else match.follow(self.match.entries[step - 1])
        viewer = None if eyes == "all" else eyes
        state, game, setup = match.state, match.game, match.setup
        view = game.view(state, viewer)
        if eyes == "all":
            own = [game.view(state, seat) for seat in range(setup.seats)]
            acting = state.to_act()
            view = own[acting[0]] if acting else view
            if hasattr(view, "seats"):
                seats = tuple(one.seats[seat] for seat, one in enumerate(own))
                view = replace(view, viewer=None, seats=seats)
        update = Update(
            game=setup.game,
            viewer=viewer,
            held=(),
            status="over" if state.over else "running",
            seen=step,
            seats=seats_of(match),
            to_act=[ToAct(seat, 0, False) for seat in state.to_act()],
            view=view,
            legal=(),
            prompt=game.prompt(view),
            undoable=0,
            events=self.happenings(step, told, eyes),
            scores=state.scores(),
            winners=list(state.winners()) if state.over else [],
            commitment=setup.commitment,
        )
        entry = None if step == 0 else self.match.entries[step - 1]
        return Page(update, entry.seat if entry else None, game.actions.texts[entry.action] if entry else None)

    def happenings(self, step: int, told: Sequence[Event], eyes: Eyes) -> list[Happening]:
        """What a step told these eyes."""
        game, names = self.match.game, self.match.setup.names
        return [
            Happening(step, 0, event.kind, event.seat, event.facts, sentence(game.sentences, event, names))
            for event in told
            if eyes == "all" or event.is_for(eyes)
        ]

    def log(self, step: int, eyes: Eyes, most: int) -> list[Happening]:
        """What these eyes were told up to this step, the last things of it."""
        if self._told is None:
            self._told = retold(self.match)
        found: list[Happening] = []
        for number in range(step, 0, -1):
            if len(found) >= most:
                break
            found = [*self.happenings(number, self._told[number - 1], eyes), *found]
        return found

    def turn_starts(self) -> list[int]:
        """The steps before which another seat had decided."""
        entries = self.match.entries
        return [i + 1 for i, entry in enumerate(entries) if i == 0 or entries[i - 1].seat != entry.seat]

    async def judged(self, step: int) -> Judged | None:
        """The advice for the decision that this step took; None where there was nothing to decide."""
        if not 1 <= step <= self.steps:
            return None
        if step not in self._judged:
            entry, before = self.match.entries[step - 1], self.match.at(step - 1)
            if len(before.state.legal(entry.seat)) < 2:
                return None
            advice = await self.thinker.advise(before.game.view(before.state, entry.seat))
            self._judged[step] = judge(entry.seat, before.game.actions.texts[entry.action], advice)
        return self._judged[step]

    def close(self) -> None:
        self.thinker.close()


def judge(seat: Seat, taken: str, advice: Advice) -> Judged:
    known = [choice for choice in advice.choices if choice.margin is not None]
    texts = [choice.text for choice in known]
    rank = texts.index(taken) + 1 if taken in texts else 0
    loss = None
    if rank and known[0].margin is not None and known[rank - 1].margin is not None:
        loss = max(0.0, round(known[0].margin - (known[rank - 1].margin or 0.0), 1))
    return Judged(seat, taken, advice, rank, loss)
