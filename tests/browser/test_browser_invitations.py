"""How people find a table: links to sit, to watch and to go on elsewhere; names; what an invitation says."""

from collections.abc import Callable
from typing import Any

from browserhelp import OVERFLOW, api, eventually, findings, new_table, sit, update_of

Person = Callable[..., Any]

SHARING = """
  window.shared = [];
  const share = async (what) => { window.shared.push(what); };
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
"""


def open_table(page: Any, *others: dict[str, str], **wishes: Any) -> dict[str, Any]:
    """A table made by this page, whose other seats are these."""
    seats = [{"kind": "me", "name": "Anna"}, *others]
    made: dict[str, Any] = api(page, "POST", "/api/tables", {"game": "palazzo", "seats": seats, **wishes})
    return made


def test_sitting_down_on_an_open_seat_asks_for_a_name_and_seats_at_once(person: Person) -> None:
    anna, ben = person(), person(390, 800)
    made = open_table(anna, {"kind": "open"}, {"kind": "open"})
    ben.goto(made["path"])
    ben.get_by_role("button", name="Sit down").last.click()
    ben.wait_for_function("() => document.activeElement.id === 'own-name'")
    assert not update_of(anna, made["table"])["seats"][2]["claimed"]
    ben.locator("#own-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").last.dblclick()
    ben.get_by_text("you", exact=True).wait_for()
    assert eventually(ben, lambda: ben.get_by_role("button", name="Sit down").count() == 0)
    seats = update_of(anna, made["table"])["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", None, "Ben"]

    cleo = person()
    cleo.goto(made["path"])
    cleo.locator("#own-name").fill("Cleo")
    cleo.keyboard.press("Enter")
    for page in (cleo, ben):
        page.wait_for_selector(".pz-board")
    assert cleo.evaluate("JSON.parse(localStorage.capomastro).name") == "Cleo"
    second = open_table(anna, {"kind": "open"}, {"kind": "open"})
    cleo.goto(second["path"])
    assert cleo.locator("#own-name").input_value() == "Cleo"


def test_a_typed_name_survives_somebody_elses_arrival(person: Person) -> None:
    anna, ben = person(), person()
    made = open_table(anna, {"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    ben.goto(made["path"])
    ben.locator("#own-name").fill("Be")
    api(person(), "POST", f"/api/tables/{made['table']}/sit", {"seat": 1, "name": "Cleo"})
    ben.get_by_text("Cleo").wait_for()
    ben.keyboard.type("n")
    assert ben.locator("#own-name").input_value() == "Ben"


def test_an_invitation_says_who_invites_to_what_and_can_wait_for_a_lesson(person: Person) -> None:
    anna, ben = person(), person(360, 740)
    pace = {"kind": "days", "days": 3}
    made = open_table(anna, {"kind": "link"}, {"kind": "bot", "bot": "master"}, name="Sunday", pace=pace, invite=True)
    ben.goto(made["invite"]["path"])
    ben.get_by_role("heading", name="Anna invites you to Palazzo").wait_for()
    text = ben.locator("main").inner_text()
    for word in ("Sunday", "Anna", "Master", "free seat", "up to 3 days"):
        assert word in text
    assert ben.evaluate(OVERFLOW) <= 0
    assert findings(ben) == []
    ben.get_by_role("link", name="Learn it first").click()
    ben.wait_for_url("**/guide/palazzo")
    ben.go_back()
    ben.locator("#own-name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.wait_for_selector(".pz-board")
    assert ben.url.endswith(made["path"]), "the token leaves the address bar"
    assert update_of(anna, made["table"])["seats"][1]["name"] == "Ben"


def test_a_page_that_was_left_before_it_came_draws_nothing_over_the_next(person: Person) -> None:
    anna, ben = person(), person()
    made = open_table(anna, {"kind": "link"}, invite=True)
    held: list[Any] = []
    ben.route("**/guides/palazzo.json", lambda route: held.append(route))
    ben.goto(made["invite"]["path"])
    ben.get_by_role("link", name="Learn it first").click()
    ben.wait_for_function("() => location.pathname === '/guide/palazzo'")
    assert eventually(ben, lambda: held)
    ben.go_back()
    ben.locator("#own-name").wait_for()
    with ben.expect_response("**/guides/palazzo.json"):
        held[0].continue_()
    ben.wait_for_timeout(300)
    ben.locator("#own-name").fill("Ben")


def test_making_a_table_names_it_and_says_who_starts(person: Person) -> None:
    anna = person(390, 844)
    anna.goto("/")
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.get_by_role("button", name="Set up the table").click()
    assert anna.locator("dialog").count(), "a name is asked for"
    anna.get_by_label("Name of player 1").fill("Anna")
    anna.get_by_label("Name of player 2").fill("Ben")
    anna.get_by_label("Name of the table").fill("Sunday")
    anna.get_by_label("Who starts").select_option(label="2. Ben")
    anna.get_by_role("button", name="Set up the table").click()
    anna.wait_for_selector(".everybody .qr")
    update = update_of(anna, anna.url.rsplit("/", 1)[1])
    assert update["name"] == "Sunday"
    assert update["options"]["first"] == "2"
    assert update["seats"][0]["name"] == "Anna"
    assert anna.evaluate(OVERFLOW) <= 0


def test_links_are_shared_by_the_device_or_copied(person: Person) -> None:
    anna = person(permissions=["clipboard-read", "clipboard-write"])
    made = open_table(anna, {"kind": "link", "name": "Ben"})
    anna.goto(made["path"])
    anna.locator(".everybody").get_by_role("button", name="Make a link").click()
    address = anna.locator(".everybody code").inner_text()
    anna.locator(".everybody").get_by_role("button", name="Copy link").click()
    anna.locator(".toast", has_text="Link copied").wait_for()
    assert anna.evaluate("navigator.clipboard.readText()") == address
    anna.add_init_script(SHARING)
    anna.reload()
    anna.locator(".everybody").get_by_role("button", name="Share link").click()
    [shared] = eventually(anna, lambda: anna.evaluate("window.shared"))
    assert shared["url"] == address
    assert "Anna invites you to Palazzo" in shared["text"]


def test_whoever_made_the_table_goes_on_with_another_device(person: Person) -> None:
    anna, phone = person(), person(390, 800)
    made = new_table(anna, bots=1, options={"first": "1"})
    sit(anna, made)
    anna.get_by_role("button", name="Players and more").click()
    anna.get_by_role("button", name="Continue on another device").click()
    anna.wait_for_selector("dialog .qr")
    link = anna.locator("dialog code").inner_text()
    phone.goto(link)
    phone.wait_for_selector('.dock [data-step="take"]')
    assert phone.url.endswith(made["path"])
    phone.locator('.dock [data-step="take"]').click()
    anna.locator(".log li", has_text="takes money").first.wait_for()


def test_a_link_to_watch_shows_the_table_and_nobodys_cards(person: Person) -> None:
    anna, guest = person(), person()
    made = new_table(anna, bots=1, watch=False)
    sit(anna, made)
    anna.get_by_role("button", name="Players and more").click()
    anna.get_by_role("button", name="Link to watch").click()
    guest.goto(anna.locator("dialog code").inner_text())
    guest.wait_for_selector(".pz-board")
    assert guest.locator(".pz-money").count() == 0


def test_no_link_to_watch_is_offered_that_would_let_nobody_in(person: Person) -> None:
    anna, ben = person(), person()
    for watch in (False, True):
        made = new_table(anna, bots=0, people=2, watch=watch)
        token = next(link["token"] for link in made["links"] if link["seat"] == 1)
        api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": token, "name": "Ben"})
        sit(ben, made)
        ben.get_by_role("button", name="Players and more").click()
        ben.get_by_role("button", name="Continue on another device").wait_for()
        assert ben.get_by_role("button", name="Link to watch").count() == int(watch)
        assert ben.get_by_text("can look on here").count() == int(not watch)
