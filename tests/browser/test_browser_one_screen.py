"""Several people at one screen: no hand is ever to be seen, read or heard unless its owner has uncovered it."""

import base64
import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import NOT_BUSY, api, choose, eventually, play_on, update_of

Person = Callable[..., Any]
Table = dict[str, Any]
BOARD = {"palazzo": ".pz-board", "pillars": ".pl .lagoon"}
PEOPLE = 2
"""They share the screen; whoever sits further on is a bot."""
AHEAD = 7
"""This many steps are played without the page between two that are played by it."""
HABITS = {
    "palazzo": ("done", "put ", "new", "build ", "reveal", "auction", "pass"),
    "pillars": ("stay", "choose pitch-dipper", "choose master", "done"),
}
CARDS = """() => {
  const drawn = document.querySelectorAll('.pz-card, .pz-packed, .pz-mini, .pl .card[class*="role-"], [data-step]');
  const written = (item) => [...item.querySelectorAll('[data-text]')].map((part) => part.dataset.text);
  return [...drawn].map((item) => [item.getAttribute('aria-label'), item.textContent, ...written(item)].join()).sort();
}"""
"""Every card, and every step, that is anywhere in the page: seen or not, as text, name or picture."""
LOG = "() => [...document.querySelectorAll('.log li > :last-child')].map((line) => line.textContent)"
HEARD = """() => [...document.querySelectorAll('#live-polite p, #live-assertive p, #toast p')]
  .map((line) => line.textContent)"""
HANDS_IN_SIGHT = """() => [...document.querySelectorAll('.pz-money, .pl-hand')].filter((hand) => {
  const box = hand.getBoundingClientRect();
  return hand.checkVisibility({ visibilityProperty: true }) && box.width > 0 && box.height > 0;
}).length"""
UNCOVERED = f"""() => {{
  if (!document.querySelector('[data-key=cover]')) return null;
  document.querySelector('.dock [data-key=all][aria-expanded=false]')?.click();
  const steps = [...document.querySelectorAll('.dock [data-step]')].map((item) => item.dataset.step);
  return {{ hands: ({HANDS_IN_SIGHT})(), steps: [...new Set(steps)] }};
}}"""
"""The hands in sight and the steps of whoever has uncovered, at one moment; null if all is covered."""
PRESS = "(step) => document.querySelector(`.dock [data-step='${step}']`)?.click()"
BOARD_IN_SIGHT = """(board) => {
  const box = document.querySelector(board)?.getBoundingClientRect();
  return Boolean(box && box.width > 100 && box.top < innerHeight - 60);
}"""


PAINT = """
  const paint = new CSSStyleSheet();
  paint.replaceSync('.pz-money .pz-card, .pl-hand .card { outline: 6px solid #ff00fe; outline-offset: -6px; }');
  document.adoptedStyleSheets.push(paint);
"""
"""Every card of a hand gets a frame of a colour that is nowhere else, so that a picture can be searched for it."""
PAINTED = """async (text) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) found += data[i] > 250 && data[i + 1] < 5 && data[i + 2] > 249;
  return found;
}"""


WATCH = f"""
  window.unveiled = 0;
  const look = () => {{
    if (!document.querySelector('.pz-money, .pl-hand') || document.querySelector('[data-key=cover]')) return;
    window.unveiled += ({HANDS_IN_SIGHT})();
  }};
  new MutationObserver(look).observe(document, {{ childList: true, subtree: true, attributes: true }});
"""
"""Looks at the page whenever anything changes in it: counts the hands in sight that nobody has uncovered."""


def painted(page: Any) -> int:
    """How much of a hand's cards a picture of the screen shows."""
    found: int = page.evaluate(PAINTED, base64.b64encode(page.screenshot()).decode())
    return found


def painted_after_scrolling(page: Any) -> int:
    """The same, once the hand has been looked for: the page may just have scrolled to what is to be decided."""
    page.locator(".pz-money .pz-card, .pl-hand .card").first.scroll_into_view_if_needed()
    return painted(page)


def at_one_screen(page: Any, game: str, bots: int = 0, **wishes: Any) -> Table:
    seats: list[dict[str, str]] = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    seats += [{"kind": "bot", "bot": "novice"}] * bots
    made: Table = api(page, "POST", "/api/tables", {"game": game, "seats": seats, **wishes})
    return made


def same_as(page: Any, stranger: Any, what: str) -> bool:
    """Whether both pages show the same; one of them may hear of it a moment later."""
    return bool(eventually(stranger, lambda: page.evaluate(what) == stranger.evaluate(what)))


def all_covered(page: Any, stranger: Any, game: str) -> None:
    """A screen with all hands covered shows and says what a stranger sees who only watches."""
    assert page.evaluate(HANDS_IN_SIGHT) == 0
    assert painted(page) == page.evaluate("window.unveiled") == 0
    assert page.locator(".pz-money, .pl-hand, .pl-stock, [data-step]").count() == 0
    assert page.evaluate(BOARD_IN_SIGHT, BOARD[game])
    assert same_as(page, stranger, CARDS)
    assert same_as(page, stranger, LOG)
    public = set(stranger.evaluate(LOG))
    for line in page.evaluate(HEARD):
        assert line in public or "is next" in line or line.startswith("Four or more tiles"), line


def open_screen(page: Any, made: Table) -> None:
    page.add_init_script(PAINT)
    page.add_init_script(WATCH)
    page.goto(made["path"])
    page.wait_for_selector("[data-uncover]")


def uncover(page: Any) -> None:
    """The first of those who are to act takes the device and turns up their cards."""
    page.locator("[data-uncover]").first.dispatch_event("click")
    page.wait_for_selector("[data-key=cover]")
    page.wait_for_selector("[data-step], .pl-aim", state="attached")


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_new_table_and_a_reload_show_no_hand(person: Person, game: str) -> None:
    anna, stranger = person(drawn=True), person()
    made = at_one_screen(anna, game)
    stranger.goto(made["path"])
    open_screen(anna, made)
    all_covered(anna, stranger, game)
    uncover(anna)
    assert anna.evaluate(HANDS_IN_SIGHT) == 1
    anna.reload()
    anna.wait_for_selector("[data-uncover]")
    all_covered(anna, stranger, game)


def test_cards_can_be_covered_again_and_no_double_click_uncovers_them(person: Person) -> None:
    anna = person()
    open_screen(anna, at_one_screen(anna, "palazzo", options={"first": "1"}))
    uncover(anna)
    anna.locator("[data-key=cover]").click()
    anna.wait_for_selector("[data-uncover]")
    assert anna.evaluate(HANDS_IN_SIGHT) == 0
    uncover(anna)
    anna.keyboard.press("h")
    anna.wait_for_selector(".hint")
    anna.evaluate("() => document.querySelector('[data-key=cover]').click()")
    anna.wait_for_selector("[data-uncover]")
    assert anna.locator(".hint, .hinted").count() == 0, "a hint tells of the hand it was given for"
    anna.locator("[data-uncover]").first.dispatch_event("click", {"detail": 2})
    anna.wait_for_timeout(200)
    assert anna.evaluate(HANDS_IN_SIGHT) == 0


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_hand_is_covered_before_the_server_has_answered(person: Person, game: str) -> None:
    anna = person()
    open_screen(anna, at_one_screen(anna, game))
    uncover(anna)
    held: list[Any] = []
    anna.route("**/api/tables/*?seat=none*", lambda route: held.append(route))
    anna.locator("[data-key=cover]").click()
    anna.wait_for_function(f"() => ({HANDS_IN_SIGHT})() === 0")
    anna.wait_for_selector(BOARD[game])
    assert eventually(anna, lambda: held)
    held[0].continue_()
    anna.wait_for_selector("[data-uncover]")
    assert anna.locator(".covering").count() == 0


def is_last_to_choose(update: Table) -> bool:
    """Whether the next choice turns everybody's cards up."""
    view = update["view"]
    return view["phase"] == "choosing" and bool(view["waiting"] == [update["viewer"]])


def bots_have_chosen(update: Table) -> bool:
    view = update["view"]
    return bool(view["phase"] != "choosing" or max(view["waiting"]) < PEOPLE)


def play_ahead(page: Any, made: Table, game: str, rng: random.Random) -> Table:
    """Plays some steps without the page, whose hands stay covered, and then to a moment worth looking at."""
    steps = iter(range(AHEAD))

    def look_again(update: Table) -> bool:
        update.update(update_of(page, made["table"], update["viewer"]))
        return bots_have_chosen(update)

    def worth_looking(update: Table) -> bool:
        if not update["legal"] or next(steps, None) is not None:  # looking again while others act is no step
            return False
        if game == "palazzo":
            return True
        if not bots_have_chosen(update):  # else who is the last to choose would be a matter of luck
            eventually(page, lambda: look_again(update))
        return is_last_to_choose(update) or rng.random() < 0.04

    update = play_on(page, made["table"], worth_looking, rng, preferred=HABITS[game])
    page.wait_for_selector(".result" if update["status"] == "over" else f"[data-uncover='{update['viewer']}']")
    return update


@pytest.mark.parametrize(("game", "bots"), [("palazzo", 0), ("pillars", 1)])
def test_no_hand_is_seen_in_a_whole_evening_unless_its_owner_uncovers_it(person: Person, game: str, bots: int) -> None:
    anna, stranger = person(drawn=True), person()
    made = at_one_screen(anna, game, bots)
    stranger.goto(made["path"])
    open_screen(anna, made)
    rng = random.Random(5)
    uncovered, reveals, painted_once = 0, 0, False
    while (update := play_ahead(anna, made, game, rng))["status"] == "running":
        all_covered(anna, stranger, game)
        uncover(anna)
        uncovered += 1
        last = game == "pillars" and is_last_to_choose(update)
        if not painted_once and (last or game == "palazzo"):
            painted_once = eventually(anna, lambda: painted_after_scrolling(anna) > 0)
            assert painted_once, "and its owner sees it"
        while (now := anna.evaluate(UNCOVERED)) and now["steps"]:
            assert now["hands"] == 1
            anna.evaluate(PRESS, choose(now["steps"], rng, HABITS[game]))
            anna.wait_for_function(NOT_BUSY)
            if last:
                reveals += 1
                anna.wait_for_selector("[data-key=cover]", state="detached")
                assert anna.locator(".pl-hand").count() == 0, "everybody looks at the cards that are turned up"
    assert anna.evaluate(HANDS_IN_SIGHT) == 0
    assert anna.evaluate("window.unveiled") == 0, "nor between the pictures"
    assert uncovered > 4
    assert reveals > 1 or game == "palazzo"
