"""Every refusal has a code, an English sentence, and words in the reader's language."""

import json
import re
from pathlib import Path
from string import Formatter

import pytest
from server_house import Person

import capomastro
from capomastro.server.protocol.refusals import KINDS, Refusal

PACKAGE = Path(capomastro.__file__).parent


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_code_has_words(language: str) -> None:
    words = json.loads((PACKAGE / "web" / "words" / language / "refusals.json").read_text(encoding="utf-8"))
    assert set(words) == {f"refused.{code}" for code in KINDS}
    for code, kind in KINDS.items():
        assert places(words[f"refused.{code}"]) <= places(kind.sentence), code


def test_every_code_is_used_and_every_used_one_is_known() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in sorted((PACKAGE / "server").rglob("*.py")))
    used = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', source))
    allowances = {code for code in KINDS if code.startswith("too-many-") and code != "too-many-devices"}
    assert used | allowances == set(KINDS)


def test_a_sentence_is_filled_in() -> None:
    assert Refusal("no-such-step", steps=12).message == "This match has 12 steps."


def test_code_and_values_come_beside_the_sentence(anna: Person, ben: Person) -> None:
    table = anna.table("me", "open")
    status, answer = table.seen_by(ben).refused("sit", seat=0, name="Ben")
    assert (status, answer["error"], answer["code"]) == (403, "not-your-seat", "seat-kept")
    table.seen_by(ben).post("sit", seat=1, name="Ben")
    update = table.look(seat=0)
    _, answer = table.refused("steps", seat=0, step="xyzzy", seen=update["seen"], key="k")
    assert answer["code"] == "unknown-step"
    assert answer["reason"] == {"code": "step.unknown", "facts": {"typed": "xyzzy"}}
    assert answer["message"] == "No step is written 'xyzzy'."


def test_the_rules_reason_comes_with_its_facts(anna: Person) -> None:
    table = anna.table("me", "bot", options={"first": "1"})
    seen = table.look(seat=0)["seen"]
    _, answer = table.refused("steps", seat=0, step="pass", seen=seen, key="k")
    assert (answer["error"], answer["code"]) == ("not-legal", "not-lawful")
    assert answer["reason"] == {"code": "palazzo.not-now", "facts": {"step": "pass", "phase": "turn"}}
    assert answer["message"] == "'pass' is not possible now: choose: take money, reveal tiles, or rebuild."
    assert "values" not in answer


def test_a_faulty_component_file_and_an_unknown_bot_are_refused_with_their_reason(anna: Person) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "bot": "wizard"}]
    _, answer = anna.refused("/api/tables", game="palazzo", seats=seats)
    assert (answer["code"], answer["reason"]["code"]) == ("bad-bot", "bot.unknown")
    assert answer["reason"]["facts"]["bot"] == "wizard"
    seats[1] = {"kind": "open"}
    _, answer = anna.refused("/api/tables", game="palazzo", seats=seats, components="a == 1")
    assert (answer["code"], answer["reason"]) == (
        "bad-setup",
        {"code": "file.not-toml-at", "facts": {"line": 1, "column": 4}},
    )


def test_no_sentence_of_the_page_has_a_place_for_english() -> None:
    for language in ("en", "de", "nl"):
        for file in sorted((PACKAGE / "web" / "words" / language).glob("*.json")):
            assert "{why}" not in file.read_text(encoding="utf-8"), file
