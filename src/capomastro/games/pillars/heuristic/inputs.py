"""What a network reads of a position of Pillars: a list of the inputs that are there; see `bots/search/value.py`."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.pillars.heuristic.evaluator import stones_in
from capomastro.games.pillars.heuristic.sites import crowded
from capomastro.games.pillars.rules.board import NOBODY, Board
from capomastro.games.pillars.rules.box import MARKERS_EACH, PILES, sum_over
from capomastro.games.pillars.rules.cards import CARD_KINDS, ROLES
from capomastro.games.pillars.rules.cells import common, count, lowest, size, touching
from capomastro.games.pillars.rules.districts import DISTRICT_KINDS, SHAPE_FIRST, SHAPES

VERSION: Final = 1  # raised whenever an input comes, goes or means something else: then networks are trained again
MOST: Final = 32  # inputs for a figure
FEW: Final = 8

# Common inputs, each family with the number of the first one.
SUPPLY: Final = 0
FREE: Final = SUPPLY + PILES + 1
CROWDED: Final = FREE + MOST  # cells with free piles on two sides
AT_CANAL: Final = CROWDED + MOST  # free piles there
BY_BUILDINGS: Final = AT_CANAL + MOST  # free piles beside one
BY_PIAZZAS: Final = BY_BUILDINGS + MOST
UNMARKED: Final = BY_PIAZZAS + MOST
TOP: Final = UNMARKED + MOST  # the kinds of districts on top
UNSEEN: Final = TOP + DISTRICT_KINDS  # of each shape how many are below
OWNED: Final = UNSEEN + SHAPES * 12  # has the gondola an owner?
SEATS: Final = OWNED + 1
COMMON: Final = SEATS + 7

# Inputs of a seat.
STONES: Final = 0
CRESTS: Final = STONES + MOST
STOCK: Final = CRESTS + MOST  # of each shape how many
CARD: Final = STOCK + SHAPES * FEW  # each card of the hand by its kind
ROLE_HELD: Final = CARD + CARD_KINDS  # of each role how many
WAITING: Final = ROLE_HELD + ROLES * 6  # markers on free piles
MARKERS: Final = WAITING + MARKERS_EACH + 1
BY_CANAL: Final = MARKERS + MARKERS_EACH + 1  # markers on free piles at the canal
GONDOLA: Final = BY_CANAL + MARKERS_EACH + 1
START: Final = GONDOLA + 1  # how many seats behind the start player
SCORE: Final = START + 6  # by four points
OF_SEAT: Final = SCORE + MOST


def common_inputs(board: Board, out: vec[i64]) -> i64:
    """Writes the inputs that belong to no seat, and returns how many there are."""
    free = board.free_piles()
    around = touching(free)
    out[0] = SUPPLY + board.pile_supply
    out[1] = FREE + at_most(count(free), MOST - 1)
    out[2] = CROWDED + at_most(count(crowded(free)), MOST - 1)
    out[3] = AT_CANAL + at_most(count(common(free, board.box.canal_bank)), MOST - 1)
    out[4] = BY_BUILDINGS + at_most(count(common(around, board.buildings)), MOST - 1)
    out[5] = BY_PIAZZAS + at_most(count(common(around, board.piazzas)), MOST - 1)
    out[6] = UNMARKED + at_most(count(board.markable()), MOST - 1)
    out[7] = SEATS + board.seats
    found: i64 = 8
    tops = board.tops
    while tops:
        out[found] = TOP + board.box.district_kinds[lowest(tops)]
        tops &= tops - 1
        found += 1
    for shape in range(SHAPES):
        below = board.unseen >> SHAPE_FIRST[shape]
        out[found] = UNSEEN + shape * 12 + at_most(size(below & 1023), 11)
        found += 1
    if board.gondola != NOBODY:
        out[found] = OWNED
        found += 1
    return found


def seat_inputs(board: Board, seat: i64, out: vec[i64]) -> i64:
    """Writes the inputs of a seat, and returns how many there are."""
    stock = board.stocks[seat]
    free = board.free_piles()
    waiting = common(board.marks_of(seat), free)
    out[0] = STONES + at_most(stones_in(board, seat), MOST - 1)
    out[1] = CRESTS + at_most(sum_over(stock, board.box.crest_digits), MOST - 1)
    out[2] = WAITING + count(waiting)
    out[3] = MARKERS + board.markers(seat)
    out[4] = BY_CANAL + count(common(waiting, board.box.canal_bank))
    out[5] = START + (seat - board.start if seat >= board.start else seat - board.start + board.seats)
    out[6] = SCORE + at_most(board.score(seat) >> 2, MOST - 1)
    found: i64 = 7
    for shape in range(SHAPES):
        held = size((stock >> SHAPE_FIRST[shape]) & 1023)
        if held > 0:
            out[found] = STOCK + shape * FEW + at_most(held, FEW - 1)
            found += 1
    cards = board.hands[seat]
    while cards:
        out[found] = CARD + board.box.card_kinds[lowest(cards)]
        cards &= cards - 1
        found += 1
    cards = board.hands[seat]
    for role in range(ROLES):
        held = size(cards & board.box.cards_of_role[role])
        out[found] = ROLE_HELD + role * 6 + at_most(held, 5)
        found += 1
    if board.gondola == seat:
        out[found] = GONDOLA
        found += 1
    return found


def at_most(figure: i64, most: i64) -> i64:
    """Figures above the last input count as it."""
    if figure < 0:
        return 0
    return figure if figure < most else most
