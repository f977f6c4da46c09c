"""The page's words, as Python reads them."""

import re
from typing import get_args

import pytest

from capomastro.core.words import AND, FOLDER, LANGUAGES, Language, usual_language, words_in


def test_every_list_of_languages_has_the_same() -> None:
    page = re.search(r"LANGUAGES = \{(.*)\}", (FOLDER / "i18n.js").read_text(encoding="utf-8"))
    assert page is not None
    assert dict(re.findall(r"(\w+): '(\w+)'", page[1])) == LANGUAGES
    assert set(get_args(Language)) == set(AND) == set(LANGUAGES)
    for folder in ("words", "rules"):
        assert {path.name for path in (FOLDER / folder).iterdir()} == set(LANGUAGES)


def test_a_template_is_filled_as_the_page_fills_it() -> None:
    words = words_in("en")

    assert words.t("palazzo.windows", n=1) == "1 window"
    assert words.t("palazzo.windows", n=3) == "3 windows"
    assert words.t("palazzo.tag", points=-5) == "−5 points"
    assert words.t("no such key") == "⟦no such key⟧"


def test_lists_are_written_as_the_page_writes_them() -> None:
    assert words_in("en").list_of(["a", "b", "c"]) == "a, b, and c"
    assert words_in("en").list_of(["a", "b"]) == "a and b"
    assert words_in("de").list_of(["a", "b", "c"]) == "a, b und c"
    assert words_in("nl").list_of(["a"]) == "a"
    assert words_in("nl").list_of([]) == ""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_FR", "CAPOMASTRO_LANGUAGE": "nl"}, "nl"),
        ({"LC_ALL": "nl_BE", "LANG": "de_DE"}, "nl"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_environment_says_the_language(environment: dict[str, str], language: str) -> None:
    assert usual_language(environment) == language
    assert language in LANGUAGES
