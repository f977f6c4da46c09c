"""Money: hands, payments and what they are worth (§1.1, §10).

A pile of money is one int. Kind k (0 to 14) is value 3 + k // 3 in currency k % 3 and has the two bits at 2k; kind 15
is the certificate and has the four bits from 30. Adding and taking away cards is adding and taking away ints.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KINDS: Final = 16
CERTIFICATE: Final = 15
NO_CURRENCY: Final = 3
TRIO_WORTH: Final = 15
CERTIFICATE_WORTH: Final = 2
CERTIFICATE_SHIFT: Final = 30
CERTIFICATE_BITS: Final = 15  # the four bits that count certificates, shifted down
PLAIN_CARDS: Final = 0x3FFFFFFF  # the bits of all kinds below the certificate
ALL_MONEY: Final = 0x2BFFFFFFF  # three copies of every plain card, ten certificates

CURRENCIES: Final = ("florin", "ducat", "lira")


def one_of(kind: i64) -> i64:
    """A pile of this one card."""
    one: i64 = 1
    one <<= 2 * kind
    return one


def count_of(money: i64, kind: i64) -> i64:
    if kind == CERTIFICATE:
        return (money >> CERTIFICATE_SHIFT) & CERTIFICATE_BITS
    return (money >> (2 * kind)) & 3


def trio_of(number: i64) -> i64:
    """§10.3: trio 0 is three certificates, trio v the three currencies' cards of value 2 + v."""
    if number == 0:
        three: i64 = 3
        three <<= CERTIFICATE_SHIFT
        return three
    trio: i64 = 0b010101
    trio <<= 6 * (number - 1)
    return trio


def holds_trio(money: i64, number: i64) -> bool:
    if number == 0:
        return money >> CERTIFICATE_SHIFT >= 3
    triple = (money >> (6 * (number - 1))) & 63
    return triple & 3 != 0 and triple & 12 != 0 and triple & 48 != 0


def card_count(money: i64) -> i64:
    """How many cards a pile has."""
    pairs = money & PLAIN_CARDS
    pairs = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    pairs = (pairs & 0x0F0F0F0F) + ((pairs >> 4) & 0x0F0F0F0F)
    pairs = (pairs & 0x00FF00FF) + ((pairs >> 8) & 0x00FF00FF)
    return (pairs & 0xFFFF) + (pairs >> 16) + (money >> CERTIFICATE_SHIFT)


def nth_card(money: i64, n: i64) -> i64:
    """The kind of the n-th card, counted from the lowest kind."""
    kind: i64 = 0
    while kind < CERTIFICATE:
        n -= money & 3
        if n < 0:
            return kind
        money >>= 2
        kind += 1
    return kind


def _triple_worths() -> list[int]:
    """For each value and each holding of it (two bits a currency): the trios' worth at bit 24, and at bits 0, 8 and 16
    what the cards left over are worth in each currency."""
    worths: list[int] = []
    for value in range(3, 8):
        for triple in range(64):
            counts = [(triple >> (2 * currency)) & 3 for currency in range(3)]
            trios = min(counts)
            left = [value * (count - trios) for count in counts]
            worths.append((TRIO_WORTH * trios << 24) + (left[2] << 16) + (left[1] << 8) + left[0])
    return worths


TRIPLE_WORTH: Final = vec[i64](_triple_worths())
CERTIFICATES_WORTH: Final = vec[i64]([TRIO_WORTH * (n // 3) + CERTIFICATE_WORTH * (n % 3) for n in range(16)])


def reach(money: i64) -> i64:
    """What a pile can pay, by currency and in trios, packed as in TRIPLE_WORTH; certificates count with the trios.

    Laying every trio is always best: its three cards bring 15, and only one of them could have counted otherwise.
    """
    return (
        TRIPLE_WORTH[money & 63]
        + TRIPLE_WORTH[64 + ((money >> 6) & 63)]
        + TRIPLE_WORTH[128 + ((money >> 12) & 63)]
        + TRIPLE_WORTH[192 + ((money >> 18) & 63)]
        + TRIPLE_WORTH[256 + ((money >> 24) & 63)]
        + (CERTIFICATES_WORTH[money >> CERTIFICATE_SHIFT] << 24)
    )


def reach_without(packed: i64, money: i64, kind: i64) -> i64:
    """`reach(money - one_of(kind))`, given `packed = reach(money)`."""
    if kind == CERTIFICATE:
        certificates = money >> CERTIFICATE_SHIFT
        return packed + ((CERTIFICATES_WORTH[certificates - 1] - CERTIFICATES_WORTH[certificates]) << 24)
    value = kind // 3
    triple = (money >> (6 * value)) & 63
    fewer = triple - one_of(kind - 3 * value)
    return packed + TRIPLE_WORTH[64 * value + fewer] - TRIPLE_WORTH[64 * value + triple]


def best_in(packed: i64, currency: i64) -> i64:
    """The largest payment in this currency, or in any with `NO_CURRENCY`, out of a packed `reach`."""
    jokers = packed >> 24
    if currency != NO_CURRENCY:
        return jokers + ((packed >> (8 * currency)) & 255)
    plain = packed & 255
    if (packed >> 8) & 255 > plain:
        plain = (packed >> 8) & 255
    if (packed >> 16) & 255 > plain:
        plain = (packed >> 16) & 255
    return jokers + plain


def largest_payment(money: i64) -> i64:
    """§12.3: the largest amount one payment can form."""
    return best_in(reach(money), NO_CURRENCY)


def worth_of(kind: i64) -> i64:
    """What a card laid singly counts."""
    if kind == CERTIFICATE:
        return CERTIFICATE_WORTH
    return 3 + kind // 3


def currency_of(kind: i64) -> i64:
    """§10.1: the currency a card ties a payment to; a certificate ties it to none."""
    if kind == CERTIFICATE:
        return NO_CURRENCY
    return kind % 3


def kinds_of(money: int) -> list[int]:
    """Every card of a pile as its kind, lowest first."""
    return [kind for kind in range(KINDS) for _ in range(count_of(money, kind))]


def pile_of(kinds: list[int]) -> int:
    """The pile of these cards."""
    total: i64 = 0
    for kind in kinds:
        total += one_of(kind)
    return total
