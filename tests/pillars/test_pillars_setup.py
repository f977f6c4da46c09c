"""§1 components and §2 setup."""

from collections import Counter

import pytest
from pillars_build import GAME, game, hand

from capomastro.core.chance import Fair, seeded
from capomastro.games.pillars.components import own_components
from capomastro.games.pillars.names import bits_in
from capomastro.games.pillars.rules.board import NOBODY
from capomastro.games.pillars.rules.state import State


def dealt(seats: int, seed: int = 0, first: str = "random") -> State:
    return GAME.deal(seats, seeded(seed), {"first": first}, None)


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_gets_five_cards_and_none_is_left_over(seats: int) -> None:
    state = dealt(seats)

    assert [len(hand(state, seat)) for seat in range(seats)] == [5] * seats
    assert len(bits_in(state.box.in_play[seats])) == 5 * seats


@pytest.mark.parametrize("seats", range(2, 7))
def test_only_cards_up_to_the_number_of_players_are_used(seats: int) -> None:
    numbers = Counter(card.number for card in GAME.view(dealt(seats), None).cards)

    assert numbers == {2: 10, **dict.fromkeys(range(3, seats + 1), 5)}


def test_the_speculator_comes_with_three_players_and_inventor_and_merchant_with_four() -> None:
    in_play = [{card.name for card in GAME.view(dealt(seats), None).cards} for seats in (2, 3, 4)]

    assert [("speculator" in names, "inventor" in names, "merchant" in names) for names in in_play] == [
        (False, False, False),
        (True, False, False),
        (True, True, True),
    ]


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_begins_with_a_domino_and_a_square_in_the_open(seats: int) -> None:
    view = GAME.view(dealt(seats), None)

    assert all([name.split()[0] for name in seat.stock] == ["domino", "square"] for seat in view.seats)
    assert [1 + len(stack) for stack in view.unseen] == [10 - seats, 10, 10, 10 - seats, 8]


def test_the_start_player_takes_first_and_then_it_goes_clockwise() -> None:
    """The stacks come in the same order whoever starts: only who takes which district differs."""
    stocks = []
    for first in ("1", "3"):
        state = GAME.deal(3, Fair(bytes(32), GAME.streams), {"first": first}, None)
        order = [(int(state.start) + i) % 3 for i in range(3)]
        stocks.append([GAME.view(state, None).seats[seat].stock for seat in order])

    assert stocks[0] == stocks[1]


def test_nobody_has_points_and_all_have_eight_markers() -> None:
    view = GAME.view(dealt(4), None)

    assert {(seat.score, seat.markers, seat.marks) for seat in view.seats} == {(0, 8, ())}
    assert view.gondola is None


def test_there_are_sixty_piles_in_the_supply_and_none_on_the_board() -> None:
    view = GAME.view(dealt(2), None)

    assert (view.pile_supply, view.piles) == (60, ())


def test_the_host_may_name_the_first_start_player() -> None:
    assert [dealt(4, first=str(seat)).start for seat in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_a_random_seat_starts_otherwise() -> None:
    assert {int(dealt(6, seed).start) for seed in range(60)} == set(range(6))


def test_forty_eight_districts_in_five_shapes() -> None:
    shapes = Counter(name.split()[0] for name in own_components().districts)

    assert shapes == {"domino": 10, "row": 10, "corner": 10, "square": 10, "bridge": 8}


def test_the_known_figures_of_the_box() -> None:
    components = own_components()

    assert (components.stones[0], components.crests[0]) == (2, 2)
    assert (components.stones[3], components.crests[3]) == (4, 7)
    assert sum(row.count("=") for row in components.board) == 26
    assert sum(name == "gondolier" for name, _ in components.cards) == 1
    figures = [name.split()[1].split("+") for name, _ in components.cards if name.startswith("pitch-dipper")]
    assert all(int(piles) > int(markers) for piles, markers in figures)


def test_the_canal_parts_the_lagoon_into_two_halves_of_55_cells() -> None:
    from pillars_build import cells

    from capomastro.games.pillars.rules.cells import cell_set, flooded, without

    lagoon = game().box.lagoon
    half = flooded(cell_set(0), lagoon)

    assert (len(cells(half)), len(cells(without(lagoon, half)))) == (55, 55)


def test_the_gondola_is_nobodys_at_first() -> None:
    assert dealt(2).gondola == NOBODY
