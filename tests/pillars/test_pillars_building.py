"""§7 building, §8 scoring a district, §9 bridges, §10 the gondola."""

import pytest
from pillars_build import GAME, building, cells, do, game, kinds, options, play

from capomastro.core.chance import seeded
from capomastro.core.game import IllegalAction
from capomastro.games.pillars.actions import ACTIONS
from capomastro.games.pillars.audit import neighbours
from capomastro.games.pillars.components import FILES
from capomastro.games.pillars.names import CELL_NAMES, bits_in, covered, lying
from capomastro.games.pillars.rules.board import BUILDING, FROM_MATCHES
from capomastro.games.pillars.rules.cells import cells_from
from capomastro.games.pillars.rules.steps import BUILD

SQUARE = "E4 F4 E5 F5"
OWN = FILES.text(1)


def test_a_district_lies_on_piles() -> None:
    state = building(["domino BP"], piles="E4 F4")

    assert options(state) == ["build domino BP at E4 turned 0", "build domino BP at F4 turned 180"]


def test_every_cell_needs_a_pile() -> None:
    state = building(["domino BP", "row BBB"], piles="E4 F4")
    with pytest.raises(IllegalAction, match="G4 has no pile"):
        do(state, 0, "build row BBB at E4 turned 0")


def test_no_pile_carries_two_districts() -> None:
    state = building(["domino BP"], piles="G4 G5", built=["domino BB at E4 turned 0"])
    with pytest.raises(IllegalAction, match="F4 carries a district already"):
        do(state, 0, "build domino BP at F4 turned 0")


def test_one_builds_only_out_of_the_own_stock() -> None:
    state = building(["domino BP"], piles="E4 F4")
    with pytest.raises(IllegalAction, match="you have no domino PP in stock"):
        do(state, 0, "build domino PP at E4 turned 0")


def test_no_more_stones_than_the_card_says() -> None:
    state = building(["square BBBB", "domino BB"], card="master builder 5", piles=SQUARE + " G4 G5")
    do(state, 0, "build square BBBB at E4 turned 0")

    assert state.round == 2
    assert len(bits_in(state.stocks[0])) == 1


def test_stones_that_pay_for_nothing_more_lapse() -> None:
    state = building(["square BBBB", "domino BB"], card="master builder 5", piles=SQUARE + " G4 G5")
    do(state, 0, "build domino BB at G4 turned 90")
    assert state.round == 2
    state = building(["square BBBB", "row BBB"], card="master builder 6", piles=SQUARE + " G4 G5 H4")
    do(state, 0, "build row BBB at F4 turned 0")
    assert state.round == 2


def test_one_must_go_on_building_while_something_fits() -> None:
    state = building(["domino BB", "domino PP"], piles=SQUARE)
    do(state, 0, "build domino BB at E4 turned 0")

    assert state.phase == BUILDING
    assert options(state) == ["build domino PP at E5 turned 0"]
    with pytest.raises(IllegalAction, match="not possible now"):
        do(state, 0, "done")


def test_the_rest_of_the_stones_lapses_when_nothing_fits() -> None:
    state = building(["domino BB", "domino PP"], piles="E4 F4")
    do(state, 0, "build domino BB at E4 turned 0")

    assert state.round == 2
    assert state.left == 0


def test_one_may_not_stop_at_the_smaller_district() -> None:
    """The example of having to build: square, domino and row in stock, six stones."""
    piles = "E1 F1 E2 F2 H1 I1 J1 L1 L2"
    state = building(["square BBBB", "domino BB", "row BBB"], card="master builder 6", piles=piles)
    do(state, 0, "build row BBB at H1 turned 0")
    assert all(step.startswith("build domino") for step in options(state))

    state = building(["square BBBB", "domino BB", "row BBB"], card="master builder 6", piles=piles)
    do(state, 0, "build domino BB at L1 turned 90")
    assert {step.split()[1] for step in options(state)} == {"square", "row"}


def test_equal_districts_are_one_choice() -> None:
    state = building(["domino BB", "domino BB"], piles="E4 F4")

    assert options(state) == ["build domino BB at E4 turned 0"]


def test_a_master_builder_without_stock_or_piles_has_no_effect() -> None:
    for stock, piles in (([], SQUARE), (["square BBBB"], "E4 F4")):
        state = building(stock, piles=piles)

        assert state.round == 2
        assert GAME.statistics(state)["master builder without effect"] == 1


def test_the_builder_gets_the_crests() -> None:
    for district, where, crests in [
        ("domino BB", "E4 turned 0", 2),
        ("row BBB", "E4 turned 0", 4),
        ("corner B-BB", "E4 turned 0", 4),
        ("square BBBB", "E4 turned 0", 7),
    ]:
        state = building([district], piles="E4 F4 G4 E5 F5")
        do(state, 0, f"build {district} at {where}")
        assert state.scores() == [crests, 0], district
    state = building(["bridge B-B"], piles="F5 F7")
    do(state, 0, "build bridge B-B at F5 turned 90")
    assert state.scores() == [5, 0]


def test_a_building_meeting_a_building_brings_a_point() -> None:
    state = building(["domino BB"], piles="E1 F1", built=["domino BP at E2 turned 0"])
    do(state, 0, "build domino BB at E1 turned 0")

    assert state.scores()[0] == 2 + 1


def test_a_piazza_meeting_a_piazza_brings_a_point() -> None:
    state = building(["domino PP"], piles="E1 F1", built=["domino BP at E2 turned 0"])
    do(state, 0, "build domino PP at E1 turned 0")

    assert state.scores()[0] == 2 + 1


def test_each_cell_edge_counts_by_itself() -> None:
    built = ["domino BB at G1 turned 90", "domino BB at E3 turned 0"]
    state = building(["square BBBB"], piles="E1 F1 E2 F2", built=built)
    do(state, 0, "build square BBBB at E1 turned 0")

    assert state.earned(0, FROM_MATCHES) == 4


def test_edges_within_a_district_do_not_count() -> None:
    state = building(["square PPPP"], piles="E1 F1 E2 F2")
    do(state, 0, "build square PPPP at E1 turned 0")

    assert state.earned(0, FROM_MATCHES) == 0


def test_a_district_of_the_same_turn_counts_as_another() -> None:
    state = building(["domino BB", "domino BB"], piles="E1 F1 E2 F2")
    do(state, 0, "build domino BB at E1 turned 0", "build domino BB at E2 turned 0")

    assert state.earned(0, FROM_MATCHES) == 2


def test_corners_that_meet_bring_nothing() -> None:
    state = building(["domino BB"], piles="G1 H1", built=["domino BB at E2 turned 0"])
    do(state, 0, "build domino BB at G1 turned 0")

    assert state.earned(0, FROM_MATCHES) == 0


def test_foreign_markers_go_back_with_three_points_and_the_own_without() -> None:
    state = building(["domino BB", "domino PP"], piles=SQUARE, marks=["E4", "F4 E5"])
    events = do(state, 0, "build domino BB at E4 turned 0")
    assert [state.markers(seat) for seat in (0, 1)] == [8, 7]
    assert state.scores() == [2, 3]
    assert kinds(events) == ["built", "markers back", "markers back"]
    do(state, 0, "build domino PP at E5 turned 0")

    assert state.scores() == [4, 6]


def test_the_gondola_brings_two_points_for_a_district_at_the_canal() -> None:
    state = building(["domino BB"], piles="E4 F4", gondola=1)
    do(state, 0, "build domino BB at E4 turned 0")

    assert state.scores() == [2, 2]


def test_the_gondola_serves_its_own_builder_too() -> None:
    state = building(["domino BB"], piles="E4 F4", gondola=0)
    do(state, 0, "build domino BB at E4 turned 0")

    assert state.scores() == [4, 0]


def test_the_gondola_brings_two_points_a_district_however_many_edges() -> None:
    state = building(["square BBBB"], piles="E4 F4 E5 F5", gondola=1)
    do(state, 0, "build square BBBB at E4 turned 0")

    assert state.scores()[1] == 2


def test_the_gondola_brings_nothing_away_from_the_canal() -> None:
    state = building(["domino BB"], piles="F1 G1", gondola=1)
    do(state, 0, "build domino BB at F1 turned 0")

    assert state.scores() == [2, 0]


def test_without_a_marker_on_the_gondola_nobody_gets_points() -> None:
    state = building(["domino BB"], piles="E4 F4")
    do(state, 0, "build domino BB at E4 turned 0")

    assert state.scores() == [2, 0]


def test_a_bridge_crosses_the_canal() -> None:
    state = building(["bridge B-B"], piles="F5 F7", gondola=1)
    do(state, 0, "build bridge B-B at F5 turned 90")

    assert state.scores() == [5, 2]
    assert {CELL_NAMES[cell] for cell in cells(state.closed)} == {"F6"}


def test_a_bridge_with_only_its_span_beside_the_canal_pays_the_gondola() -> None:
    """No such place is on our board; a component file may have one: here the canal ends at F3."""
    text = OWN.replace("====....======...\n...=", "======..======...\n...=", 1)
    state = building(["bridge B-B"], piles="G2 G4", gondola=1, components=text)
    events = do(state, 0, "build bridge B-B at G2 turned 90")

    assert state.scores() == [5, 2]
    assert "gondola paid" in kinds(events)
    GAME.audit(state)


def test_a_bridge_crosses_open_water() -> None:
    assert options(building(["bridge B-B"], piles="J7 L7")) == ["build bridge B-B at J7 turned 0"]


def test_a_pile_is_in_the_way_of_a_bridge() -> None:
    state = building(["bridge B-B", "domino BB"], piles="J7 K7 L7")
    with pytest.raises(IllegalAction, match="K7 has a pile, which is in the way"):
        do(state, 0, "build bridge B-B at J7 turned 0")


def test_bridges_do_not_cross() -> None:
    state = building(["bridge P-P", "domino BB"], piles="K6 K8 A1 A2", built=["bridge B-B at J7 turned 0"])
    with pytest.raises(IllegalAction, match="K7 lies under another bridge"):
        do(state, 0, "build bridge P-P at K6 turned 90")


def test_both_ends_of_a_bridge_need_free_piles() -> None:
    state = building(["bridge P-P", "domino BB"], piles="K6 A1 A2", built=["domino BB at K8 turned 0"])
    with pytest.raises(IllegalAction, match="K8 carries a district"):
        do(state, 0, "build bridge P-P at K6 turned 90")


def test_the_ends_of_a_bridge_match_and_its_span_never_does() -> None:
    built = ["domino BB at K6 turned 0", "domino BB at I8 turned 0", "domino PP at L8 turned 0"]
    state = building(["bridge B-B"], piles="J7 L7", built=built)
    do(state, 0, "build bridge B-B at J7 turned 0")

    assert state.earned(0, FROM_MATCHES) == 2


def test_a_bridged_canal_cell_is_still_canal() -> None:
    """§9.4: a pile may touch it, and a district beside it pays the gondola."""
    state = building(["domino BB"], piles="E4 F4", built=["bridge B-B at D2 turned 90"], gondola=1)
    assert {CELL_NAMES[cell] for cell in cells(state.closed)} == {"D3"}
    do(state, 0, "build domino BB at E4 turned 0")
    assert state.scores()[1] == 2

    state = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]], built=["bridge B-B at D2 turned 90"])
    play(state, "pitch-dipper 3+2", "gondolier")
    assert "pile E3" in options(state)


def test_the_worked_example_of_building_and_scoring() -> None:
    """Bruno is seat 0, Anna seat 1 with the marker on F4, Clara seat 2 with the gondola."""
    state = game(
        3,
        hands=[["master builder 5"], ["gondolier"], ["councillor 4"]],
        stocks=[["domino BP", "domino PP"]],
        piles="E4 F4 F5 G5",
        marks=["", "F4"],
        gondola=2,
    )
    play(state, "master builder 5", "gondolier", "councillor 4")
    do(state, 0, "build domino BP at E4 turned 0", "build domino PP at F5 turned 0")

    assert state.scores() == [5, 3, 4]


@pytest.mark.parametrize("seed", range(40))
def test_points_on_random_boards_agree_with_a_slow_recount(seed: int, patience: int) -> None:
    """Random districts one after the other on a board full of piles; each is scored again cell by cell."""
    rng = seeded(seed)
    for _ in range(patience):
        state = game(2, seed=seed, hands=[["master builder 8"], ["gondolier"]], stocks=[["domino BB"]], piles="E4 F4")
        lagoon = cells(state.box.lagoon)
        state.stocks[0] |= state.unseen
        state.unseen = 0
        play(state, "master builder 8", "gondolier")
        holes = {cell for cell in lagoon if rng.randrange(100) < 12}
        state.piles = cells_from(sorted(lagoon - holes))
        canal = cells(state.box.canal)
        faces: dict[int, str] = {}
        while state.phase == BUILDING:
            state.left = 12
            steps = state.legal(0)
            step = steps[rng.randrange(len(steps))]
            new = covered(step - BUILD)
            matches = sum(faces.get(beside) == face for cell, face in new.items() for beside in neighbours(cell))
            crests = {"domino": 2, "row": 4, "corner": 4, "square": 7, "bridge": 5}[lying(step - BUILD)[0].split()[0]]
            banks = {beside for cell in new for beside in neighbours(cell)}
            if lying(step - BUILD)[0].startswith("bridge"):
                banks |= {sum(new) // 2, *neighbours(sum(new) // 2)}
            before, gondola = state.score(0), state.score(1)
            state.gondola = 1
            state.apply(0, step)
            assert state.score(0) - before == crests + matches, ACTIONS.texts[step]
            assert state.score(1) - gondola == (2 if banks & canal else 0), ACTIONS.texts[step]
            faces |= new


@pytest.mark.parametrize("seed", range(12))
def test_legal_builds_are_those_that_trying_every_placement_finds(seed: int) -> None:
    rng = seeded(seed)
    state = building(["domino BP", "corner P-BP", "square BBBP", "bridge B-P", "row BBP"], piles=SQUARE, seed=seed)
    lagoon = cells(state.box.lagoon)
    piles = {cell for cell in lagoon if rng.randrange(100) < 45}
    state.piles = cells_from(sorted(piles))
    state.closed = cells_from(sorted(cell for cell in range(136) if cell not in piles and rng.randrange(100) < 20))
    names = {"domino BP", "corner P-BP", "square BBBP", "bridge B-P", "row BBP"}
    slow = []
    for placement in range(9028):
        name = lying(placement)[0]
        spots = list(covered(placement))
        span = sum(spots) // 2
        clear = not name.startswith("bridge") or (span not in piles and span not in cells(state.closed))
        if name in names and set(spots) <= piles and clear:
            slow.append(BUILD + placement)

    assert state.legal(0) == slow
