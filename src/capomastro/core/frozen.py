"""Matches that this version of the program can no longer play: they are frozen, each with its reason, and never lost.

What was stored is still read: the steps as texts, what was told, how it ended. Only the rules are not asked.
"""

from collections.abc import Iterable

from msgspec import Struct

from capomastro.core.errors import CapomastroError, Unplayable
from capomastro.core.match import Entry, Match, Setup, StoredStep
from capomastro.core.matchfile import ending_of, unplayed

REASONS = ("game", "rules", "components", "setup", "step", "outcome")
"""The game is not installed; its rules are no longer played; the component file is not here; the setup makes no game
any more; a step is no longer possible; the match leads elsewhere than it did."""


class Frozen(Struct, frozen=True):
    """Why a match cannot be played again here: one of REASONS, and a sentence."""

    code: str
    text: str


def frozen_setup(error: CapomastroError) -> Frozen:
    """For a setup from which nothing can be dealt."""
    if not isinstance(error, Unplayable):
        return Frozen("setup", str(error))
    return Frozen(error.code, f"{error} ({error.because})" if error.because else str(error))


def frozen_step(number: int, step: str, error: Exception) -> Frozen:
    """For a step that cannot be taken. Other rules than those it was taken under may fail in any way."""
    why = str(error) if isinstance(error, CapomastroError) else type(error).__name__
    return Frozen("step", f"step {number}, {step!r}, cannot be taken again: {why}")


def frozen_outcome(name: str, stored: object, played: object) -> Frozen:
    return Frozen("outcome", f"playing it again leads elsewhere ({name}: {stored} then, {played} now)")


def replayed_if_possible(setup: Setup, steps: Iterable[StoredStep]) -> Match | Frozen:
    """The match of these stored steps, or why there is none any more."""
    try:
        match = Match(setup)
    except CapomastroError as error:
        return frozen_setup(error)
    for number, step in enumerate(steps, 1):
        try:
            match.follow(Entry(step.seat, match.game.actions.recall(step.text), step.rewind))
        except Exception as error:
            return frozen_step(number, step.text, error)
    return match


def read_if_possible(text: str) -> Match | Frozen:
    """The match of a match file, or why it cannot be played again; raises `BadMatchFile` if the file is damaged."""
    setup, steps, ending = unplayed(text)
    match = replayed_if_possible(setup, steps)
    if isinstance(match, Match):
        for name, value in ending_of(match).items():
            if ending.get(name) != value:
                return frozen_outcome(name, ending.get(name), value)
    return match
