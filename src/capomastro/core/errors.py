"""Everything that can be refused, each with the reason why.

CapomastroError
├── IllegalAction   a step that may not be taken now, with a reason the player can act on
├── UnreadableStep  a text that is no step of this game
├── BadSetup        a seat count, option or component file that makes no game
└── BadMatchFile    a match file that cannot be trusted or read
"""

from capomastro.core.refusals import Fact, Reason


class CapomastroError(ValueError):
    """Something asked for cannot be done; `reason` says why.

    It is made of a reason, or of a code and its facts; a plain sentence will do where only a terminal reads it. As a
    text it is that sentence, in English unless whoever asked speaks another language.
    """

    language = "en"

    def __init__(self, reason: Reason | str, /, **facts: Fact) -> None:
        self.reason = Reason(reason, facts) if isinstance(reason, str) else reason
        super().__init__(self.reason)

    def __str__(self) -> str:
        return self.reason.worded(self.language)


class IllegalAction(CapomastroError):
    """A step that may not be taken now."""


class UnreadableStep(CapomastroError):
    """A text that is no step."""


class BadSetup(CapomastroError):
    """Nothing can be dealt this way."""


class BadMatchFile(CapomastroError):
    """A match file that is damaged, changed or of another kind."""
