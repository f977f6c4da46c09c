"""Tiles and cards as views write them (`brick 3 2`, `ducat 4`), in the reader's words and in figures."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from capomastro.core.words import Words
from capomastro.games.palazzo.picture import palazzo_score
from capomastro.games.palazzo.rules.money import CURRENCIES

CERTIFICATE = "certificate"
STACKS = ("I", "II", "III")


class Tile(NamedTuple):
    material: str
    floor: int
    windows: int


def tile_of(name: str) -> Tile:
    material, floor, windows = name.split(" ")
    return Tile(material, int(floor), int(windows))


def currency_and_value(card: str) -> tuple[str, int]:
    if card == CERTIFICATE:
        return CERTIFICATE, 2
    currency, value = card.split(" ")
    return currency, int(value)


def tile_words(name: str, words: Words) -> str:
    tile = tile_of(name)
    return words.t(
        "palazzo.tile",
        material=words.t(f"palazzo.material.{tile.material}"),
        floor=tile.floor,
        windows=words.t("palazzo.windows", n=tile.windows),
    )


def tiles_words(names: Sequence[str], words: Words) -> str:
    return words.list_of([tile_words(name, words) for name in names]) or words.t("palazzo.nothing")


def card_words(card: str, words: Words) -> str:
    currency, value = currency_and_value(card)
    if currency == CERTIFICATE:
        return words.t("palazzo.certificate")
    return words.t("palazzo.card", currency=words.t(f"palazzo.currency.{currency}"), value=value)


def cards_words(cards: Sequence[str], words: Words) -> str:
    """Equal ones counted: `2 × ducat 4 and certificate`."""
    told = [
        f"{count} × {card_words(card, words)}" if count > 1 else card_words(card, words)
        for card, count in Counter(cards).items()
    ]
    return words.list_of(told) or words.t("palazzo.nothing")


def trios_in(hand: Sequence[str]) -> list[int]:
    """Values of which a hand holds a trio; value 2 is three certificates."""
    values = [value for value in range(3, 8) if all(f"{currency} {value}" in hand for currency in CURRENCIES)]
    return ([2] if hand.count(CERTIFICATE) >= 3 else []) + values


class Worth(NamedTuple):
    """What a palazzo is worth, and the bonus for one material in it."""

    points: int
    floors: int
    windows: int
    bonus: int


BONUS = (0, 0, 0, 3, 3, 6)
"""For one material, by the number of floors (§12.2)."""


def worth_of(tiles: Sequence[str]) -> Worth:
    found = [tile_of(name) for name in tiles]
    pure = len({tile.material for tile in found}) == 1
    bonus = BONUS[len(found)] if pure else 0
    return Worth(palazzo_score(tiles), len(found), sum(tile.windows for tile in found), bonus)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
