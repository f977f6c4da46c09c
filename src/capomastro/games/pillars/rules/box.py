"""What is in the box: the cards, districts and canal of one component file, as the rules use them (§1, §13)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.pillars.rules.cards import CARD_KINDS, CARDS, ROLE, ROLES
from capomastro.games.pillars.rules.cells import CELLS, Cells, bit, cells_from, size, touching, without
from capomastro.games.pillars.rules.districts import DISTRICT_KINDS, DISTRICTS, SHAPE_FIRST, SHAPES

MOST_SEATS: Final = 6
PILES: Final = 60
MARKERS_EACH: Final = 8
DIGITS: Final = 5  # binary digits of the stones and crests of a district
SHAPE_SETS: Final = vec[i64]([bit(SHAPE_FIRST[shape + 1]) - bit(SHAPE_FIRST[shape]) for shape in range(SHAPES)])


class Box:
    """Never changes once made, so all states of a game share it.

    Cards are numbered by kind, then by the number printed on them, and a set of cards is one int with a bit for each;
    so are districts, by kind. `source` is what the box was made of.
    """

    def __init__(
        self,
        cards: list[tuple[int, int]],
        symbol_roles: list[int],
        district_kinds: list[int],
        stones: list[int],
        crests: list[int],
        canal: list[int],
        source: object,
    ) -> None:
        """`cards` are (kind, number) and `district_kinds` kinds, both ascending; `canal` are cells."""
        self.made_of = (cards, symbol_roles, district_kinds, stones, crests, canal, source)
        self.source = source
        self.card_kinds = vec[i64]([kind for kind, _ in cards] + [0] * (CARDS - len(cards)))
        self.cards_of_kind = vec[i64]([0] * CARD_KINDS)
        self.in_play = vec[i64]([0] * (MOST_SEATS + 1))  # for each number of seats
        self.twins_below = vec[i64]([0] * CARDS)  # for each card, those of its kind with lower numbers
        self.cards_of_role = vec[i64]([0] * ROLES)
        self.symbols: i64 = 0  # the cards that bear the start-player symbol
        for card in range(len(cards)):
            kind, number = cards[card]
            self.twins_below[card] = self.cards_of_kind[kind]
            self.cards_of_kind[kind] |= bit(card)
            self.cards_of_role[ROLE[kind]] |= bit(card)
            for seats in range(number, MOST_SEATS + 1):
                self.in_play[seats] |= bit(card)
            if int(ROLE[kind]) in symbol_roles:
                self.symbols |= bit(card)

        self.district_kinds = vec[i64](district_kinds)
        self.districts_of_kind = vec[i64]([0] * DISTRICT_KINDS)
        for district in range(DISTRICTS):
            self.districts_of_kind[district_kinds[district]] |= bit(district)
        self.stones = vec[i64](stones)
        self.crests = vec[i64](crests)
        self.stone_digits = vec[i64](digit_sets(stones))
        self.crest_digits = vec[i64](digit_sets(crests))

        board = cells_from(list(range(CELLS)))
        self.canal: Cells = cells_from(canal)
        self.lagoon: Cells = without(board, self.canal)
        self.canal_bank: Cells = touching(self.canal)  # every cell with an edge at the canal

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Box) and self.made_of == other.made_of)

    def __hash__(self) -> int:
        return hash(self.canal)

    def __reduce__(self) -> tuple[object, ...]:
        return Box, self.made_of

    def __deepcopy__(self, memo: object) -> "Box":
        return self


def shape_set(shape: i64) -> i64:
    """All districts of a shape."""
    return SHAPE_SETS[shape]


def digit_sets(amounts: list[int]) -> list[int]:
    """For each binary digit, the districts of the shapes whose amount has it; so a sum over a set is a few counts."""
    return [
        sum(int(SHAPE_SETS[shape]) for shape in range(len(amounts)) if amounts[shape] >> digit & 1)
        for digit in range(DIGITS)
    ]


def sum_over(districts: i64, digits: vec[i64]) -> i64:
    """The stones, or the crests, of a set of districts together."""
    total = size(districts & digits[0]) + 2 * size(districts & digits[1]) + 4 * size(districts & digits[2])
    if districts & (digits[3] | digits[4]):  # only in boxes of one's own
        total += 8 * size(districts & digits[3]) + 16 * size(districts & digits[4])
    return total
