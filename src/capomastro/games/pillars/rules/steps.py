"""Where each family of steps begins in the action table of The Pillars of Venice.

The rules work with these numbers; `actions.py` gives every number its structured value and its text.
"""

from typing import Final

# How many steps a family has. The numbers stand here because mypyc folds constants of one module only; `actions.py`
# fails to import when a family of the table begins elsewhere.
SEATS: Final = 6
CARD_KINDS: Final = 62
SHAPES: Final = 5
CELLS: Final = 136
PLACEMENTS: Final = 9028

DONE: Final = 0
STAY: Final = 1
SWAP: Final = 2  # + seat
GIVE: Final = SWAP + SEATS  # + kind of card
CHOOSE: Final = GIVE + CARD_KINDS  # + kind of card
TAKE: Final = CHOOSE + CARD_KINDS  # + shape
PILE: Final = TAKE + SHAPES  # + cell
MARK: Final = PILE + CELLS  # + cell
BUILD: Final = MARK + CELLS  # + placement
STEPS: Final = BUILD + PLACEMENTS
