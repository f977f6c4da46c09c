"""What lies on the board in a game of The Pillars of Venice, and what one can tell from it.

The modules beside this one (`swapping`, `stacks`, `piling` …) hold the rules that change a `Board`; `state.State` is
a board that answers every game's three questions. The § are those of docs/rules/pillars.md.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from capomastro.core.chance import Chance
from capomastro.core.position import Position
from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.box import MARKERS_EACH, PILES, Box
from capomastro.games.pillars.rules.cards import FIGURE, ROLES
from capomastro.games.pillars.rules.cells import Cells, bit, lowest, none, size, union, without
from capomastro.games.pillars.rules.districts import DISTRICTS

# What the seat in `actor`, or while choosing everybody who has not yet chosen, has to decide.
SWAPPING: Final = 0  # draw a card from another hand, or stay
GIVING: Final = 1  # which card to give for the one drawn
CHOOSING: Final = 2  # which card to play
TAKING: Final = 3  # councillor: which district
PILING: Final = 4  # pitch-dipper: where the next pile goes
MARKING: Final = 5  # pitch-dipper: where a marker goes
BUILDING: Final = 6  # master builder: which district, where
OVER: Final = 7

# The streams of chance; the stack of a shape is stream STACK + shape.
FIRST_SEAT: Final = 0
CARDS_DEALT: Final = 1
CARD_DRAWN: Final = 2
STACK: Final = 3

NOBODY: Final = 7
STANDSTILL_ROUNDS: Final = 30

# Where points come from (§8, §4.5), each with its own bits of `points`.
FROM_CRESTS: Final = 0
FROM_MATCHES: Final = 1
FROM_MARKERS: Final = 2
FROM_GONDOLA: Final = 3
FROM_CARDS: Final = 4
SOURCES: Final = 5
SOURCE_BITS: Final = 12  # the last source has all bits above
SOURCE_POINTS: Final = 0xFFF  # the bits of one source, shifted down


MOST_HANDS: Final = 7  # those of six seats; a spectator comes behind the last seat
NO_MINDS: Final[list[object]] = [None] * MOST_HANDS


class Board(Position):
    """The components, whose decision it is, and what is under way."""

    def __init__(self, seats: i64, chance: Chance, box: Box) -> None:
        super().__init__(seats, chance)
        self.box = box
        self.phase: i64 = SWAPPING
        self.start: i64 = 0  # the start player
        self.round: i64 = 1
        self.idle_rounds: i64 = 0  # whole rounds since a pile was set
        self.pile_this_round = False

        self.hands = vec[i64]()
        self.chosen: i64 = 0  # the cards chosen or played this round; they stay in their hands until passed on
        self.ready: i64 = 0  # one bit for each seat that has chosen
        # What everybody remembers; see `knowledge`.
        self.at_first = vec[i64]()  # the hands before the first of the news
        self.news = vec[i64]()  # what all, or the two of a swap, have seen of cards, one after the other
        self.minds: list[object] = NO_MINDS  # what viewers know, if they were asked; shared
        self.victim: i64 = NOBODY  # whom the start player drew from
        self.drawn: i64 = 0  # the card drawn, as a set

        self.stocks = vec[i64]()
        self.tops: i64 = 0
        self.unseen: i64 = 0  # the districts below the tops

        self.piles: Cells = none()
        self.buildings: Cells = none()
        self.piazzas: Cells = none()
        self.closed: Cells = none()  # cells under spans
        self.marked: Cells = none()
        self.marks = vec[i64]()  # each seat's markers on piles: three ints a seat, as in `Cells`
        self.pile_supply: i64 = PILES
        self.gondola: i64 = NOBODY  # whose marker is on it
        self.placed = vec[i32]()  # every district built, in order: eight times its placement, plus its builder
        self.placed_count: i64 = 0

        self.left: i64 = 0  # stones, piles or markers that the card under way still allows
        self.begun: Cells = none()  # the piles set with the card under way
        self.starts: Cells = none()  # where the first of them may be set

        self.points = vec[i64]()  # by source, packed
        self.played = vec[i32]()  # how often each role was played
        self.fizzled = vec[i32]()  # how often it had no effect

    def caches(self) -> tuple[str, ...]:
        return ("minds",)

    def made_from(self) -> tuple[object, ...]:
        return (self.seats, self.chance, self.box)

    def after(self, seat: i64) -> i64:
        """The seat to the left."""
        return seat + 1 if seat + 1 < self.seats else i64(0)

    def card_of(self, seat: i64) -> i64:
        """The card this seat has chosen or played, as a set; empty if none."""
        return self.hands[seat] & self.chosen

    def kind_played(self, seat: i64) -> i64:
        """The kind of the card this seat plays."""
        return self.box.card_kinds[lowest(self.card_of(seat))]

    def unspent(self) -> bool:
        """Has nothing been taken with the actor's councillor so far?"""
        return self.left == FIGURE[self.kind_played(self.actor)]

    def built(self) -> Cells:
        """The cells that carry a district."""
        return union(self.buildings, self.piazzas)

    def free_piles(self) -> Cells:
        """§7.1: piles that carry no district."""
        return without(self.piles, self.built())

    def markable(self) -> Cells:
        """§6.1: piles with neither a marker nor a district."""
        return without(self.free_piles(), self.marked)

    def open_lagoon(self) -> Cells:
        """§5.1: where a pile can stand."""
        return without(self.box.lagoon, union(self.piles, self.closed))

    def open_water(self) -> Cells:
        """§9.1: what a span may cross: canal or lagoon without a pile and not yet under a span."""
        return without(union(self.box.lagoon, self.box.canal), union(self.piles, self.closed))

    def marks_of(self, seat: i64) -> Cells:
        return (self.marks[3 * seat], self.marks[3 * seat + 1], self.marks[3 * seat + 2])

    def set_marks(self, seat: i64, cells: Cells) -> None:
        self.marks[3 * seat] = cells[0]
        self.marks[3 * seat + 1] = cells[1]
        self.marks[3 * seat + 2] = cells[2]

    def markers(self, seat: i64) -> i64:
        """§1.2: the markers in a seat's supply."""
        out = size(self.marks[3 * seat]) + size(self.marks[3 * seat + 1]) + size(self.marks[3 * seat + 2])
        if self.gondola == seat:
            out += 1
        return MARKERS_EACH - out

    def earn(self, seat: i64, source: i64, points: i64) -> None:
        self.points[seat] += points << (SOURCE_BITS * source)

    def earned(self, seat: i64, source: i64) -> i64:
        """The points this seat has from this source."""
        return points_from(self.points[seat], source)

    def score(self, seat: i64) -> i64:
        points: i64 = 0
        for source in range(SOURCES):
            points += self.earned(seat, source)
        return points

    def winners(self) -> list[int]:
        """§11.2: the most points; who is tied has won too."""
        best: i64 = 0
        for seat in range(self.seats):
            if self.score(seat) > best:
                best = self.score(seat)
        return [int(seat) for seat in range(self.seats) if self.score(seat) == best]

    def announce(self, kind: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Notes what everybody sees."""
        if self.recording:
            self.tell(kind, codes.PUBLIC, seat, a, b, c)

    def whisper(self, kind: i64, audience: i64, seat: i64, a: i64, b: i64 = 0) -> None:
        """Notes what only some seats see, given as bits."""
        if self.recording:
            self.tell(kind, audience, seat, a, b, 0)


def points_from(packed: i64, source: i64) -> i64:
    """The points from this source, of those that lie side by side in one number."""
    points = packed >> (SOURCE_BITS * source)
    return points if source == FROM_CARDS else points & SOURCE_POINTS


def set_bare(board: Board) -> None:
    """An empty board: nothing dealt, nothing built."""
    nothing = [0] * int(board.seats)
    board.hands = vec[i64](nothing)
    board.stocks = vec[i64](nothing)
    board.points = vec[i64](nothing)
    board.marks = vec[i64]([0] * (3 * len(nothing)))
    board.at_first = vec[i64](nothing)
    board.placed = vec[i32]([0] * DISTRICTS)
    board.played = vec[i32]([0] * ROLES)
    board.fizzled = vec[i32]([0] * ROLES)


def everybody(board: Board) -> i64:
    """A bit for each seat."""
    return bit(board.seats) - 1
