"""Least squares with a pull towards given weights, for learning what positions are worth from finished games."""

from librt.vecs import vec
from mypy_extensions import i64


class Regression:
    """Normal equations, added up sample by sample; most features of a sample are zero."""

    def __init__(self, features: int) -> None:
        self.features: i64 = features
        self.samples: i64 = 0
        self.squares = vec[float]([0.0] * (features * features))
        self.products = vec[float]([0.0] * features)
        self.present = vec[i64]([0] * features)
        self.error = 0.0

    def add(self, sample: vec[float], target: float) -> None:
        """One sample: its features and what came of it."""
        count: i64 = 0
        for i in range(self.features):
            if sample[i] != 0.0:
                self.present[count] = i
                count += 1
        for a in range(count):
            row = self.present[a]
            value = sample[row]
            self.products[row] += value * target
            for b in range(count):
                column = self.present[b]
                self.squares[row * self.features + column] += value * sample[column]
        self.samples += 1
        self.error += target * target

    def solve(self, pull: float, towards: list[float]) -> list[float]:
        """The weights that fit best; `pull` is how many samples' worth of belief the given weights have."""
        n = self.features
        matrix = vec[float]([0.0] * int(n * n))
        right = vec[float]([0.0] * int(n))
        for i in range(n):
            for j in range(n):
                matrix[i * n + j] = self.squares[i * n + j]
            matrix[i * n + i] += pull
            right[i] = self.products[i] + pull * towards[i]
        for i in range(n):  # the matrix is positive definite, so no pivoting is needed
            pivot = matrix[i * n + i]
            for j in range(i + 1, n):
                factor = matrix[j * n + i] / pivot
                if factor != 0.0:
                    for k in range(i, n):
                        matrix[j * n + k] -= factor * matrix[i * n + k]
                    right[j] -= factor * right[i]
        solution = [0.0] * int(n)
        at: i64 = n - 1
        while at >= 0:
            rest = right[at]
            for k in range(at + 1, n):
                rest -= matrix[at * n + k] * solution[k]
            solution[at] = rest / matrix[at * n + at]
            at -= 1
        return solution
