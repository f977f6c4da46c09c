"""Where things stand in a row of the tensor of The Pillars of Venice, and what an observer keeps beside it."""

from typing import Final

from mypy_extensions import i64

# Where things stand in a row, in words.
PHASE: Final = 0
ACTOR: Final = 1
START: Final = 2
VICTIM: Final = 3
GONDOLA: Final = 4
FIGURES: Final = 5
DRAWN: Final = 6
TOPS: Final = 8
UNSEEN: Final = 12
PLANES: Final = 16  # canal, piles, buildings, piazzas, spans, piles begun
FIRST_SEAT: Final = 118
# Where things stand in the words of a seat.
SEAT_FIGURES: Final = 0
POINTS: Final = 1
CARD: Final = 2
STOCK: Final = 4
HAND: Final = 8
MARKS: Final = 12
SEAT_WORDS: Final = 29

PLANE_WORDS: Final = 17  # 136 cells
HAND_WORDS: Final = 4  # 30 cards
KIND_WORDS: Final = 4  # 26 kinds of districts
# Where the second and the third int of a set of cells begin in a plane: 51 and 102 bytes from its beginning.
SECOND_WORD: Final = 6
SECOND_BIT: Final = 3
THIRD_WORD: Final = 12
THIRD_BIT: Final = 6
# What is kept beside a row: the sets as they were written.
PLANES_KEPT: Final = 0  # three ints for each of six planes
TOPS_KEPT: Final = 18
UNSEEN_KEPT: Final = 19
DRAWN_KEPT: Final = 20
MARKED_KEPT: Final = 21  # three ints
SUPPLY_KEPT: Final = 24
PLACED_KEPT: Final = 25
SEATS_KEPT: Final = 26
# Of a seat, wherever it stands: its stock, points and markers, and the words for them.
STOCK_KEPT: Final = 0
STOCK_WORDS: Final = 1
POINTS_KEPT: Final = 5
POINTS_WORD: Final = 6
MARKS_KEPT: Final = 7
MARKERS_KEPT: Final = 10  # how many markers
# Of a place in the row: which seat stands there, counted from 1, and what was written for it.
SEAT_SHOWN: Final = 11
MARKS_SHOWN: Final = 12
HAND_KEPT: Final = 15
CARD_KEPT: Final = 16
SEAT_KEPT: Final = 17


def words_of(seats: i64) -> i64:
    return FIRST_SEAT + SEAT_WORDS * seats
