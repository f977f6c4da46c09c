"""Ready reactions and stickers: sent as a code, shown in the reader's language; the page has words of its own for each.

A code that was ever sent is stored in chats, so codes stay; new ones may join.
"""

from typing import Final

REACTION: Final = "reaction"
"""The stored kind of such a message; its stored text is the code."""
REACTIONS: Final = {
    "well-played": "well played!",
    "thanks": "thank you!",
    "oops": "oops!",
    "hurry": "please hurry a little",
    "good-luck": "good luck!",
    "good-game": "a good game!",
}
STICKERS: Final = {
    "laurel": "a laurel wreath: bravo!",
    "scaffold": "a scaffold: I am still building",
    "rubble": "a heap of rubble: there goes my plan",
    "coffee": "a cup of coffee: a short break",
    "gondola": "a gondola: see you!",
    "hammer": "a hammer: to work!",
}
WORDS: Final = REACTIONS | STICKERS
