"""What people come back for, in the browser: the daily deal, the share card, the same deal again, one's own matches."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import OVERFLOW, close_dialog, findings, look_away, new_table, play_on, sit

from capomastro.server.storage.rows import now
from capomastro.server.table.days import end_of, today

Person = Callable[..., Any]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def not_at_midnight() -> None:
    """A day must not end between two questions of a test."""
    while end_of(today()) - now() < 120_000:
        time.sleep(1)


def finish(page: Any, table: str) -> Any:
    return play_on(page, table, lambda update: False, random.Random(2), 3000)


def saved_card(page: Any) -> bytes:
    """The share card as the browser saves it."""
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a picture").click()
    saved: bytes = coming.value.path().read_bytes()
    return saved


def test_the_daily_deal_from_the_home_page_to_the_card(person: Person) -> None:
    anna = person(width=360, height=740)
    anna.goto("/")
    anna.get_by_role("link", name="Daily deal").click()
    anna.locator("#daily-name").fill("Anna")
    section = anna.get_by_role("region", name="Palazzo")
    section.get_by_role("button", name="Play today’s deal").press("Enter")
    anna.wait_for_url("**/t/*")
    anna.wait_for_selector(".dock .prompt")
    table = anna.url.rsplit("/", 1)[-1]
    look_away(anna)
    points = finish(anna, table)["scores"][0]
    sit(anna, {"path": f"/t/{table}"})
    anna.wait_for_selector(".result .score-card")
    anna.get_by_role("link", name="Results of the day").click()
    line = section.locator("tr.mine")
    line.wait_for()
    assert line.locator("th").inner_text() == "Anna (you)"
    assert str(points).replace("-", "−") in line.locator("td.number").nth(1).inner_text()
    assert anna.evaluate(OVERFLOW) <= 0
    assert findings(anna) == []
    section.get_by_role("button", name="Share card").click()
    card = anna.locator("dialog .share-card")
    card.wait_for()
    assert "/daily/" in card.text_content()
    saved = saved_card(anna)
    assert saved[:8] == PNG
    assert saved[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
    close_dialog(anna)


@pytest.mark.parametrize(("game", "piece"), [("palazzo", ".pz-tile-art"), ("pillars", ".district")])
def test_a_finished_match_has_a_card_and_can_be_dealt_again(person: Person, game: str, piece: str) -> None:
    anna = person()
    made = new_table(anna, game)
    finish(anna, made["table"])
    anna.goto(made["path"])
    anna.get_by_role("button", name="Share card").click()
    anna.locator(f"dialog .share-card {piece}").first.wait_for(state="attached")
    assert saved_card(anna)[:8] == PNG
    close_dialog(anna)
    anna.get_by_role("button", name="Same deal, seats rotated").click()
    anna.wait_for_url(lambda url: made["table"] not in url)
    anna.wait_for_selector(".dock .prompt")
    second = anna.url.rsplit("/", 1)[-1]
    look_away(anna)
    update = finish(anna, second)
    sit(anna, {"path": f"/t/{second}"})
    assert (update["held"], update["deal_of"]) == ([1], made["table"])
    rows = anna.locator(".same-deal tbody tr")
    rows.first.wait_for()
    assert rows.count() == 2
    assert rows.first.locator("td").count() == 3


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_somebody_finds_what_they_have_played(person: Person, language: str) -> None:
    anna = person(width=390, height=844, language=language)
    anna.goto("/you/matches")
    anna.wait_for_selector("main h1")
    made = new_table(anna)
    finish(anna, made["table"])
    anna.goto("/you")
    anna.locator("main a[href='/you/matches']").click()
    anna.wait_for_selector(".record .highlights a")
    assert anna.locator(f".record a[href='/t/{made['table']}']").count() >= 2
    assert "⟦" not in anna.locator("main").inner_text()
    assert anna.evaluate(OVERFLOW) <= 0
    assert findings(anna) == []
    anna.goto("/daily")
    anna.wait_for_selector(".daily-games section")
    assert "⟦" not in anna.locator("main").inner_text()
