"""The phases of a game, in one table: what each is called, what it asks for, and how it looks to the other seats.

The rules know phases as compiled ints; all that is said about them derives from the game's table.
"""

from typing import NamedTuple

from msgspec import Struct


class Phase(NamedTuple):
    """What a seat has to decide.

    `steps` are the kinds of steps that can be legal in it; `outside` is the phase that the other seats see instead,
    while what is under way is the deciding seat's secret.
    """

    number: int
    name: str
    prompt: str
    steps: tuple[type[Struct], ...]
    outside: int | None = None


class Phases:
    """All phases of a game, by number and by name."""

    def __init__(self, *phases: Phase) -> None:
        assert [phase.number for phase in phases] == list(range(len(phases))), "phases are listed by number"
        self.all = phases
        self.names = tuple(phase.name for phase in phases)
        self.numbers = {phase.name: phase.number for phase in phases}
        self.prompts = tuple(phase.prompt for phase in phases)
        self.seen_from_outside = tuple(phase.number if phase.outside is None else phase.outside for phase in phases)

    def allow(self, phase: int, step: Struct) -> bool:
        """Can a step of this kind be legal in this phase at all?"""
        return isinstance(step, self.all[phase].steps)
