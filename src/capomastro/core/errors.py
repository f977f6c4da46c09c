"""Everything that can be refused, each with a sentence that says why.

CapomastroError
├── IllegalAction   a step that may not be taken now, with a reason the player can act on
├── UnreadableStep  a text that is no step of this game
├── BadSetup        a seat count, option or component file that makes no game
└── BadMatchFile    a match file that cannot be trusted or read
"""


class CapomastroError(ValueError):
    """Something asked for cannot be done; the message says why in a sentence."""


class IllegalAction(CapomastroError):
    """A step that may not be taken now."""


class UnreadableStep(CapomastroError):
    """A text that is no step."""


class BadSetup(CapomastroError):
    """Nothing can be dealt this way."""


class BadMatchFile(CapomastroError):
    """A match file that is damaged, changed or of another kind."""
