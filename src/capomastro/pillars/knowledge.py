"""Who may hold which card, as each viewer knows it (§12.3).

`table.possible[viewer * seats + seat]` is the set of cards that the seat may hold as far as the viewer can tell; the
viewer with number `seats` is a spectator, who knows what everybody knows. Between the two halves of a swap, those who
are no part of it keep what they knew before the draw.
"""

from mypy_extensions import i64

from capomastro.pillars.cells import lowest
from capomastro.pillars.table import Table


def know_the_deal(table: Table) -> None:
    """§2.1: all cards in the game are in hands, and everybody knows their own."""
    seats = table.seats
    cards = table.box.in_play[seats]
    for viewer in range(seats + 1):
        own: i64 = table.hands[viewer] if viewer < seats else 0
        for seat in range(seats):
            table.possible[viewer * seats + seat] = own if viewer == seat else cards & ~own


def know_the_draw(table: Table, thief: i64, victim: i64, card: i64) -> None:
    """§3.1: the two see which card went from one hand to the other."""
    place_for(table, thief, card, thief)
    place_for(table, victim, card, thief)


def know_the_gift(table: Table, thief: i64, victim: i64, card: i64) -> None:
    """§12.3: the two see the card given; for all others any card of the two hands may now be in either.

    Of two cards of a kind the lower is given first, so the victim also learns which ones the thief lacks.
    """
    seats = table.seats
    for viewer in range(seats + 1):
        if viewer != thief and viewer != victim:
            both = table.possible[viewer * seats + thief] | table.possible[viewer * seats + victim]
            table.possible[viewer * seats + thief] = both
            table.possible[viewer * seats + victim] = both
    place_for(table, thief, card, victim)
    place_for(table, victim, card, victim)
    table.possible[victim * seats + thief] &= ~(table.box.twins_below[lowest(card)] & ~table.drawn)


def place_for(table: Table, viewer: i64, card: i64, holder: i64) -> None:
    """This viewer knows that this seat holds the card."""
    first = viewer * table.seats
    for seat in range(table.seats):
        table.possible[first + seat] &= ~card
    table.possible[first + holder] |= card


def know_the_cards_played(table: Table) -> None:
    """§3.3: all see who holds the cards played; whoever plays the higher of two equal cards does not hold the lower."""
    seats = table.seats
    others = ~table.chosen
    for seat in range(seats):
        card = table.card_of(seat)
        unlike = ~table.box.twins_below[lowest(card)]
        entry = seat
        for _nth in range(seats + 1):
            table.possible[entry] = (table.possible[entry] & others & unlike) | card
            entry += seats


def know_the_cards_passed(table: Table) -> None:
    """§3.4: and they see them go to the left."""
    seats = table.seats
    others = ~table.chosen
    for seat in range(seats):
        card = table.card_of(seat)
        entry = seat
        for _nth in range(seats + 1):
            table.possible[entry] = (table.possible[entry] & others) | card
            entry += seats
