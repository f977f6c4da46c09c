"""Knowledge of Palazzo: what each step is worth to the one who takes it.

Judgement uses what the seat can see: its own hand, and of the others what is known to all and how many cards they
hold. Values are in points and only compare steps of one decision with each other.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.knowledge import Knowledge
from capomastro.bots.palazzo.building import Rebuild, lot_gain, place_gain, tile_gain
from capomastro.bots.palazzo.payments import NO_PLAN, Planner, first_step
from capomastro.bots.palazzo.worth import FEATURES, Worth, features, reveals_left
from capomastro.palazzo.lawful import fill
from capomastro.palazzo.money import card_count, largest_payment, one_of
from capomastro.palazzo.palazzi import FLOORS
from capomastro.palazzo.steps import (
    AUCTION,
    BOX,
    BUILD,
    BUY,
    DISCARD,
    DONE,
    MOVE,
    OUT,
    PASS,
    PICK,
    PUT,
    RAZE,
    REBUILD,
    REVEAL,
    TAKE,
)
from capomastro.palazzo.table import (
    BIDDING,
    BUILDING,
    DISCARDING,
    DRAFTING,
    LARGE_LOT,
    MARKET,
    MOVING,
    PAYING,
    PICKING,
    PLACING,
    QUARRIES,
    RAISING,
    REBUILDING,
    TURN,
    Table,
)
from capomastro.palazzo.tiles import count_tiles, lowest, minus, with_tile
from capomastro.position import Position

PICKED_COINS: Final = 8.0  # what the better two of the open cards usually add to a payment
LEFTOVER_COINS: Final = 4.0  # what a card left over adds
COINS_OF_HIDDEN_CARD: Final = 3  # what a card nobody has seen is taken to add
NEW_TILES: Final = 0.7  # what turning up two tiles is worth beyond what lies there already


class Judgement(Knowledge):
    """Judges steps by a `Worth`."""

    def __init__(self, worth: Worth) -> None:
        super().__init__()
        self.worth = worth
        self.planner = Planner(worth)
        self.rebuild = Rebuild()
        self.feature_count = FEATURES

    def name_of(self, position: Position, step: i64) -> i64:
        return DONE if cast(Table, position).phase == BIDDING and step != PASS else step

    def settled(self, position: Position) -> bool:
        return cast(Table, position).phase == TURN

    def outlook(self, position: Position, out: vec[float]) -> None:
        table = cast(Table, position)
        if table.over:
            for seat in range(table.seats):
                out[seat] = float(table.score(seat)) + 0.002 * float(largest_payment(table.hands[seat]))
            return
        time = reveals_left(table)
        for seat in range(table.seats):
            out[seat] = self.worth.of_seat(table, seat, time)

    def suspense(self, position: Position) -> float:
        return 4.0 + 0.5 * float(reveals_left(cast(Table, position)))

    def features(self, position: Position, seat: i64, out: vec[float]) -> None:
        features(cast(Table, position), seat, out)

    def judge(self, position: Position, seat: i64, thorough: bool) -> None:
        table = cast(Table, position)
        self.count = 0
        phase = table.phase
        time = reveals_left(table)
        if phase == TURN:
            self.judge_turn(table, seat, time)
        elif phase == PICKING:
            self.judge_picks(table, seat, time)
        elif phase == MARKET:
            self.judge_market(table, seat, time)
        elif phase == PAYING:
            self.judge_purchase(table, seat, time)
        elif phase == BIDDING:
            self.judge_bid(table, seat, time)
        elif phase == RAISING:
            if table.staged_worth > table.standing:
                self.add(DONE, 0.0)
            else:
                self.pay(table, seat, table.standing + 1 - table.staged_worth, time)
        elif phase == PLACING:
            self.judge_places(table, seat, time)
        elif phase == BUILDING:
            self.add(BUILD + lowest(table.pending), 0.0)  # from the lowest floor up, everything fits where it can
        elif phase == DRAFTING:
            for i in range(fill(table, self.lawful)):
                step = self.lawful[i]
                self.add(step, tile_gain(self.worth, table, seat, step - BUILD, time))
        elif phase == DISCARDING:
            self.add(DISCARD + self.spare_card(table, seat, time), 0.0)
        elif phase == REBUILDING:
            self.judge_rebuilds(table, seat, time)
        elif phase == MOVING:
            self.judge_entries(table, seat, time)

    def judge_turn(self, table: Table, seat: i64, time: i64) -> None:
        """Take money for its tempo, reveal for what can then be had, rebuild for what it repairs."""
        coin = self.worth.coin[time]
        if table.money_at_hand() > table.seats:
            card = self.worth.card[time]
            self.add(TAKE, (PICKED_COINS - LEFTOVER_COINS) * self.coin_for(table, seat, time) + card)
        tiles = table.warehouse
        price = table.price() if table.priced_at_turn_start else table.price() - 1
        bargain = self.purchase_gain(table, seat, tiles, price if price > 0 else i64(0), time)
        lot = self.auction_gain(table, seat, self.next_lot(table), time)
        self.add(REVEAL, NEW_TILES * coin + (bargain if bargain > lot else lot))
        if table.hands[seat] != 0 and table.sites[seat] != 0:
            self.rebuild.find(self.worth, table, seat, time)
            gain = self.rebuild.gain - self.card_loss(table, seat, self.spare_card(table, seat, time), time)
            if gain > 0.0:
                self.add(REBUILD, gain)

    def coin_for(self, table: Table, seat: i64, time: i64) -> float:
        """What one coin more is worth to a seat."""
        if largest_payment(table.hands[seat]) > 16:
            return self.worth.coin[time] + self.worth.rich_coin[time]
        return self.worth.coin[time]

    def purchase_gain(self, table: Table, seat: i64, tiles: i64, price: i64, time: i64) -> float:
        """The best gain of buying a tile or two at this price."""
        purse = largest_payment(table.hands[seat])
        if purse < price:
            return -10.0
        cost = float(price) * self.coin_for(table, seat, time) + self.worth.card[time]
        best = -10.0
        second = -10.0
        rest = tiles & 0x1FFFFFFFFFFF
        while rest:
            gain = tile_gain(self.worth, table, seat, lowest(rest), time) - cost
            rest &= rest - 1
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
        if second > 0.0 and purse >= 2 * price:
            return best + 0.6 * second
        return best

    def next_lot(self, table: Table) -> i64:
        """The tiles at the quarry where the builder would stop next."""
        quarry = table.builder
        for _ in range(QUARRIES):
            quarry = (quarry + 1) & 3
            if table.quarries[quarry] != 0:
                break
        return table.quarries[quarry]

    def purse_of(self, table: Table, other: i64) -> i64:
        """What another seat can probably pay, from what everybody knows of its hand."""
        known = table.known[other]
        hidden = card_count(table.hands[other]) - card_count(known)
        return largest_payment(known) + COINS_OF_HIDDEN_CARD * hidden

    def auction_gain(self, table: Table, seat: i64, tiles: i64, time: i64) -> float:
        """What putting this lot up for auction brings, given who wants it and who can pay."""
        if tiles == 0:
            return 0.0
        if count_tiles(tiles) >= LARGE_LOT:
            return self.draft_gain(table, seat, tiles, time)
        coin = self.worth.coin[time] + 0.01
        mine = lot_gain(self.worth, table, seat, tiles, time)
        limit = mine / coin
        purse = float(largest_payment(table.hands[seat]) + 3)
        if purse < limit:
            limit = purse
        theirs = 0.0
        rival = 0.0
        for other in range(table.seats):
            if other != seat:
                gain = lot_gain(self.worth, table, other, tiles, time)
                offer = gain / coin
                purse = float(self.purse_of(table, other))
                if purse < offer:
                    offer = purse
                if offer > rival:
                    rival = offer
                    theirs = gain
        if limit > rival:
            return mine - coin * rival if rival > 3.0 else mine
        return -(theirs - coin * limit) / float(table.seats - 1)

    def draft_gain(self, table: Table, seat: i64, tiles: i64, time: i64) -> float:
        """Everyone takes one, the player in turn first."""
        mine = 0.0
        theirs = 0.0
        rest = tiles & 0x1FFFFFFFFFFF
        other = table.after(seat)
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            gain = tile_gain(self.worth, table, seat, kind, time)
            if gain > mine:
                mine = gain
            gain = tile_gain(self.worth, table, other, kind, time)
            if gain > theirs:
                theirs = gain
        return mine - 0.8 * theirs

    def judge_picks(self, table: Table, seat: i64, time: i64) -> None:
        hand = table.hands[seat]
        for i in range(fill(table, self.lawful)):
            step = self.lawful[i]
            self.add(step, self.worth.of_money(hand + one_of(step - PICK), time) + 0.02 * float((step - PICK) // 3))

    def judge_market(self, table: Table, seat: i64, time: i64) -> None:
        self.add(AUCTION, self.auction_gain(table, seat, self.next_lot(table), time))
        hand = table.hands[seat]
        price = table.price()
        purse = largest_payment(hand)
        if purse < price:
            return
        single, double = self.cost_of(hand, price, time), 0.0
        if purse >= 2 * price:
            double = self.cost_of(hand, 2 * price, time) - single
        rest = table.warehouse & 0x1FFFFFFFFFFF
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            gain = tile_gain(self.worth, table, seat, kind, time) - single
            if purse >= 2 * price:
                gain += self.second_gain(table, seat, with_tile(0, kind), double, time)
            self.add(BUY + kind, gain)

    def second_gain(self, table: Table, seat: i64, chosen: i64, cost: float, time: i64) -> float:
        """The best gain of a second tile beside the chosen one, or nothing."""
        alone = lot_gain(self.worth, table, seat, chosen, time)
        best = 0.0
        rest = minus(table.warehouse, chosen) & 0x1FFFFFFFFFFF
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            gain = lot_gain(self.worth, table, seat, with_tile(chosen, kind), time) - alone - cost
            if gain > best:
                best = gain
        return best

    def cost_of(self, hand: i64, price: i64, time: i64) -> float:
        """What paying a price takes from the worth of a hand."""
        if price <= 0:
            return 0.0
        if self.planner.plan(hand, 3, price, time) == NO_PLAN:
            return float(price)
        return self.worth.of_money(hand, time) - self.planner.best_left

    def judge_purchase(self, table: Table, seat: i64, time: i64) -> None:
        """A second tile while nothing is laid; else pay what is missing."""
        cost = table.cost()
        if table.staged == 0 and count_tiles(table.chosen) == 1:
            hand = table.hands[seat]
            price = table.price()
            if largest_payment(hand) >= 2 * price:
                more = self.cost_of(hand, 2 * price, time) - self.cost_of(hand, price, time)
                alone = lot_gain(self.worth, table, seat, table.chosen, time)
                rest = minus(table.warehouse, table.chosen) & 0x1FFFFFFFFFFF
                while rest:
                    kind = lowest(rest)
                    rest &= rest - 1
                    gain = lot_gain(self.worth, table, seat, with_tile(table.chosen, kind), time) - alone - more
                    self.add(BUY + kind, gain)
        if table.staged_worth >= cost:
            self.add(DONE, 0.0)
        else:
            self.pay(table, seat, cost - table.staged_worth, time)

    def pay(self, table: Table, seat: i64, short: i64, time: i64) -> None:
        """Adds the first step of the best payment."""
        plan = self.planner.plan(table.hands[seat], table.staged_currency, short, time)
        if plan != NO_PLAN:
            self.add(first_step(plan), 0.0)
            return
        fill(table, self.lawful)  # amounts beyond what plans reach: any lawful card will do
        self.add(self.lawful[0], 0.0)

    def judge_bid(self, table: Table, seat: i64, time: i64) -> None:
        """Overbid while the lot, for me and kept from the others, is worth more than the cards."""
        tiles = table.quarries[table.builder]
        theirs = 0.0
        for other in range(table.seats):
            if other != seat and (table.bidders >> other) & 1:
                gain = lot_gain(self.worth, table, other, tiles, time) - self.worth.coin[time] * float(
                    table.worth[other] - (3 if other == table.turn else 0)
                )
                if gain > theirs:
                    theirs = gain
        self.add(PASS, -theirs / float(table.seats - 1))
        hand = table.hands[seat]
        plan = self.planner.plan(hand, table.currency[seat], table.standing + 1 - table.worth[seat], time)
        if plan == NO_PLAN:
            return  # nothing to bid with, or a sum beyond all plans
        cost = self.worth.of_money(hand + table.laid[seat], time) - self.planner.best_left
        step = first_step(plan)
        self.add(step, lot_gain(self.worth, table, seat, tiles, time) - cost)

    def judge_places(self, table: Table, seat: i64, time: i64) -> None:
        """Every different place once; the box only if nothing better is left."""
        kind = table.placing
        count = fill(table, self.lawful)
        best = 0.0
        for i in range(count):
            step = self.lawful[i]
            if step == BOX or (step >= PUT and self.seen_before(table, seat, step - PUT)):
                continue
            gain = place_gain(self.worth, table, seat, kind, step, time)
            if gain > best:
                best = gain
            self.add(step, gain)
        if best < 1.0:
            self.add(BOX, 0.0)

    def seen_before(self, table: Table, seat: i64, site: i64) -> bool:
        """Does the same palazzo stand on an earlier site?"""
        for earlier in range(site):
            if table.palazzo(seat, earlier) == table.palazzo(seat, site):
                return True
        return False

    def spare_card(self, table: Table, seat: i64, time: i64) -> i64:
        """The card that is missed least."""
        hand = table.hands[seat]
        best = -1e9
        spare: i64 = 0
        for kind in range(16):
            if (hand >> (2 * kind)) & (15 if kind == 15 else 3):
                left = self.worth.of_money(hand - one_of(kind), time) - 0.02 * float(kind // 3 % 5)
                if left > best:
                    best = left
                    spare = kind
        return spare

    def card_loss(self, table: Table, seat: i64, kind: i64, time: i64) -> float:
        hand = table.hands[seat]
        return self.worth.of_money(hand, time) - self.worth.of_money(hand - one_of(kind), time)

    def judge_rebuilds(self, table: Table, seat: i64, time: i64) -> None:
        for i in range(fill(table, self.lawful)):
            step = self.lawful[i]
            self.add(step, self.rebuild_gain(table, seat, step, time))

    def rebuild_gain(self, table: Table, seat: i64, step: i64, time: i64) -> float:
        worth = self.worth
        if step >= OUT:
            palazzo = table.palazzo(seat, (step - OUT) // FLOORS)
            bits = palazzo & (i64(15) << (4 * ((step - OUT) % FLOORS)))
            parted = worth.of_palazzo(palazzo - bits, time) + worth.of_palazzo(bits, time)
            return parted - worth.of_palazzo(palazzo, time)
        if step >= MOVE:
            self.rebuild.gain = -1e9
            palazzo = table.palazzo(seat, step - MOVE)
            now = worth.of_palazzo(palazzo, time)
            self.rebuild.find_entry(worth, table, seat, step - MOVE, palazzo, now, time)
            return self.rebuild.gain
        return -worth.of_palazzo(table.palazzo(seat, step - RAZE), time)

    def judge_entries(self, table: Table, seat: i64, time: i64) -> None:
        tile = table.palazzo(seat, table.moving)
        for i in range(fill(table, self.lawful)):
            step = self.lawful[i]
            if not self.seen_before(table, seat, step - PUT):
                host = table.palazzo(seat, step - PUT)
                self.add(step, self.worth.of_palazzo(host | tile, time) - self.worth.of_palazzo(host, time))
