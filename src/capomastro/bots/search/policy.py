"""A trained policy without numpy: the network of `bots/network.py` in plain loops, for the odds of a search."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.observer import Observer
from capomastro.core.position import MOST_STEPS, Position

BYTE: Final = 255


class Policy:
    """Weights for one number of seats, and scratch space for one search at a time.

    An input is a byte of the tensor at `columns`: times its scale, or, if it has a code, whether it is that. A step's
    score is the second layer times the sum of the rows of its tokens; `tokens` has `most_tokens` for each step, filled
    up with -1.
    """

    def __init__(
        self,
        observer: Observer,
        columns: list[int],
        codes: list[int],
        scales: list[float],
        width: int,
        first: list[float],
        first_bias: list[float],
        second: list[float],
        second_bias: list[float],
        tokens: list[int],
        most_tokens: int,
        rows: list[float],
    ) -> None:
        self.observer = observer
        self.columns = vec[i64](columns)
        self.codes = vec[i64](codes)
        self.scales = vec[float](scales)
        self.width: i64 = width
        self.first = vec[float](first)
        self.first_bias = vec[float](first_bias)
        self.second = vec[float](second)
        self.second_bias = vec[float](second_bias)
        self.tokens = vec[i64](tokens)
        self.most_tokens: i64 = most_tokens
        self.rows = vec[float](rows)
        self.tensor = vec[i64]([0] * int(observer.words))
        self.kept = vec[i64]([0] * int(observer.kept))
        self.hidden = vec[float]([0.0] * width)
        self.deeper = vec[float]([0.0] * width)
        self.legal = vec[i64]([0] * MOST_STEPS)
        self.odds = vec[float]([0.0] * MOST_STEPS)

    def judge(self, position: Position, seat: i64) -> i64:
        """Finds the odds of each of a seat's legal steps, and returns how many there are."""
        for i in range(len(self.tensor)):
            self.tensor[i] = 0
        for i in range(len(self.kept)):
            self.kept[i] = 0
        self.observer.write(position, seat, self.tensor, 0, self.kept, 0)
        self.look()
        count = position.fill_legal(seat, self.legal)
        most = -1e9
        for i in range(count):
            self.odds[i] = score = self.score(self.legal[i])
            if score > most:
                most = score
        total = 0.0
        for i in range(count):
            self.odds[i] = exp(self.odds[i] - most)
            total += self.odds[i]
        for i in range(count):
            self.odds[i] /= total
        return count

    def look(self) -> None:
        """The two layers."""
        width = self.width
        hidden = self.hidden
        deeper = self.deeper
        first = self.first
        second = self.second
        for k in range(width):
            hidden[k] = self.first_bias[k]
            deeper[k] = self.second_bias[k]
        for i in range(len(self.columns)):
            column = self.columns[i]
            byte = self.tensor[column >> 3] >> ((column & 7) << 3) & BYTE
            code = self.codes[i]
            if byte == 0 or (code != 0 and byte != code):
                continue
            amount = 1.0 if code != 0 else float(byte) * self.scales[i]
            at = i * width
            for k in range(width):
                hidden[k] += amount * first[at + k]
        for k in range(width):
            amount = hidden[k]
            if amount > 0.0:
                at = k * width
                for m in range(width):
                    deeper[m] += amount * second[at + m]
        for k in range(width):
            if deeper[k] < 0.0:
                deeper[k] = 0.0

    def score(self, step: i64) -> float:
        width = self.width
        total = 0.0
        for place in range(self.most_tokens):
            token = self.tokens[step * self.most_tokens + place]
            if token < 0:
                break
            at = token * (width + 1)
            for k in range(width):
                total += self.rows[at + k] * self.deeper[k]
            total += self.rows[at + width]
        return total
