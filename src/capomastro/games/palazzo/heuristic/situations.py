"""What Palazzo's masters look at when they choose what to do with a turn, whether to bid, and which money to hold.

What the heuristic reckons of a step is what it brings at once, with a rule of thumb for what it leads to. Here are the
circumstances on which the latter depends: how much of the game is left, who can pay how much, what lies in the
warehouse and the next quarry, and who wants it. And money is more than what it can pay at once: two currencies, or two
thirds of a trio, are a beginning. All of it is what the seat can see.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.situations import Situations
from capomastro.games.palazzo.heuristic.building import Gains
from capomastro.games.palazzo.heuristic.evaluator import TIMES, purse_of
from capomastro.games.palazzo.rules.board import Board
from capomastro.games.palazzo.rules.money import (
    CERTIFICATE,
    CERTIFICATE_SHIFT,
    best_in,
    card_count,
    largest_payment,
    one_of,
    reach,
)
from capomastro.games.palazzo.rules.palazzi import score_of
from capomastro.games.palazzo.rules.tiles import count_tiles

VERSION: Final = 2  # raised whenever something that may be so comes, goes or means something else
STAGES: Final = 9  # of a game
VALUES: Final = 5  # of money cards
LEVELS: Final = 16  # to which amounts are rounded
PAIR: Final = LEVELS * LEVELS
STAGED: Final = STAGES * LEVELS
LEAST_POINTS: Final = -3.0  # of a purchase or a lot that are told apart

# What may be so in a turn, on the market and in an auction: each family with the number of its first one.
STAGE_PURSE: Final = 0
STAGE_RIVAL: Final = STAGE_PURSE + STAGED
PURSES: Final = STAGE_RIVAL + STAGED  # one's own and the richest rival's
STAGE_FIRST: Final = PURSES + PAIR  # two amounts of points that the decision turns on, by stage and together
STAGE_SECOND: Final = STAGE_FIRST + STAGED
BOTH: Final = STAGE_SECOND + STAGED
WISHES: Final = BOTH + PAIR  # what the lot gains for oneself, and for who wants it most
AT_STAKE: Final = WISHES + PAIR  # the warehouse and the purse; in an auction the standing bid and who is left
UNFINISHED: Final = AT_STAKE + PAIR  # own palazzi that bring nothing yet; in an auction what was laid and is missing
BLOCK: Final = UNFINISHED + STAGED

# What may be so of a card that may be picked, and of the hand it comes to.
STAGE_MORE: Final = 0  # how much more one could pay at once
MORE: Final = STAGE_MORE + STAGED
STAGE_MATCHED: Final = MORE + PAIR  # certificates, or how much of a trio is there already
MATCHED: Final = STAGE_MATCHED + STAGED
IN_CURRENCY: Final = MATCHED + PAIR
MATCHED_IN_CURRENCY: Final = IN_CURRENCY + PAIR
CARDS_HELD: Final = MATCHED_IN_CURRENCY + PAIR
STAGE_VALUE: Final = CARDS_HELD + PAIR
BEHIND: Final = STAGE_VALUE + STAGED  # how far its currency is behind the best one
OF_CARD: Final = BEHIND + PAIR

# Blocks of weights: one for each kind of step that is learned about.
TAKING: Final = 0
REBUILDING: Final = BLOCK
AUCTIONING: Final = 2 * BLOCK
RAISING: Final = 3 * BLOCK
PICKING: Final = 4 * BLOCK
WEIGHTS: Final = PICKING + OF_CARD

REMEMBERED: Final = 4096  # cards, by the hand they would come to; each place remembers the last one that fell on it


def stage_of(time: int) -> int:
    """Which stage of a game has so many reveals left."""
    for stage, last in enumerate((0, 1, 2, 4, 6, 9, 13, 18)):
        if time <= last:
            return stage
    return STAGES - 1


STAGE_OF: Final = vec[i64]([stage_of(time) for time in range(TIMES)])


def level(amount: i64) -> i64:
    """An amount of money, rounded to every second one."""
    return amount >> 1 if amount < 2 * LEVELS else i64(LEVELS - 1)


def capped(amount: i64, most: i64) -> i64:
    return amount if amount < most else most


def points_level(points: float, least: float) -> i64:
    """Points, rounded, from the least that are told apart."""
    points -= least
    if points <= 0.0:
        return 0
    return LEVELS - 1 if points >= LEVELS - 1 else i64(points)


class PalazzoSituations(Situations):
    """Looks at a board from a seat."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.asked = vec[i64]([-1] * REMEMBERED)
        self.answer = vec[float]([0.0] * REMEMBERED)

    def look(self, board: Board, seat: i64, time: i64, gains: Gains, lot: i64, bidders: i64) -> None:
        """What matters whatever is decided: time, money, and who of the bidders, a bit for each, wants the lot."""
        stage = STAGE_OF[time]
        purse = level(board.worth[seat] + best_in(reach(board.hands[seat]), board.currency[seat]))
        richest: i64 = 0
        wish = 0.0
        for other in range(board.seats):
            if other != seat and (bidders >> other) & 1:
                payment = purse_of(board, other)
                if payment > richest:
                    richest = payment
                if lot != 0:
                    gain = gains.of_lot(board, other, lot, time)
                    if gain > wish:
                        wish = gain
        mine = gains.of_lot(board, seat, lot, time) if lot != 0 else 0.0
        rival = level(richest)
        self.count = 0
        self.see(STAGE_PURSE + LEVELS * stage + purse)
        self.see(STAGE_RIVAL + LEVELS * stage + rival)
        self.see(PURSES + LEVELS * purse + rival)
        self.see(WISHES + LEVELS * points_level(mine, 0.0) + points_level(wish, 0.0))

    def weigh(self, time: i64, first: float, second: float) -> None:
        """Two amounts of points that the decision turns on."""
        stage = STAGE_OF[time]
        one, other = points_level(first, LEAST_POINTS), points_level(second, LEAST_POINTS)
        self.see(STAGE_FIRST + LEVELS * stage + one)
        self.see(STAGE_SECOND + LEVELS * stage + other)
        self.see(BOTH + LEVELS * one + other)

    def look_at_site(self, board: Board, seat: i64, time: i64) -> None:
        """How full the warehouse is, and how many palazzi of one's own still cost points or bring none."""
        stored = capped(count_tiles(board.warehouse), LEVELS - 1)
        self.see(AT_STAKE + LEVELS * stored + level(largest_payment(board.hands[seat])))
        unfinished: i64 = 0
        for site in range(board.sites[seat]):
            palazzo = board.palazzo(seat, site)
            if palazzo != 0 and score_of(palazzo) <= 0:
                unfinished += 1
        self.see(UNFINISHED + LEVELS * STAGE_OF[time] + capped(unfinished, LEVELS - 1))

    def look_at_bids(self, board: Board, seat: i64, short: i64) -> None:
        """The standing bid, who is left, and how much is missing."""
        left: i64 = 0
        for other in range(board.seats):
            left += (board.bidders >> other) & 1
        opener = i64(1) if board.turn == seat else i64(0)
        self.see(AT_STAKE + LEVELS * level(board.standing) + 8 * opener + left)
        self.see(UNFINISHED + LEVELS * capped(short, STAGES - 1) + level(board.worth[seat]))

    def of_card(self, hand: i64, kind: i64, time: i64, nth: i64) -> float:
        """What speaks for picking this card, the nth of those that may be picked, beyond what it pays at once."""
        if self.learning:
            self.look_at_card(hand, kind, time)
            return self.points(PICKING, nth)
        question = (hand << 4 | kind) << 5 | time
        place = (question ^ question >> 13 ^ question >> 29) & (REMEMBERED - 1)
        if self.asked[place] != question:
            self.look_at_card(hand, kind, time)
            self.answer[place] = self.points(PICKING, nth)
            self.asked[place] = question
        return self.answer[place]

    def look_at_card(self, hand: i64, kind: i64, time: i64) -> None:
        stage = STAGE_OF[time]
        payment = largest_payment(hand)
        more = capped(largest_payment(hand + one_of(kind)) - payment, LEVELS - 1)
        cards = capped(card_count(hand), LEVELS - 1)
        certificates = hand >> CERTIFICATE_SHIFT
        value = kind // 3
        self.count = 0
        self.see(STAGE_MORE + LEVELS * stage + more)
        self.see(MORE + LEVELS * more + level(payment))
        self.see(STAGE_VALUE + LEVELS * stage + value)
        self.see(CARDS_HELD + LEVELS * value + cards)
        if kind == CERTIFICATE:
            self.see(STAGE_MATCHED + LEVELS * stage + 6 + capped(certificates, 8))
            return
        currency = kind - 3 * value
        triple = (hand >> (6 * value)) & 63
        matched = i64(0) if (triple >> (2 * currency)) & 3 == 0 else i64(1)
        most: i64 = 0
        sums: i64 = 0
        for tie in range(3):
            total: i64 = 0
            for at in range(VALUES):
                total += (3 + at) * ((hand >> (2 * (3 * at + tie))) & 3)
            if tie == currency:
                sums = total
            elif (triple >> (2 * tie)) & 3:
                matched += 2
            if total > most:
                most = total
        self.see(STAGE_MATCHED + LEVELS * stage + matched)
        self.see(MATCHED + LEVELS * value + matched)
        self.see(IN_CURRENCY + LEVELS * level(sums) + value)
        self.see(MATCHED_IN_CURRENCY + LEVELS * level(sums) + matched)
        self.see(BEHIND + LEVELS * level(most - sums) + value)
