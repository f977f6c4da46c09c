"""The kinds of things that happen in Palazzo, as the rules note them down; `events.py` puts them into words.

A note is (kind, audience, seat, a, b, c); what a, b and c hold is said behind each kind.
"""

from typing import Final

PUBLIC: Final = 0x100  # the audience of everybody; otherwise one bit for each seat

MONEY_SHOWN: Final = 0  # a: the money laid open
RESHUFFLED: Final = 1  # the discards become the deck
PICKED: Final = 2  # a: kind of card
TO_WAREHOUSE: Final = 3  # a: kind of tile
TO_QUARRY: Final = 4  # a: kind of tile, b: quarry
RIDER_CAME: Final = 5  # a: riders so far
LAID: Final = 6  # a: cards, b: worth of the payment so far; only its seat is told
BOUGHT: Final = 7  # a: tiles, b: money paid, c: price of one tile
BUILDER_MOVED: Final = 8  # a: quarry
NOTHING_TO_AUCTION: Final = 9
AUCTION_OPENED: Final = 10  # a: the lot
OVERBID: Final = 11  # a: cards added, b: worth of the bid
PASSED: Final = 12  # a: cards taken back
LOT_WON: Final = 13  # a: the lot, b: money paid
DRAFT_OPENED: Final = 14  # a: the tiles
TILE_TAKEN: Final = 15  # a: kind of tile
BUILT: Final = 16  # a: kind of tile, b: site
BOXED: Final = 17  # a: kind of tile
REST_BOXED: Final = 18  # a: tiles
TAKEN_OUT: Final = 19  # a: money discarded, b: 5 * site + floor - 1, c: site where the tile now stands alone
PUT_IN: Final = 20  # a: money discarded, b: site left, c: site entered
RAZED: Final = 21  # a: money discarded, b: site
TILE_CHOSEN: Final = 22  # a: kind of tile that is built next
ENDED: Final = 23  # a: 0 by the fifth rider, 1 by standstill

BY_RIDERS: Final = 0
BY_STANDSTILL: Final = 1
