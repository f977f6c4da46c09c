"""For everybody: three languages, small screens, large text, keyboards, screen readers; and budgets."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browserhelp import (
    NOT_BUSY,
    OVERFLOW,
    api,
    choose,
    close_dialog,
    findings_in_both_themes,
    look_away,
    new_table,
    play_on,
    sit,
    steps_of,
    take_step,
    update_of,
)
from drawing import drawn

import capomastro

Person = Callable[..., Any]
WEB = Path(capomastro.__file__).parent / "web"
LANGUAGES = ("en", "de", "nl")


def keys(folder: Path) -> Iterator[tuple[str, set[str]]]:
    for file in sorted(folder.glob("*.json")):
        yield file.name, set(json.loads(file.read_text()))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_word_exists_in_every_language(language: str) -> None:
    assert dict(keys(WEB / "words" / language)) == dict(keys(WEB / "words" / "en"))


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
@pytest.mark.parametrize(("tag", "word"), [("en-GB", "Rules"), ("de-DE", "Regeln"), ("nl-NL", "Spelregels")])
def test_a_phone_in_three_languages(person: Person, game: str, tag: str, word: str) -> None:
    anna = person(360, 740, tag, color_scheme="dark" if tag == "de-DE" else "light")
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    assert anna.locator("html").get_attribute("lang") == tag[:2]
    assert word in anna.locator(".game-card").first.inner_text()
    assert anna.evaluate(OVERFLOW) <= 0
    made = new_table(anna, game)
    sit(anna, made)
    rng = random.Random(7)
    phases: set[str] = set()
    looked = 0
    while len(phases) < 2 or looked < 16:
        anna.wait_for_selector("[data-step], .pl-aim .places", state="attached")
        text = anna.locator("body").inner_text()
        assert "⟦" not in text
        assert anna.evaluate(OVERFLOW) <= 0, anna.locator(".prompt").inner_text()
        if not steps_of(anna):  # a district is to be built: nothing can be done before it has a place
            anna.locator(".pl-aim .places summary").click()
            anna.locator(".pl-aim .places button").first.click()
        steps = steps_of(anna)
        phases.add(update_of(anna, made["table"])["view"]["phase"])
        looked += 1
        step = choose(steps, rng)
        anna.evaluate("(step) => document.querySelector(`[data-step='${step}']`)?.click()", step)
        anna.wait_for_function(NOT_BUSY)


def test_tables_and_bots_are_called_in_the_readers_language(person: Person) -> None:
    anna = person(language="de-DE")
    made = new_table(anna, "pillars", bots=2)
    sit(anna, made)
    assert anna.locator(".bar").get_by_text("Die Säulen von Venedig").count()
    assert anna.locator(".player .name").all_text_contents() == ["Anna", "Neuling 1", "Neuling 2"]
    anna.goto("/")
    row = anna.locator(".table-row").first.inner_text()
    assert "Die Säulen von Venedig" in row
    assert "Neuling 2" in row


def test_the_language_can_be_changed(person: Person) -> None:
    anna = person()
    anna.goto("/")
    anna.get_by_role("button", name="Settings").click()
    anna.get_by_label("Language").select_option("nl")
    anna.wait_for_selector("dialog >> text=Instellingen")
    close_dialog(anna)
    anna.get_by_role("button", name="Nu spelen").first.wait_for()
    anna.reload()
    anna.get_by_role("button", name="Nu spelen").first.wait_for()


def at_phases(page: Any, made: dict[str, Any], wanted: set[str]) -> Iterator[str]:
    """Plays until each of these phases has come up for this page's seat, or the match is over."""
    rng = random.Random(2)
    left = set(wanted)

    def there(update: dict[str, Any]) -> bool:
        return bool(update["legal"]) and update["view"]["phase"] in left

    while left:
        look_away(page)
        update = play_on(page, made["table"], there, rng)
        sit(page, made)
        if update["status"] != "running":
            return
        left.discard(update["view"]["phase"])
        yield update["view"]["phase"]


def test_names_roles_and_contrast_in_the_light_and_in_the_dark(person: Person) -> None:
    anna = person()
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    assert findings_in_both_themes(anna) == []
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.wait_for_selector("dialog .seat-line")
    assert findings_in_both_themes(anna) == []
    made = new_table(anna)
    wanted = {"turn", "picking", "market", "raising", "placing", "drafting", "paying"}
    for phase in at_phases(anna, made, wanted):
        anna.wait_for_selector(".pz-board")
        assert (phase, findings_in_both_themes(anna)) == (phase, [])
    look_away(anna)
    play_on(anna, made["table"], lambda update: False, random.Random(2), 900)
    sit(anna, made)
    anna.wait_for_selector(".result .plot polyline")
    assert findings_in_both_themes(anna) == []
    anna.goto(f"/replay/{made['table']}/10")
    anna.wait_for_selector(".replay-bar")
    assert findings_in_both_themes(anna) == []


def test_text_at_twice_its_size(person: Person) -> None:
    anna = person(390, 840)
    made = new_table(anna)
    anna.goto("/")
    anna.evaluate("localStorage.setItem('capomastro', JSON.stringify({ size: '200' }))")
    anna.reload()
    anna.wait_for_selector(".game-card")
    assert anna.evaluate(OVERFLOW) <= 0
    sit(anna, made)
    assert anna.evaluate(OVERFLOW) <= 0


BOTH_HEARD = "() => Boolean(document.querySelector('#live-polite p') && document.querySelector('#live-assertive p'))"


def test_others_moves_are_told_politely_and_my_turn_at_once(person: Person) -> None:
    anna = person()
    sit(anna, new_table(anna))
    rng = random.Random(1)
    for _ in range(20):
        anna.wait_for_selector("[data-step]")
        if anna.evaluate(BOTH_HEARD):
            break
        take_step(anna, choose(steps_of(anna), rng))
    assert anna.locator("#live-polite").get_attribute("aria-live") == "polite"
    anna.wait_for_function(BOTH_HEARD)


SIZES = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .filter((entry) => !entry.name.includes('/api/')).reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_the_first_load_is_small(person: Person, game: str) -> None:
    anna = person(new=True)
    sit(anna, new_table(anna, game))
    assert 10_000 < anna.evaluate(SIZES) < 150_000


def test_the_first_load_of_home_is_smaller_still(person: Person) -> None:
    anna = person(new=True)
    anna.goto("/")
    anna.wait_for_load_state("networkidle")
    assert 10_000 < anna.evaluate(SIZES) < 75_000


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_full_board_is_drawn_with_few_elements(person: Person, game: str) -> None:
    """`make drawing` says how long that takes."""
    found = drawn(person(), game)
    assert len(found["times"]) == len(found["steps"]) == 30
    assert 100 < found["elements"] < 4000


def test_planned_bids_and_chat(person: Person) -> None:
    anna = person()
    made = new_table(anna)
    sit(anna, made)
    api(anna, "POST", f"/api/tables/{made['table']}/chat", {"seat": 0, "text": "good luck"})
    anna.get_by_role("tab", name="Chat").click()
    anna.locator(".chat-lines").get_by_text("good luck").wait_for()
    anna.get_by_role("textbox", name="Write to the table").fill("and have fun")
    anna.get_by_role("button", name="Send").click()
    anna.get_by_text("and have fun").wait_for()


LINES = "() => [...document.querySelectorAll('.side .log li > :last-child')].map((line) => line.textContent)"


def test_the_log_is_searched_and_its_lines_stay_when_more_comes(person: Person) -> None:
    anna = person()
    made, rng = new_table(anna), random.Random(3)
    play_on(anna, made["table"], lambda update: update["seen"] > 30 and bool(update["legal"]), rng)
    sit(anna, made)
    anna.wait_for_function(f"() => ({LINES})().length > 20")
    everything = anna.evaluate(LINES)
    mine = anna.locator(".side .log .mine > :last-child").all_text_contents()
    assert 0 < len(mine) < len(everything)
    anna.get_by_label("Whose moves").select_option("0")
    assert anna.evaluate(LINES) == mine
    anna.get_by_label("Find").fill("TAKES")
    assert anna.evaluate(LINES) == [line for line in mine if "takes" in line]
    anna.get_by_label("Find").fill("nothing like this")
    assert len(anna.evaluate(LINES)) == 1, "it says that there is nothing"
    anna.get_by_label("Find").fill("")
    anna.get_by_label("Whose moves").select_option("all")
    assert anna.evaluate(LINES) == everything
    anna.evaluate("() => { window.first = document.querySelector('.side .log li'); }")
    play_on(anna, made["table"], lambda update: update["seen"] > 40 and bool(update["legal"]), rng)
    told = api(anna, "GET", f"/api/tables/{made['table']}/log?seat=0")["events"]
    anna.wait_for_function(f"(count) => ({LINES})().length === count", arg=len(told))
    assert anna.evaluate(LINES)[-len(everything) :] == everything
    assert anna.evaluate("window.first.isConnected")
