"""The words of the page, for everybody who speaks outside of it: the terminal, the line mode, the server.

They lie in `web/words/LANGUAGE/*.json`, flat: key -> template, or key -> {one, other} chosen by `n`. A game of another
package brings `LANGUAGE.json` files of its own, in the package that its registration names.
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

Language: TypeAlias = Literal["en", "de", "nl"]
LANGUAGES = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
FOLDER = Path(__file__).parents[1] / "web"
AND = {"en": "and", "de": "und", "nl": "en"}
PLACE = re.compile(r"\{(\w+)\}")
_decode = msgspec.json.Decoder(dict[str, str | dict[str, str]]).decode
_packages: dict[str, str] = {}  # where the words of other packages lie, by the names of their games


def add_package(game: str, package: str) -> None:
    """Tells where the words of another package's game lie."""
    _packages[game] = package
    words_in.cache_clear()


def package_text(language: str, game: str) -> bytes | None:
    """The file of words that another package has for its game."""
    if game not in _packages or language not in LANGUAGES:
        return None
    return files(_packages[game]).joinpath(f"{language}.json").read_bytes()


class Words:
    """All words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words: dict[str, str | dict[str, str]] = {}
        for path in sorted((FOLDER / "words" / language).glob("*.json")):
            self._words |= _decode(path.read_bytes())
        for game in _packages:
            self._words = _decode(package_text(language, game) or b"{}") | self._words  # nobody replaces our words

    def __contains__(self, key: str) -> bool:
        return key in self._words

    def t(self, key: str, args: Mapping[str, Any] | None = None, /, **more: Any) -> str:
        """The template of this key with its places filled, as the page does it; `n` decides between one and other."""
        values = {**(args or {}), **more}
        template = self._words.get(key)
        if template is None:
            return f"⟦{key}⟧"
        if not isinstance(template, str):
            template = template["one" if values.get("n") == 1 and "one" in template else "other"]
        return self.shown(
            PLACE.sub(lambda place: _shown(values[place[1]]) if place[1] in values else place[0], template)
        )

    def shown(self, text: str) -> str:
        """A text as the reader's screen can show it."""
        return text

    def list_of(self, items: Sequence[str]) -> str:
        """`a, b and c`, as the page writes it."""
        if len(items) < 2:
            return "".join(items)
        comma = "," if self.language == "en" and len(items) > 2 else ""
        return f"{', '.join(items[:-1])}{comma} {AND[self.language]} {items[-1]}"

    def rules(self, game: str) -> dict[str, Any] | None:
        """A game's rules in short, if the page has them."""
        path = FOLDER / "rules" / self.language / f"{game}.json"
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any]) if path.exists() else None


def _shown(value: Any) -> str:
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)


@cache
def words_in(language: str) -> Words:
    """The words of a language, read once."""
    return Words(language)


def title_of(language: str, game: str) -> str | None:
    """What a game is called in this language, if it has words for that."""
    words, key = words_in(language), f"game.{game}"
    return words.t(key) if key in words else None


def usual_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, if we speak it; English otherwise."""
    for name in ("CAPOMASTRO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if short := environment.get(name, "")[:2].lower():
            return short if short in LANGUAGES else "en"
    return "en"
