"""The words for cells, cards and districts, in views, steps and events alike."""

from collections.abc import Iterable
from functools import cache, lru_cache

from capomastro.games.pillars.rules.cards import CARD_KINDS, card_name
from capomastro.games.pillars.rules.cells import CELLS, COLUMNS, Cells, cells_from, list_cells
from capomastro.games.pillars.rules.districts import FORMS, KIND_NAMES, PLACEMENT_FORM, PLACEMENT_PLACE

CELL_NAMES = tuple(f"{chr(ord('A') + cell % COLUMNS)}{1 + cell // COLUMNS}" for cell in range(CELLS))
CARD_NAMES = tuple(card_name(kind) for kind in range(CARD_KINDS))
DISTRICT_NAMES = tuple(KIND_NAMES)

REMEMBERED = 4096
"""Sets whose words are remembered: a step changes few of them, and everybody's view tells them all."""

_CELLS = {name: cell for cell, name in enumerate(CELL_NAMES)}
_CARDS = {name: kind for kind, name in enumerate(CARD_NAMES)}
_DISTRICTS = {name: kind for kind, name in enumerate(DISTRICT_NAMES)}


def cell_number(name: str) -> int:
    return _CELLS[name]


def card_kind(name: str) -> int:
    return _CARDS[name]


def district_kind(name: str) -> int:
    return _DISTRICTS[name]


@lru_cache(REMEMBERED)
def cells_in(cells: Cells) -> tuple[str, ...]:
    """The cells of a set by name, row by row."""
    return tuple(CELL_NAMES[cell] for cell in list_cells(cells))


def cells_named(names: Iterable[str]) -> Cells:
    """The set of the cells of these names."""
    return cells_from([_CELLS[name] for name in names])


def bits_in(things: int) -> list[int]:
    """The numbers of the things in a set of cards or districts, ascending."""
    return list(numbers_in(things))


@lru_cache(REMEMBERED)
def numbers_in(things: int) -> tuple[int, ...]:
    """The same, for whoever only looks."""
    numbers = []
    while things:
        numbers.append((things & -things).bit_length() - 1)
        things &= things - 1
    return tuple(numbers)


@cache
def lying(placement: int) -> tuple[str, str, int]:
    """The district of a placement, the cell on which the first cell of its pattern lies, and how far it is turned."""
    form = FORMS[PLACEMENT_FORM[placement]]
    row, column = form.cells[0]
    at = PLACEMENT_PLACE[placement] + COLUMNS * row + column
    return DISTRICT_NAMES[form.kind], CELL_NAMES[at], form.turned


def covered(placement: int) -> dict[int, str]:
    """The cells of a placement and what they show, B or P; a span is not among them."""
    form = FORMS[PLACEMENT_FORM[placement]]
    place = int(PLACEMENT_PLACE[placement])
    cells = [place + COLUMNS * row + column for row, column in form.cells]
    return dict(zip(cells, form.faces, strict=True))
