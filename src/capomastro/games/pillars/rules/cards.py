"""The kinds of action cards (§1.4, §4).

A kind is a role with its figures; there are 62 that a component file may use. Which cards a game has, and with which
numbers, is the component file's business.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COUNCILLOR: Final = 0
PITCH_DIPPER: Final = 1
MASTER_BUILDER: Final = 2
GONDOLIER: Final = 3
INVENTOR: Final = 4
MERCHANT: Final = 5
SPECULATOR: Final = 6
ROLES: Final = 7
ROLE_NAMES: Final = (
    "councillor", "pitch-dipper", "master builder", "gondolier", "inventor", "merchant", "speculator",
)  # fmt: skip

LEAST_STONES: Final = 2
MOST_STONES: Final = 12
MOST_PILES: Final = 8
CARD_KINDS: Final = 62
CARDS: Final = 30
HAND: Final = 5  # §2.1: cards for each player


def _kinds() -> list[tuple[int, int, int]]:
    """Role, stones or piles, and markers of every kind."""
    stones = list(range(LEAST_STONES, MOST_STONES + 1))
    kinds = [(COUNCILLOR, n, 0) for n in stones]
    kinds += [(PITCH_DIPPER, piles, markers) for piles in range(1, MOST_PILES + 1) for markers in range(piles)]
    kinds += [(MASTER_BUILDER, n, 0) for n in stones]
    kinds += [(GONDOLIER, 0, 0), (INVENTOR, 0, 0), (MERCHANT, 0, 0), (SPECULATOR, 0, 0)]
    return kinds


ROLE: Final = vec[i64]([kind[0] for kind in _kinds()])
FIGURE: Final = vec[i64]([kind[1] for kind in _kinds()])  # stones, or piles
MARKERS: Final = vec[i64]([kind[2] for kind in _kinds()])


def card_name(kind: int) -> str:
    """`councillor 6`, `pitch-dipper 4+2`, `gondolier`"""
    role = ROLE_NAMES[ROLE[kind]]
    if ROLE[kind] == PITCH_DIPPER:
        return f"{role} {FIGURE[kind]}+{MARKERS[kind]}"
    return f"{role} {FIGURE[kind]}" if ROLE[kind] <= MASTER_BUILDER else role
