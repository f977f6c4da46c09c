"""What playing a card brings in The Pillars of Venice, as one may reckon before the others show theirs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.pillars.heuristic.evaluator import CRESTS, FREE_MARKS, GONDOLA, MARKS, Evaluator, stones_in
from capomastro.games.pillars.rules.board import Board
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.building import shape_fits
from capomastro.games.pillars.rules.cards import (
    COUNCILLOR,
    FIGURE,
    GONDOLIER,
    INVENTOR,
    MARKERS,
    MASTER_BUILDER,
    MERCHANT,
    PITCH_DIPPER,
    ROLE,
)
from capomastro.games.pillars.rules.cells import bit, count, size
from capomastro.games.pillars.rules.districts import SHAPES
from capomastro.games.pillars.rules.round import CARD_POINTS

MATCHES: Final = 0.8  # what a district usually gets for matches
MOST_STONES: Final = 32  # more than any card brings
BY_WORTH: Final = vec[i64]([3, 4, 1, 2, 0])  # shapes from the most crests for each stone to the fewest


class Prospects:
    """Reckons by what habits give to things."""

    def __init__(self, habits: Evaluator) -> None:
        self.habits = habits
        self.crests = vec[float]([-1.0] * (MOST_STONES << SHAPES))

    def of_card(self, board: Board, seat: i64, kind: i64) -> float:
        """What playing a card brings now."""
        role = ROLE[kind]
        piles = board.pile_supply
        if role == MASTER_BUILDER:
            return self.of_building(board, seat, FIGURE[kind])
        if role == COUNCILLOR:
            hunger = 1.0 if stones_in(board, seat) < 8 else 0.6
            return self.best_crests(board, FIGURE[kind]) * self.habits.of(CRESTS, piles) * hunger
        if role == PITCH_DIPPER:
            return self.of_piles(board, seat, kind)
        if role == GONDOLIER:
            if board.gondola == seat or board.markers(seat) == 0:
                return 0.0
            return self.habits.of(GONDOLA, piles)
        awaited: i64 = MASTER_BUILDER
        if role == INVENTOR:
            awaited = PITCH_DIPPER
        elif role == MERCHANT:
            awaited = COUNCILLOR
        return float(CARD_POINTS) * self.chance_of(board, seat, awaited)

    def of_piles(self, board: Board, seat: i64, kind: i64) -> float:
        """Markers that others will build over; room to build; and the end, if it comes and I lead."""
        piles = board.pile_supply
        figure = FIGURE[kind]
        if figure >= piles:
            return 20.0 if self.leads(board, seat) else -20.0
        markers = board.markers(seat)
        if MARKERS[kind] < markers:
            markers = MARKERS[kind]
        room = count(board.free_piles())
        stones = stones_in(board, seat)
        missing = stones - room if stones > room else i64(0)
        useful = figure if figure < missing else missing
        gain = float(markers) * (self.habits.of(MARKS, piles) + self.habits.of(FREE_MARKS, piles))
        return gain + 0.6 * float(useful)

    def leads(self, board: Board, seat: i64) -> bool:
        own = board.score(seat)
        for other in range(board.seats):
            if other != seat and board.score(other) >= own:
                return False
        return True

    def of_building(self, board: Board, seat: i64, stones: i64) -> float:
        """Roughly what a master builder brings: the best shapes first, as long as piles and stones last."""
        free = board.free_piles()
        room = count(free)
        if room < 2:
            return 0.0
        water = board.open_water()
        stock = board.stocks[seat]
        gain = 0.0
        spent = 0.0
        for i in range(SHAPES):
            shape = BY_WORTH[i]
            pieces = size(stock & shape_set(shape))
            if pieces == 0 or board.box.stones[shape] > stones or not shape_fits(shape, free, water):
                continue
            while pieces > 0 and board.box.stones[shape] <= stones and board.box.stones[shape] <= room + 1:
                gain += float(board.box.crests[shape]) + MATCHES
                spent += float(board.box.crests[shape])
                stones -= board.box.stones[shape]
                room -= board.box.stones[shape]
                pieces -= 1
        return gain - spent * self.habits.of(CRESTS, board.pile_supply) * 0.7

    def best_crests(self, board: Board, stones: i64) -> float:
        """The most crests that this many stones can take from the stacks, if every stack goes on as it is."""
        stacks: i64 = 0
        for shape in range(SHAPES):
            if board.tops & shape_set(shape) != 0:
                stacks |= bit(shape)
        return self.crests_from(board, stacks, stones)

    def crests_from(self, board: Board, stacks: i64, stones: i64) -> float:
        """The same for a set of stacks; reckoned once."""
        if stones <= 0:
            return 0.0
        at = MOST_STONES * stacks + stones
        if self.crests[at] < 0.0:
            best = 0.0
            for shape in range(SHAPES):
                cost = board.box.stones[shape]
                if cost <= stones and stacks & bit(shape) != 0:
                    crests = float(board.box.crests[shape]) + self.crests_from(board, stacks, stones - cost)
                    if crests > best:
                        best = crests
            self.crests[at] = best
        return self.crests[at]

    def chance_of(self, board: Board, seat: i64, role: i64) -> float:
        """How likely one of the others plays a role, from the cards that are not in one's own hand."""
        cards = board.box.in_play[board.seats] & ~board.hands[seat]
        total = float(size(cards))
        found = float(size(cards & board.box.cards_of_role[role]))
        nobody = 1.0
        for _nth in range(board.seats - 1):
            nobody *= 1.0 - found / total
        return 1.0 - nobody
