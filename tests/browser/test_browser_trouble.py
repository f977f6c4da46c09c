"""What goes wrong in real life: lost sockets, old tabs, double clicks, reloads; and what must never be seen."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, eventually, new_table, play_on, sit, steps_of, take_step, update_of

Person = Callable[..., Any]

SOCKETS = """
  window.sockets = [];
  window.unplugged = false;
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(address) {
      super(window.unplugged ? address.replace('/stream', '/nothing') : address);
      window.sockets.push(this);
    }
  };
"""


LOSE_A_PICTURE = """
  () => new Promise((lost) => {
    const picture = document.documentElement.appendChild(new Image());
    picture.onerror = () => lost((window.pictures = (window.pictures ?? 0) + 1));
    picture.src = 'data:image/png,none';
  })
"""


def two_people(person: Person) -> tuple[Any, Any, str]:
    """Anna and Ben at one table, in two browsers."""
    anna, ben = person(), person()
    made = new_table(anna, bots=0, people=2, options={"first": "1"})
    link = next(link for link in made["links"] if link["seat"] == 1)
    api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": link["token"], "name": "Ben"})
    for page in (anna, ben):
        page.add_init_script(SOCKETS)
        sit(page, made)
    return anna, ben, made["table"]


def money_shown(page: Any) -> None:
    """Waits until the page has heard that somebody takes money; if all the cards are alike, nobody is asked to pick."""
    page.locator(".side .log li", has_text="takes money").wait_for()


def take_money(page: Any) -> None:
    """Takes money; the last card of its kind is picked without asking."""
    take_step(page, "take")
    while picks := [step for step in steps_of(page) if step.startswith("pick")]:
        take_step(page, picks[0])


def test_a_lost_socket_misses_nothing_and_tells_nothing_twice(person: Person) -> None:
    anna, ben, _ = two_people(person)
    ben.evaluate("window.unplugged = true; window.sockets.at(-1).close()")
    ben.wait_for_function("() => document.querySelector('.net').textContent !== ''")
    take_money(anna)
    ben.complaints.clear()  # the browser itself complains of sockets that cannot be opened
    ben.evaluate("window.unplugged = false; window.dispatchEvent(new Event('online'))")
    ben.wait_for_selector('[data-step="take"]')
    ben.complaints.clear()
    told = ben.locator(".side .log li").all_inner_texts()
    assert len([line for line in told if "Anna takes money" in line]) == 1
    cards = ("florin", "ducat", "lira", "certificate")
    assert len([line for line in told if any(f"Anna takes {card}" in line for card in cards)]) == 2


def test_a_step_of_an_old_tab_is_refused_kindly(person: Person) -> None:
    anna, _, _ = two_people(person)
    old = anna.context.new_page()
    old.add_init_script(SOCKETS)
    old.goto(anna.url)
    old.wait_for_selector('[data-step="take"]')
    old.evaluate("window.unplugged = true; window.sockets.at(-1).close()")
    take_step(anna, "take")
    old.locator('.dock [data-step="reveal"]').click()
    old.wait_for_selector(".toast.refusal")
    assert "moved on" in old.locator(".toast").inner_text()
    money_shown(old)
    anna.complaints.clear()  # the answer 409, and the socket that was to fail


def test_addresses_that_lead_nowhere_say_so(person: Person) -> None:
    anna = person()
    made = new_table(anna, bots=1)
    anna.goto(f"/replay/{made['table']}/3")
    anna.get_by_role("heading", name="over").wait_for()
    anna.goto("/t/nonsense")
    anna.get_by_role("heading", name="There is nothing at this address.").wait_for()
    anna.goto(f"/t/{made['table']}#cut")
    anna.locator(".toast", has_text="This link is not").wait_for()
    anna.complaints.clear()  # the answers 404, 409 and 403


def test_a_double_click_is_one_step(person: Person) -> None:
    anna, _, table = two_people(person)
    anna.locator('.dock [data-step="take"]').dblclick()
    money_shown(anna)
    anna.wait_for_timeout(200)
    update = update_of(anna, table)
    assert len([event for event in update["events"] if event["kind"] == "money shown"]) == 1
    picked = [event for event in update["events"] if event["kind"] == "picked"]
    assert not picked or update["view"]["phase"] != "picking", "the second click picked a card"


def test_a_reload_in_the_middle_of_a_payment_loses_nothing(person: Person) -> None:
    anna = person()
    made = new_table(anna)
    table = made["table"]
    rng = random.Random(3)

    def can_lay(update: dict[str, Any]) -> bool:
        return any(step.startswith("lay") for step in update["legal"])

    play_on(anna, table, can_lay, rng)
    sit(anna, made)
    laying = next(step for step in steps_of(anna) if step.startswith("lay"))
    take_step(anna, laying)
    anna.wait_for_selector(".pz-laid .pz-card")
    before = anna.locator(".pz-meter").inner_text()
    anna.reload()
    anna.wait_for_selector(".pz-laid .pz-card")
    assert anna.locator(".pz-meter").inner_text() == before
    anna.keyboard.press("u")
    anna.wait_for_selector(".pz-laid .pz-card", state="detached")


def test_nothing_hidden_reaches_the_page(person: Person) -> None:
    anna, ben, table = two_people(person)
    frames: list[str] = []
    anna.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    anna.reload()
    anna.wait_for_selector(".pz-others")
    bens = update_of(ben, table, 1)["view"]["seats"][1]["hand"]
    assert len(bens) == 4
    assert anna.locator(".pz-others .pz-packed").count() == 0
    assert anna.locator(".pz-others .pz-card-back").inner_text() == "4"
    take_step(anna, "take")
    money_shown(anna)
    seen = [json.loads(frame) for frame in frames]
    updates = [frame for frame in seen if frame.get("type") == "update"]
    assert updates
    for update in updates:
        assert update["view"]["seats"][1]["hand"] is None

    watcher = person()
    watcher.goto(f"/t/{table}")
    watcher.wait_for_selector(".pz-board")
    assert watcher.locator(".pz-money").count() == 0
    assert watcher.locator("[data-step]").count() == 0


@pytest.mark.parametrize(("tag", "words"), [("de-DE", "Dieser Link gilt nicht"), ("nl-NL", "Deze link geldt niet")])
def test_refusals_are_said_in_the_readers_language(person: Person, tag: str, words: str) -> None:
    anna, ben = person(), person(language=tag)
    made = new_table(anna)
    ben.goto(f"{made['path']}#nosuchtokennosuchtoken")
    ben.wait_for_selector(".toast.refusal")
    assert words in ben.locator(".toast").inner_text()
    ben.wait_for_selector(".pz-board")
    ben.complaints.clear()  # the answer 403


def test_that_a_seat_was_freed_is_told_in_the_readers_language_also_where_the_chat_is_not_in_sight(
    person: Person,
) -> None:
    anna, ben, cleo = person(), person(), person(width=390, height=800, language="de")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}, {"kind": "link"}]
    made = api(anna, "POST", "/api/tables", {"game": "palazzo", "seats": seats})
    api_at = f"/api/tables/{made['table']}"
    api(cleo, "POST", f"{api_at}/sit", {"seat": 2, "name": "Cleo"})
    cleo.goto(made["path"])
    cleo.locator('article[aria-label="Platz 2"].free').wait_for()
    api(ben, "POST", f"{api_at}/sit", {"seat": 1, "name": "Ben"})
    cleo.locator('article[aria-label="Platz 2"]:not(.free)').wait_for()  # it has heard of Ben by its socket
    api(anna, "POST", f"{api_at}/free", {"seat": 1})
    cleo.locator(".toast", has_text="Der Platz von Ben wurde von der Person freigegeben").wait_for()


def test_sitting_down_getting_up_and_being_put_out_change_with_whose_eyes_one_looks(person: Person) -> None:
    anna, ben = person(), person()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "link"}]
    made = api(anna, "POST", "/api/tables", {"game": "palazzo", "seats": seats})
    api_at = f"/api/tables/{made['table']}"
    ben.goto(made["path"])
    sit = ben.get_by_role("article", name="Seat 2").get_by_role("button", name="Sit down")
    leave = ben.get_by_role("button", name="Leave")
    ben.locator("#own-name").fill("Ben")
    sit.click()
    leave.click()
    sit.click()
    leave.wait_for()
    api(anna, "POST", f"{api_at}/free", {"seat": 1})
    sit.wait_for()
    assert eventually(ben, lambda: leave.count() == 0)
    assert api(ben, "GET", api_at)["held"] == []


@pytest.mark.parametrize("part", ["dom.js", "home.js", "styles/base.css", "words/en/common.json"])
def test_a_page_that_does_not_arrive_whole_is_loaded_again(person: Person, part: str) -> None:
    anna = person()
    lost: list[Any] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.abort("connectionreset")

    anna.route(f"**/{part}", lose)
    anna.goto("/")
    if part == "home.js":  # the page itself is there, and asks its reader
        anna.get_by_role("button", name="Load again").click()
    anna.locator(".game-card", has_text="Palazzo").wait_for()
    anna.wait_for_function("() => getComputedStyle(document.body).margin === '0px' && sessionStorage.length === 0")
    anna.complaints.clear()  # the browser's own, of what it could not fetch


def test_a_picture_that_is_missing_does_not_load_the_page_again(person: Person) -> None:
    anna = person()

    def lose_a_picture(route: Any) -> None:
        """Before the page can have started, for which it needs this module."""
        anna.evaluate(LOSE_A_PICTURE)
        route.continue_()

    anna.route("**/api.js", lose_a_picture)
    anna.goto("/")
    anna.locator(".game-card", has_text="Palazzo").wait_for()
    assert anna.evaluate("[window.pictures, sessionStorage.length]") == [1, 0], "it was lost, and counts for nothing"


def test_a_page_that_never_arrives_whole_says_so_and_asks_its_reader(person: Person) -> None:
    anna = person(language="de-DE")
    asked: list[Any] = []

    def lose(route: Any) -> None:
        asked.append(route)
        route.abort("connectionreset")

    anna.clock.install()
    anna.route("**/api.js", lose)
    anna.goto("/")
    again = anna.get_by_role("button", name="Noch einmal laden")
    for seconds in (1, 3, 9):
        again.wait_for()
        before = len(asked)
        anna.clock.run_for(1000 * seconds)
        assert eventually(anna, lambda: len(asked) > before)  # noqa: B023 — asked at once
    again.wait_for()
    before = len(asked)
    anna.clock.run_for(60_000)
    assert len(asked) == before, "it does not go on for ever"
    anna.unroute("**/api.js")
    again.click()
    anna.get_by_role("button", name="Jetzt spielen").first.wait_for()
    anna.complaints.clear()
