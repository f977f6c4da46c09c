"""Where each family of steps begins in Palazzo's action table.

The rules work with these numbers; `actions.py` gives every number its structured value and its text.
"""

from typing import Final

SITES: Final = 48  # building sites of a seat: one for each tile there is

TAKE: Final = 0
REVEAL: Final = 1
REBUILD: Final = 2
AUCTION: Final = 3
DONE: Final = 4
PASS: Final = 5
NEW: Final = 6
BOX: Final = 7
PICK: Final = 8  # + kind of card
DISCARD: Final = 24  # + kind of card
LAY: Final = 40  # + kind of card
TRIO: Final = 56  # + trio: 0 for certificates, then 1 to 5 for the values 3 to 7
PUT: Final = 62  # + site
BUY: Final = 110  # + kind of tile
BUILD: Final = 155  # + kind of tile
RAZE: Final = 200  # + site
MOVE: Final = 248  # + site
OUT: Final = 296  # + 5 * site + floor - 1
STEPS: Final = 536
