"""What the page tells of palazzi, and of what tiles would bring, is what the rules count."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from in_node import needs_node, positions, said_by

from capomastro.games.palazzo.actions import ACTIONS, Out
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.names import SITE_NAMES, TILE_NAMES, tiles_in
from capomastro.games.palazzo.rules.board import BUILDING, MOVING, PLACING, REBUILDING
from capomastro.games.palazzo.rules.palazzi import fits_on_top, floor_bits, score_of, single_tile
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.rules.steps import BOX, NEW, PUT

ALONE = -5
"""What a tile is worth that stands alone."""
MOST_TRIED = 3
"""The page tries on lots of this many tiles; larger ones are shared out one by one."""


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Where a tile or a lot is to be built, and where one is moved in a rebuild."""
    found = []
    for state in positions("palazzo", 150):
        assert isinstance(state, State)
        if state.phase in (PLACING, BUILDING, REBUILDING, MOVING):
            twin = state.clone()
            assert isinstance(twin, State)
            found.append(twin)
    return found


def about(state: State, what: str, **facts: object) -> dict[str, object]:
    palazzi = dict(PALAZZO.view(state, int(state.actor)).seats[state.actor].palazzi)
    return {"about": what, "palazzi": palazzi, **facts}


def place_of(action: int) -> str | None:
    """The letter of a palazzo; nothing for a new one."""
    return None if action == NEW else SITE_NAMES[action - PUT]


def gains(state: State) -> dict[int, int]:
    """What each legal step brings the one who takes it, as the rules count."""
    seat = int(state.actor)
    found = {}
    for action in state.legal(seat):
        after = state.clone()
        after.apply(seat, action)
        found[action] = after.score(seat) - state.score(seat)
    return found


def outcomes(state: State, seat: int, tiles: int) -> Iterator[int]:
    """All scores that can come of building this many tiles, in whichever order."""
    if not tiles:
        yield state.score(seat)
        return
    for action in state.legal(seat):
        after = state.clone()
        chooses = state.phase == BUILDING
        after.apply(seat, action)
        assert isinstance(after, State)
        yield from outcomes(after, seat, tiles if chooses else tiles - 1)


def lot_of(state: State) -> list[str]:
    return list(tiles_in(int(state.pending)))


@needs_node
def test_the_page_counts_and_places_tiles_as_the_rules_do() -> None:
    rng = Random(5)
    asked, right = [], []
    for _ in range(5000):
        kinds: dict[int, int] = {}
        for kind in rng.sample(range(len(TILE_NAMES)), rng.randint(1, 5)):
            kinds.setdefault(int(TILE_NAMES[kind].split()[1]), kind)
        palazzo = sum(int(floor_bits(kind)) for kind in kinds.values())
        tile = TILE_NAMES[rng.randrange(len(TILE_NAMES))]
        names = [TILE_NAMES[kinds[floor]] for floor in sorted(kinds)]
        asked.append({"about": "worth", "names": names, "tile": tile})
        right.append([int(score_of(palazzo)), bool(fits_on_top(palazzo, int(tile.split()[1])))])
    assert said_by("worth.mjs", "palazzo/worth.js", asked) == right


@needs_node
def test_the_page_adds_palazzi_up_as_the_rules_do(states: list[State]) -> None:
    said = said_by("worth.mjs", "palazzo/worth.js", [about(state, "total") for state in states])
    assert said == [state.score(state.actor) for state in states]


@needs_node
def test_the_page_knows_the_best_place_for_a_tile(states: list[State]) -> None:
    placing = [state for state in states if state.phase == PLACING]
    assert len(placing) > 3000
    asked = [about(state, "place", tile=TILE_NAMES[state.placing]) for state in placing]
    for state, best in zip(placing, said_by("worth.mjs", "palazzo/worth.js", asked), strict=True):
        allowed = {place_of(action): gain for action, gain in gains(state).items() if action != BOX}
        assert best["gain"] == allowed[best["palazzo"]] == max(allowed.values())


@needs_node
def test_the_page_knows_what_a_rebuild_makes_of_a_tile_that_stands_alone(states: list[State]) -> None:
    moving = [state for state in states if state.phase == MOVING]
    assert len(moving) > 300
    asked = []
    for state in moving:
        question: dict[str, Any] = about(
            state, "rebuild", tile=TILE_NAMES[single_tile(state.palazzo(state.actor, state.moving))]
        )
        del question["palazzi"][SITE_NAMES[state.moving]]
        asked.append(question)
    for state, best in zip(moving, said_by("worth.mjs", "palazzo/worth.js", asked), strict=True):
        allowed = {place_of(action): gain + ALONE for action, gain in gains(state).items()}
        assert best["gain"] == max(0, *allowed.values())
        assert best["palazzo"] is None if best["gain"] == 0 else allowed[best["palazzo"]] == best["gain"]


@needs_node
def test_the_page_knows_what_moving_a_tile_brings_and_what_taking_one_out_costs(states: list[State]) -> None:
    asked, right = [], []
    for state in states:
        if state.phase == MOVING:
            tile = TILE_NAMES[single_tile(state.palazzo(state.actor, state.moving))]
            for action, gain in gains(state).items():
                asked.append(about(state, "moving", tile=tile, palazzo=place_of(action)))
                right.append(gain)
        elif state.phase == REBUILDING:
            for action, gain in gains(state).items():
                step = ACTIONS.values[action]
                if isinstance(step, Out):
                    asked.append(about(state, "out", palazzo=step.palazzo, floor=str(step.floor)))
                    right.append(gain)
    assert len(right) > 1000
    assert said_by("worth.mjs", "palazzo/worth.js", asked) == right


@needs_node
def test_the_page_knows_the_best_that_can_be_made_of_a_lot(states: list[State]) -> None:
    building = [state for state in states if state.phase == BUILDING and len(lot_of(state)) <= MOST_TRIED][:200]
    assert len(building) == 200
    asked = [about(state, "lot", tiles=lot_of(state)) for state in building]
    for state, best in zip(building, said_by("worth.mjs", "palazzo/worth.js", asked), strict=True):
        seat = int(state.actor)
        assert sorted(move["tile"] for move in best["moves"]) == sorted(lot_of(state))
        assert best["gain"] == max(outcomes(state, seat, len(lot_of(state)))) - state.score(seat)


@needs_node
def test_a_lot_of_two_equal_tiles_is_built_whole() -> None:
    tiles = ["brick 1 1", "brick 1 1"]
    (best,) = said_by("worth.mjs", "palazzo/worth.js", [{"about": "lot", "palazzi": {}, "tiles": tiles}])
    assert [move["tile"] for move in best["moves"]] == tiles
