"""What lies on the board in a game of Palazzo, and what one can tell from it.

The modules beside this one (`taking`, `market`, `auction` …) hold the rules that change a `Board`; `state.State` is a
board that answers every game's three questions. The § are those of docs/rules/palazzo.md. Steps of a payment or a
rebuild under way wait in `staged`, `chosen` and `moving`: no other seat sees anything of them before the end (§13.4).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from capomastro.core.chance import Chance, shl
from capomastro.core.position import Position
from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.money import NO_CURRENCY, card_count, largest_payment
from capomastro.games.palazzo.rules.palazzi import score_of
from capomastro.games.palazzo.rules.steps import SITES
from capomastro.games.palazzo.rules.tiles import count_tiles

# What the seat in `actor` has to decide.
TURN: Final = 0  # which of the three actions
PICKING: Final = 1  # which of the open cards
MARKET: Final = 2  # buy, or auction
PAYING: Final = 3  # which cards for the chosen tiles
BIDDING: Final = 4  # overbid or pass
RAISING: Final = 5  # which cards more, or done
DRAFTING: Final = 6  # which tile of a quarry of four or more
BUILDING: Final = 7  # which of the tiles won comes next
PLACING: Final = 8  # where to put it
DISCARDING: Final = 9  # which card pays for the rebuild
REBUILDING: Final = 10  # which rebuild
MOVING: Final = 11  # into which palazzo
OVER: Final = 12

# The streams of chance.
FIRST_SEAT: Final = 0
BUILDER: Final = 1
TILES_DRAWN: Final = 2
MONEY_DRAWN: Final = 3

QUARRIES: Final = 4
STACKS: Final = 3
RIDERS: Final = 5
CARDS_DEALT: Final = 4
OPENING_BID: Final = 3
LARGE_LOT: Final = 4  # §8: from here on a quarry is shared out, not auctioned
STANDSTILL_TURNS: Final = 10


class Board(Position):
    """The components, whose decision it is, and what is under way."""

    def __init__(self, seats: i64, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.phase: i64 = TURN
        self.turn: i64 = 0
        self.turns: i64 = 0  # turns ended so far
        self.idle_turns: i64 = 0

        self.deck: i64 = 0
        self.deck_known = False  # since the discards became the deck everybody knows its cards (§13.3)
        self.discards: i64 = 0
        self.open: i64 = 0
        self.hands = vec[i64]()
        self.known = vec[i64]()  # what everybody knows each hand to hold (§13.3)

        self.stacks = vec[i64]()
        self.riders: i64 = 0
        self.warehouse: i64 = 0
        self.quarries = vec[i64]()
        self.builder: i64 = 0
        self.box: i64 = 0
        self.priced_at_turn_start = False
        self.stored_at_turn_start: i64 = 0

        self.palazzi = vec[i32]()
        self.sites = vec[i64]()  # for each seat, the first site from which on all are empty

        self.bidders: i64 = 0  # one bit for each seat still in the bidding
        self.standing: i64 = 0  # the highest bid
        self.laid = vec[i64]()
        self.worth = vec[i64]()
        self.currency = vec[i64]()

        self.pending: i64 = 0  # tiles the actor is to build, or to draft from
        self.drafters: i64 = 0  # how many seats are still to take a tile
        self.placing: i64 = 0

        self.staged: i64 = 0
        self.staged_known: i64 = 0  # those of the staged cards that everybody knew of
        self.staged_worth: i64 = 0
        self.staged_currency: i64 = NO_CURRENCY
        self.chosen: i64 = 0
        self.moving: i64 = 0

    def price(self) -> i64:
        """§6.2: ten, less one for each tile in the warehouse; never below nothing."""
        stored = self.stored_at_turn_start if self.priced_at_turn_start else count_tiles(self.warehouse)
        return 10 - stored if stored < 10 else i64(0)

    def cost(self) -> i64:
        """What the tiles chosen for purchase cost together."""
        return self.price() * count_tiles(self.chosen)

    def palazzo(self, seat: i64, site: i64) -> i64:
        return i64(self.palazzi[seat * SITES + site])

    def free_site(self, seat: i64) -> i64:
        site: i64 = 0
        while site < self.sites[seat] and self.palazzo(seat, site) != 0:
            site += 1
        return site

    def erect(self, seat: i64, site: i64, palazzo: i64) -> None:
        """The palazzo on a site becomes this one."""
        self.palazzi[seat * SITES + site] = i32(palazzo)
        if site >= self.sites[seat]:
            self.sites[seat] = site + 1
        while self.sites[seat] > 0 and self.palazzo(seat, self.sites[seat] - 1) == 0:
            self.sites[seat] -= 1

    def after(self, seat: i64) -> i64:
        """The seat to the left."""
        return seat + 1 if seat + 1 < self.seats else i64(0)

    def next_quarry(self) -> i64:
        """§7.1: where the builder would stop next: at the first quarry with tiles, or where he stands."""
        quarry = self.builder
        for _nth in range(QUARRIES):
            quarry = (quarry + 1) & 3
            if self.quarries[quarry] != 0:
                break
        return quarry

    def money_at_hand(self) -> i64:
        return card_count(self.deck) + card_count(self.discards)

    def score(self, seat: i64) -> i64:
        """§12.2: the points of all palazzi of a seat."""
        points: i64 = 0
        for site in range(self.sites[seat]):
            points += score_of(self.palazzo(seat, site))
        return points

    def winners(self) -> list[int]:
        """§12.3: most points; then the largest payment their money can form; then all of them."""
        best: i64 = -1_000_000
        winners: list[int] = []
        for seat in range(self.seats):
            rank = 1000 * self.score(seat) + largest_payment(self.hands[seat])
            if rank > best:
                best = rank
                winners = []
            if rank == best:
                winners.append(seat)
        return winners

    def announce(self, kind: i64, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Notes what everybody sees."""
        if self.recording:
            self.tell(kind, codes.PUBLIC, seat, a, b, c)

    def whisper(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        """Notes what only this seat sees."""
        if self.recording:
            self.tell(kind, shl(1, seat), seat, a, b, 0)
