"""The words of the page: one term for one thing, the rulebooks' own, in sentences for people."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from browserhelp import api, new_table, play_on, sit

import capomastro

Person = Callable[..., Any]
WEB = Path(capomastro.__file__).parent / "web"
LANGUAGES = ("en", "de", "nl")

FORBIDDEN = {
    "en": {
        "open lie": "face up:",
        "comes to light": "is now on top",
        "anew": "again",
        r"\bat (one screen|this device)\b": "on one screen, on this device",
        r"\bturn(ed|ing|s)? up( two)? tiles?\b": "reveal",
        r"\bforeign\b": "of others",
        r"\bbe done\b": "end your turn, or the button's name",
        "`": "developers' words",
    },
    "de": {
        r"\b(Drilling|Trio)": "3er-Gruppe",
        r"\bMaterial(ien)?\b": "Baustoff",
        r"\bWechselgeld\b": "Rückgeld",
        r"\bPassend(es)?\b": "Übereinstimmungen",
        r"\b[Ii]ns Lager\b": "aufs Lager",
        r"\b(An|an|am|zu einem) Steinbruch\b": "auf Steinbruch",
        r"\bLos\b": "Versteigerung",
        r"\bSiegel\b": "Prüfsumme",
        r"\btäten\b": "tun würden",
        r"\boder fertig\b|\bsage fertig\b": "beende deinen Zug, or the button's name",
        r"\bWorte und Bilder\b": "Texte und Bilder",
        r"\bGesichter\b": "Motive",
        r"\bÜbersichtskarte\b": "Übersichtstafel",
        r"\bgeht der Startspieler\b": "die Startspielerkarte",
    },
    "nl": {
        r"\b(Jij bent:|Nu ben jij\b)": "Jij bent aan de beurt",
        r"\b([Tt]weetal|[Dd]rietal)": "domino, rij, 3-groep",
        r"\b[Tt]rio": "3-groep",
        r"\b(uit|in|In|Uit) de verzamelplaats\b": "van, op",
        r"\bDe pilaren\b": "De Pilaren van Venetië",
        r"\bbrengt\b.*\bvoor\b|\bvreemde brengen\b": "levert … op",
        r"\b[Rr]aad\b": "advies",
        r"\b[Mm]ateria": "bouwmateriaal",
        r"\b1 tot 5\b|\b3 tot 7\b|\bA tot Q\b": "tot en met",
        r"\bUitleg\b": "Verduidelijkingen",
        r"\b[Zz]egel\b": "controlecode",
        r"\bkavel\b": "veiling",
        r"\bof klaar\b|\bzeg klaar\b": "beëindig je beurt, or the button's name",
    },
}
"""What a page must not say in a language, and what it says instead."""


def texts(value: Any) -> Iterator[str]:
    """Every text in a file of words or rules, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            if key != "figure":
                yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def read(language: str) -> Iterator[tuple[str, str]]:
    for folder in ("words", "rules"):
        for file in sorted((WEB / folder / language).glob("*.json")):
            for text in texts(json.loads(file.read_text(encoding="utf-8"))):
                yield file.name, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_term_for_one_thing(language: str) -> None:
    wrong = [
        f"{name}: {text!r}; better: {better}"
        for name, text in read(language)
        for pattern, better in FORBIDDEN[language].items()
        if re.search(pattern, re.sub(r"\{\w+\}", "", text))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_a_sentence(language: str) -> None:
    words = json.loads((WEB / "words" / language / "refusals.json").read_text(encoding="utf-8"))
    assert [text for text in words.values() if not re.search(r"([.?!]|\{why\})$", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_the_log_or_the_prompt_ends_like_one(language: str) -> None:
    for game in ("palazzo", "pillars"):
        words = json.loads((WEB / "words" / language / f"{game}.json").read_text(encoding="utf-8"))
        for key, value in words.items():
            if key.split(".")[1] in ("event", "prompt", "wait", "why", "not"):
                for text in texts(value):
                    assert text.endswith((".", "?", "!", "}")), key


def places(value: Any) -> set[str]:
    return {name for text in texts(value) for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_same_facts_are_told_in_every_language(language: str) -> None:
    for file in sorted((WEB / "words" / "en").glob("*.json")):
        if file.name == "refusals.json":
            continue  # a language may do without the rules' own English words
        english = json.loads(file.read_text(encoding="utf-8"))
        other = json.loads((WEB / "words" / language / file.name).read_text(encoding="utf-8"))
        for key, value in english.items():
            assert places(other[key]) - {"n"} == places(value) - {"n"}, f"{file.name} {key}"


REFUSED = {
    "de": "„Passen“ ist jetzt nicht möglich: nimm Geld, decke Bauteile auf oder baue um.",
    "nl": "‘Passen’ is nu niet mogelijk: neem geld, draai bouwelementen om of verbouw.",
}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_step_that_the_rules_refuse_is_explained_in_the_readers_language(person: Person, language: str) -> None:
    """The page offers legal steps only, so another one is put into its request on the way."""
    page = person(language=language)
    sit(page, new_table(page, options={"first": "1"}))

    def send_another(route: Any) -> None:
        route.continue_(post_data=json.dumps({**json.loads(route.request.post_data), "step": "pass"}))

    page.route("**/steps", send_another)
    page.locator('[data-step="take"]').first.click()
    page.get_by_text(REFUSED[language], exact=True).first.wait_for()
    assert [text for text in page.complaints if "422" not in text] == []
    page.complaints.clear()


@pytest.mark.parametrize(("tag", "shape"), [("en-GB", r"\d\d:\d\d"), ("en-US", r"\d\d:\d\d (AM|PM)")])
def test_clocks_are_the_readers_own(person: Person, tag: str, shape: str) -> None:
    anna = person(language=tag)
    made = new_table(anna)
    sit(anna, made)
    api(anna, "POST", f"/api/tables/{made['table']}/chat", {"seat": 0, "text": "hello"})
    anna.get_by_role("tab", name="Chat").click()
    anna.get_by_text("hello").wait_for()
    assert re.fullmatch(
        shape, anna.locator("li", has_text="hello").locator(".quiet").inner_text().replace("\u202f", " ")
    )


SPILLED = """() => {
  const edge = document.querySelector('.pl-aim').getBoundingClientRect().right;
  return [...document.querySelectorAll('.pl-aim .outcome td')]
    .filter((cell) => cell.getBoundingClientRect().right > edge).map((cell) => cell.textContent);
}"""


CUT_NAMES = """() => [...document.querySelectorAll('.pl-aim .whom .cut-name > :first-child')]
  .filter((stem) => stem.scrollWidth > stem.clientWidth).map((stem) => stem.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_building_brings_stays_inside_its_panel_in_every_language(person: Person, language: str) -> None:
    page = person(1366, 768, language)
    made = new_table(page, "pillars", bots=2)

    def building(update: dict[str, Any]) -> bool:
        mine = bool(update["legal"]) and update["view"]["phase"] == "building"
        return mine and update["view"]["gondola"] not in (None, 0)

    habits = ("build ", "mark ", "pile ", "take ", "choose master", "choose gondol", "choose pitch", "choose council")
    play_on(page, made["table"], building, random.Random(1), 3000, habits)
    sit(page, made)
    page.locator(".places summary").click()
    page.locator(".places button").first.click()
    page.wait_for_selector(".pl-aim .outcome td")
    assert page.evaluate(SPILLED) == []
    names = page.locator(".pl-aim .whom .cut-name")
    assert names.count() == 4, "two others get something too"
    assert page.evaluate(CUT_NAMES) == []


CLIPPED = """() => [...document.querySelectorAll('.rules-cards .card [data-text]')]
  .filter((item) => item.scrollWidth > item.clientWidth + 1
    || item.getBoundingClientRect().right > item.closest('.card').getBoundingClientRect().right)
  .map((item) => item.dataset.text)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 1440])
def test_the_cards_of_the_rules_page_show_their_whole_names(person: Person, language: str, width: int) -> None:
    page = person(width, 800, language)
    page.goto("/rules/pillars")
    page.wait_for_selector(".rules-cards .card")
    assert page.evaluate(CLIPPED) == []
