"""What the screens ask of the program around them."""

from typing import Protocol

from capomastro.core.drawing import Drawing
from capomastro.core.words import Words
from capomastro.terminal.look import Look
from capomastro.terminal.session import Session


class Host(Protocol):
    """The program: it has the words, knows the terminal, and goes from screen to screen."""

    words: Words

    def look_for(self, drawing: Drawing) -> Look:
        """How this terminal shows a game."""

    def call_back(self, text: str) -> None:
        """Calls whoever has looked away: it is their turn."""

    def play(self, session: Session) -> None:
        """Shows another table in the place of this one."""

    def left(self, session: Session) -> None:
        """A table was left."""

    def next_language(self, wanted: str = "") -> None:
        """Speaks the language that is wanted, or the next of its languages."""
