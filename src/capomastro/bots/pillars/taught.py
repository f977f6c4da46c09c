"""Weights taught by play: 0 rounds of 0 games for every number of seats; see teaching.py."""

# fmt: off
TAUGHT: dict[int, list[float]] = {
}
