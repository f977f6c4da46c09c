"""Everything that can be refused, each with the reason why.

CapomastroError
├── IllegalAction   a step that may not be taken now, with a reason the player can act on
├── UnreadableStep  a text that is no step of this game
├── BadSetup        a seat count, option or component file that makes no game
│   └── Unplayable  what was stored and can no longer be played by this version of the program
└── BadMatchFile    a match file that cannot be trusted or read

`ChanceWanted` stands apart: nothing is refused, a script of chance has come to its end.
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


class Unplayable(BadSetup):
    """A match that was playable once: its game, its rules or its component file are not here. `code` says which."""

    def __init__(self, code: str, reason: str, /, **facts: Fact) -> None:
        super().__init__(reason, **facts)
        self.code = code
        self.because = ""
        """What the rules' authors say of it, in English."""


class BadMatchFile(CapomastroError):
    """A match file that is damaged, changed or of another kind."""


class ChanceWanted(Exception):
    """A script of chance has no answer to what the rules ask: a number below `outcomes`, for this stream."""

    def __init__(self, stream: int, outcomes: int) -> None:
        super().__init__(f"a number below {outcomes} is wanted for stream {stream}")
        self.stream = stream
        self.outcomes = outcomes
