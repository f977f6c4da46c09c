"""Every reason for which the rules refuse a step or a component file, driven for real and said in every language."""

from collections.abc import Callable

import pytest
from pillars_build import GAME, building, do, game, play
from test_pillars_components import FAULTS, changed

from capomastro.core.game import BadSetup, IllegalAction, Reason, Things
from capomastro.games.pillars.actions import ACTIONS, Stay
from capomastro.games.pillars.components import checked, own_components
from capomastro.games.pillars.names import DISTRICT_NAMES
from capomastro.games.pillars.refusals import reason

EveryLanguage = Callable[[Reason, Things], dict[str, str]]


def refused(state: object, text: str, seat: int = 0) -> Reason:
    with pytest.raises(IllegalAction) as refusal:
        do(state, seat, text)  # type: ignore[arg-type]
    return refusal.value.reason


def refused_in_rare_places() -> dict[str, Reason]:
    found: dict[str, Reason] = {}
    swapping = game(3, hands=[["councillor 5"], ["gondolier"], ["pitch-dipper 3+2"]])
    found["step.impossible"] = reason(swapping, 0, Stay(), 1)  # which is always possible in its phase
    found["pillars.own-hand"] = refused(swapping, "swap 1")
    do(swapping, 0, "swap 2")
    found["pillars.just-drawn"] = refused(swapping, f"give {GAME.view(swapping, 0).cards[drawn(swapping)].name}")
    taking = game(2, hands=[["councillor 5"], ["gondolier"]])
    play(taking, "councillor 5", "gondolier")
    found["pillars.take-one"] = refused(taking, "done")
    found["pillars.take-stones"] = refused(taking_after(taking, "row"), "take square")
    emptied = game(2, hands=[["councillor 5"], ["gondolier"]])
    play(emptied, "councillor 5", "gondolier")
    emptied.tops &= ~sum(emptied.box.districts_of_kind[kind] for kind in bridges())
    found["pillars.stack-empty"] = refused(emptied, "take bridge")
    piling = game(2, hands=[["pitch-dipper 4+2"], ["gondolier"]], built=["bridge B-P at G5 turned 90"], piles="A1")
    play(piling, "pitch-dipper 4+2", "gondolier")
    found["pillars.canal"] = refused(piling, "pile G6")
    over_lagoon = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]], built=["bridge B-B at F1 turned 0"])
    play(over_lagoon, "pitch-dipper 3+2", "gondolier")
    found["pillars.under-bridge"] = refused(over_lagoon, "pile G1")
    cramped = game(2, hands=[["pitch-dipper 4+2"], ["gondolier"]], piles="B1 A2")
    play(cramped, "pitch-dipper 4+2", "gondolier")
    found["pillars.no-room"] = refused(cramped, "pile A1")
    marking = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]])
    play(marking, "pitch-dipper 3+2", "gondolier")
    do(marking, 0, "pile E4", "pile E3", "pile E5", "mark E4")
    found["pillars.marker-there"] = refused(marking, "mark E4")
    spanned = building(["bridge B-B", "domino BB"], piles="E1 F1 G1")
    found["pillars.pile-under"] = refused(spanned, "build bridge B-B at E1 turned 0")
    crossing = building(["bridge B-B", "domino BB"], piles="E2 G2 A1 B1", built=["bridge B-P at F1 turned 90"])
    found["pillars.crossing"] = refused(crossing, "build bridge B-B at E2 turned 0")
    return found


def drawn(state: object) -> int:
    number = GAME.view(state, 0).drawn  # type: ignore[arg-type]
    assert number is not None
    return number


def taking_after(state: object, shape: str) -> object:
    do(state, 0, f"take {shape}")  # type: ignore[arg-type]
    return state


def bridges() -> list[int]:
    return [kind for kind, name in enumerate(DISTRICT_NAMES) if name.startswith("bridge")]


def fault_of(text: str) -> Reason:
    with pytest.raises(BadSetup) as fault:
        checked(text)
    return fault.value.reason


def faulty_files() -> dict[str, Reason]:
    board = "\n".join(own_components().board)
    texts = [changed(*change) for change in FAULTS.values()]
    texts += [changed(board, board.replace("=", ".")), changed(board, board.replace(".", "="))]
    return {why.code: why for why in map(fault_of, texts)}


def test_every_refusal_is_driven_and_said_in_every_language(
    every_language: EveryLanguage,
    known_codes: Callable[[str], set[str]],
    refused_at_random: Callable[..., dict[str, Reason]],
) -> None:
    found = refused_at_random("pillars", 3, 41) | refused_in_rare_places() | faulty_files()

    assert {code: why.code for code, why in found.items()} == {code: code for code in found}
    assert {code for code in found if code.startswith("pillars.")} == known_codes("pillars")
    for why in found.values():
        every_language(why, GAME.things)


@pytest.mark.parametrize(
    ("district", "german"),
    [
        ("domino BB", "Zweier (2 Gebäude)"),
        ("row BBP", "Dreier (Gebäude, Gebäude, Platz)"),
        ("square BBPP", "Quadrat (2 Gebäude, 2 Plätze, nebeneinander)"),
        ("square BPPB", "Quadrat (2 Gebäude, 2 Plätze, diagonal)"),
        ("bridge B-P", "Brücke (Gebäude, Platz)"),
    ],
)
def test_a_district_is_named_as_on_the_page(every_language: EveryLanguage, district: str, german: str) -> None:
    why = Reason("pillars.not-in-stock", {"district": district})

    assert every_language(why, GAME.things)["de"] == f"nicht in deinem Vorrat: {german}"


def test_every_district_and_card_has_words(every_language: EveryLanguage) -> None:
    for district in DISTRICT_NAMES:
        every_language(Reason("pillars.not-in-stock", {"district": district}), GAME.things)
    for text in ACTIONS.texts:
        if text.startswith("choose "):
            every_language(Reason("pillars.not-held", {"card": text.removeprefix("choose ")}), GAME.things)
