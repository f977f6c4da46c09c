"""A game of another package, which the page has never heard of, is played in the browser to its end."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browserhelp import AT_REST, NOT_BUSY, OVERFLOW, api, findings, new_table, play_on, sit, steps_of, update_of
from test_browser_axe import AXE, VIOLATIONS

Person = Callable[..., Any]
DRAWN_STEP = ".plain-steps [data-step]"


@pytest.fixture
def visitor(person: Person, third_game_server: str) -> Person:
    """Somebody new at the server that has the other package."""

    def somebody(**wishes: Any) -> Any:
        page = person(base_url=third_game_server, bypass_csp=bool(AXE), **wishes)
        if AXE:
            page.add_init_script(Path(AXE).read_text())
        return page

    return somebody


def wrong_on(page: Any) -> list[str]:
    page.wait_for_function(AT_REST)
    return findings(page) + (page.evaluate(VIOLATIONS) if AXE else [])


def played_out(page: Any, table: str, take: Callable[[], None], offered: str = DRAWN_STEP) -> int:
    """Takes a step whenever one is offered, until the match is over. How many that were."""
    for taken in range(20):
        page.wait_for_selector(f"{offered}, .result")
        if page.locator(".result").count():
            return taken
        seen = update_of(page, table)["seen"]
        take()
        page.wait_for_function(NOT_BUSY)
        assert update_of(page, table)["seen"] > seen
    raise AssertionError("the match did not end")


def test_it_is_found_at_home_and_played_to_the_end_by_the_buttons_of_the_default_view(visitor: Person) -> None:
    anna = visitor()
    anna.goto("/")
    card = anna.locator(".game-card", has=anna.get_by_role("heading", name="Gavel"))
    card.locator("svg text", has_text="G").wait_for()
    assert "A game for 2 to 4 players." in card.inner_text()
    assert card.locator("a[href^='/guide'], a[href^='/rules']").count() == 0
    assert wrong_on(anna) == []
    card.get_by_label("against: Gavel").select_option("novice")
    card.get_by_role("button", name="Play now: Gavel").click()
    anna.wait_for_url("**/t/*")
    anna.wait_for_selector(DRAWN_STEP)
    assert anna.get_by_role("table", name="Players").locator("tbody tr").count() == 3
    assert "Your turn: bid a card for the lot" in anna.locator(".dock .prompt").inner_text()
    assert wrong_on(anna) == []
    table = anna.url.rsplit("/", 1)[1]
    assert played_out(anna, table, lambda: anna.locator(DRAWN_STEP).last.click()) == 5
    assert anna.locator(".score-card").count() == 3
    totals = sorted(int(text) for text in anna.locator(".score-card .total .number").all_inner_texts())
    assert totals == sorted(update_of(anna, table)["scores"])
    assert "Round 5: a lot of" in anna.locator(".log, .side").first.inner_text()
    assert wrong_on(anna) == []
    anna.goto(f"/replay/{table}/0")
    anna.locator("[data-key=next]").click()
    anna.wait_for_selector(".plain-box table")
    assert wrong_on(anna) == []


def test_it_is_played_by_keyboard_alone_on_a_phone_in_german(visitor: Person) -> None:
    anna = visitor(width=360, height=740, language="de-DE", color_scheme="dark")
    made = new_table(anna, "gavel")
    sit(anna, made)
    anna.wait_for_selector(DRAWN_STEP)
    assert anna.evaluate(OVERFLOW) <= 0
    assert anna.get_by_role("heading", name="Was du tun kannst").is_visible()
    assert wrong_on(anna) == []
    anna.keyboard.press("h")
    anna.wait_for_selector(".hint .hint-step", timeout=60_000)
    chosen = anna.locator(".hint [aria-checked=true]").get_attribute("data-step")
    assert anna.locator(".game-root .hinted").get_attribute("data-step") == chosen, "its button, for it draws no ghosts"
    assert wrong_on(anna) == []
    anna.keyboard.press("Escape")
    anna.wait_for_selector(".hint", state="detached")
    anna.locator(DRAWN_STEP).first.focus()

    def by_keys() -> None:
        """The focus is where the next decision is; arrows choose, Enter takes."""
        anna.wait_for_function("() => document.activeElement.dataset.step")
        anna.keyboard.press("End")
        anna.keyboard.press("Enter")

    assert played_out(anna, made["table"], by_keys) == 5
    assert anna.evaluate(OVERFLOW) <= 0


def test_its_players_fit_a_phone_and_every_value_says_what_it_is(visitor: Person) -> None:
    anna = visitor(width=360, height=740)
    sit(anna, new_table(anna, "gavel", bots=2))
    players = anna.get_by_role("region", name="Players")
    assert players.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 0
    said = players.locator("tbody tr").first.locator(".plain-column:visible").all_inner_texts()
    assert said[:2] == ["Score", "Cards"]
    assert players.get_by_role("columnheader", name="Score").count() == 1
    assert wrong_on(anna) == []


def test_what_is_hidden_and_what_there_is_not_reads_as_nothing(visitor: Person) -> None:
    anna = visitor()
    sit(anna, new_table(anna, "gavel"))
    own, other = anna.get_by_role("table", name="Players").locator("tbody tr").all()
    hand = api(anna, "GET", f"/api/tables/{anna.url.rsplit('/', 1)[1]}")["view"]["seats"][0]["hand"]
    assert ", ".join(map(str, hand)) in own.inner_text()
    assert other.inner_text().count("nothing") == 2
    anna.keyboard.press("b")
    words = anna.locator(".board-words").inner_text()
    assert "Anna: Score 0; Cards 5; Chosen no; Hand " in words
    assert "Waiting: Anna" in words


DRAW_PLAINLY = """async (sent) => {
  const plain = await import('/games/plain.js');
  const { addWords, t } = await import('/i18n.js');
  const { unpacked } = await import('/updates.js');
  await addWords('plain');
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/games/plain.css' }));
  const update = unpacked(sent);
  const legal = new Set(update.legal);
  const names = update.seats.map((seat) => `${seat.name} ${seat.seat}`);
  const ctx = { t, names, viewer: 0, canAct: legal.size > 0, view: update.view, legal: () => legal };
  const root = document.querySelector('#main');
  root.replaceChildren(root.querySelector('h1'));
  plain.mount(root, ctx).update(update);
  return [root.innerText, ...plain.summary(update, ctx)].join('\\n');
}"""


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_the_default_view_draws_views_of_any_depth_and_any_number_of_steps(person: Person, game: str) -> None:
    anna = person(width=390, height=844)
    made = new_table(anna, game)
    many = 12 if game == "pillars" else 3
    update = play_on(anna, made["table"], lambda update: len(update["legal"]) > many, random.Random(3))
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    said = anna.evaluate(DRAW_PLAINLY, update)
    assert "[object" not in said
    assert "undefined" not in said
    assert sorted(steps_of(anna)) == sorted(update["legal"])
    assert anna.get_by_role("table", name="Players").locator("tbody tr").count() == 2
    assert anna.evaluate(OVERFLOW) <= 0
    assert findings(anna) == []


def test_its_words_are_those_of_the_readers_language(visitor: Person) -> None:
    anna = visitor(language="de")
    made = new_table(anna, "gavel")
    sit(anna, made)
    assert anna.locator(".dock .prompt").inner_text().endswith("biete eine Karte für das Los")
    anna.get_by_text("Neuling hat geboten.").first.wait_for()
    hand = update_of(anna, made["table"])["view"]["seats"][0]["hand"]
    unheld = next(card for card in range(1, 21) if card not in hand)

    def send_another(route: Any) -> None:
        route.continue_(post_data=json.dumps({**json.loads(route.request.post_data), "step": f"bid {unheld}"}))

    anna.route("**/steps", send_another)
    anna.locator(DRAWN_STEP).first.click()
    anna.get_by_text(f"Du hast die Karte {unheld} nicht.", exact=True).first.wait_for()
    assert [text for text in anna.complaints if "422" not in text] == []
    anna.complaints.clear()
