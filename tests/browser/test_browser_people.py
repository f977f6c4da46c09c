"""People at a table: sockets, waiting steps, unread messages, Back, absence, and coming back."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

from browserhelp import (
    SETTLED,
    api,
    close_dialog,
    eventually,
    leave,
    new_table,
    play_on,
    play_together,
    sit,
    take_step,
    update_of,
)

Person = Callable[..., Any]

SOCKETS = """
  window.sockets = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(address) { super(address); window.sockets.push(this); }
  };
"""
TONES = """
  window.tones = 0;
  const plain = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return plain.call(this); };
  localStorage.setItem('capomastro', JSON.stringify({ sound: 'on' }));
"""


THOUGHT = "() => document.querySelector('.dock .thinking:not([hidden])')?.textContent ?? ''"
CLOSE_AND = """async (selector) => {
  const dialog = document.querySelector('dialog');
  const closed = new Promise((done) => { dialog.addEventListener('close', done); });
  dialog.close();
  await closed;
  document.querySelector(selector).click();
}"""
"""Presses something as soon as a dialog has closed, while the browser is on its way back in history."""


def join(page: Any, made: dict[str, Any], seat: int, name: str) -> None:
    """Sits down by the link of a seat, without the page."""
    token = next(link["token"] for link in made["links"] if link["seat"] == seat)
    api(page, "POST", f"/api/tables/{made['table']}/claim", {"token": token, "name": name})


def two_people(person: Person, bots: int = 0, **wishes: Any) -> tuple[Any, Any, dict[str, Any]]:
    """Anna and Ben at one table, Anna to begin."""
    anna, ben = person(**wishes), person(**wishes)
    made = new_table(anna, bots=bots, people=2, options={"first": "1"})
    join(ben, made, 1, "Ben")
    return anna, ben, made


def test_online_and_visible_at_once_open_one_socket(person: Person) -> None:
    anna = person()
    anna.add_init_script(SOCKETS)
    sit(anna, new_table(anna))
    anna.wait_for_function("() => window.sockets.length === 1 && window.sockets[0].readyState === 1")
    anna.evaluate("""() => {
      window.sockets[0].close();
      window.sockets[0].dispatchEvent(new CloseEvent('close', { code: 1006 }));
      window.dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('online'));
    }""")
    anna.wait_for_function("() => window.sockets.at(-1).readyState === 1")
    assert anna.evaluate("window.sockets.length") == 2


def test_a_refused_step_makes_no_sound_of_a_step(person: Person) -> None:
    anna = person()
    anna.add_init_script(TONES)
    made = new_table(anna, options={"first": "1"})
    sit(anna, made)
    anna.route("**/steps", lambda route: route.fulfill(status=409, json={"error": "stale", "code": "stale"}))
    take_step(anna, "take")
    anna.wait_for_selector(".toast.refusal")
    assert anna.evaluate("window.tones") == 0
    anna.unroute("**/steps")
    take_step(anna, "take")
    anna.wait_for_function("() => window.tones === 1")
    anna.complaints.clear()  # the answer 409


def test_a_guest_without_a_name_is_not_called_like_a_bot(person: Person) -> None:
    anna = person()
    anna.goto("/")
    anna.locator("#level-palazzo").select_option("master")
    anna.locator("[data-play=palazzo]").click()
    anna.wait_for_selector(".dock .prompt")
    assert update_of(anna, anna.url.rsplit("/", 1)[1])["seats"][0]["name"] == "Guest"


def test_a_step_sent_while_offline_waits_in_sight_and_is_sent_when_back(person: Person) -> None:
    anna = person(390, 800)
    made = new_table(anna, options={"first": "1"})
    anna.clock.install()
    sit(anna, made)
    anna.context.set_offline(True)
    anna.locator('.dock [data-step="take"]').click()
    waits = anna.locator(".dock .unsent")
    waits.wait_for()
    assert "waits" in waits.inner_text()
    for _ in range(6):
        anna.clock.fast_forward(5_000)
        anna.wait_for_timeout(50)
    assert waits.is_visible()
    assert not anna.locator(".toast.refusal").count()
    anna.context.set_offline(False)
    waits.wait_for(state="detached")
    anna.locator('[data-step^="pick"]').first.wait_for()
    anna.complaints.clear()  # the browser itself complains of the network


def test_unread_messages_stay_marked_until_they_are_read(person: Person) -> None:
    anna, ben, made = two_people(person, width=390)
    sit(anna, made)
    api(ben, "POST", f"/api/tables/{made['table']}/chat", {"seat": 1, "text": "good luck"})
    badge = anna.locator(".bar .badge")
    badge.wait_for()
    anna.keyboard.press("g")
    anna.get_by_role("tab", name="Log").wait_for()
    assert badge.is_visible(), "looking at the log reads no messages"
    close_dialog(anna)
    anna.reload()
    badge.wait_for()
    assert badge.inner_text() == "1"
    anna.get_by_role("button", name="1 unread message").click()
    anna.locator(".chat-lines").get_by_text("good luck").wait_for()
    badge.wait_for(state="hidden")
    close_dialog(anna)
    anna.reload()
    anna.get_by_role("button", name="Log, chat and notes").click()
    anna.get_by_role("tab", name="Chat").click()
    anna.locator(".chat-lines").get_by_text("good luck").wait_for()  # the messages have come
    assert badge.is_hidden()


def test_back_closes_the_drawer_and_not_the_table_under_it(person: Person) -> None:
    anna = person(390, 800)
    made = new_table(anna, options={"first": "1"})
    anna.goto("/")
    anna.locator(".table-row").first.click()
    anna.wait_for_selector(".dock .prompt")
    before = anna.evaluate("history.length")
    for _ in range(3):
        anna.get_by_role("button", name="Log, chat and notes").click()
        anna.locator("dialog[open] .log").wait_for()
        anna.evaluate("history.back()")
        anna.wait_for_function(SETTLED)
        assert anna.url.endswith(made["path"])
    anna.get_by_role("button", name="Settings").click()
    anna.locator("dialog[open]").wait_for()
    close_dialog(anna)
    assert anna.evaluate("history.length") <= before + 1
    anna.get_by_role("button", name="Players and more").click()
    anna.locator("dialog a[href='/rules/palazzo']").click()
    anna.wait_for_url("**/rules/palazzo")
    anna.go_back()
    anna.wait_for_selector(".dock .prompt")
    assert anna.url.endswith(made["path"])
    anna.go_back()
    anna.wait_for_selector(".game-card")


def test_what_is_opened_while_something_closes_stays_open(person: Person) -> None:
    anna = person()
    made = new_table(anna)
    sit(anna, made)
    settings = anna.get_by_role("button", name="Settings")
    for _ in range(3):
        settings.click()
        anna.evaluate(CLOSE_AND, "[aria-label='Players and more']")
        anna.wait_for_function("() => history.state?.layers === 1")
        anna.locator("dialog[open]", has_text="Continue on another device").wait_for()
        close_dialog(anna)
        assert anna.url.endswith(made["path"])


def test_a_link_pressed_while_something_closes_leads_to_its_page(person: Person) -> None:
    anna = person()
    sit(anna, new_table(anna))
    anna.get_by_role("button", name="Settings").click()
    anna.evaluate(CLOSE_AND, ".brand")
    anna.wait_for_selector(".home .game-card")
    anna.wait_for_function("() => location.pathname === '/' && !history.state?.layers")


def test_who_comes_and_goes_takes_no_button_from_under_anybodys_finger(person: Person) -> None:
    anna, ben, made = two_people(person)
    sit(anna, made)
    anna.evaluate("() => { window.pressed = document.querySelector('.dock [data-step=take]'); }")
    sit(ben, made)
    api(ben, "POST", f"/api/tables/{made['table']}/chat", {"seat": 1, "text": "good luck"})
    anna.get_by_role("tab", name="Chat").click()
    anna.get_by_text("good luck", exact=True).wait_for()  # told after Ben's coming
    assert anna.evaluate("() => window.pressed.isConnected")


def test_a_bot_can_be_proposed_as_soon_as_somebody_is_late(person: Person, hasty_server: str) -> None:
    """An open page finds out by itself; whoever was replaced sees it and comes back by one click."""
    anna, ben, made = two_people(person, base_url=hasty_server)
    sit(ben, made)
    sit(anna, made)
    leave(anna)
    propose = ben.locator(".people-banner").get_by_role("button", name="Propose a bot")
    propose.wait_for()
    assert "The table has been waiting for Anna since" in ben.locator(".people-banner").inner_text()
    propose.click()
    ben.locator(".people-banner .banner").wait_for(state="detached")
    anna.goto(made["path"])
    anna.locator(".people-banner", has_text="A bot plays for you.").wait_for()
    assert "Your turn" not in anna.locator(".dock .prompt").inner_text()
    anna.get_by_role("button", name="Play again myself").click()
    anna.locator(".people-banner [data-about^=replaced]").wait_for(state="detached")
    assert update_of(ben, made["table"])["seats"][0]["stand_in"] is None


def test_a_refused_proposal_is_told_to_its_proposer(person: Person) -> None:
    anna, ben, made = two_people(person)
    for page in (anna, ben):
        sit(page, made)
    take_step(anna, "take")
    anna.get_by_role("button", name="Players and more").click()
    anna.get_by_role("button", name="Propose to go back").click()
    anna.locator(".people-banner", has_text="Still to agree: Ben").wait_for()
    ben.get_by_role("button", name="Refuse").click()
    anna.locator(".toast", has_text="Ben does not agree to go back.").wait_for()
    anna.locator(".people-banner [data-about^=own]").wait_for(state="detached")


def test_a_rematch_is_offered_to_all_with_the_name_of_who_made_it(person: Person) -> None:
    anna, ben, made = two_people(person)
    rng = random.Random(4)
    over = play_together([anna, ben], made["table"], lambda update: bool(update["status"] == "over"), rng)
    assert over["rematch"] is None
    for page in (anna, ben):
        sit(page, made)
    ben.get_by_role("button", name="Rematch").click()
    anna.locator(".toast", has_text="Ben has set up a rematch.").wait_for()
    anna.get_by_role("button", name="Join Ben’s rematch").click()
    for page in (anna, ben):
        page.wait_for_function(
            "(old) => location.pathname.startsWith('/t/') && !location.pathname.endsWith(old)", arg=made["table"]
        )
    assert anna.url == ben.url


def test_who_is_away_is_shown_with_the_time(person: Person) -> None:
    anna, ben, made = two_people(person)
    ben.clock.install()
    sit(ben, made)
    sit(anna, made)
    ben.wait_for_function("() => document.querySelector('.net').textContent === ''")
    leave(anna)
    assert eventually(ben, lambda: not update_of(ben, made["table"])["seats"][0]["here"])
    assert not ben.locator(".people-banner .banner").count(), "a reload is no absence"
    ben.clock.fast_forward(25_000)
    ben.get_by_text("Anna has been away since").wait_for()


def stop_at_a_bot(page: Any) -> None:
    """The page hears the table until a bot is to act, and no more: as if that bot thought for ever."""
    heard = {"all": False}

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str) -> None:
            if heard["all"]:
                return
            socket.send(message)
            acting = [act["seat"] for act in json.loads(message).get("to_act", [])]
            heard["all"] = bool(acting) and 0 not in acting

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/stream"), relay)


def test_bots_that_think_are_named_calmly(person: Person) -> None:
    """Not before a moment has passed: most bots have decided by then."""
    anna = person()
    stop_at_a_bot(anna)
    anna.clock.install()
    made = new_table(anna, bots=2, options={"first": "1"})
    sit(anna, made)
    play_on(anna, made["table"], lambda update: not update["legal"], random.Random(1))
    anna.locator(".dock .thinking").wait_for(state="attached")
    assert anna.evaluate(THOUGHT) == ""
    anna.clock.fast_forward(1_000)
    assert re.fullmatch(r"Novice \d is thinking", anna.evaluate(THOUGHT))
