"""What a step in Palazzo has of what characters like."""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.traits import Traits
from capomastro.core.position import Position
from capomastro.games.palazzo.rules.board import BIDDING, DRAFTING, MARKET, PAYING, PLACING, TURN, Board
from capomastro.games.palazzo.rules.palazzi import FLOOR_BITS, floor_count
from capomastro.games.palazzo.rules.steps import AUCTION, BUILD, BUY, NEW, PASS, PUT, REBUILD, TAKE, TILE_KINDS
from capomastro.games.palazzo.rules.tiles import FIRST_COPIES, lowest, windows_of

TRAIT_NAMES: Final = [
    "take money",
    "rebuild",
    "auction",
    "buy",
    "marble",
    "windows",
    "pass",
    "marble bid for",
    "new palazzo",
    "floors below",
    "same material",
]
TAKES: Final = 0
REBUILDS: Final = 1
AUCTIONS: Final = 2
BUYS: Final = 3
MARBLE: Final = 4  # tiles bought or drafted
WINDOWS: Final = 5  # of tiles bought or drafted
PASSES: Final = 6  # in an auction
MARBLE_BID: Final = 7  # tiles of the lot bid for
FOUNDS: Final = 8
FLOORS_BELOW: Final = 9  # of the palazzo a tile is put on
SAME_MATERIAL: Final = 10  # is the palazzo it is put on of its material alone?
MARBLE_CODE: Final = 2


class PalazzoTraits(Traits):
    """Of a step by the phase in which it is taken."""

    def __init__(self) -> None:
        super().__init__(TRAIT_NAMES)

    def write(self, position: Position, seat: i64, step: i64, out: vec[float]) -> None:
        board = cast(Board, position)
        phase = board.phase
        if phase == TURN:
            if step == TAKE:
                out[TAKES] = 1.0
            elif step == REBUILD:
                out[REBUILDS] = 1.0
        elif phase == MARKET and step == AUCTION:
            out[AUCTIONS] = 1.0
        elif (phase == MARKET or phase == PAYING) and BUY <= step < BUY + TILE_KINDS:
            out[BUYS] = 1.0
            gained(step - BUY, out)
        elif phase == DRAFTING:
            gained(step - BUILD, out)
        elif phase == BIDDING and step == PASS:
            out[PASSES] = 1.0
        elif phase == BIDDING:
            out[MARBLE_BID] = float(marble_in(board.quarries[board.builder]))
        elif phase == PLACING and step == NEW:
            out[FOUNDS] = 1.0
        elif phase == PLACING and step >= PUT:
            palazzo = board.palazzo(seat, step - PUT)
            out[FLOORS_BELOW] = float(floor_count(palazzo))
            out[SAME_MATERIAL] = 1.0 if all_of(palazzo, material_of(board.placing)) else 0.0


def gained(kind: i64, out: vec[float]) -> None:
    out[WINDOWS] = float(windows_of(kind))
    if material_of(kind) == MARBLE_CODE:
        out[MARBLE] = 1.0


def material_of(kind: i64) -> i64:
    return kind % 9 // 3


def marble_in(tiles: i64) -> i64:
    found: i64 = 0
    rest = tiles & FIRST_COPIES
    while rest:
        if material_of(lowest(rest)) == MARBLE_CODE:
            found += 1
        rest &= rest - 1
    return found


def all_of(palazzo: i64, material: i64) -> bool:
    """Are all floors of one material?"""
    while palazzo:
        code = palazzo & FLOOR_BITS
        if code != 0 and (code - 1) // 3 != material:
            return False
        palazzo >>= 4
    return True
