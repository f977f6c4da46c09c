"""The things that a reason for a refusal names, in the reader's language."""

from collections.abc import Sequence

from capomastro.core.refusals import Things
from capomastro.core.words import Words
from capomastro.games.palazzo.terminal.names import card_words, tile_words, tiles_words


def currency_words(currency: str, words: Words) -> str:
    return words.t(f"palazzo.currency.{currency}")


def currencies_words(currencies: Sequence[str], words: Words) -> str:
    return words.list_of([currency_words(currency, words) for currency in currencies])


THINGS: Things = {
    "card": card_words,
    "tile": tile_words,
    "tiles": tiles_words,
    "currency": currency_words,
    "currencies": currencies_words,
}
