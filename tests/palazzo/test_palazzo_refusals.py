"""Every reason for which Palazzo refuses a step or a component file, driven for real and said in every language."""

from collections.abc import Callable
from importlib.resources import files

import pytest
from palazzo_build import table

from capomastro.core.game import BadSetup, Reason, Things
from capomastro.games.palazzo.actions import Reveal
from capomastro.games.palazzo.components import load_components
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.names import TILE_NAMES
from capomastro.games.palazzo.refusals import reason
from capomastro.games.palazzo.rules import steps

BOX = files("capomastro.games.palazzo").joinpath("components/palazzo-1.toml").read_text(encoding="utf-8")
FAULTS = {
    "palazzo.money": ("copies = 3", "copies = 4"),
    "palazzo.riders": ("count = 5", "count = 6"),
    "palazzo.stacks": ("III = [", "IV = ["),
    "palazzo.tile-form": ('"brick 1 2"', '"brick 1"'),
    "palazzo.tile-material": ('"brick 1 2"', '"wood 1 2"'),
    "palazzo.tile-unknown": ('"brick 1 2"', '"brick 6 2"'),
    "palazzo.tile-lacking": ('"brick 1 2", ', ""),
    "palazzo.tile-too-often": ('"brick 1 2",', '"brick 1 2", "brick 1 2",'),
}
EveryLanguage = Callable[[Reason, Things], dict[str, str]]


def refused_in_rare_places() -> dict[str, Reason]:
    few = table(["florin 3", ""], deck="")
    always_possible = reason(few, Reveal())
    return {"palazzo.few-cards": few.refusal(0, steps.TAKE), "step.impossible": always_possible}


def fault_of(text: str) -> Reason:
    with pytest.raises(BadSetup) as fault:
        load_components(text)
    return fault.value.reason


def faulty_files() -> dict[str, Reason]:
    found = {code: fault_of(BOX.replace(old, new, 1)) for code, (old, new) in FAULTS.items()}
    found["palazzo.stack-missing"] = fault_of(BOX[: BOX.index("III = [")])
    everything = [*TILE_NAMES, "brick 3 1", "sandstone 3 1", "marble 3 1"]
    stacks = {"I": everything[:3], "II": everything[3:20], "III": everything[20:]}
    few = "\n".join(f"{name} = {tiles}" for name, tiles in stacks.items()).replace("'", '"')
    found["palazzo.stack-short"] = fault_of(f"{BOX[: BOX.index('[stacks]')]}[stacks]\n{few}\n")
    return found


def test_every_refusal_is_driven_and_said_in_every_language(
    every_language: EveryLanguage,
    known_codes: Callable[[str], set[str]],
    refused_at_random: Callable[..., dict[str, Reason]],
) -> None:
    found = refused_at_random("palazzo", 4) | refused_in_rare_places() | faulty_files()

    assert {code: why.code for code, why in found.items()} == {code: code for code in found}
    assert {code for code in found if code.startswith("palazzo.")} == known_codes("palazzo")
    for why in found.values():
        every_language(why, PALAZZO.things)


def test_cards_tiles_and_currencies_are_named_in_the_readers_language(every_language: EveryLanguage) -> None:
    lacking = Reason("palazzo.trio-lacks", {"value": 5, "currencies": ["ducat", "lira"]})
    absent = Reason("palazzo.not-in-warehouse", {"tile": "brick 3 2"})
    unheld = Reason("palazzo.not-held", {"card": "certificate"})

    assert every_language(lacking, PALAZZO.things) == {
        "en": "a trio takes a 5 of each currency; you lack ducat and lira",
        "de": "eine 3er-Gruppe braucht eine 5 in jeder Währung; dir fehlt Dukat und Lira",
        "nl": "een 3-groep vraagt een 5 in elke munt; je mist dukaat en lire",
    }
    assert every_language(absent, PALAZZO.things)["de"] == "nicht auf dem Lager: Ziegel, Etage 3, 2 Fenster"
    assert every_language(unheld, PALAZZO.things)["nl"] == "je hebt niet op hand: certificaat"


def test_a_player_is_called_by_name_where_names_are_known() -> None:
    why = table(["florin 3", ""]).refusal(1, steps.TAKE)

    assert str(why) == "it is for seat 1 to decide now"
    assert why.worded("de", names=["Ada", "Ben"]) == "jetzt entscheidet Ada"
