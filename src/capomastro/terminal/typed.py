"""What can be typed at a table: steps, with completion, and words that are commands. The same on the full screen and in
the line mode."""

from collections.abc import Sequence

WORDS = (
    "undo",
    "restart",
    "hint",
    "log",
    "since",
    "chat",
    "steps",
    "board",
    "read",
    "rules",
    "help",
    "who",
    "look",
    "bot",
    "return",
    "rewind",
    "plan",
    "language",
    "sit",
    "redeal",
    "agree",
    "refuse",
    "result",
    "replay",
    "rematch",
    "verify",
    "quit",
)
MORE = ("chat", "look", "plan", "language", "sit")
"""Those that something may stand behind: what to say, whose eyes, a plan, a language, a seat."""
SAME = {"?": "help", "": "help", "h": "help", "keys": "help", "u": "undo", "say": "chat", "menu": "who"} | {
    "q": "quit",
    "exit": "quit",
}


def command_of(text: str, legal: Sequence[str]) -> tuple[str, str] | None:
    """The command that was typed, and what stands behind it; None if it is a step, or none of both."""
    typed = " ".join(text.split())
    if typed.lower() in (step.lower() for step in legal):
        return None
    first, _, rest = typed.partition(" ")
    word = SAME.get(first.lower(), first.lower())
    return (word, rest) if word in WORDS and (not rest or word in MORE) else None


def completions(text: str, legal: Sequence[str]) -> list[str]:
    """The steps and commands that begin so, word by word: each answer goes to the end of the next word that differs."""
    low = " ".join(text.lower().split()) + (" " if text.endswith(" ") and text.strip() else "")
    found = [step for step in legal if step.lower().startswith(low)]
    if not found:
        return [word for word in WORDS if word.startswith(low) and low]
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
