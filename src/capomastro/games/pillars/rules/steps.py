"""Where each family of steps begins in the action table of The Pillars of Venice.

The rules work with these numbers; `actions.py` gives every number its structured value and its text.
"""

from typing import Final

DONE: Final = 0
STAY: Final = 1
SWAP: Final = 2  # + seat
GIVE: Final = 8  # + kind of card
CHOOSE: Final = 70  # + kind of card
TAKE: Final = 132  # + shape
PILE: Final = 137  # + cell
MARK: Final = 273  # + cell
BUILD: Final = 409  # + placement
STEPS: Final = 9437
