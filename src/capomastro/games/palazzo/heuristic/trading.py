"""What buying and auctions bring in Palazzo: tiles gained, money spent, and what the others would have made of them."""

from typing import Final

from mypy_extensions import i64

from capomastro.games.palazzo.heuristic.building import Gains
from capomastro.games.palazzo.heuristic.evaluator import RICH, Evaluator, purse_of
from capomastro.games.palazzo.heuristic.manners import Manners
from capomastro.games.palazzo.heuristic.payments import NO_PLAN, Planner
from capomastro.games.palazzo.rules.board import LARGE_LOT, Board
from capomastro.games.palazzo.rules.money import NO_CURRENCY, largest_payment
from capomastro.games.palazzo.rules.tiles import FIRST_COPIES, count_tiles, lowest, minus, with_tile

OUT_OF_REACH: Final = -10.0


class Trade:
    """Weighs tiles against money."""

    def __init__(self, worth: Evaluator, manners: Manners, planner: Planner, gains: Gains) -> None:
        self.worth = worth
        self.manners = manners
        self.planner = planner
        self.gains = gains

    def coin_for(self, board: Board, seat: i64, time: i64) -> float:
        """What one coin more is worth to a seat."""
        if largest_payment(board.hands[seat]) > RICH:
            return self.worth.coin[time] + self.worth.rich_coin[time]
        return self.worth.coin[time]

    def cost_of(self, hand: i64, price: i64, time: i64) -> float:
        """What paying a price takes from the worth of a hand."""
        if price <= 0:
            return 0.0
        if self.planner.plan(hand, NO_CURRENCY, price, time) == NO_PLAN:
            return float(price)
        return self.worth.of_money(hand, time) - self.planner.best_left

    def of_purchase(self, board: Board, seat: i64, tiles: i64, price: i64, time: i64) -> float:
        """The best gain of buying a tile or two at this price, at a glance."""
        purse = largest_payment(board.hands[seat])
        if purse < price:
            return OUT_OF_REACH
        cost = float(price) * self.coin_for(board, seat, time) + self.worth.card[time]
        best = OUT_OF_REACH
        second = OUT_OF_REACH
        rest = tiles & FIRST_COPIES
        while rest:
            gain = self.gains.of_tile(board, seat, lowest(rest), time) - cost
            rest &= rest - 1
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
        if second > 0.0 and purse >= 2 * price:
            return best + self.manners.second_share * second
        return best

    def of_second(self, board: Board, seat: i64, first: i64, cost: float, time: i64) -> float:
        """The best gain of a second tile beside the first, or nothing."""
        chosen = with_tile(0, first)
        alone = self.gains.of_tile(board, seat, first, time)
        best = 0.0
        rest = minus(board.warehouse, chosen) & FIRST_COPIES
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            gain = self.gains.of_lot(board, seat, with_tile(chosen, kind), time) - alone - cost
            if gain > best:
                best = gain
        return best

    def of_auction(self, board: Board, seat: i64, tiles: i64, time: i64) -> float:
        """What putting this lot up for auction brings, given who wants it and who can pay."""
        if tiles == 0:
            return 0.0
        if count_tiles(tiles) >= LARGE_LOT:
            return self.of_draft(board, seat, tiles, time)
        coin = self.worth.coin[time] + 0.01
        if coin < 0.01:
            coin = 0.01
        mine = self.gains.of_lot(board, seat, tiles, time)
        limit = self.manners.ardour * mine / coin
        purse = float(largest_payment(board.hands[seat]) + 3)
        if purse < limit:
            limit = purse
        theirs = 0.0
        rival = 0.0
        for other in range(board.seats):
            if other != seat:
                gain = self.gains.of_lot(board, other, tiles, time)
                offer = gain / coin
                purse = float(purse_of(board, other))
                if purse < offer:
                    offer = purse
                if offer > rival:
                    rival = offer
                    theirs = gain
        if limit > rival:
            return mine - coin * rival if rival > 3.0 else mine
        return -self.manners.auction_regret * (theirs - coin * limit) / float(board.seats - 1)

    def of_draft(self, board: Board, seat: i64, tiles: i64, time: i64) -> float:
        """Everyone takes one, the player in turn first."""
        mine = 0.0
        theirs = 0.0
        rest = tiles & FIRST_COPIES
        other = board.after(seat)
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            gain = self.gains.of_tile(board, seat, kind, time)
            if gain > mine:
                mine = gain
            gain = self.gains.of_tile(board, other, kind, time)
            if gain > theirs:
                theirs = gain
        return mine - self.manners.draft_regret * theirs
