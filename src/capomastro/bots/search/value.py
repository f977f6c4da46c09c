"""A small network that says how a position stands: each seat's chance to win, and its points in the end.

What it reads are things that are there or not, each a number, as a game's heuristic lists them: some are common to all,
some belong to a seat. Every input is a row of weights, so the first layer is a sum of a few rows. A seat is scored by
what is common, what it has, and what its rivals have on average; so one network serves any number of seats. What the
heuristic's outlook says is added to the scores: the network only learns what the outlook does not know.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import Heuristic
from capomastro.core.position import Position

MOST_SEATS: Final = 8
MOST_INPUTS: Final = 256  # that are there at the same time
LEADS: Final = 40  # inputs for a seat's lead over the best other, by the outlook
LEAD_STEP: Final = 2.5  # points
LANES: Final = 3  # weights in a word
LANE_BITS: Final = 20
LANE: Final = (1 << 20) - 1
UNIT: Final = 1.0 / 512.0  # of a weight
ZERO: Final = 8192  # stands for a weight of 0; a lane holds the sum of 63 rows


class Inputs:
    """What a game's heuristic lists for a network: how many there are, and a version that grows when one changes."""

    def __init__(self, version: int, common: int, of_seat: int) -> None:
        self.version = version
        self.common = common
        self.of_seat = of_seat


class ValueNetwork:
    """Weights, and scratch space for one search at a time.

    `first` has a row of `width` weights for each common input, then two for each input of a seat: what it means to the
    seat itself, and to its rivals. The last inputs of a seat are its lead. The weights of a row are kept as whole
    numbers above zero, three in a word, so that one addition adds three of them.
    """

    def __init__(
        self,
        common_inputs: int,
        seat_inputs: int,
        width: int,
        middle: int,
        first: list[float],
        first_bias: list[float],
        second: list[float],
        second_bias: list[float],
        chance: list[float],
        points: list[float],
        trust: list[float],
    ) -> None:
        """`trust` has the scale of the outlook's points: a base and a slope by the heuristic's suspense."""
        self.common_inputs: i64 = common_inputs
        self.seat_inputs: i64 = seat_inputs
        self.width: i64 = width
        self.middle: i64 = middle
        self.words: i64 = (width + LANES - 1) // LANES  # of a row
        self.first = vec[i64](packed(first, width))
        self.first_bias = vec[float](first_bias)
        self.second = vec[float]([second[m * width + k] for k in range(width) for m in range(middle)])
        self.second_bias = vec[float](second_bias)
        self.chance = vec[float](chance)
        self.points = vec[float](points)
        self.base = trust[0]
        self.slope = trust[1]
        self.inputs = vec[i64]([0] * MOST_INPUTS)
        self.sum = vec[i64]([0] * (2 * int(self.words)))
        room = LANES * int(self.words)
        self.common = vec[float]([0.0] * room)
        self.own = vec[float]([0.0] * (MOST_SEATS * room))
        self.rival = vec[float]([0.0] * (MOST_SEATS * room))
        self.between = vec[float]([0.0] * middle)
        self.outlook = vec[float]([0.0] * MOST_SEATS)
        self.score = vec[float]([0.0] * MOST_SEATS)

    def judge(self, position: Position, heuristic: Heuristic, chances: vec[float], points: vec[float]) -> None:
        """Writes each seat's chance to win and its expected points; the position is not over."""
        seats = position.seats
        words = self.words
        outlook = self.outlook
        heuristic.outlook(position, outlook)
        count = heuristic.common_inputs(position, self.inputs)
        self.add_up(count, 0, words, words)
        self.spread(count, 0, self.common, 0)
        for seat in range(seats):
            count = heuristic.seat_inputs(position, seat, self.inputs)
            self.inputs[count] = self.seat_inputs - LEADS + lead_input(outlook, seats, seat)
            count += 1
            self.add_up(count, self.common_inputs * words, 2 * words, 2 * words)
            self.spread(count, 0, self.own, LANES * words * seat)
            self.spread(count, words, self.rival, LANES * words * seat)
        scale = self.base + self.slope * heuristic.suspense(position)
        most = -1e9
        for seat in range(seats):
            self.look(seats, seat, points)
            points[seat] = points[seat] + outlook[seat]
            self.score[seat] += outlook[seat] / scale
            if self.score[seat] > most:
                most = self.score[seat]
        total = 0.0
        for seat in range(seats):
            chances[seat] = exp(self.score[seat] - most)
            total += chances[seat]
        for seat in range(seats):
            chances[seat] /= total

    def add_up(self, count: i64, beginning: i64, stride: i64, words: i64) -> None:
        """Adds the rows of the inputs, so many words of each."""
        first = self.first
        total = self.sum
        for j in range(words):
            total[j] = 0
        for i in range(count):
            at = beginning + self.inputs[i] * stride
            for j in range(words):
                total[j] += first[at + j]

    def spread(self, count: i64, beginning: i64, out: vec[float], at: i64) -> None:
        """Writes the sums of so many rows as plain numbers, one for each lane."""
        zero = count * ZERO
        for j in range(self.words):
            word = self.sum[beginning + j]
            out[at] = float((word & LANE) - zero) * UNIT
            out[at + 1] = float((word >> LANE_BITS & LANE) - zero) * UNIT
            out[at + 2] = float((word >> 2 * LANE_BITS) - zero) * UNIT
            at += LANES

    def look(self, seats: i64, seat: i64, points: vec[float]) -> None:
        """The later layers, for one seat."""
        room = LANES * self.words
        own = self.own
        rival = self.rival
        second = self.second
        between = self.between
        middle = self.middle
        share = 1.0 / float(seats - 1)
        for m in range(middle):
            between[m] = self.second_bias[m]
        to = seat * room
        for k in range(self.width):
            total = 0.0
            for other in range(seats):
                if other != seat:
                    total += rival[other * room + k]
            total = self.first_bias[k] + self.common[k] + own[to + k] + share * total
            if total > 0.0:
                at = k * middle
                for m in range(middle):
                    between[m] += total * second[at + m]
        score = self.chance[middle]
        expected = self.points[middle]
        for m in range(middle):
            if between[m] > 0.0:
                score += self.chance[m] * between[m]
                expected += self.points[m] * between[m]
        self.score[seat] = score
        points[seat] = expected


def packed(rows: list[float], width: int) -> list[int]:
    """Rows of weights, three to a word; weights beyond the largest count as that."""
    found: list[int] = []
    for at in range(0, len(rows), width):
        row = [min(max(round(weight / UNIT), -ZERO), ZERO) + ZERO for weight in rows[at : at + width]]
        row += [ZERO] * (-width % LANES)
        for place in range(0, len(row), LANES):
            found.append(row[place] | row[place + 1] << LANE_BITS | row[place + 2] << 2 * LANE_BITS)
    return found


def lead_input(outlook: vec[float], seats: i64, seat: i64) -> i64:
    """Which of the inputs for a lead is there."""
    lead = 1e9
    for other in range(seats):
        if other != seat and outlook[seat] - outlook[other] < lead:
            lead = outlook[seat] - outlook[other]
    at = i64(lead / LEAD_STEP + 100.0) - 100 + LEADS // 2
    if at < 0:
        return 0
    return at if at < LEADS else i64(LEADS - 1)
