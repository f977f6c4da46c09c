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
    assert answer["values"] == {"why": answer["message"]}
