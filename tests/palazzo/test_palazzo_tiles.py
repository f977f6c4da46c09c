"""§1.3 Tiles, §11 building, §12.2 what palazzi score."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palazzo_build import act, names, offered, palazzi, palazzo, placing, table

from capomastro.games.palazzo.audit import recount
from capomastro.games.palazzo.names import TILE_NAMES, floors_in
from capomastro.games.palazzo.rules.board import BUILDING
from capomastro.games.palazzo.rules.palazzi import floor_count, is_pure, is_single, score_of, window_count
from capomastro.games.palazzo.rules.tiles import (
    ALL_TILES,
    TILES,
    count_tiles,
    kinds_in,
    list_tiles,
    merged,
    minus,
    nth_tile,
    set_of,
    with_tile,
    without_tile,
)

tile_sets = st.integers(0, ALL_TILES).map(lambda bits: set_of(list_tiles(bits)))
buildings = st.lists(st.integers(0, 9), min_size=5, max_size=5).map(
    lambda codes: sum(code << (4 * floor) for floor, code in enumerate(codes))
)


def test_the_box_has_48_tiles_and_three_kinds_of_them_twice() -> None:
    kinds = list_tiles(ALL_TILES)

    assert len(kinds) == TILES == 48
    twice = {TILE_NAMES[kind] for kind in kinds if kinds.count(kind) == 2}
    assert twice == {"brick 3 1", "sandstone 3 1", "marble 3 1"}


@settings(deadline=None)
@given(tile_sets)
def test_a_set_counts_and_lists_its_tiles(tiles: int) -> None:
    kinds = list_tiles(tiles)

    assert count_tiles(tiles) == len(kinds)
    assert sorted(nth_tile(tiles, n) for n in range(len(kinds))) == kinds
    assert list_tiles(kinds_in(tiles)) == sorted(set(kinds))


@settings(deadline=None)
@given(tile_sets, tile_sets)
def test_merging_and_taking_away_undo_each_other(tiles: int, more: int) -> None:
    if list_tiles(tiles) and any(
        list_tiles(tiles).count(k) + list_tiles(more).count(k) > list_tiles(ALL_TILES).count(k)
        for k in list_tiles(more)
    ):
        return
    assert minus(merged(tiles, more), more) == tiles


@settings(deadline=None)
@given(tile_sets)
def test_a_tile_taken_from_a_set_and_put_back_leaves_it_as_it_was(tiles: int) -> None:
    for kind in set(list_tiles(tiles)):
        assert with_tile(without_tile(tiles, kind), kind) == tiles


@settings(deadline=None)
@given(buildings)
def test_scores_are_those_of_an_independent_recount(building: int) -> None:
    floors = floors_in(building)

    assert score_of(building) == recount(floors)
    assert floor_count(building) == len(floors)
    assert is_single(building) == (len(floors) == 1)
    assert window_count(building) == sum(int(tile.split()[2]) for tile in floors)
    assert is_pure(building) == (len({tile.split()[0] for tile in floors}) <= 1)


@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("brick 2 3", -5),
        ("brick 2 3 / marble 4 1", 0),
        ("brick 1 1 / marble 2 2 / brick 4 3", 6),
        ("brick 1 1 / brick 2 2 / brick 3 3 / brick 5 1", 13),
        ("brick 1 1 / marble 2 2 / brick 3 3 / marble 4 2 / brick 5 3", 17),
        ("marble 1 1 / marble 2 2 / marble 3 1 / marble 4 2 / marble 5 2", 20),
        ("sandstone 1 1 / sandstone 3 1 / sandstone 5 3", 8),
    ],
)
def test_the_rulebooks_example_palazzi_score_as_printed(building: str, points: int) -> None:
    assert score_of(palazzo(building)) == points


def test_rebuilding_the_single_tile_into_the_two_floor_palazzo_makes_8_of_minus_5() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 1 1 / brick 3 1", "brick 5 3"]])
    assert state.score(0) == -5

    act(state, "rebuild", "discard florin 3", "move B", "put A")

    assert state.score(0) == 8


def test_floors_ascend_and_gaps_are_fine() -> None:
    state = act(placing("brick 5 1", ["marble 2 1 / marble 4 2"]), "put A")

    assert palazzi(state, 0) == ["marble 2 1 / marble 4 2 / brick 5 1"]


def test_a_tile_goes_on_top_only() -> None:
    state = placing("brick 2 1", ["brick 1 1 / brick 3 1"])

    assert offered(state) == ["new", "box"]


def test_no_palazzo_has_two_equal_floors() -> None:
    state = placing("brick 3 2", ["brick 1 1 / brick 3 1"])

    assert "put A" not in offered(state)


def test_a_tile_may_always_begin_a_palazzo_or_go_into_the_box() -> None:
    state = act(placing("brick 3 2", ["brick 1 1"]), "new")
    assert palazzi(state, 0) == ["brick 1 1", "brick 3 2"]

    state = act(placing("brick 3 2", ["brick 1 1"]), "box")
    assert palazzi(state, 0) == ["brick 1 1"]
    assert "brick 3 2" in names(state.box)


def test_the_rulebooks_three_won_tiles_go_where_it_says() -> None:
    """A has floors 1 and 3, B floors 2 and 4; won are a floor 2, a floor 4 and a floor 5."""
    state = table(["florin 3", ""], palazzi=[["brick 1 1 / brick 3 1", "marble 2 1 / marble 4 1"]])
    won = ["brick 2 1", "brick 4 1", "brick 5 1"]
    from palazzo_build import tiles

    state.pending = tiles(*won)
    state.stacks[2] = minus(state.stacks[2], state.pending)
    state.phase = BUILDING
    assert offered(state) == ["build brick 2 1", "build brick 4 1", "build brick 5 1"]

    act(state, "build brick 2 1")
    assert offered(state) == ["new", "box"]
    act(state, "new", "build brick 4 1")
    assert offered(state) == ["new", "box", "put A", "put C"]
    act(state, "put A")
    assert offered(state) == ["new", "box", "put A", "put B", "put C"]


def test_a_tile_under_another_is_single_no_more_and_cannot_move() -> None:
    state = table(["florin 3", ""], palazzi=[["brick 1 1 / brick 3 1", "brick 2 1 / brick 4 1"]])
    act(state, "rebuild", "discard florin 3")

    assert not [step for step in offered(state) if step.startswith("move")]


def test_several_tiles_are_built_in_any_order() -> None:
    state = placing("brick 1 1")
    from palazzo_build import tiles

    state.pending = tiles("brick 1 1", "brick 2 1")
    state.phase = BUILDING
    act(state, "build brick 1 1", "new", "put A")
    assert palazzi(state, 0) == ["brick 1 1 / brick 2 1"]


def test_a_seat_can_have_a_palazzo_for_every_tile() -> None:
    state = table(palazzi=[TILE_NAMES[:44]])
    state.pending = state.stacks[2]
    state.stacks[2] = 0
    state.phase = BUILDING
    while state.phase == BUILDING or "new" in offered(state):
        act(state, "new" if "new" in offered(state) else offered(state)[0])

    assert state.sites[0] == 48
    assert state.score(0) == -5 * 48
