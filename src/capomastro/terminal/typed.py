"""Typing steps: completion among the legal ones, and the words that are commands."""

from collections.abc import Sequence

from textual.suggester import Suggester

COMMANDS = {
    "undo": "u",
    "restart": "U",
    "hint": "h",
    "log": "l",
    "since": "s",
    "chat": "c",
    "board": "b",
    "rules": "g",
    "keys": "?",
    "menu": "m",
    "quit": "q",
}
"""Words that can be typed instead of pressing a key; the same as in the line mode."""


def completions(text: str, legal: Sequence[str]) -> list[str]:
    """The steps and commands that begin so, word by word: each answer goes to the end of the next word that differs."""
    low = " ".join(text.lower().split()) + (" " if text.endswith(" ") and text.strip() else "")
    found = [step for step in legal if step.lower().startswith(low)]
    if not found:
        return [word for word in COMMANDS if word.startswith(low) and low]
    shared = common_start(found)
    if len(shared) > len(low):
        return [shared]
    ends = {step[: _word_end(step, len(low))] for step in found}
    return sorted(ends)


def common_start(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    for i, sign in enumerate(first):
        if i >= len(last) or last[i] != sign:
            return first[:i]
    return first


def _word_end(step: str, start: int) -> int:
    end = step.find(" ", start + 1)
    return len(step) if end < 0 else end


class StepSuggester(Suggester):
    """Shows behind the cursor how a step goes on."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.legal: Sequence[str] = ()

    async def get_suggestion(self, value: str) -> str | None:
        found = completions(value, self.legal) if value else []
        return value + found[0][len(value) :] if found and len(found[0]) > len(value) else None
