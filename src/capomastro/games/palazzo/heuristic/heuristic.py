"""What bots know of Palazzo: what each step is worth to the one who takes it.

The heuristic uses what the seat can see: its own hand, and of the others what is known to all and how many cards they
hold. Values are in points and only compare steps of one decision with each other.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import Glimpse, Heuristic
from capomastro.core.position import Position
from capomastro.core.remarks import Remark
from capomastro.games.palazzo.heuristic import situations as blocks
from capomastro.games.palazzo.heuristic.building import Gains, both_have_places, place_gain, seen_before, spoils
from capomastro.games.palazzo.heuristic.evaluator import FEATURES, TERM_NAMES, Clock, Evaluator, features, reveals_left
from capomastro.games.palazzo.heuristic.inputs import common_inputs, seat_inputs
from capomastro.games.palazzo.heuristic.manners import Manners
from capomastro.games.palazzo.heuristic.payments import NO_PLAN, Planner
from capomastro.games.palazzo.heuristic.rebuilding import Rebuild, Spares, spare_card
from capomastro.games.palazzo.heuristic.remarks import remark_of
from capomastro.games.palazzo.heuristic.situations import PalazzoSituations
from capomastro.games.palazzo.heuristic.trading import OUT_OF_REACH, Trade
from capomastro.games.palazzo.rules.board import (
    BIDDING,
    BUILDING,
    DISCARDING,
    DRAFTING,
    MARKET,
    MOVING,
    PAYING,
    PICKING,
    PLACING,
    RAISING,
    REBUILDING,
    TURN,
    Board,
)
from capomastro.games.palazzo.rules.legal import fill_legal
from capomastro.games.palazzo.rules.money import largest_payment, one_of
from capomastro.games.palazzo.rules.palazzi import floor_bits, score_of
from capomastro.games.palazzo.rules.steps import (
    AUCTION,
    BOX,
    BUILD,
    BUY,
    DISCARD,
    DONE,
    PASS,
    PICK,
    PUT,
    REBUILD,
    REVEAL,
    TAKE,
)
from capomastro.games.palazzo.rules.tiles import FIRST_COPIES, count_tiles, lowest, minus, with_tile

EVERYBODY: Final = 15  # a bit for each seat


class PalazzoHeuristic(Heuristic):
    """Judges steps by what they are worth and by manners, and positions by an outlook.

    Both evaluators may be the same; but the weights that play best are not those that foretell best.
    """

    def __init__(
        self, worth: Evaluator, outlook: Evaluator, manners: Manners, situations: PalazzoSituations | None = None
    ) -> None:
        super().__init__()
        self.situations = situations
        self.worth = worth
        self.manners = manners
        self.temper = manners.temper
        self.hopeless = manners.hopeless
        self.outlook_worth = outlook
        self.planner = Planner(worth)
        self.gains = Gains(worth)
        self.outlook_gains = self.gains if outlook is worth else Gains(outlook)
        self.trade = Trade(worth, manners, self.planner, self.gains)
        self.rebuild = Rebuild()
        self.spares = Spares(worth)
        self.clock = Clock()
        self.feature_count = FEATURES
        self.term_names = TERM_NAMES

    def name_of(self, position: Position, step: i64) -> i64:
        return DONE if cast(Board, position).phase == BIDDING and step != PASS else step

    def silly(self, position: Position, seat: i64, step: i64) -> bool:
        """Boxing a tile that has a use, taking the place of the last one to build, and paying for tiles of no use."""
        board = cast(Board, position)
        phase = board.phase
        time = reveals_left(board)
        if phase == PLACING:
            if step == BOX:
                return self.has_use(board, seat, time)
            rest = minus(board.pending, with_tile(0, board.placing))
            if board.drafters != 0 or count_tiles(rest) != 1:
                return False
            count = fill_legal(board, self.legal_steps)
            return spoils(self.worth, board, seat, lowest(rest & FIRST_COPIES), step, self.legal_steps, count, time)
        self.gains.look(board, time)
        if phase == BIDDING:
            return step != PASS and self.gains.of_lot(board, seat, board.quarries[board.builder], time) <= 0.0
        if phase == MARKET:
            return step >= BUY and self.gains.of_tile(board, seat, step - BUY, time) <= 0.0
        if phase == PAYING and step >= BUY:
            first = lowest(board.chosen & FIRST_COPIES)
            second = step - BUY
            low, high = (first, second) if first < second else (second, first)
            return not both_have_places(self.worth, board, seat, low, high, time)
        return False

    def has_use(self, board: Board, seat: i64, time: i64) -> bool:
        """Is there a place where the tile to build brings points, or promises to?"""
        for i in range(fill_legal(board, self.legal_steps)):
            step = self.legal_steps[i]
            if step == BOX:
                continue
            if place_gain(self.worth, board, seat, board.placing, step, time) > 0.0:
                return True
            if step >= PUT:
                palazzo = board.palazzo(seat, step - PUT)
                if score_of(palazzo | floor_bits(board.placing)) > score_of(palazzo):
                    return True
        return False

    def effort(self, position: Position) -> float:
        """Which cards to pick is judged as well as any search could; where a tile goes, nearly so."""
        phase = cast(Board, position).phase
        if phase == PICKING:
            return 0.0
        return 0.1 if phase == PLACING else 1.0

    def settled(self, position: Position) -> bool:
        return cast(Board, position).phase == TURN

    def prepare(self, position: Position, seat: i64) -> None:
        self.planner.forget()

    def outlook(self, position: Position, out: vec[float]) -> None:
        board = cast(Board, position)
        if board.over:
            for seat in range(board.seats):
                out[seat] = float(board.score(seat)) + 0.002 * float(largest_payment(board.hands[seat]))
            return
        time = reveals_left(board)
        for seat in range(board.seats):
            out[seat] = self.outlook_worth.of_seat(board, seat, time)

    def suspense(self, position: Position) -> float:
        return 4.0 + 0.5 * float(reveals_left(cast(Board, position)))

    def common_inputs(self, position: Position, out: vec[i64]) -> i64:
        board = cast(Board, position)
        time = self.clock.reveals_left(board)
        self.outlook_gains.look(board, time)
        return common_inputs(board, time, out)

    def seat_inputs(self, position: Position, seat: i64, out: vec[i64]) -> i64:
        board = cast(Board, position)
        return seat_inputs(board, seat, self.clock.reveals_left(board), self.outlook_gains, out)

    def features(self, position: Position, seat: i64, out: vec[float]) -> None:
        features(cast(Board, position), seat, out)

    def terms(self, position: Position, seat: i64, out: vec[float]) -> None:
        self.outlook_worth.terms(cast(Board, position), seat, out)

    def remark(self, glimpses: list[Glimpse], seat: i64) -> Remark | None:
        return remark_of(self, glimpses, seat)

    def judge(self, position: Position, seat: i64, thorough: bool) -> None:
        board = cast(Board, position)
        self.count = 0
        phase = board.phase
        time = self.clock.reveals_left(board)
        if phase in (TURN, MARKET, BIDDING, DRAFTING) or (phase == PAYING and board.staged == 0):
            self.gains.look(board, time)
        if phase == TURN:
            self.judge_turn(board, seat, time)
        elif phase == PICKING:
            self.judge_picks(board, seat, time)
        elif phase == MARKET:
            self.judge_market(board, seat, time)
        elif phase == PAYING:
            self.judge_purchase(board, seat, time)
        elif phase == BIDDING:
            self.judge_bid(board, seat, time)
        elif phase == RAISING:
            if board.staged_worth > board.standing:
                self.add(DONE, 0.0)
            else:
                self.pay(board, seat, board.standing + 1 - board.staged_worth, time, onward=self.farsighted)
        elif phase == PLACING:
            self.judge_places(board, seat, time)
        elif phase == BUILDING:
            self.add(BUILD + lowest(board.pending), 0.0)  # from the lowest floor up, everything fits where it can
        elif phase == DRAFTING:
            for i in range(fill_legal(board, self.legal_steps)):
                step = self.legal_steps[i]
                self.add(step, self.gains.of_tile(board, seat, step - BUILD, time))
        elif phase == DISCARDING:
            self.add(DISCARD + spare_card(self.worth, board.hands[seat], time), 0.0)
        elif phase == REBUILDING:
            self.judge_rebuilds(board, seat, time)
        elif phase == MOVING:
            self.judge_entries(board, seat, time)

    def judge_turn(self, board: Board, seat: i64, time: i64) -> None:
        """Take money for its tempo, reveal for what can then be had, rebuild for what it repairs."""
        manners = self.manners
        coin = self.worth.coin[time]
        tiles = board.warehouse
        price = board.price() if board.priced_at_turn_start else board.price() - 1
        bargain = self.trade.of_purchase(board, seat, tiles, price if price > 0 else i64(0), time)
        lot_tiles = board.quarries[board.next_quarry()]
        lot = self.trade.of_auction(board, seat, lot_tiles, time)
        situations = self.situations
        if situations is not None:
            situations.look(board, seat, time, self.gains, lot_tiles, EVERYBODY)
            situations.weigh(time, bargain, lot)
            situations.look_at_site(board, seat, time)
        if board.money_at_hand() > board.seats:
            card = self.worth.card[time]
            coins = manners.picked_coins * self.trade.coin_for(board, seat, time)
            value = coins + card + manners.take[time]
            if situations is not None:
                value += situations.points(blocks.TAKING, self.count)
            self.add(TAKE, value)
        self.add(REVEAL, manners.reveal[time] + manners.new_tiles * coin + (bargain if bargain > lot else lot))
        hand = board.hands[seat]
        if hand != 0 and board.sites[seat] != 0:
            self.rebuild.find(self.worth, board, seat, time)
            gain = self.rebuild.gain - self.spares.loss(hand, time) + manners.rebuild[time]
            if gain > 0.0:
                if situations is not None:
                    gain += situations.points(blocks.REBUILDING, self.count)
                self.add(REBUILD, gain)

    def judge_picks(self, board: Board, seat: i64, time: i64) -> None:
        hand = board.hands[seat]
        situations = self.situations
        for i in range(fill_legal(board, self.legal_steps)):
            step = self.legal_steps[i]
            value = self.worth.of_money(hand + one_of(step - PICK), time) + 0.02 * float((step - PICK) // 3)
            if situations is not None:
                value += situations.of_card(hand, step - PICK, time, self.count)
            self.add(step, value)

    def judge_market(self, board: Board, seat: i64, time: i64) -> None:
        manners = self.manners
        tiles = board.quarries[board.next_quarry()]
        lot = self.trade.of_auction(board, seat, tiles, time)
        self.add(AUCTION, lot + manners.auction[time])
        hand = board.hands[seat]
        price = board.price()
        purse = largest_payment(hand)
        if purse < price:
            return
        single, double = self.trade.cost_of(hand, price, time), 0.0
        if purse >= 2 * price:
            double = self.trade.cost_of(hand, 2 * price, time) - single
        best = OUT_OF_REACH
        rest = board.warehouse & FIRST_COPIES
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            gain = self.gains.of_tile(board, seat, kind, time) - single + manners.buy[time]
            if purse >= 2 * price:
                gain += self.trade.of_second(board, seat, kind, double, time)
            if gain > best:
                best = gain
            self.add(BUY + kind, gain)
        situations = self.situations
        if situations is not None:
            situations.look(board, seat, time, self.gains, tiles, EVERYBODY)
            situations.weigh(time, best, lot)
            situations.look_at_site(board, seat, time)
            self.values[0] += situations.points(blocks.AUCTIONING, 0)

    def judge_purchase(self, board: Board, seat: i64, time: i64) -> None:
        """A second tile while nothing is laid; else pay what is missing."""
        cost = board.cost()
        if board.staged == 0 and count_tiles(board.chosen) == 1:
            hand = board.hands[seat]
            price = board.price()
            if largest_payment(hand) >= 2 * price:
                more = self.trade.cost_of(hand, 2 * price, time) - self.trade.cost_of(hand, price, time)
                alone = self.gains.of_lot(board, seat, board.chosen, time)
                rest = minus(board.warehouse, board.chosen) & FIRST_COPIES
                while rest:
                    kind = lowest(rest)
                    rest &= rest - 1
                    both = with_tile(board.chosen, kind)
                    gain = self.gains.of_lot(board, seat, both, time) - alone - more
                    self.add(BUY + kind, gain + self.manners.second_tile)
        if board.staged_worth >= cost:
            self.add(DONE, 0.0)
        else:
            self.pay(board, seat, cost - board.staged_worth, time, onward=False)

    def pay(self, board: Board, seat: i64, short: i64, time: i64, onward: bool) -> None:
        """Adds the first step of the best payment."""
        step = self.planner.next_step(board.hands[seat], board.staged_currency, short, time, onward)
        if step >= 0:
            self.add(step, 0.0)
            return
        fill_legal(board, self.legal_steps)  # amounts beyond what plans reach: any legal card will do
        self.add(self.legal_steps[0], 0.0)

    def judge_bid(self, board: Board, seat: i64, time: i64) -> None:
        """Overbid while the lot, for me and kept from the others, is worth more than the cards."""
        tiles = board.quarries[board.builder]
        theirs = 0.0
        for other in range(board.seats):
            if other != seat and (board.bidders >> other) & 1:
                gain = self.gains.of_lot(board, other, tiles, time) - self.worth.coin[time] * float(
                    board.worth[other] - (i64(3) if other == board.turn else i64(0))
                )
                if gain > theirs:
                    theirs = gain
        self.add(PASS, -self.manners.pass_regret * theirs / float(board.seats - 1))
        hand = board.hands[seat]
        short = board.standing + 1 - board.worth[seat]
        plan = self.planner.plan(hand, board.currency[seat], short, time, onward=self.farsighted)
        if plan == NO_PLAN:
            return  # nothing to bid with, or a sum beyond all plans
        cost = self.worth.of_money(hand + board.laid[seat], time) - self.planner.best_left
        step = self.planner.begin(hand, short, plan)
        gain = self.gains.of_lot(board, seat, tiles, time) - cost
        value = gain + self.manners.bid[time]
        situations = self.situations
        if situations is not None:
            situations.look(board, seat, time, self.gains, tiles, board.bidders)
            situations.weigh(time, gain, theirs)
            situations.look_at_bids(board, seat, short)
            value += situations.points(blocks.RAISING, self.count)
        self.add(step, value)

    def judge_places(self, board: Board, seat: i64, time: i64) -> None:
        """Every different place once; the box only if nothing better is left."""
        kind = board.placing
        count = fill_legal(board, self.legal_steps)
        best = 0.0
        for i in range(count):
            step = self.legal_steps[i]
            if step == BOX or (step >= PUT and seen_before(board, seat, step - PUT)):
                continue
            gain = place_gain(self.worth, board, seat, kind, step, time)
            if gain > best:
                best = gain
            self.add(step, gain)
        if best < self.manners.box_below:
            self.add(BOX, self.manners.box)

    def judge_rebuilds(self, board: Board, seat: i64, time: i64) -> None:
        for i in range(fill_legal(board, self.legal_steps)):
            step = self.legal_steps[i]
            self.add(step, self.rebuild.of_step(self.worth, board, seat, step, time))

    def judge_entries(self, board: Board, seat: i64, time: i64) -> None:
        tile = board.palazzo(seat, board.moving)
        for i in range(fill_legal(board, self.legal_steps)):
            step = self.legal_steps[i]
            if not seen_before(board, seat, step - PUT):
                host = board.palazzo(seat, step - PUT)
                self.add(step, self.worth.of_palazzo(host | tile, time) - self.worth.of_palazzo(host, time))
