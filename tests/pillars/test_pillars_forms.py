"""Shapes, patterns and orientations (§1.3, §7.2), and sets of cells."""

import pytest

from capomastro.core.chance import seeded
from capomastro.games.pillars.actions import ACTIONS, Build
from capomastro.games.pillars.names import CELL_NAMES, covered, lying
from capomastro.games.pillars.rules import cells as c
from capomastro.games.pillars.rules.districts import (
    FIRST_FORM,
    FORM_OUTLINE,
    FORMS,
    KIND_NAMES,
    PLACEMENT_FORM,
    PLACEMENT_PLACE,
    PLACEMENTS,
    places,
)

OFFSETS = {
    "domino": [(0, 0), (0, 1)],
    "row": [(0, 0), (0, 1), (0, 2)],
    "corner": [(0, 0), (0, 1), (1, 0)],
    "square": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "bridge": [(0, 0), (0, 2)],
}


def slow_faces(district: str, at: str, turned: int) -> dict[str, str]:
    """Which cells of the board show what, by turning the printed pattern around its first cell."""
    shape, pattern = district.split()
    column, row = ord(at[0]) - ord("A"), int(at[1]) - 1
    faces = {}
    for (down, across), face in zip(OFFSETS[shape], pattern.replace("-", ""), strict=True):
        for _ in range(turned // 90):
            down, across = across, -down
        faces[f"{chr(ord('A') + column + across)}{row + down + 1}"] = face
    return faces


def test_every_placement_covers_what_turning_the_pattern_gives() -> None:
    for placement in range(PLACEMENTS):
        shown = {CELL_NAMES[cell]: face for cell, face in covered(placement).items()}
        assert shown == slow_faces(*lying(placement)), lying(placement)


def test_no_two_placements_of_a_kind_look_alike() -> None:
    looks = {(lying(p)[0], frozenset(covered(p).items())) for p in range(PLACEMENTS)}

    assert len(looks) == PLACEMENTS


@pytest.mark.parametrize("district", KIND_NAMES)
def test_every_way_to_lie_on_the_board_is_a_step(district: str) -> None:
    ways = set()
    for at in CELL_NAMES:
        for turned in (0, 90, 180, 270):
            faces = slow_faces(district, at, turned)
            if set(faces) <= set(CELL_NAMES):
                ways.add(frozenset(faces.items()))
    kind = KIND_NAMES.index(district)
    own = [p for p in range(PLACEMENTS) if FORMS[PLACEMENT_FORM[p]].kind == kind]

    assert {frozenset((CELL_NAMES[cell], face) for cell, face in covered(p).items()) for p in own} == ways


@pytest.mark.parametrize(
    ("district", "turns"),
    [
        ("domino BB", 2), ("domino BP", 4), ("domino PP", 2),
        ("row BBB", 2), ("row BBP", 4), ("row BPB", 2), ("row BPP", 4), ("row PBP", 2), ("row PPP", 2),
        ("corner B-BB", 4), ("corner B-BP", 4), ("corner B-PB", 4), ("corner B-PP", 4),
        ("corner P-BB", 4), ("corner P-BP", 4), ("corner P-PB", 4), ("corner P-PP", 4),
        ("square BBBB", 1), ("square BBBP", 4), ("square BBPP", 4),
        ("square BPPB", 2), ("square BPPP", 4), ("square PPPP", 1),
        ("bridge B-B", 2), ("bridge B-P", 4), ("bridge P-P", 2),
    ],
)  # fmt: skip
def test_symmetric_patterns_have_no_second_way_to_lie_alike(district: str, turns: int) -> None:
    kind = KIND_NAMES.index(district)

    assert FIRST_FORM[kind + 1] - FIRST_FORM[kind] == turns


def test_a_mirrored_corner_is_another_district() -> None:
    """R7: turning never makes B-BP into B-PB."""
    shown = {
        name: {frozenset(slow_faces(f"corner {name}", "F4", turned).items()) for turned in (0, 90, 180, 270)}
        for name in ("B-BP", "B-PB")
    }

    assert not shown["B-BP"] & shown["B-PB"]


def test_the_example_of_the_notation() -> None:
    step = ACTIONS.parse("build corner B-BP at F4 turned 90")

    assert ACTIONS.values[step] == Build("corner B-BP", "F4", 90)
    assert slow_faces("corner B-BP", "F4", 90) == {"F4": "B", "F5": "B", "E4": "P"}


def random_cells(seed: int) -> set[int]:
    rng = seeded(seed)
    return {cell for cell in range(c.CELLS) if rng.randrange(100) < 60}


@pytest.mark.parametrize("seed", range(30))
def test_places_are_those_that_looking_at_every_cell_finds(seed: int) -> None:
    free, water = random_cells(seed), random_cells(seed + 1000)
    for number, form in enumerate(FORMS):
        found = places(FORM_OUTLINE[number], c.cells_from(sorted(free)), c.cells_from(sorted(water)))
        slow = set()
        for placement in range(PLACEMENTS):
            if PLACEMENT_FORM[placement] == number:
                cells = list(covered(placement))
                spans = [sum(cells) // 2] if form.shape == 4 else []
                if set(cells) <= free and set(spans) <= water:
                    slow.add(int(PLACEMENT_PLACE[placement]))
        assert set(c.list_cells(found)) == slow, KIND_NAMES[form.kind]
        if seed:
            break


@pytest.mark.parametrize("seed", range(50))
def test_moving_a_set_moves_every_cell_and_loses_what_leaves_the_board(seed: int) -> None:
    chosen = random_cells(seed)
    moves = {c.left: (0, -1), c.right: (0, 1), c.up: (-1, 0), c.down: (1, 0)}
    for move, (down, across) in moves.items():
        spots = [(cell // 17 + down, cell % 17 + across) for cell in chosen]
        expected = sorted(17 * row + column for row, column in spots if 0 <= row < 8 and 0 <= column < 17)
        assert c.list_cells(move(c.cells_from(sorted(chosen)))) == expected


@pytest.mark.parametrize("seed", range(50))
def test_sets_of_cells_count_and_combine_as_sets_do(seed: int) -> None:
    one, other = random_cells(seed), random_cells(seed + 500)
    a, b = c.cells_from(sorted(one)), c.cells_from(sorted(other))

    assert c.count(a) == len(one)
    assert c.list_cells(c.union(a, b)) == sorted(one | other)
    assert c.list_cells(c.common(a, b)) == sorted(one & other)
    assert c.list_cells(c.without(a, b)) == sorted(one - other)


def test_single_things_are_found_in_one_int_sets() -> None:
    for number in range(62):
        assert c.lowest(c.bit(number)) == number
        assert c.size(c.bit(number)) == 1
    everything = (1 << 62) - 1
    assert c.size(everything) == 62
    assert [c.nth(everything, n) for n in (0, 30, 61)] == [0, 30, 61]
