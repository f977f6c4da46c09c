"""The statistics of one search: a tree of the steps that were tried, in flat arrays, and what it says at the root."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.position import MOST_STEPS

MOST_NODES: Final = 400_000  # about 20 megabytes; the tree stops growing there
NONE: Final = 0  # node 0 is the root, which is nobody's child


class Nodes:
    """Nodes by number. A node's name tells the step and the seat that took it; its children are a linked list."""

    def __init__(self, nodes: int) -> None:
        self.capacity: i64 = min(nodes, MOST_NODES)
        self.size: i64 = 1
        self.root_seat: i64 = 0
        room = [0] * int(self.capacity)
        self.name = vec[i64](room)
        self.first = vec[i64](room)
        self.sibling = vec[i64](room)
        self.visits = vec[i64](room)
        self.mover = vec[i64](room)
        self.total = vec[float]([0.0] * int(self.capacity))
        self.margin = vec[float]([0.0] * int(self.capacity))
        self.wins = vec[float]([0.0] * int(self.capacity))

    def clear(self) -> None:
        """Forgets everything, so that the next search begins from nothing."""
        for node in range(self.size):
            self.name[node] = 0
            self.first[node] = NONE
            self.sibling[node] = NONE
            self.visits[node] = 0
            self.mover[node] = 0
            self.total[node] = 0.0
            self.margin[node] = 0.0
            self.wins[node] = 0.0
        self.size = 1

    def add(self, node: i64, name: i64, seat: i64) -> i64:
        """A new child; none when the tree is full."""
        if self.size >= self.capacity:
            return NONE
        child = self.size
        self.size += 1
        self.name[child] = name
        self.mover[child] = seat
        self.sibling[child] = self.first[node]
        self.first[node] = child
        return child

    def linked(self, node: i64, name: i64, seat: i64) -> i64:
        """The child of this name, made if need be; it only tells joint choices apart."""
        child = self.first[node]
        while child != NONE:
            if self.name[child] == name:
                return child
            child = self.sibling[child]
        return self.add(node, name, seat)

    def decided(self, left: i64) -> bool:
        """Is the root's most visited child out of reach of all others?"""
        most: i64 = 0
        second: i64 = 0
        child = self.first[0]
        while child != NONE:
            visits = self.visits[child]
            if self.mover[child] == self.root_seat:
                if visits > most:
                    second = most
                    most = visits
                elif visits > second:
                    second = visits
            child = self.sibling[child]
        return most - second > left

    def choice(self) -> int:
        """The name of the root's most visited step, or -1 if none was tried."""
        best: i64 = NONE
        child = self.first[0]
        while child != NONE:
            if self.mover[child] == self.root_seat and (best == NONE or self.is_better(child, best)):
                best = child
            child = self.sibling[child]
        return int(self.name[best] % MOST_STEPS) if best != NONE else -1

    def line_after(self, name: int, most: int, fewest_visits: int) -> list[tuple[int, int]]:
        """Seat and name of the steps tried most after the root's step of this name, as far as they are known well."""
        found: list[tuple[int, int]] = []
        node = self.first[0]
        while node != NONE and (self.mover[node] != self.root_seat or self.name[node] % MOST_STEPS != name):
            node = self.sibling[node]
        while node != NONE and len(found) < most:
            best: i64 = NONE
            child = self.first[node]
            while child != NONE:
                if best == NONE or self.is_better(child, best):
                    best = child
                child = self.sibling[child]
            if best == NONE or self.visits[best] < fewest_visits:
                break
            found.append((int(self.mover[best]), int(self.name[best] % MOST_STEPS)))
            node = best
        return found

    def is_better(self, one: i64, other: i64) -> bool:
        """More visits, or as many and a better mean."""
        more = self.visits[one] - self.visits[other]
        return more > 0 or (more == 0 and self.total[one] > self.total[other])

    def findings(self) -> list[tuple[int, int, float, float]]:
        """For each step tried at the root: its name, its visits, its expected margin, its chance to win."""
        found: list[tuple[int, int, float, float]] = []
        child = self.first[0]
        while child != NONE:
            visits = self.visits[child]
            if visits > 0 and self.mover[child] == self.root_seat:
                tried = float(visits)
                name = int(self.name[child] % MOST_STEPS)
                found.append((name, int(visits), self.margin[child] / tried, self.wins[child] / tried))
            child = self.sibling[child]
        return found
