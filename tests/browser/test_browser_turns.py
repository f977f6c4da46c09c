"""Hearing of one's turns: messages to the browser, the tab's title and icon, the next table; and finding a game."""

from collections.abc import Callable
from typing import Any

from browserhelp import OVERFLOW, api, close_dialog, eventually, findings, new_table
from chromium import CHROMIUM
from push_service import Browser, push_service

Person = Callable[..., Any]
SUBSCRIBED = """(keys) => {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => ({
    toJSON: () => ({ endpoint: keys.endpoint, keys }),
    asked: window.asked = btoa(String.fromCharCode(...options.applicationServerKey)),
  });
}"""
"""The browser's push service is one of ours, on loopback: its own is out of reach."""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data }) => [title, body, data.path])"""
ACTIVE = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
ICON = "() => document.getElementById('favicon').href"


def test_messages_to_a_browser_are_turned_on_tried_shown_and_turned_off(server: str, person: Person) -> None:
    address = server.replace("127.0.0.1", "localhost")
    anna = person(program=CHROMIUM, permissions=["notifications"], base_url=address)
    with push_service() as service:
        anna.goto("/notices")
        told = api(anna, "GET", "/api/me/notices")
        service.key = told["key"]
        anna.get_by_text("This server sends no mail.").wait_for()
        anna.evaluate(SUBSCRIBED, Browser(service, "anna").subscription)
        anna.get_by_role("button", name="Turn on").click()
        anna.get_by_text("A test message is on its way to this browser.").wait_for()
        asked = anna.evaluate("() => window.asked").rstrip("=").replace("+", "-").replace("/", "_")
        assert asked == service.key
        assert [message["title"] for _, message in service.read] == ["Capomastro reaches you here"]

        workers: list[Any] = []
        cdp = anna.context.new_cdp_session(anna)
        cdp.on("ServiceWorker.workerRegistrationUpdated", lambda event: workers.extend(event["registrations"]))
        cdp.send("ServiceWorker.enable")
        assert eventually(anna, lambda: workers)
        anna.wait_for_function(ACTIVE)
        message = '{"title": "It is your turn", "body": "Sunday", "path": "/t/sunday", "tag": "turn-sunday", "n": 1}'
        where = {"origin": anna.url.removesuffix("/notices"), "registrationId": workers[0]["registrationId"]}

        def delivered() -> Any:
            """A busy browser may drop what is delivered by hand; a second one of the same tag takes its place."""
            cdp.send("ServiceWorker.deliverPushMessage", {**where, "data": message})
            anna.wait_for_timeout(500)
            return anna.evaluate(SHOWN)

        assert eventually(anna, delivered) == [["It is your turn", "Sunday", "/t/sunday"]]

        service.gone.add("anna")
        anna.get_by_role("button", name="Send a test message").click()
        anna.get_by_text("The push service no longer knows this browser.").wait_for()
        anna.get_by_role("button", name="Turn on").wait_for()


def test_what_stands_in_the_way_of_messages_is_said_and_the_rest_is_kept(person: Person) -> None:
    anna = person(width=360, height=740, language="de-DE", timezone_id="Europe/Rome")
    anna.add_init_script("delete window.PushManager")
    anna.goto("/notices")
    anna.get_by_text("Dieser Browser kann keine Nachrichten von Webseiten zeigen.").wait_for()
    assert anna.get_by_role("button", name="Einschalten").is_disabled()
    assert anna.evaluate(OVERFLOW) == 0
    assert findings(anna) == []
    anna.get_by_label("Ruhezeiten").check()
    anna.get_by_label("Von", exact=True).fill("21:30")
    anna.get_by_label("Von", exact=True).blur()
    anna.get_by_label("Wie oft").select_option("daily")
    anna.get_by_label("Um wie viel Uhr").wait_for()
    anna.get_by_label("Webadresse").fill("nonsense")
    anna.keyboard.press("Enter")
    anna.get_by_text("Ein Webhook ist eine Adresse").first.wait_for()
    anna.complaints.clear()  # the answer 400
    anna.get_by_label("Webadresse").fill("https://example.org/hook")
    anna.keyboard.press("Enter")
    eventually(anna, lambda: api(anna, "GET", "/api/me/notices")["webhook"])
    told = api(anna, "GET", "/api/me/notices")
    kept = {"quiet_from": 1290, "quiet_to": 480, "digest": "daily", "zone": "Europe/Rome", "language": "de"}
    assert {name: told[name] for name in kept} == kept
    anna.reload()
    anna.get_by_label("Von", exact=True).wait_for()
    assert anna.get_by_label("Von", exact=True).input_value() == "21:30"


def test_the_tab_says_how_many_tables_wait_and_a_button_leads_to_the_next(person: Person) -> None:
    anna = person()
    anna.goto("/")
    assert anna.locator(".next-table").is_hidden()
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    made = [
        api(anna, "POST", "/api/tables", {"game": "palazzo", "seats": seats, "name": name}) for name in ("One", "Two")
    ]
    anna.goto("/")
    anna.wait_for_function("() => document.title.startsWith('(2) ')")
    anna.wait_for_function(f"() => ({ICON})().startsWith('data:image/svg')")
    anna.get_by_role("link", name="Next table: One (2 wait for you)").click()
    anna.wait_for_url(f"**{made[0]['path']}")
    anna.get_by_role("link", name="Next table: Two").wait_for()
    anna.locator(".dock").wait_for()
    anna.keyboard.press("t")
    anna.wait_for_url(f"**{made[1]['path']}")
    anna.get_by_role("link", name="Next table: One").wait_for()
    assert anna.title().startswith("(2) ")


def test_somebody_finds_a_game_and_somebody_else_joins_it(person: Person, honest_server: str) -> None:
    """Where no other test looks at the lobby: what is played in public is in everybody's list."""
    anna, ben = (person(width, 740, base_url=honest_server) for width in (1280, 360))
    anna.goto("/")
    anna.get_by_role("button", name="Find me a game").click()
    anna.get_by_label("What is your name?").fill("Anna")
    for field, value in (("Game", "pillars"), ("Players", "2"), ("Pace", "7"), ("Language", "nl"), ("Bots", "10")):
        anna.get_by_role("dialog").get_by_label(field).select_option(value)
    assert findings(anna) == []
    anna.get_by_role("button", name="Find a game").click()
    anna.get_by_text("bots take the open seats that are still free").wait_for()

    ben.goto("/")
    row = ben.locator(f"a[href='{anna.url.partition('/t/')[1]}{anna.url.partition('/t/')[2]}']")
    row.wait_for()
    facts = row.locator(".facts").inner_text()
    assert all(word in facts for word in ("7 days", "1 of 2 seats taken", "Nederlands", "Anna is waiting there now"))
    assert ben.evaluate(OVERFLOW) == 0
    ben.get_by_role("button", name="Find me a game").click()
    ben.get_by_label("What is your name?").fill("Ben")
    for field, value in (("Pace", "7"), ("Language", "nl")):
        ben.get_by_role("dialog").get_by_label(field).select_option(value)
    ben.get_by_role("button", name="Find a game").click()
    ben.wait_for_url(f"**{anna.url.partition('/t/')[1]}{anna.url.partition('/t/')[2]}")
    for page in (anna, ben):
        page.locator(".dock .prompt").wait_for()


def test_the_ways_to_the_notices_are_on_the_home_page_and_at_a_table(person: Person) -> None:
    anna = person()
    anna.goto(new_table(anna)["path"])
    anna.get_by_role("button", name="Players and more").click()
    anna.get_by_role("dialog").get_by_role("link", name="Notices of your turns").wait_for()
    close_dialog(anna)
    anna.goto("/")
    anna.get_by_role("link", name="Notices of your turns").click()
    anna.get_by_role("heading", name="Messages to this browser").wait_for()
