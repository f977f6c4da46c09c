"""Why something is refused: a code with facts, which every client words in its own language.

A code is `SCOPE.NAME`: the scope is a game, or what the core speaks of (`setup`, `file`, `step`, `bot`, `seat`). Its
words have the key `SCOPE.reason.NAME`, in the game's file of words or in `reasons`. They begin small and have no full
stop, so that they can stand alone or behind a colon.

Facts are named by what they are. `card`, `tile` or `cell` is a thing of the game, worded as in the log; `seat` is a
player, counted from 1; `game` is the name of a game, `phase` that of a phase; `step` is a step as it is typed. All
others are figures, or texts that are quoted as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from capomastro.core.words import Words, title_of, words_in

Fact: TypeAlias = str | int | Sequence[str]
Things: TypeAlias = Mapping[str, Callable[[Any, Words], str]]
"""How a game words its things in a language, by the names of the facts that hold them."""
NO_THINGS: Things = {}


class Reason(Struct, frozen=True):
    """Why something is refused. A code without words is a sentence itself: of a package that has no words."""

    code: str
    facts: dict[str, Fact] = {}

    @property
    def scope(self) -> str:
        return self.code.partition(".")[0]

    @property
    def key(self) -> str:
        """Under which it is found among the words."""
        scope, _, name = self.code.partition(".")
        return f"{scope}.reason.{name}"

    @property
    def has_words(self) -> bool:
        return self.key in words_in("en")

    def __str__(self) -> str:
        """In English, with the things of the game as they are typed."""
        return self.worded("en")

    def worded(self, language: str, things: Things | None = None, names: Sequence[str] = ()) -> str:
        """In words. `things` are those of the game, `names` those of its players."""
        if not self.has_words:
            return self.code
        words = words_in(language)
        facts = {name: _worded(name, fact, words, things or NO_THINGS, names) for name, fact in self.facts.items()}
        if "phase" in facts:
            facts["phase"] = words.t(f"{self.scope}.phase.{facts['phase']}")
        return words.t(self.key, facts)


def _worded(name: str, fact: Fact, words: Words, things: Things, names: Sequence[str]) -> str:
    if name in things and words.language != "en":
        return things[name](fact, words)
    if name == "seat" and isinstance(fact, int):
        return names[fact - 1] if fact <= len(names) else words.t("seat.reason.number", number=fact)
    if name == "game":
        return title_of(words.language, str(fact)) or str(fact)
    return str(fact) if isinstance(fact, (str, int)) else words.list_of(fact)


def as_sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
