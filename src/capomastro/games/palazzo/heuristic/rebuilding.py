"""What a rebuild brings in Palazzo, and which card it should cost."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.palazzo.heuristic.evaluator import Evaluator
from capomastro.games.palazzo.rules.board import Board
from capomastro.games.palazzo.rules.money import one_of
from capomastro.games.palazzo.rules.palazzi import FLOORS, has_floor, is_single, single_tile
from capomastro.games.palazzo.rules.steps import MOVE, OUT, RAZE
from capomastro.games.palazzo.rules.tiles import floor_of

NO_REBUILD: Final = -1
REMEMBERED: Final = 1024  # hands; each place remembers the last one that fell on it


class Rebuild:
    """The most helpful rebuild found: its step, for a move also where to, and what it gains before the card."""

    def __init__(self) -> None:
        self.step: i64 = NO_REBUILD
        self.into: i64 = 0
        self.gain = 0.0

    def find(self, worth: Evaluator, board: Board, seat: i64, time: i64) -> None:
        """Looks at removing singles, putting them in, and taking floors out."""
        self.step = NO_REBUILD
        self.gain = -1e9
        for site in range(board.sites[seat]):
            palazzo = board.palazzo(seat, site)
            if palazzo == 0:
                continue
            now = worth.of_palazzo(palazzo, time)
            if is_single(palazzo):
                self.better(RAZE + site, 0, -now)
                self.find_entry(worth, board, seat, site, palazzo, now, time)
            else:
                self.find_exit(worth, site, palazzo, now, time)

    def find_entry(
        self, worth: Evaluator, board: Board, seat: i64, site: i64, palazzo: i64, now: float, time: i64
    ) -> None:
        floor = floor_of(single_tile(palazzo))
        for other in range(board.sites[seat]):
            host = board.palazzo(seat, other)
            if other != site and host != 0 and not has_floor(host, floor):
                gain = worth.of_palazzo(host | palazzo, time) - worth.of_palazzo(host, time) - now
                self.better(MOVE + site, other, gain)

    def find_exit(self, worth: Evaluator, site: i64, palazzo: i64, now: float, time: i64) -> None:
        for floor in range(1, FLOORS + 1):
            bits = palazzo & (i64(15) << (4 * floor - 4))
            if bits:
                gain = worth.of_palazzo(palazzo - bits, time) + worth.of_palazzo(bits, time) - now
                self.better(OUT + FLOORS * site + floor - 1, 0, gain)

    def better(self, step: i64, into: i64, gain: float) -> None:
        if gain > self.gain:
            self.gain = gain
            self.step = step
            self.into = into

    def of_step(self, worth: Evaluator, board: Board, seat: i64, step: i64, time: i64) -> float:
        """What a step of a rebuild brings."""
        if step >= OUT:
            palazzo = board.palazzo(seat, (step - OUT) // FLOORS)
            bits = palazzo & (i64(15) << (4 * ((step - OUT) % FLOORS)))
            parted = worth.of_palazzo(palazzo - bits, time) + worth.of_palazzo(bits, time)
            return parted - worth.of_palazzo(palazzo, time)
        if step >= MOVE:
            self.gain = -1e9
            palazzo = board.palazzo(seat, step - MOVE)
            now = worth.of_palazzo(palazzo, time)
            self.find_entry(worth, board, seat, step - MOVE, palazzo, now, time)
            return self.gain
        return -worth.of_palazzo(board.palazzo(seat, step - RAZE), time)


class Spares:
    """What parting with the card that is missed least takes from a hand; hands come again and again."""

    def __init__(self, worth: Evaluator) -> None:
        self.worth = worth
        self.asked = vec[i64]([-1] * REMEMBERED)
        self.answer = vec[float]([0.0] * REMEMBERED)

    def loss(self, hand: i64, time: i64) -> float:
        question = hand << 5 | time
        place = (question ^ question >> 11 ^ question >> 23) & (REMEMBERED - 1)
        if self.asked[place] != question:
            self.answer[place] = card_loss(self.worth, hand, spare_card(self.worth, hand, time), time)
            self.asked[place] = question
        return self.answer[place]


def spare_card(worth: Evaluator, hand: i64, time: i64) -> i64:
    """The card that is missed least."""
    best = -1e9
    spare: i64 = 0
    for kind in range(16):
        if (hand >> (2 * kind)) & (15 if kind == 15 else 3):
            left = worth.of_money(hand - one_of(kind), time) - 0.02 * float(kind // 3 % 5)
            if left > best:
                best = left
                spare = kind
    return spare


def card_loss(worth: Evaluator, hand: i64, kind: i64, time: i64) -> float:
    """What discarding a card takes from the worth of the hand."""
    return worth.of_money(hand, time) - worth.of_money(hand - one_of(kind), time)
