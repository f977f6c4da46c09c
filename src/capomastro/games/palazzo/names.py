"""The words for cards, tiles and palazzi, in views, steps and events alike."""

from functools import lru_cache

from capomastro.games.palazzo.rules.money import CERTIFICATE, CURRENCIES, kinds_of
from capomastro.games.palazzo.rules.palazzi import tiles_of
from capomastro.games.palazzo.rules.steps import SITES
from capomastro.games.palazzo.rules.tiles import KINDS, MATERIALS, list_tiles, set_of

CARD_NAMES = (*(f"{CURRENCIES[kind % 3]} {3 + kind // 3}" for kind in range(CERTIFICATE)), "certificate")
TILE_NAMES = tuple(f"{MATERIALS[kind % 9 // 3]} {1 + kind // 9} {1 + kind % 3}" for kind in range(KINDS))
SITE_NAMES = tuple(("" if site < 26 else "A") + chr(ord("A") + site % 26) for site in range(SITES))

_CARDS = {name: kind for kind, name in enumerate(CARD_NAMES)}
_TILES = {name: kind for kind, name in enumerate(TILE_NAMES)}
_SITES = {name: site for site, name in enumerate(SITE_NAMES)}

REMEMBERED = 4096
"""Piles and palazzi whose words are remembered: a step changes few of them, and everybody's view tells them all."""


def card_kind(name: str) -> int:
    return _CARDS[name]


def tile_kind(name: str) -> int:
    return _TILES[name]


def site_number(name: str) -> int:
    return _SITES[name]


@lru_cache(REMEMBERED)
def cards_in(money: int) -> tuple[str, ...]:
    """The cards of a pile by name."""
    return tuple(CARD_NAMES[kind] for kind in kinds_of(money))


def money_from(cards: tuple[str, ...]) -> int:
    """The pile of the cards of these names."""
    total = 0
    for card in cards:
        total += 1 << 2 * _CARDS[card]
    return total


@lru_cache(REMEMBERED)
def tiles_in(tiles: int) -> tuple[str, ...]:
    """The tiles of a set by name."""
    return tuple(TILE_NAMES[kind] for kind in list_tiles(tiles))


def tiles_from(names: tuple[str, ...]) -> int:
    """The set of the tiles of these names."""
    return set_of([_TILES[name] for name in names])


@lru_cache(REMEMBERED)
def floors_in(palazzo: int) -> tuple[str, ...]:
    """The tiles of a palazzo by name, from the ground up."""
    return tuple(TILE_NAMES[kind] for kind in tiles_of(palazzo))
