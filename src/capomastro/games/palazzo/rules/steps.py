"""Where each family of steps begins in Palazzo's action table.

The rules work with these numbers; `actions.py` gives every number its structured value and its text.
"""

from typing import Final

# How many steps a family has. The numbers stand here because mypyc folds constants of one module only; `actions.py`
# fails to import when a family of the table begins elsewhere.
SITES: Final = 48  # building sites of a seat: one for each tile there is
CARD_KINDS: Final = 16
TRIOS: Final = 6
TILE_KINDS: Final = 45
FLOORS: Final = 5

TAKE: Final = 0
REVEAL: Final = 1
REBUILD: Final = 2
AUCTION: Final = 3
DONE: Final = 4
PASS: Final = 5
NEW: Final = 6
BOX: Final = 7
PICK: Final = 8  # + kind of card
DISCARD: Final = PICK + CARD_KINDS  # + kind of card
LAY: Final = DISCARD + CARD_KINDS  # + kind of card
TRIO: Final = LAY + CARD_KINDS  # + trio: 0 for certificates, then 1 to 5 for the values 3 to 7
PUT: Final = TRIO + TRIOS  # + site
BUY: Final = PUT + SITES  # + kind of tile
BUILD: Final = BUY + TILE_KINDS  # + kind of tile
RAZE: Final = BUILD + TILE_KINDS  # + site
MOVE: Final = RAZE + SITES  # + site
OUT: Final = MOVE + SITES  # + FLOORS * site + floor - 1
STEPS: Final = OUT + FLOORS * SITES
