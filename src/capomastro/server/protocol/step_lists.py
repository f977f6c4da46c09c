"""Lists of steps as they go over the wire: short ones as they are, long ones with shared beginnings said once.

An item is a step's text, or a pair of a beginning and the items that continue it, with a space between:
`["stay", ["build row BBP at", ["F5 turned 0", ["F6 turned", ["0", "90"]]]]]`. The order stays as it was.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from msgspec import Raw

from capomastro.core.catalogue import game_named
from capomastro.server.protocol.encoding import EMPTY, encode

Words: TypeAlias = tuple[str, ...]

SHORT = 100
"""Lists up to this long are not worth the work."""


@cache
def words_of(game: str) -> list[Words]:
    """Every step of a game, word by word."""
    return [tuple(text.split()) for text in game_named(game).actions.texts]


def legal_as_json(game: str, legal: Sequence[int]) -> Raw:
    if not legal:
        return EMPTY
    if len(legal) <= SHORT:
        texts = game_named(game).actions.texts
        return Raw(encode([texts[step] for step in legal]))
    words = words_of(game)
    return Raw(encode(grouped([words[step] for step in legal])))


def grouped(steps: Sequence[Words]) -> list[Any]:
    """The items for these steps, of which none begins with the whole of another."""
    items: list[Any] = []
    for _, kin in groupby(steps, itemgetter(0)):
        alike = list(kin)
        first = alike[0]
        if len(alike) == 1:
            items.append(" ".join(first))
            continue
        shared = 1
        while all(words[shared] == first[shared] for words in alike):
            shared += 1
        items.append([" ".join(first[:shared]), grouped([words[shared:] for words in alike])])
    return items


def spelled_out(items: Sequence[Any], beginning: str = "") -> list[str]:
    """The steps' texts, as a client reads them."""
    texts: list[str] = []
    for item in items:
        if isinstance(item, str):
            texts.append(beginning + item)
        else:
            texts += spelled_out(item[1], f"{beginning}{item[0]} ")
    return texts
