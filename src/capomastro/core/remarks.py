"""What speaks for some steps: a code with facts, which every client words in its own language, as with refusals.

A code is `GAME.NAME`; its words have the key `GAME.hint.NAME` in the game's file of words, and begin small and have no
full stop. Facts are named as those of a refusal.
"""

from msgspec import Struct

from capomastro.core.refusals import Fact


class Remark(Struct, frozen=True):
    """What speaks for something."""

    code: str
    facts: dict[str, Fact] = {}
