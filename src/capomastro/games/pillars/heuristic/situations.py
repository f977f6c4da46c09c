"""What bots look at in The Pillars of Venice when they choose a card, swap one, and take districts.

What the heuristic reckons of a card is what it brings in this round. Here are the circumstances on which the rest
depends: how many piles are left, what one's own stock and those of the others wait for, how much room there is to
build, who leads, and what else is in one's hand. All of it is what the seat can see.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.situations import Situations
from capomastro.games.pillars.heuristic.evaluator import stones_in
from capomastro.games.pillars.rules.board import NOBODY, Board
from capomastro.games.pillars.rules.box import PILES, shape_set
from capomastro.games.pillars.rules.cards import (
    COUNCILLOR,
    FIGURE,
    GONDOLIER,
    MARKERS,
    MASTER_BUILDER,
    PITCH_DIPPER,
    ROLE,
    ROLES,
)
from capomastro.games.pillars.rules.cells import common, count, size
from capomastro.games.pillars.rules.districts import SHAPES
from capomastro.games.pillars.rules.steps import DONE, STAY, SWAP, TAKE

VERSION: Final = 1  # raised whenever something that may be so comes, goes or means something else
STAGES: Final = 12  # of a game
LEVELS: Final = 16  # to which amounts are rounded
STAGED: Final = STAGES * LEVELS
PAIR: Final = LEVELS * LEVELS
FEW: Final = 4  # cards of a role in one hand are told apart up to one less
LEAD_UNIT: Final = 2  # binary digits of a lead that do not count
LEAST_POINTS: Final = -3.0  # of a card that are told apart

# What may be so whatever card of its role is chosen: each family with the number of its first one.
STAGE_STONES: Final = 0
STAGE_ROOM: Final = STAGE_STONES + STAGED
STAGE_RIVAL: Final = STAGE_ROOM + STAGED  # stones of the fullest stock of another seat
STAGE_LEAD: Final = STAGE_RIVAL + STAGED
STAGE_MARKERS: Final = STAGE_LEAD + STAGED  # the gondola's owner, and the markers one has left
STONES_ROOM: Final = STAGE_MARKERS + STAGED
RIVAL_ROOM: Final = STONES_ROOM + PAIR
MARKED: Final = RIVAL_ROOM + PAIR  # own markers on free piles, and the fullest stock of another seat
STAGE_PLACE: Final = MARKED + PAIR  # how many seats behind the start player
HELD: Final = STAGE_PLACE + STAGED  # cards in the hand by their roles
# What may be so of the card itself.
STAGE_FORM: Final = HELD + FEW * FEW * FEW
FORM_STONES: Final = STAGE_FORM + STAGED
FORM_ROOM: Final = FORM_STONES + PAIR
FORM_RIVAL: Final = FORM_ROOM + PAIR
STAGE_VALUE: Final = FORM_RIVAL + PAIR  # what it brings at once
VALUE_BEST: Final = STAGE_VALUE + STAGED  # and the best of the hand
BLOCK: Final = VALUE_BEST + PAIR

# What may be so of a card that may be given away.
CLASSES: Final = 4 * LEVELS  # of cards
GIVEN_CLASS: Final = 0
GIVEN_ROLE: Final = GIVEN_CLASS + STAGES * CLASSES  # by how many of its role there are
GIVEN_VALUE: Final = GIVEN_ROLE + LEVELS * ROLES
OF_GIFT: Final = GIVEN_VALUE + PAIR

# What may be so where one may swap.
STAGE_BEST: Final = 0  # points of the best card, the second, and the least
STAGE_SECOND: Final = STAGE_BEST + STAGED
STAGE_WORST: Final = STAGE_SECOND + STAGED
BEST_WORST: Final = STAGE_WORST + STAGED
SWAP_LEAD: Final = BEST_WORST + PAIR
SWAP_HELD: Final = SWAP_LEAD + STAGED
SWAP_STONES: Final = SWAP_HELD + FEW * FEW * FEW
SWAP_WITH: Final = SWAP_STONES + PAIR  # how far to the left the other sits
OF_SWAP: Final = SWAP_WITH + STAGED

# What may be so of a district that may be taken; the last shape is to stop.
TAKEN_STAGE: Final = 0
TAKEN_LEFT: Final = TAKEN_STAGE + (SHAPES + 1) * LEVELS
TAKEN_STONES: Final = TAKEN_LEFT + (SHAPES + 1) * LEVELS
TAKEN_ROOM: Final = TAKEN_STONES + (SHAPES + 1) * LEVELS
TAKEN_OWNED: Final = TAKEN_ROOM + (SHAPES + 1) * LEVELS  # how many of the shape one has
OF_DISTRICT: Final = TAKEN_OWNED + (SHAPES + 1) * LEVELS

# Blocks of weights: one for each kind of step that is learned about.
CHOICES: Final = 0  # councillors, pitch-dippers, master builders, and the rest
GIFTS: Final = 4 * BLOCK
STAYS: Final = GIFTS + OF_GIFT
SWAPS: Final = STAYS + OF_SWAP
DISTRICTS_TAKEN: Final = SWAPS + OF_SWAP
WEIGHTS: Final = DISTRICTS_TAKEN + OF_DISTRICT


def stage_of(piles: int) -> int:
    """Which stage of a game has so many piles left."""
    for stage, last in enumerate((3, 4, 5, 6, 8, 11, 15, 20, 27, 36, 46)):
        if piles <= last:
            return stage
    return STAGES - 1


def form_of(kind: int) -> int:
    """What tells a card from others of its block."""
    role = int(ROLE[kind])
    if role == PITCH_DIPPER:
        return min(max(int(FIGURE[kind]) - 3, 0), 3) * 4 + min(int(MARKERS[kind]), 3)
    return min(int(FIGURE[kind]), LEVELS - 1) if role <= MASTER_BUILDER else role


STAGE_OF: Final = vec[i64]([stage_of(piles) for piles in range(PILES + 1)])
FORM_OF: Final = vec[i64]([form_of(kind) for kind in range(len(ROLE))])


def capped(amount: i64, most: i64) -> i64:
    return amount if amount < most else most


def points_level(points: float) -> i64:
    """Points, rounded, from the least that are told apart."""
    points -= LEAST_POINTS
    if points <= 0.0:
        return 0
    return LEVELS - 1 if points >= LEVELS - 1 else i64(points)


class PillarsSituations(Situations):
    """Looks at a board from a seat."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.stage: i64 = 0
        self.stones: i64 = 0
        self.room: i64 = 0
        self.rival: i64 = 0
        self.lead: i64 = 0
        self.held: i64 = 0
        self.common: i64 = 0  # how many of the things seen hold for every card
        self.reckoned: i64 = 0  # a bit for each block whose points for them are known
        self.known = vec[float]([0.0] * 4)

    def look(self, board: Board, seat: i64) -> None:
        """What matters whatever is decided."""
        top = LEVELS - 1
        self.stage = STAGE_OF[board.pile_supply]
        self.stones = capped(stones_in(board, seat), top)
        self.room = capped(count(board.free_piles()), top)
        rival: i64 = 0
        best: i64 = 0
        for other in range(board.seats):
            if other != seat:
                stones = stones_in(board, other)
                if stones > rival:
                    rival = stones
                score = board.score(other)
                if score > best:
                    best = score
        self.rival = capped(rival, top)
        lead = ((board.score(seat) - best) >> LEAD_UNIT) + LEVELS // 2
        self.lead = capped(lead, top) if lead > 0 else i64(0)
        cards = board.hands[seat]
        self.held = 0
        for role in (COUNCILLOR, PITCH_DIPPER, MASTER_BUILDER):
            self.held = FEW * self.held + capped(size(cards & board.box.cards_of_role[role]), FEW - 1)

    def look_at_hand(self, board: Board, seat: i64) -> None:
        """What matters for which card to choose, whatever it is."""
        self.look(board, seat)
        staged = LEVELS * self.stage
        owner: i64 = 0
        if board.gondola != NOBODY:
            owner = 1 if board.gondola == seat else 2
        place = seat - board.start
        if place < 0:
            place += board.seats
        waiting = count(common(board.marks_of(seat), board.free_piles()))
        self.count = 0
        self.see(STAGE_STONES + staged + self.stones)
        self.see(STAGE_ROOM + staged + self.room)
        self.see(STAGE_RIVAL + staged + self.rival)
        self.see(STAGE_LEAD + staged + self.lead)
        self.see(STAGE_MARKERS + staged + 5 * owner + (board.markers(seat) >> 1))
        self.see(STONES_ROOM + LEVELS * self.stones + self.room)
        self.see(RIVAL_ROOM + LEVELS * self.rival + self.room)
        self.see(MARKED + LEVELS * waiting + self.rival)
        self.see(STAGE_PLACE + staged + place)
        self.see(HELD + self.held)
        self.common = self.count
        self.reckoned = 0

    def of_card(self, kind: i64, value: float, best: float, nth: i64) -> float:
        """What speaks for choosing this card, the nth of the hand, beyond its value; the best value is this."""
        group = capped(ROLE[kind], GONDOLIER)
        block = CHOICES + BLOCK * group
        form = FORM_OF[kind]
        staged = LEVELS * self.stage
        level = points_level(value)
        self.count = self.common
        self.see(STAGE_FORM + staged + form)
        self.see(FORM_STONES + LEVELS * form + self.stones)
        self.see(FORM_ROOM + LEVELS * form + self.room)
        self.see(FORM_RIVAL + LEVELS * form + self.rival)
        self.see(STAGE_VALUE + staged + level)
        self.see(VALUE_BEST + LEVELS * level + points_level(best))
        if self.learning:
            return self.points(block, nth)
        weights = self.weights
        if (self.reckoned >> group) & 1 == 0:
            total = 0.0
            for i in range(self.common):
                total += weights[block + self.seen[i]]
            self.known[group] = total
            self.reckoned |= 1 << group
        total = self.known[group]
        for i in range(self.common, self.count):
            total += weights[block + self.seen[i]]
        return total

    def of_gift(self, board: Board, seat: i64, kind: i64, value: float, nth: i64) -> float:
        """What speaks for giving this card away, beyond the value it has for oneself."""
        role = ROLE[kind]
        held = size(board.hands[seat] & board.box.cards_of_role[role])
        self.count = 0
        self.see(GIVEN_CLASS + CLASSES * self.stage + LEVELS * capped(role, GONDOLIER) + FORM_OF[kind])
        self.see(GIVEN_ROLE + LEVELS * role + held)
        self.see(GIVEN_VALUE + LEVELS * points_level(value) + self.stones)
        return self.points(GIFTS, nth)

    def of_swap(self, board: Board, seat: i64, step: i64, best: float, second: float, worst: float, nth: i64) -> float:
        """What speaks for staying, or for swapping with another seat, with a hand of such values."""
        staged = LEVELS * self.stage
        high, low = points_level(best), points_level(worst)
        self.count = 0
        self.see(STAGE_BEST + staged + high)
        self.see(STAGE_SECOND + staged + points_level(second))
        self.see(STAGE_WORST + staged + low)
        self.see(BEST_WORST + LEVELS * high + low)
        self.see(SWAP_LEAD + staged + self.lead)
        self.see(SWAP_HELD + self.held)
        self.see(SWAP_STONES + LEVELS * self.stones + self.room)
        if step == STAY:
            return self.points(STAYS, nth)
        distance = step - SWAP - seat
        if distance < 0:
            distance += board.seats
        self.see(SWAP_WITH + staged + distance)
        return self.points(SWAPS, nth)

    def of_district(self, board: Board, seat: i64, step: i64, nth: i64) -> float:
        """What speaks for taking a district of this shape, or for stopping."""
        shape: i64 = SHAPES
        owned: i64 = 0
        if step != DONE:
            shape = step - TAKE
            owned = size(board.stocks[seat] & shape_set(shape))
        first = LEVELS * shape
        self.count = 0
        self.see(TAKEN_STAGE + first + self.stage)
        self.see(TAKEN_LEFT + first + capped(board.left, LEVELS - 1))
        self.see(TAKEN_STONES + first + self.stones)
        self.see(TAKEN_ROOM + first + self.room)
        self.see(TAKEN_OWNED + first + owned)
        return self.points(DISTRICTS_TAKEN, nth)
