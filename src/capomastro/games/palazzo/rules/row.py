"""Where things stand in a row of the tensor of Palazzo, and what an observer keeps beside it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.palazzo.rules.palazzi import FLOORS
from capomastro.games.palazzo.rules.tiles import windows_of

# Where things stand in a row, in words.
PHASE: Final = 0
SEATS_NAMED: Final = 2
FIGURES: Final = 3
PAYMENT: Final = 5
OPEN: Final = 6
DISCARDS: Final = 8
DECK: Final = 10
STAGED: Final = 12
SETS: Final = 14  # warehouse, quarries, stacks, pending
CHOSEN: Final = 68
FIRST_SEAT: Final = 74
# Where things stand in the words of a seat.
SEAT_FIGURES: Final = 0
HAND: Final = 1
KNOWN: Final = 3
LAID: Final = 5
PALAZZI: Final = 7
SEAT_WORDS: Final = 55

SET_WORDS: Final = 6
# What is kept beside a row, as it was written: piles of money, sets of tiles, and of each seat what follows.
OPEN_KEPT: Final = 0
DISCARDS_KEPT: Final = 1
DECK_KEPT: Final = 2
STAGED_KEPT: Final = 3
SETS_KEPT: Final = 4  # in the order of the row
PENDING_KEPT: Final = 12  # the last of them
CHOSEN_KEPT: Final = 13
PAYING_KEPT: Final = 14  # whether there is a payment
DRAWS_KEPT: Final = 15  # how often chance was asked
BUILDER_KEPT: Final = 16  # the seat whose palazzi the next step may change, counted from 1; 0 is none
SEATS_KEPT: Final = 17
# Of a seat, wherever it stands: its palazzi, the words for them, and what they score.
SITES_KEPT: Final = 0
POINTS_KEPT: Final = 1  # at their bytes
PALAZZI_KEPT: Final = 2
PALAZZI_WORDS: Final = 50
# Of a place in the row: which seat stands there, counted from 1, and what was written for it.
SEAT_SHOWN: Final = 98
SITES_SHOWN: Final = 99
HAND_KEPT: Final = 100
KNOWN_KEPT: Final = 101
LAID_KEPT: Final = 102
SEAT_KEPT: Final = 103


def words_of(seats: i64) -> i64:
    return FIRST_SEAT + SEAT_WORDS * seats


def _counts_of_cards() -> list[int]:
    """For eight bits of a pile, that is four kinds of cards, a byte for each that counts it."""
    return [sum([(bits >> 2 * kind & 3) << 8 * kind for kind in range(4)]) for bits in range(256)]


def _floors() -> list[int]:
    """For each pair of floors and what stands there: the two codes, in byte 5 how many floors, in byte 6 windows."""
    found: list[int] = []
    for pair in range(3):
        for bits in range(256):
            word = 0
            for place in range(2):
                code = bits >> 4 * place & 15
                if code and 2 * pair + place < FLOORS:
                    word += code << 8 * (2 * pair + place)
                    word += (1 << 40) + (int(windows_of(code - 1)) << 48)
            found.append(word)
    return found


CARDS: Final = vec[i64](_counts_of_cards())
FLOOR_WORDS: Final = vec[i64](_floors())
