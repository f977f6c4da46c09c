"""§5 setting piles and §6 markers."""

from collections import deque

import pytest
from pillars_build import cells, do, game, options, play

from capomastro.core.chance import seeded
from capomastro.core.game import IllegalAction
from capomastro.games.pillars.names import CELL_NAMES, cell_number
from capomastro.games.pillars.rules.board import MARKING, OVER, PILING
from capomastro.games.pillars.rules.cells import CELLS, COLUMNS, cells_from
from capomastro.games.pillars.rules.piling import find_starts, next_pile_cells, set_pile
from capomastro.games.pillars.rules.state import State


def dipping(card: str = "pitch-dipper 4+2", *, seats: int = 2, **rest: object) -> State:
    """Seat 0 is to set piles; the other has played the gondolier."""
    state = game(seats, hands=[[card], ["gondolier"]], **rest)  # type: ignore[arg-type]
    play(state, card, "gondolier", *(["pitch-dipper 5+2"][: seats - 2]))
    return state


def neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [COLUMNS * r + c for r, c in around if 0 <= r < 8 and 0 <= c < COLUMNS]


def test_on_an_empty_board_the_first_pile_touches_the_canal() -> None:
    state = dipping()
    canal = cells(state.box.canal)
    expected = [cell for cell in range(CELLS) if cell not in canal and set(neighbours(cell)) & canal]

    assert options(state) == [f"pile {CELL_NAMES[cell]}" for cell in expected]


def test_no_pile_stands_in_the_canal() -> None:
    with pytest.raises(IllegalAction, match="D5 is canal"):
        do(dipping(), 0, "pile D5")


def test_no_pile_stands_on_a_pile() -> None:
    with pytest.raises(IllegalAction, match="E4 has a pile already"):
        do(dipping(piles="E4"), 0, "pile E4")


def test_no_pile_stands_under_a_bridge() -> None:
    state = dipping(piles="E7 F7", built=["bridge B-B at E8 turned 0"])
    with pytest.raises(IllegalAction, match="F8 lies under a bridge"):
        do(state, 0, "pile F8")


def test_the_first_pile_may_touch_an_earlier_pile() -> None:
    assert "pile A1" in options(dipping(piles="A2"))


def test_the_first_pile_may_touch_a_pile_under_a_district() -> None:
    assert "pile A1" in options(dipping(built=["domino BB at B1 turned 0"]))


def test_the_first_pile_may_not_stand_alone_in_the_lagoon() -> None:
    with pytest.raises(IllegalAction, match="F1 touches neither the canal nor a pile"):
        do(dipping(), 0, "pile F1")


def test_each_further_pile_touches_one_just_set() -> None:
    state = dipping()
    do(state, 0, "pile E4")

    assert options(state) == ["pile E3", "pile F4", "pile E5"]
    with pytest.raises(IllegalAction, match="does not touch the piles you are setting"):
        do(state, 0, "pile F5")


def test_a_further_pile_need_not_touch_the_canal() -> None:
    state = dipping()
    do(state, 0, "pile E4", "pile F4", "pile F3", "pile F2")

    assert state.phase == MARKING
    assert len(cells(state.piles)) == 4


def test_all_piles_of_the_card_are_set() -> None:
    state = dipping("pitch-dipper 5+2")
    do(state, 0, "pile E4", "pile F4", "pile G4", "pile H4")

    assert state.phase == PILING
    with pytest.raises(IllegalAction, match="set a pile"):
        do(state, 0, "done")


def test_the_group_of_the_rules_example_can_be_set() -> None:
    state = dipping()
    do(state, 0, "pile E4", "pile F4", "pile F5", "pile G5", "mark F4", "done")

    assert state.markers(0) == 7


def room_for(count: int, elsewhere: int = 0) -> State:
    """All lagoon is full of piles but for one region of `count` cells from A1 and one of `elsewhere` from Q8."""
    state = dipping("pitch-dipper 5+2")
    canal = cells(state.box.canal)
    free = set(range(count)) | set(range(CELLS - elsewhere, CELLS))
    state.piles = cells_from([cell for cell in range(CELLS) if cell not in canal and cell not in free])
    state.left = 5
    find_starts(state)
    return state


def test_one_begins_only_where_there_is_room_for_all() -> None:
    state = room_for(5, elsewhere=4)

    assert set(options(state)) == {f"pile {CELL_NAMES[cell]}" for cell in range(5)}
    with pytest.raises(IllegalAction, match="room for 4 piles only"):
        do(state, 0, "pile Q8")


def test_without_room_for_all_one_sets_as_many_as_fit() -> None:
    state = room_for(3, elsewhere=2)
    assert (state.left, set(options(state))) == (3, {"pile A1", "pile B1", "pile C1"})
    do(state, 0, "pile B1", "pile A1", "pile C1")

    assert state.phase == MARKING


def test_two_regions_of_the_same_size_are_both_open() -> None:
    assert len(options(room_for(2, elsewhere=2))) == 4


def test_without_any_room_the_card_has_no_effect() -> None:
    state = game(2, hands=[["pitch-dipper 4+2"], ["gondolier"]])
    canal = cells(state.box.canal)
    state.piles = cells_from([cell for cell in range(CELLS) if cell not in canal])
    events = play(state, "pitch-dipper 4+2", "gondolier")

    assert ("no effect", 0) in [(event.kind, event.seat) for event in events]
    assert state.round == 2


def test_a_supply_that_runs_short_is_used_up_and_ends_the_game() -> None:
    state = game(2, hands=[["pitch-dipper 4+2"], ["gondolier"]])
    state.pile_supply = 3
    play(state, "pitch-dipper 4+2", "gondolier")
    assert state.left == 3
    do(state, 0, "pile E4", "pile E5")
    assert not state.over
    do(state, 0, "pile F5")

    assert state.over


def slow_groups(water: set[int], ashore: set[int], size: int) -> set[frozenset[int]]:
    """Every connected group of this size in the water with a cell ashore, by growing all groups."""
    groups = {frozenset([cell]) for cell in water}
    for _ in range(size - 1):
        groups = {
            group | {cell} for group in groups for at in group for cell in neighbours(at) if cell in water - group
        }
    return {group for group in groups if group & ashore}


def stepwise_groups(state: State) -> set[frozenset[int]]:
    """Every group that can be set step by step."""
    found: set[frozenset[int]] = set()
    seen: set[frozenset[int]] = set()
    before = cells(state.piles)
    queue = deque([state])
    while queue:
        now = queue.popleft()
        for cell in cells(next_pile_cells(now)):
            further = now.clone()
            set_pile(further, cell)
            group = frozenset(cells(further.piles) - before)
            if group in seen:
                continue
            seen.add(group)
            if further.phase == PILING:
                queue.append(further)
            else:
                found.add(group)
    return found


@pytest.mark.parametrize("seed", range(25))
def test_steps_reach_exactly_the_groups_that_brute_force_finds(seed: int) -> None:
    """On small pieces of open lagoon: all the rest of the board is piles or, unreachable, closed."""
    rng = seeded(seed)
    state = dipping("pitch-dipper 4+2")
    canal = cells(state.box.canal)
    lagoon = [cell for cell in range(CELLS) if cell not in canal]
    window = [17 * row + column for row in range(6, 8) for column in range(7)] if seed % 2 else list(range(14, 34))
    water = {cell for cell in window if cell in lagoon and rng.randrange(100) < 75}
    closed = {cell for cell in lagoon if cell not in water and rng.randrange(100) < 70}
    state.piles = cells_from([cell for cell in lagoon if cell not in water and cell not in closed])
    state.closed = cells_from(sorted(closed))
    state.left = 4
    find_starts(state)
    solid = cells(state.piles) | canal
    ashore = {cell for cell in water if set(neighbours(cell)) & solid}
    groups: set[frozenset[int]] = set()
    size = 5
    while not groups and size > 1:
        size -= 1
        groups = slow_groups(water, ashore, size)

    assert (state.left if groups else 1) == size
    assert stepwise_groups(state) == groups


def test_markers_go_on_any_pile_without_marker_or_district() -> None:
    state = dipping(piles="A1 Q8", built=["domino BB at J4 turned 0"], marks=["", "A1"])
    do(state, 0, "pile E4", "pile E5", "pile F5", "pile F4")

    assert options(state) == ["done", "mark E4", "mark F4", "mark E5", "mark F5", "mark Q8"]


def test_no_more_markers_than_the_card_says() -> None:
    state = dipping()
    do(state, 0, "pile E4", "pile E5", "pile F5", "pile F4", "mark E4", "mark F4")

    assert state.phase != MARKING
    assert state.markers(0) == 6


def test_no_more_markers_than_the_supply_has() -> None:
    full = "E4 E5 F4 F5 G4 G5 H4"
    state = dipping(piles=full, marks=[full])
    do(state, 0, "pile A2", "pile B2", "pile C2", "pile D2", "mark A2")

    assert state.phase != MARKING
    assert state.markers(0) == 0


def test_without_a_marker_in_supply_the_card_ends_with_its_piles() -> None:
    full = "E4 E5 F4 F5 G4 G5 H4 H5"
    state = dipping(piles=full, marks=[full])
    do(state, 0, "pile A2", "pile B2", "pile C2", "pile D2")

    assert state.phase != MARKING


def test_markers_are_optional() -> None:
    state = dipping()
    do(state, 0, "pile E4", "pile E5", "pile F5", "pile F4", "done")

    assert state.markers(0) == 8


@pytest.mark.parametrize(
    ("cell", "reason"), [("A5", "A5 has no pile"), ("J4", "J4 carries a district"), ("A1", "A1 has a marker already")]
)
def test_a_marker_is_refused_with_a_reason(cell: str, reason: str) -> None:
    state = dipping(piles="A1 Q8", built=["domino BB at J4 turned 0"], marks=["", "A1"])
    do(state, 0, "pile E4", "pile E5", "pile F5", "pile F4")
    with pytest.raises(IllegalAction, match=reason):
        do(state, 0, f"mark {cell}")


def test_the_game_ends_at_once_with_the_last_pile() -> None:
    """§11.1: no markers, and who comes later does not carry out the card."""
    state = game(3, hands=[["pitch-dipper 3+2"], ["gondolier"], ["speculator"]])
    state.pile_supply = 3
    play(state, "pitch-dipper 3+2", "gondolier", "speculator")
    events = do(state, 0, "pile E4", "pile E5", "pile F5")

    assert state.phase == OVER
    assert events[-1].kind == "ended by last pile"
    assert state.gondola == 7
    assert cell_number("F5") in cells(state.piles)
