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
from capomastro.games.pillars.rules.cells import bit, count, lowest, size
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

    def of_card(self, table: Board, seat: i64, kind: i64) -> float:
        """What playing a card brings now."""
        role = ROLE[kind]
        piles = table.pile_supply
        if role == MASTER_BUILDER:
            return self.of_building(table, seat, FIGURE[kind])
        if role == COUNCILLOR:
            hunger = 1.0 if stones_in(table, seat) < 8 else 0.6
            return self.best_crests(table, FIGURE[kind]) * self.habits.of(CRESTS, piles) * hunger
        if role == PITCH_DIPPER:
            return self.of_piles(table, seat, kind)
        if role == GONDOLIER:
            if table.gondola == seat or table.markers(seat) == 0:
                return 0.0
            return self.habits.of(GONDOLA, piles)
        awaited: i64 = MASTER_BUILDER
        if role == INVENTOR:
            awaited = PITCH_DIPPER
        elif role == MERCHANT:
            awaited = COUNCILLOR
        return float(CARD_POINTS) * self.chance_of(table, seat, awaited)

    def of_piles(self, table: Board, seat: i64, kind: i64) -> float:
        """Markers that others will build over; room to build; and the end, if it comes and I lead."""
        piles = table.pile_supply
        figure = FIGURE[kind]
        if figure >= piles:
            return 20.0 if self.leads(table, seat) else -20.0
        markers = table.markers(seat)
        if MARKERS[kind] < markers:
            markers = MARKERS[kind]
        room = count(table.free_piles())
        stones = stones_in(table, seat)
        missing = stones - room if stones > room else i64(0)
        useful = figure if figure < missing else missing
        gain = float(markers) * (self.habits.of(MARKS, piles) + self.habits.of(FREE_MARKS, piles))
        return gain + 0.6 * float(useful)

    def leads(self, table: Board, seat: i64) -> bool:
        own = table.score(seat)
        for other in range(table.seats):
            if other != seat and table.score(other) >= own:
                return False
        return True

    def of_building(self, table: Board, seat: i64, stones: i64) -> float:
        """Roughly what a master builder brings: the best shapes first, as long as piles and stones last."""
        free = table.free_piles()
        room = count(free)
        if room < 2:
            return 0.0
        water = table.open_water()
        stock = table.stocks[seat]
        gain = 0.0
        spent = 0.0
        for i in range(SHAPES):
            shape = BY_WORTH[i]
            pieces = size(stock & shape_set(shape))
            if pieces == 0 or table.box.stones[shape] > stones or not shape_fits(shape, free, water):
                continue
            while pieces > 0 and table.box.stones[shape] <= stones and table.box.stones[shape] <= room + 1:
                gain += float(table.box.crests[shape]) + MATCHES
                spent += float(table.box.crests[shape])
                stones -= table.box.stones[shape]
                room -= table.box.stones[shape]
                pieces -= 1
        return gain - spent * self.habits.of(CRESTS, table.pile_supply) * 0.7

    def best_crests(self, table: Board, stones: i64) -> float:
        """The most crests that so many stones can take from the stacks, if every stack goes on as it is."""
        stacks: i64 = 0
        for shape in range(SHAPES):
            if table.tops & shape_set(shape) != 0:
                stacks |= bit(shape)
        return self.crests_from(table, stacks, stones)

    def crests_from(self, table: Board, stacks: i64, stones: i64) -> float:
        """The same for a set of stacks; reckoned once."""
        if stones <= 0:
            return 0.0
        at = MOST_STONES * stacks + stones
        if self.crests[at] < 0.0:
            best = 0.0
            for shape in range(SHAPES):
                cost = table.box.stones[shape]
                if cost <= stones and stacks & bit(shape) != 0:
                    crests = float(table.box.crests[shape]) + self.crests_from(table, stacks, stones - cost)
                    if crests > best:
                        best = crests
            self.crests[at] = best
        return self.crests[at]

    def chance_of(self, table: Board, seat: i64, role: i64) -> float:
        """How likely one of the others plays a role, from the cards that are not in one's own hand."""
        cards = table.box.in_play[table.seats] & ~table.hands[seat]
        total = float(size(cards))
        found = 0.0
        while cards:
            if ROLE[table.box.card_kinds[lowest(cards)]] == role:
                found += 1.0
            cards &= cards - 1
        nobody = 1.0
        for _nth in range(table.seats - 1):
            nobody *= 1.0 - found / total
        return 1.0 - nobody
