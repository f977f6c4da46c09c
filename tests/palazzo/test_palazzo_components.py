"""§1 The component file, ours and an owner's."""

import pytest

from capomastro.core.game import BadSetup
from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.components import FILES, load_components
from capomastro.games.palazzo.names import TILE_NAMES, tiles_in

BUILT_IN = FILES.text(1)


def test_our_stacks_have_15_15_and_18_tiles_with_every_window_count() -> None:
    stacks = [tiles_in(stack) for stack in load_components().stacks]

    assert [len(stack) for stack in stacks] == [15, 15, 18]
    assert all({tile.split()[2] for tile in stack} == {"1", "2", "3"} for stack in stacks)


def test_low_floors_dominate_the_early_stacks() -> None:
    first, second, third = ([int(tile.split()[1]) for tile in tiles_in(stack)] for stack in load_components().stacks)

    assert max(first) == 3
    assert sum(second) / 15 < sum(third) / 18


def test_a_box_sorted_otherwise_is_played_and_kept_with_the_match() -> None:
    swapped = BUILT_IN.replace('"brick 1 2"', '"brick 5 9"').replace('"brick 5 3"', '"brick 1 2"').replace("5 9", "5 3")
    match = Match(new_setup("palazzo", 2, seed=1, components=swapped))

    assert "brick 5 3" in tiles_in(load_components(swapped).stacks[0])
    assert match.setup.components == swapped


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: text + "\n[[[", "not TOML"),
        (lambda text: text.replace('game = "palazzo"', ""), "not for Palazzo"),
        (lambda text: text.replace("certificates = 10", "certificates = 9"), r"certificates must be 10, not 9"),
        (lambda text: text.replace("copies = 3", "copies = 4"), "copies must be 3"),
        (lambda text: text.replace("[money]", "[cash]"), r"no \[money\]"),
        (lambda text: text.replace("count = 5", "count = 6"), r"\[riders\] must be count = 5"),
        (lambda text: text.replace("[stacks]", "[heaps]"), r"no \[stacks\]"),
        (lambda text: text.replace("III = [", "IV = ["), "the stacks are I, II, and III"),
        (lambda text: text.replace('"brick 1 2", ', ""), "lacks 'brick 1 2': it is there 0 of 1 times"),
        (lambda text: text.replace('"brick 3 1"', '"brick 4 1"', 1), "lacks 'brick 3 1': it is there 1 of 2 times"),
        (lambda text: text.replace('"brick 1 2"', '"brick 1 3"'), "lacks 'brick 1 2'"),
        (lambda text: text.replace('"brick 1 2"', '"wood 1 2"'), "stack I: 'wood 1 2' is of no known material"),
        (lambda text: text.replace('"brick 1 2"', '"brick 6 2"'), "stack I: 'brick 6 2' does not exist"),
        (lambda text: text.replace('"brick 1 2"', '"brick 1"'), "is no tile; write material, floor and windows"),
        (lambda text: text.replace('"brick 1 2"', "12"), "is no tile"),
        (
            lambda text: text.replace('"brick 1 2",', '"brick 1 2", "brick 1 2",'),
            "has 'brick 1 2' 2 times; the box has 1",
        ),
    ],
)
def test_a_faulty_file_is_refused_with_its_fault(change, fault: str) -> None:  # type: ignore[no-untyped-def]
    changed = change(BUILT_IN)
    assert changed != BUILT_IN

    with pytest.raises(BadSetup, match=fault):
        load_components(changed)


def test_stack_one_must_suffice_for_the_setup() -> None:
    few = "\n".join(f"{stack} = {list(tiles)}" for stack, tiles in sorted_by_floor().items()).replace("'", '"')
    head = BUILT_IN[: BUILT_IN.index("[stacks]")]

    with pytest.raises(BadSetup, match="stack I has 3 tiles; the setup takes 5"):
        load_components(f"{head}[stacks]\n{few}\n")


def sorted_by_floor() -> dict[str, list[str]]:
    everything = [*TILE_NAMES, "brick 3 1", "sandstone 3 1", "marble 3 1"]
    return {"I": everything[:3], "II": everything[3:20], "III": everything[20:]}
