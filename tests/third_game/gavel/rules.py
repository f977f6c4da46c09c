"""The rules of Gavel.

Everybody is dealt five of the cards 1 to 20. Each round a lot worth 1 to 10 points is turned up, no lot twice; all bid
one card at the same time; the highest card wins the lot. Five rounds, and the most points win.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import Chance
from capomastro.core.position import Position
from capomastro.core.refusals import Reason

CARDS: Final = 20
LOTS: Final = 10
ROUNDS: Final = 5
DEALT, LOT = 0, 1  # streams of chance
ROUND_BEGAN, BID, BID_CARD, REVEALED, WON = range(5)  # what happens
PUBLIC: Final = -1


class State(Position):
    """A game between two steps. A set of cards is one int with a bit for each."""

    def __init__(self, seats: i64, chance: Chance) -> None:
        super().__init__(seats, chance)
        self.round: i64 = 0
        self.lot: i64 = 0
        self.lots: i64 = 0  # those not yet turned up
        self.hands = vec[i64]([0] * int(seats))
        self.bids = vec[i64]([0] * int(seats))
        self.played: i64 = 0  # every card that was bid and shown
        self.points = vec[i64]([0] * int(seats))

    def to_act(self) -> tuple[int, ...]:
        return () if self.over else tuple(seat for seat in range(self.seats) if not self.bids[seat])

    def fill_legal(self, seat: i64, out: vec[i64]) -> i64:
        if seat not in self.to_act():
            return 0
        count: i64 = 0
        for card in range(CARDS):
            if self.hands[seat] >> card & 1:
                out[count] = card
                count += 1
        return count

    def play(self, seat: i64, action: i64) -> None:
        self.bids[seat] = action + 1
        self.tell(BID, PUBLIC, seat, 0, 0, 0)
        self.tell(BID_CARD, 1 << int(seat), seat, action + 1, 0, 0)
        waiting = self.to_act()
        if waiting:
            self.actor = waiting[0]
        else:
            self.reveal()

    def reveal(self) -> None:
        """All cards are turned over; the highest wins, and no two are the same."""
        self.shown += 1
        best: i64 = 0
        for seat in range(self.seats):
            card = 1 << int(self.bids[seat] - 1)
            self.hands[seat] -= card
            self.played += card
            self.tell(REVEALED, PUBLIC, seat, self.bids[seat], 0, 0)
            if self.bids[seat] > self.bids[best]:
                best = seat
        self.points[best] += self.lot
        self.tell(WON, PUBLIC, best, self.lot, 0, 0)
        self.next_round()

    def next_round(self) -> None:
        self.bids = vec[i64]([0] * int(self.seats))
        self.actor = 0
        if self.round == ROUNDS:
            self.over = True
            return
        self.round += 1
        left = [lot for lot in range(1, LOTS + 1) if self.lots >> lot & 1]
        self.lot = left[self.chance.draw(LOT, len(left))]
        self.lots -= 1 << int(self.lot)
        self.tell(ROUND_BEGAN, PUBLIC, 0, self.round, self.lot, 0)

    def clone(self) -> "State":
        twin = State(self.seats, self.chance.clone())
        twin.over, twin.actor, twin.shown = self.over, self.actor, self.shown
        twin.round, twin.lot, twin.lots = self.round, self.lot, self.lots
        twin.hands, twin.bids, twin.points = self.hands[:], self.bids[:], self.points[:]
        twin.played = self.played
        return twin

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, points in enumerate(scores) if points == max(scores)]

    def refusal(self, seat: i64, action: i64) -> Reason:
        if seat not in self.to_act():
            return Reason("gavel.not-your-turn")
        return Reason("gavel.not-held", {"number": int(action + 1)})

    def key(self) -> tuple[object, ...]:
        hidden = (tuple(self.hands), tuple(self.bids), self.chance.key())
        return (
            self.seats,
            self.over,
            self.actor,
            self.round,
            self.lot,
            self.lots,
            self.played,
            tuple(self.points),
            hidden,
        )


def deal(seats: int, chance: Chance) -> State:
    state = State(seats, chance)
    state.lots = 2 ** (LOTS + 1) - 2
    deck = list(range(CARDS))
    for seat in range(seats):
        for _ in range(ROUNDS):
            state.hands[seat] += 1 << deck.pop(int(chance.draw(DEALT, len(deck))))
    state.next_round()
    return state
