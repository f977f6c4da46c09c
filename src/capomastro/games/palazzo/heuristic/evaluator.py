"""What palazzi and money promise in Palazzo, in points.

A palazzo is worth what it scores now and what it may yet become. The latter depends on its class (how many floors, the
highest of them, of one material or mixed), on its windows, and on how many reveals are likely to be left. Money is
worth nothing in the end, and the more the longer the game goes on.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from capomastro.games.palazzo.rules.board import RIDERS, Board
from capomastro.games.palazzo.rules.money import CERTIFICATE_SHIFT, best_in, card_count, largest_payment, reach
from capomastro.games.palazzo.rules.palazzi import FLOORS, score_of
from capomastro.games.palazzo.rules.tiles import count_tiles

CLASSES: Final = 64
MOST_REVEALS: Final = 24
TIMES: Final = MOST_REVEALS + 1
COINS_OF_HIDDEN_CARD: Final = 3  # what a card nobody has seen is taken to add
RICH: Final = 16  # a payment above this is worth less for each coin
PALAZZI: Final = 0x9999A  # palazzi as ints are below this
KINDS: Final = 16 * CLASSES  # palazzi of one kind are worth the same
UNKNOWN: Final = -1e9
TERM_NAMES: Final = ["built", "promised", "money", "turn"]


def class_of(floors: i64, top: i64, pure: bool) -> i64:
    """The class of a palazzo: its floors, its highest floor, its purity."""
    return 10 * floors + 2 * (top - 1) + (i64(1) if pure else i64(0))


def _halves() -> list[int]:
    """For two neighbouring floors: their number, and from bit 8 on windows, bricks, sandstones, marbles."""
    board = [0] * 256
    for low in range(10):
        for high in range(10):
            total = 0
            for code in (low, high):
                if code:
                    total += 1 + ((1 + (code - 1) % 3) << 8) + (1 << (16 + 4 * ((code - 1) // 3)))
            board[16 * high + low] = total
    return board


HALVES: Final = vec[i64](_halves())


def summary(palazzo: i64) -> i64:
    """Floors in bits 0 to 7, windows in bits 8 to 15, then four bits for the number of tiles of each material."""
    return HALVES[palazzo & 255] + HALVES[(palazzo >> 8) & 255] + HALVES[palazzo >> 16]


def top_of(palazzo: i64) -> i64:
    """The highest floor of a palazzo."""
    if palazzo >= 0x1000:
        return i64(5) if palazzo >= 0x10000 else i64(4)
    if palazzo >= 0x100:
        return 3
    return i64(2) if palazzo >= 0x10 else i64(1)


def palazzo_class(palazzo: i64, packed: i64) -> i64:
    floors = packed & 255
    materials = packed >> 16
    pure = materials & 15 == floors or (materials >> 4) & 15 == floors or materials >> 8 == floors
    return class_of(floors, top_of(palazzo), pure)


KIND: Final = vec[i16]([0] * PALAZZI)  # filled in as palazzi are met


def kind_of(palazzo: i64) -> i64:
    """The class of a palazzo and its windows in one number."""
    kind = i64(KIND[palazzo])
    if kind == 0:
        packed = summary(palazzo)
        kind = 16 * palazzo_class(palazzo, packed) + ((packed >> 8) & 255)
        KIND[palazzo] = i16(kind)
    return kind


def reveals_left(board: Board) -> i64:
    """How many reveals are to be expected until the fifth rider."""
    riders = RIDERS - board.riders
    third = count_tiles(board.stacks[2])
    tiles = count_tiles(board.stacks[0]) + count_tiles(board.stacks[1]) + riders * (third + riders + 1) // (riders + 1)
    reveals = (tiles + 1) // 2
    return reveals if reveals < MOST_REVEALS else i64(MOST_REVEALS)


class Clock:
    """Remembers how many reveals are left: they stay the same for most of a turn."""

    def __init__(self) -> None:
        self.first: i64 = -1
        self.second: i64 = -1
        self.third: i64 = -1
        self.riders: i64 = -1
        self.reveals: i64 = 0

    def reveals_left(self, board: Board) -> i64:
        stacks = board.stacks
        riders = board.riders
        if riders != self.riders or stacks[2] != self.third or stacks[1] != self.second or stacks[0] != self.first:
            self.riders, self.third, self.second, self.first = riders, stacks[2], stacks[1], stacks[0]
            self.reveals = reveals_left(board)
        return self.reveals


class Evaluator:
    """Weights, spread over all times. Built from a list as `weights.py` has it."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights
        self.promises = vec[float]([0.0] * (TIMES * CLASSES))
        self.windows = vec[float]([0.0] * (TIMES * 8))
        self.palazzi = vec[float]([UNKNOWN] * (TIMES * KINDS))
        self.coin = vec[float]([0.0] * TIMES)
        self.rich_coin = vec[float]([0.0] * TIMES)
        self.card = vec[float]([0.0] * TIMES)
        self.certificate = vec[float]([0.0] * TIMES)
        self.turn = vec[float]([0.0] * TIMES)
        self.rival_coin = vec[float]([0.0] * TIMES)
        self.growth = vec[float]([0.0] * TIMES)
        for time in range(TIMES):
            soon, late = soon_of(time), late_of(time)
            for group in range(CLASSES):
                gain = weights[2 * group] * soon + weights[2 * group + 1] * late
                self.promises[time * CLASSES + group] = gain
            for floors in range(1, FLOORS + 1):
                at = 2 * (CLASSES + floors)
                self.windows[time * 8 + floors] = weights[at] * soon + weights[at + 1] * late
            at = OTHERS
            self.coin[time] = weights[at] * soon + weights[at + 1] * late
            self.rich_coin[time] = weights[at + 2] * soon + weights[at + 3] * late
            self.card[time] = weights[at + 4] * soon + weights[at + 5] * late
            self.certificate[time] = weights[at + 6] * soon + weights[at + 7] * late
            self.turn[time] = weights[at + 8] * soon + weights[at + 9] * late
            self.rival_coin[time] = weights[at + 10] * soon + weights[at + 11] * late
            self.growth[time] = weights[at + 12] * soon + weights[at + 13] * late

    def of_palazzo(self, palazzo: i64, time: i64) -> float:
        """What a palazzo is worth with this many reveals left; an empty site is worth nothing."""
        if palazzo == 0:
            return 0.0
        at = time * KINDS + kind_of(palazzo)
        worth = self.palazzi[at]
        if worth == UNKNOWN:
            worth = self.reckon(palazzo, time)
            self.palazzi[at] = worth
        return worth

    def reckon(self, palazzo: i64, time: i64) -> float:
        packed = summary(palazzo)
        promise = self.promises[time * CLASSES + palazzo_class(palazzo, packed)]
        windows = float((packed >> 8) & 255) * self.windows[time * 8 + (packed & 255)]
        return float(score_of(palazzo)) + promise + windows

    def of_money(self, money: i64, time: i64) -> float:
        """What a hand is worth: its largest payment first of all, and every card as a part of payments to come."""
        if money == 0:
            return 0.0
        payment = largest_payment(money)
        worth = float(payment) * self.coin[time] + float(card_count(money)) * self.card[time]
        if payment > RICH:
            worth += float(payment - RICH) * self.rich_coin[time]
        return worth + float(money >> CERTIFICATE_SHIFT) * self.certificate[time]

    def of_seat(self, board: Board, seat: i64, time: i64) -> float:
        """The points a seat may expect in the end."""
        total = self.of_money(board.hands[seat] + board.laid[seat], time) + self.growth[time]
        for site in range(board.sites[seat]):
            total += self.of_palazzo(board.palazzo(seat, site), time)
        if board.turn == seat:
            total += self.turn[time]
        return total + float(richest_rival(board, seat)) * self.rival_coin[time]

    def terms(self, board: Board, seat: i64, out: vec[float]) -> None:
        """Writes the parts of `of_seat` by `TERM_NAMES`; what is the same for all is left out."""
        time = reveals_left(board)
        built, promised = 0.0, 0.0
        for site in range(board.sites[seat]):
            palazzo = board.palazzo(seat, site)
            if palazzo != 0:
                score = float(score_of(palazzo))
                built += score
                promised += self.of_palazzo(palazzo, time) - score
        out[0] = built
        out[1] = 0.0 if board.over else promised
        out[2] = 0.0 if board.over else self.of_money(board.hands[seat] + board.laid[seat], time)
        out[3] = self.turn[time] if board.turn == seat and not board.over else 0.0


OTHERS: Final = 2 * (CLASSES + 8)
FEATURES: Final = OTHERS + 14


def soon_of(time: i64) -> float:
    """Rises quickly: what one or two more turns are enough for."""
    return float(time) / (float(time) + 2.0)


def late_of(time: i64) -> float:
    """Rises evenly: what takes the whole game."""
    return float(time) / float(MOST_REVEALS)


def richest_rival(board: Board, seat: i64) -> i64:
    """The largest payment any other seat can form."""
    most: i64 = 0
    for other in range(board.seats):
        if other != seat:
            payment = largest_payment(board.hands[other] + board.laid[other])
            if payment > most:
                most = payment
    return most


def purse_of(board: Board, other: i64) -> i64:
    """What another seat can probably pay, or bid with what it has laid, from what everybody knows of its hand."""
    known = board.known[other]
    hidden = card_count(board.hands[other]) - card_count(known)
    return board.worth[other] + best_in(reach(known), board.currency[other]) + COINS_OF_HIDDEN_CARD * hidden


def features(board: Board, seat: i64, out: vec[float]) -> None:
    """Writes what `Evaluator.of_seat` weighs, apart from the present score; for learning the weights."""
    for i in range(FEATURES):
        out[i] = 0.0
    time = reveals_left(board)
    soon, late = soon_of(time), late_of(time)
    for site in range(board.sites[seat]):
        palazzo = board.palazzo(seat, site)
        if palazzo != 0:
            packed = summary(palazzo)
            note(out, 2 * palazzo_class(palazzo, packed), 1.0, soon, late)
            note(out, 2 * (CLASSES + (packed & 255)), float((packed >> 8) & 255), soon, late)
    money = board.hands[seat] + board.laid[seat]
    payment = largest_payment(money)
    note(out, OTHERS, float(payment), soon, late)
    note(out, OTHERS + 2, float(payment - RICH) if payment > RICH else 0.0, soon, late)
    note(out, OTHERS + 4, float(card_count(money)), soon, late)
    note(out, OTHERS + 6, float(money >> CERTIFICATE_SHIFT), soon, late)
    note(out, OTHERS + 8, 1.0 if board.turn == seat else 0.0, soon, late)
    note(out, OTHERS + 10, float(richest_rival(board, seat)), soon, late)
    note(out, OTHERS + 12, 1.0, soon, late)


def note(out: vec[float], at: i64, amount: float, soon: float, late: float) -> None:
    out[at] += amount * soon
    out[at + 1] += amount * late
