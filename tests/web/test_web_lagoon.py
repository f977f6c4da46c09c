"""What the page tells of the lagoon is what the rules say: where a district can lie, why not, and who gets what."""

import re
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest
from in_node import needs_node, positions, said_by

from capomastro.core.match import Match, new_setup
from capomastro.games.pillars.actions import ACTIONS, Build, Mark, Pile
from capomastro.games.pillars.game import PILLARS
from capomastro.games.pillars.names import DISTRICT_NAMES, covered
from capomastro.games.pillars.rules.board import BUILDING, MARKING, PILING
from capomastro.games.pillars.rules.building import at_canal
from capomastro.games.pillars.rules.cells import cells_from
from capomastro.games.pillars.rules.districts import PLACEMENT_FORM, PLACEMENT_PLACE
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.rules.steps import BUILD

SOURCES = ("crests", "matches", "markers", "gondola")
"""What building brings; cards are counted at the end."""
FAMILIES = {BUILDING: Build, PILING: Pile, MARKING: Mark}
MOST = 40
"""This many of a position's illegal steps are asked about, and as many of its legal ones."""
OWN = files("capomastro.games.pillars").joinpath("components/pillars-1.toml").read_text(encoding="utf-8")
BOARDS = (OWN, OWN.replace("====....======...\n...=", "======..======...\n...=", 1))

Position = tuple[State, list[int]]


def steps_of(state: State, rng: Random) -> list[int]:
    """Some of the steps that this phase is about, legal ones and others."""
    seat = int(state.actor)
    stock = set(PILLARS.view(state, seat).seats[seat].stock)
    family = FAMILIES[int(state.phase)]
    fitting = {
        number
        for number, step in enumerate(ACTIONS.values)
        if isinstance(step, family) and (not isinstance(step, Build) or step.district in stock)
    }
    legal = fitting & set(state.legal(seat))
    return [number for some in (legal, fitting - legal) for number in rng.sample(sorted(some), min(MOST, len(some)))]


@pytest.fixture(scope="module")
def found() -> list[Position]:
    rng = Random(3)
    kept = []
    for state in positions("pillars", 20):
        assert isinstance(state, State)
        if state.phase in FAMILIES and rng.random() < 0.6:
            twin = state.clone()
            assert isinstance(twin, State)
            kept.append((twin, steps_of(twin, rng)))
    return kept


def dealt(components: str) -> State:
    state = Match(new_setup("pillars", 2, seed=1, components=components)).state
    assert isinstance(state, State)
    return state


def view_of(state: State) -> Any:
    return msgspec.to_builtins(PILLARS.view(state, int(state.actor)))


@pytest.fixture(scope="module")
def told(found: list[Position]) -> dict[str, Any]:
    """What the page says of all this."""
    builds = [step for step in ACTIONS.values if isinstance(step, Build)]
    names = sorted(set(DISTRICT_NAMES))
    asked = {
        "districts": [
            {"name": name, "steps": [step.text() for step in builds if step.district == name]} for name in names
        ],
        "boards": [view_of(dealt(board)) for board in BOARDS],
        "positions": [
            {"view": view_of(state), "steps": [ACTIONS.texts[step] for step in steps]} for state, steps in found
        ],
    }
    answer: dict[str, Any] = said_by("lagoon.mjs", "pillars/map.js", asked)
    return answer


def test_the_positions_are_many_and_of_all_kinds(found: list[Position]) -> None:
    for phase in FAMILIES:
        assert sum(state.phase == phase for state, _ in found) > 100, phase
    assert sum(len(steps) for _, steps in found) > 20_000


@needs_node
def test_the_page_can_lay_a_district_in_every_way_the_rules_know_and_in_no_other(told: dict[str, Any]) -> None:
    for district in told["districts"]:
        assert district["possible"] == district["steps"]


def bank_steps(state: State) -> list[str]:
    """The building steps whose district has an edge at the canal, as the rules see it."""
    forms = zip(PLACEMENT_FORM, PLACEMENT_PLACE, strict=True)
    return sorted(
        ACTIONS.texts[BUILD + number]
        for number, (form, place) in enumerate(forms)
        if at_canal(state, cells_from(list(covered(number))), int(form), int(place))
    )


@needs_node
def test_the_page_knows_what_lies_at_the_canal(told: dict[str, Any]) -> None:
    """A bridge may do so by its span alone, as on a board whose canal has a dead end."""
    assert told["canal"] == [bank_steps(dealt(board)) for board in BOARDS]


def shape_of(refusal: object, district: str | None) -> str:
    """What is refused, without the facts of the case."""
    return re.sub(r"\b[A-Q][1-8]\b|\d+", "_", str(refusal).replace(district or "\0", "_"))


@needs_node
@pytest.mark.parametrize("phase", FAMILIES)
def test_the_page_says_why_not_as_the_rules_do(phase: int, found: list[Position], told: dict[str, Any]) -> None:
    """One reason of the page for one of the rules, and about the same cell; none where the step is legal."""
    reasons: set[tuple[str, str]] = set()
    for (state, steps), answers in zip(found, told["positions"], strict=True):
        if state.phase != phase:
            continue
        seat = int(state.actor)
        legal = set(state.legal(seat))
        for number, answer in zip(steps, answers, strict=True):
            step = ACTIONS.values[number]
            if number in legal:
                assert not isinstance(step, Build) or answer["why"] is None, step
                continue
            refusal = state.refusal(seat, number)
            assert answer["why"] is not None, refusal
            key, facts = answer["why"]
            assert facts.get("cell", "") in str(refusal), refusal
            reasons.add((key, shape_of(refusal, getattr(step, "district", None))))
    assert len(reasons) > 2
    assert len({key for key, _ in reasons}) == len({shape for _, shape in reasons}) == len(reasons), sorted(reasons)


@needs_node
def test_the_page_shares_out_points_as_the_rules_do(found: list[Position], told: dict[str, Any]) -> None:
    shared = 0
    for (state, steps), answers in zip(found, told["positions"], strict=True):
        if state.phase != BUILDING:
            continue
        seat = int(state.actor)
        before = PILLARS.view(state, seat).seats
        legal = set(state.legal(seat))
        for number, answer in zip(steps, answers, strict=True):
            if number not in legal:
                continue
            twin = state.clone()
            assert isinstance(twin, State)
            twin.apply(seat, number)
            after = PILLARS.view(twin, seat).seats
            right = [sum(b.points[s] - a.points[s] for s in SOURCES) for a, b in zip(before, after, strict=True)]
            assert answer["points"] == right, ACTIONS.texts[number]
            shared += 1
    assert shared > 2000
