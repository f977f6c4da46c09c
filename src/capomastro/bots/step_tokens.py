"""What steps have in common, for networks: a step is told apart by the words of its text."""

from collections.abc import Sequence
from hashlib import sha256

from capomastro.core.game import AnyGame

SHORT = 4
"""A text of so many words at most has weights of its own; a longer one shares them with those that begin alike."""


def tokens(text: str) -> list[str]:
    """What a step has in common with others: its verb, each word at its place, the last two names, the whole."""
    words = text.split()
    found = [words[0]]
    found += [f"{words[0]} {place} {word}" for place, word in enumerate(words) if place]
    named = [word for word in words[1:] if not word.islower()]
    if len(named) > 1:
        found.append(f"{words[0]} * {named[-2]} {named[-1]}")
    if len(words) <= SHORT:
        found.append(text)
    return list(dict.fromkeys(found))


def numbered(texts: Sequence[str]) -> tuple[int, list[list[int]]]:
    """How many tokens these texts have, and for each text the numbers of its tokens."""
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(token, len(numbers)) for token in tokens(text)] for text in texts]
    return len(numbers), rows


def digest(game: AnyGame) -> str:
    """Changes with the steps of the game."""
    return sha256("\n".join(game.actions.texts).encode()).hexdigest()[:16]
