"""The kinds of things that happen in The Pillars of Venice, as the rules note them down; `events.py` has the words.

A note is (kind, audience, seat, a, b, c); what a, b and c hold is said behind each kind. Cards and districts are given
by kind, so that a note can be read without the component file.
"""

from typing import Final

PUBLIC: Final = 0x100  # the audience of everybody; otherwise one bit for each seat

ROUND_BEGAN: Final = 0  # a: number of the round; seat: the start player
STAYED: Final = 1
DREW: Final = 2  # a: seat drawn from
DREW_CARD: Final = 3  # a: seat drawn from, b: card; for those two
GAVE: Final = 4  # a: seat given to
GAVE_CARD: Final = 5  # a: seat given to, b: card; for those two
CHOSE: Final = 6
CHOSE_CARD: Final = 7  # a: card; for its seat
REVEALED: Final = 8  # a: card
NO_EFFECT: Final = 9  # a: card
TOOK: Final = 10  # a: district, b: 1 + the district now on top, or 0 where none is left
SET_PILE: Final = 11  # a: cell, b: piles left in the supply
MARKED: Final = 12  # a: cell
BUILT: Final = 13  # a: the step, b: points for crests, c: points for matches
MARKERS_BACK: Final = 14  # a: how many, b: points
GONDOLA_PAID: Final = 15  # a: points
BOARDED: Final = 16  # the seat's marker is on the gondola; a: 1 + the seat whose marker gave way, or 0
SIX_POINTS: Final = 17  # a: card, b: points
PASSED_ON: Final = 18  # a: card, b: seat that gets it
START_MOVED: Final = 19  # seat: the new start player
FINISHED: Final = 20  # the seat has done with its card what it wants
ENDED: Final = 21  # a: BY_LAST_PILE or BY_STANDSTILL

BY_LAST_PILE: Final = 0
BY_STANDSTILL: Final = 1
