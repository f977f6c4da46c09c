"""Score sheets for the game in the box: by taps, kept, handed on, and there without a network."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from browserhelp import OVERFLOW, close_dialog, leave

Person = Callable[..., Any]
KEPT = """async (path) => {
  const cache = await caches.open('score sheets');
  return Boolean(await cache.match(path)) && Boolean(await cache.match('/rules/en/palazzo.json'));
}"""


def points(page: Any) -> list[str]:
    found: list[str] = page.locator(".score-points").all_inner_texts()
    return found


def tap(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def a_palazzo(page: Any) -> None:
    """The rulebook's four floors of marble with seven windows: 13 points; and a tile that stands alone: −5."""
    tap(page, "marble")
    for floor, windows in ((1, 2), (2, 2), (3, 1), (4, 2)):
        tap(page, f"marble, floor {floor}, {windows} window{'s' if windows > 1 else ''}")
    tap(page, "New palazzo for Seat 2")
    tap(page, "brick")
    tap(page, "brick, floor 1, 3 windows")


def test_palazzi_are_written_down_tile_by_tile(person: Person) -> None:
    anna = person(width=390, height=800)
    anna.goto("/score/palazzo")
    a_palazzo(anna)
    assert points(anna) == ["13 points", "−5 points"]
    assert anna.get_by_role("button", name="brick, floor 1, 1 window", exact=True).is_disabled()
    tap(anna, "Remove from palazzo A: marble, floor 3, 1 window")
    assert points(anna) == ["9 points", "−5 points"]
    tap(anna, "Take back")
    assert points(anna) == ["13 points", "−5 points"]
    assert anna.evaluate(OVERFLOW) <= 0
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.keyboard.press("Enter")
    anna.reload()
    anna.wait_for_selector(".score-points")
    assert points(anna) == ["13 points", "−5 points"]
    assert anna.get_by_label("Name of player 1").input_value() == "Anna"


def test_money_breaks_a_tie(person: Person) -> None:
    anna = person()
    anna.goto("/score/palazzo")
    for number in (1, 2):
        tap(anna, f"New palazzo for Seat {number}")
        tap(anna, "brick, floor 1, 3 windows")
    assert anna.locator(".score-standing .ahead").count() == 2
    anna.get_by_label("A tie").nth(1).fill("7")
    anna.keyboard.press("Enter")
    assert anna.locator(".score-standing .ahead").count() == 1
    tap(anna, "One player more")
    assert points(anna) == ["−5 points", "−5 points", "0 points"]
    tap(anna, "One player fewer")
    assert anna.get_by_role("button", name="One player fewer").is_disabled(), "two play at least"


def test_districts_markers_gondola_and_cards_are_written_down(person: Person) -> None:
    anna = person()
    anna.goto("/score/pillars")
    tap(anna, "One player more")
    gondola = anna.get_by_role("group", name="Whose marker is on the gondola?")
    gondola.get_by_role("button", name="Seat 3").click()
    anna.get_by_role("group", name="Which district?").get_by_role("button", name="Square").click()
    tap(anna, "More: Matches")
    tap(anna, "More: Markers of Seat 2 under it")
    anna.get_by_label("It touches the canal: 2 for Seat 3").check()
    tap(anna, "Write down: 8 for Seat 1")
    assert points(anna) == ["8 points", "3 points", "2 points"]
    anna.get_by_role("group", name="Merchant: 6 points for").get_by_role("button", name="Seat 2").click()
    assert points(anna) == ["8 points", "9 points", "2 points"]
    tap(anna, "Strike out: Seat 1, Square: 8")
    assert points(anna) == ["0 points", "6 points", "0 points"]
    anna.reload()
    anna.wait_for_selector(".score-points")
    assert points(anna) == ["0 points", "6 points", "0 points"]


def test_a_sheet_is_handed_on_as_a_link(person: Person) -> None:
    anna, ben = person(), person()
    anna.goto("/score/palazzo")
    a_palazzo(anna)
    anna.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    tap(anna, "Share")
    anna.get_by_role("button", name="Copy").click()
    address = anna.evaluate("window.copied")
    close_dialog(anna)
    ben.goto(address)
    ben.get_by_text("Somebody shared this sheet with you").wait_for()
    assert points(ben) == ["13 points", "−5 points"]
    assert ben.get_by_role("button", name="marble").count() == 0, "it is only looked at"
    tap(ben, "Back to my sheet")
    assert points(ben) == ["0 points", "0 points"]
    leave(ben)
    ben.goto(address)
    tap(ben, "Keep it instead of mine")
    ben.reload()
    ben.wait_for_selector(".score-points")
    assert points(ben) == ["13 points", "−5 points"]
    for nonsense in ("x", "bnVsbA", address.partition("#")[2][:-9], "eyJuYW1lcyI6W119"):
        leave(ben)
        ben.goto(f"/score/palazzo#{nonsense}")
        ben.get_by_text("This link holds no score sheet").first.wait_for()
        assert points(ben) == ["13 points", "−5 points"]


def test_what_a_device_keeps_may_be_spoilt(person: Person) -> None:
    anna = person()
    anna.goto("/score/pillars")
    anna.wait_for_selector(".score-points")
    spoilt = {"names": ["", ""], "data": {"lines": [{"kind": "built", "seat": 7, "shape": "domino"}]}}
    for text in ("no JSON", json.dumps(spoilt), "[]"):
        anna.evaluate("(text) => localStorage.setItem('score pillars', text)", text)
        anna.reload()
        anna.wait_for_selector(".score-points")
        assert points(anna) == ["0 points", "0 points"]


def test_a_sheet_opens_without_a_network_with_the_rules_at_hand(person: Person, honest_server: str) -> None:
    """Where browsers may keep no file by themselves: what is there without a network, the sheet itself has kept."""
    anna = person(base_url=honest_server)
    anna.goto("/score/palazzo")
    a_palazzo(anna)
    anna.wait_for_function(KEPT, arg="/score/palazzo")
    failed: list[str] = []
    anna.on("requestfailed", lambda request: failed.append(urlsplit(request.url).path))
    anna.context.set_offline(True)
    anna.reload()
    anna.wait_for_selector(".score-points")
    assert points(anna) == ["13 points", "−5 points"]
    tap(anna, "Rules and rulings")
    anna.get_by_role("heading", name="Rulings", exact=True).wait_for()
    anna.context.set_offline(False)
    assert set(failed) <= {"/api/me/turns"}, "the rest was kept"
    anna.complaints.clear()  # the browser itself complains of the network


def test_sheets_are_there_for_games_with_a_page_alone(person: Person) -> None:
    anna = person()
    anna.goto("/")
    anna.get_by_role("link", name="Score sheet: The Pillars of Venice").click()
    anna.wait_for_selector(".pl-score")
    anna.goto("/score/chess")
    anna.get_by_role("link", name="Home").wait_for()
