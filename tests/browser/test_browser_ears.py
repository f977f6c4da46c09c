"""For people who hear the page or use no mouse: what a step did, what comes next, the board in words, every key."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import close_dialog, eventually, findings, look_away, new_table, play_on, sit, steps_of, take_step

Person = Callable[..., Any]
HEARD = """() => [...document.querySelectorAll('#live-polite p, #live-assertive p')]
  .map((line) => line.textContent).join('\\n')"""
CARDS_TO_PICK = "() => document.querySelectorAll('[data-step^=\"pick \"]').length"
ON_A_CARD = "() => document.activeElement?.dataset?.step?.startsWith('pick ')"
NONE_LEFT = "() => !document.querySelector('[data-step^=\"pick \"]')"


def heard(page: Any) -> str:
    """What the browser gives screen readers to say: nothing of what lies beneath a dialog."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    said = {(node["role"]["value"], node["name"]["value"]) for node in nodes if not node["ignored"] and "name" in node}
    spoken = page.evaluate(HEARD).split("\n")
    return "\n".join(line for line in spoken if ("StaticText", line) in said)


def at_turn(person: Person, game: str = "palazzo", **wishes: Any) -> tuple[Any, dict[str, Any]]:
    page = person(**wishes)
    made = new_table(page, game, options={"first": "1"})
    play_on(page, made["table"], lambda update: bool(update["legal"]), random.Random(1))
    sit(page, made)
    return page, made


def test_one_hears_what_ones_own_step_did_and_what_is_to_be_decided_next(person: Person) -> None:
    page, _ = at_turn(person)
    take_step(page, "take")
    page.wait_for_selector("[data-step^='pick ']")
    heard = page.evaluate(HEARD)
    assert "Anna takes money; face up:" in heard
    assert "Take two of the open cards." in heard


@pytest.mark.parametrize("width", [1440, 390])
def test_the_focus_goes_where_the_next_decision_is(person: Person, width: int) -> None:
    page, _ = at_turn(person, width=width)
    page.locator(".dock [data-step=take]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(ON_A_CARD)
    shown = page.evaluate(CARDS_TO_PICK)
    page.keyboard.press("Enter")
    page.wait_for_function(f"(shown) => ({CARDS_TO_PICK})() < shown", arg=shown)
    # where the cards left are alike nobody has to choose, and the turn is over
    page.wait_for_function(f"() => ({ON_A_CARD})() || ({NONE_LEFT})()")


def test_taking_back_keeps_the_focus_on_taking_back_while_there_is_something(person: Person) -> None:
    page = person()
    made = new_table(page, "pillars")

    def setting_piles(update: dict[str, Any]) -> bool:
        return bool(update["legal"]) and update["view"]["phase"] == "piling" and update["view"]["left"] >= 3

    play_on(page, made["table"], setting_piles, random.Random(1), 2000, ("choose pitch-dipper", "stay", "done"))
    sit(page, made)
    for _ in range(2):
        take_step(page, next(step for step in steps_of(page) if step.startswith("pile ")))
    page.locator(".dock [data-key=undo]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".dock [data-key=restart]", state="detached")
    page.wait_for_function("() => document.activeElement.dataset.key === 'undo'")


@pytest.mark.parametrize(("game", "keys"), [("palazzo", []), ("pillars", ["R", "N", "Enter", "PgUp PgDn"])])
def test_every_key_is_in_the_list_of_keys_and_the_list_is_heard(person: Person, game: str, keys: list[str]) -> None:
    page, _ = at_turn(person, game)
    page.keyboard.press("k")
    page.wait_for_selector("dialog .keys")
    listed = page.locator("dialog kbd").all_text_contents()
    assert set(listed) >= {*"uhajlmsbgk?", "1 … 9", "Esc", "← → ↑ ↓ Home End", *keys}
    assert eventually(page, lambda: "Keys. u: Take back" in heard(page))
    assert findings(page) == []


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("palazzo", ["Warehouse: ", "Quarry 4: ", "the master builder stands here", "My money: ", "Anna: "]),
        ("pillars", ["60 piles left", "Districts built: none.", "Districts to take: ", "Anna; 0 points"]),
    ],
)
def test_the_board_is_read_out_by_a_key_and_by_a_button(person: Person, game: str, words: list[str]) -> None:
    page, _ = at_turn(person, game)
    page.keyboard.press("b")
    page.wait_for_selector("dialog .board-words li")
    text = page.locator("dialog .board-words").inner_text()
    assert eventually(page, lambda: words[0] in heard(page))
    for part in words:
        assert part in text
        assert part in heard(page)
    close_dialog(page)
    page.get_by_role("button", name="Read out the board").click()
    page.wait_for_selector("dialog .board-words li")
    assert findings(page) == []


def test_what_a_tag_says_is_in_the_name(person: Person) -> None:
    page = person()
    made = new_table(page)

    def buying(update: dict[str, Any]) -> bool:
        return update["view"]["phase"] == "market" and any(step.startswith("buy ") for step in update["legal"])

    play_on(page, made["table"], buying, random.Random(2), 900)
    sit(page, made)
    offer = page.locator(".pz-warehouse [data-step^='buy ']").first
    points = offer.locator(".pz-tag").get_attribute("data-text").strip("()")
    assert f"{points} points" in offer.get_attribute("aria-label")

    def placing(update: dict[str, Any]) -> bool:
        return update["view"]["phase"] == "placing" and any(step.startswith("put ") for step in update["legal"])

    look_away(page)
    play_on(page, made["table"], placing, random.Random(2), 900)
    sit(page, made)
    assert "−5 points" in page.locator(".pz-mine [data-step=new]").get_attribute("aria-label")
    ghost = page.locator(".pz-mine [data-step^='put ']").first
    assert f"{ghost.locator('.pz-tag').get_attribute('data-text')} points" in ghost.get_attribute("aria-label")


def test_districts_are_named_in_words(person: Person) -> None:
    page, _ = at_turn(person, "pillars")
    names = page.evaluate("() => [...document.querySelectorAll('[aria-label]')].map((item) => item.ariaLabel)")
    assert any("buildings" in name or "piazza" in name for name in names)
    assert not [name for name in names if any(f" {code}" in name for code in ("BB", "BP", "PB", "PP"))]


PHASES = {
    "palazzo": {"turn", "picking", "market", "paying", "bidding", "raising", "placing", "building"},
    "pillars": {"swapping", "choosing", "taking", "piling", "marking", "building"},
}


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_targets_are_large_and_names_differ_on_every_screen_of_a_phone(person: Person, game: str) -> None:
    page = person(390, 844)
    page.goto("/")
    page.wait_for_selector(".game-card")
    assert ("home", findings(page)) == ("home", [])
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog")
    assert ("settings", findings(page)) == ("settings", [])
    close_dialog(page)
    page.locator(".game-card").first.get_by_role("button", name="With friends").click()
    page.wait_for_selector("dialog .check")
    assert ("new table", findings(page)) == ("new table", [])
    for path, ready in ((f"/rules/{game}", ".rules-rulings li"), (f"/guide/{game}", ".guide-note h2")):
        page.goto(path)
        page.wait_for_selector(ready)
        assert (path, findings(page)) == (path, [])
    made, left, rng = new_table(page, game), set(PHASES[game]), random.Random(2)

    def fresh(update: dict[str, Any]) -> bool:
        return bool(update["legal"]) and update["view"]["phase"] in left

    while left:
        look_away(page)
        update = play_on(page, made["table"], fresh, rng, 3000)
        if update["status"] != "running":
            break
        left.discard(update["view"]["phase"])
        sit(page, made)
        assert (update["view"]["phase"], findings(page)) == (update["view"]["phase"], [])
    assert len(left) < 3
    look_away(page)
    play_on(page, made["table"], lambda update: False, rng, 6000)
    sit(page, made)
    page.wait_for_selector(".result .plot polyline")
    assert ("result", findings(page)) == ("result", [])
