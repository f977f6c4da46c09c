"""The page of whoever looks at it: a passkey, a recovery link, devices, and what is stored."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browserhelp import AT_REST, OVERFLOW, api, eventually, new_table, update_of
from test_browser_axe import AXE, VIOLATIONS

Person = Callable[..., Any]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def by_name(server: str) -> str:
    """Passkeys are made for names: the same server, called by its name."""
    return server.replace("127.0.0.1", "localhost")


def with_authenticator(page: Any, credentials: Any = ()) -> tuple[Any, str]:
    """A device that unlocks passkeys by itself, with those of another one that keeps them in step."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    for credential in credentials:
        known = {"authenticatorId": made["authenticatorId"], "credential": credential}
        session.send("WebAuthn.addCredential", known)
    return session, made["authenticatorId"]


def me(page: Any) -> Any:
    return api(page, "GET", "/api/me")


def test_a_passkey_makes_a_player_and_brings_the_tables_to_another_device(server: str, person: Person) -> None:
    laptop, phone = person(base_url=by_name(server)), person(390, 800, base_url=by_name(server))
    session, authenticator = with_authenticator(laptop)
    made = new_table(laptop)
    laptop.goto("/")
    laptop.get_by_role("link", name="You and your devices").click()
    laptop.get_by_role("heading", name="You play as a guest").wait_for()
    laptop.get_by_role("button", name="Make a passkey").click()
    laptop.get_by_role("heading", name="Your devices").wait_for()
    laptop.get_by_role("button", name="Remove Chrome").wait_for()
    assert len(me(laptop)["player"]["passkeys"]) == 1

    keys = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    with_authenticator(phone, keys)
    phone.goto("/you")
    phone.get_by_role("button", name="Sign in with a passkey").click()
    phone.get_by_role("heading", name="Your devices").wait_for()
    assert phone.evaluate(OVERFLOW) <= 0
    phone.goto("/")
    phone.wait_for_selector(f".table-row[href='/t/{made['table']}']")
    assert update_of(phone, made["table"])["held"] == [0]

    laptop.reload()
    laptop.get_by_role("button", name="Remove Chrome, Linux").first.click()
    assert eventually(laptop, lambda: me(phone)["player"] is None)
    assert update_of(phone, made["table"])["held"] == []


def test_a_recovery_link_says_whose_it_is_before_it_lets_a_device_in(person: Person) -> None:
    laptop, phone = person(), person(360, 740)
    made, own = new_table(laptop), new_table(phone)
    laptop.goto("/you")
    assert laptop.get_by_role("button", name="Make a passkey").count() == 0, "not under a bare address"
    laptop.get_by_role("button", name="Make a recovery link").click()
    laptop.get_by_role("img", name="QR code of your recovery link").wait_for()
    link = laptop.locator(".link-box code").inner_text()
    laptop.locator("#you-name").fill("Annunziata")
    laptop.locator("#you-name").press("Enter")
    laptop.get_by_text("Saved.").first.wait_for()

    phone.goto(link)
    phone.get_by_role("button", name="I am Annunziata").wait_for()
    assert "#" not in phone.url, "nobody reads it over a shoulder"
    assert me(phone)["player"] is None
    phone.get_by_label("Bring the table of this device along").check()
    phone.get_by_role("button", name="I am Annunziata").click()
    phone.get_by_role("heading", name="Your devices").wait_for()
    assert phone.evaluate(OVERFLOW) <= 0
    for page in (laptop, phone):
        for table in (made, own):
            assert update_of(page, table["table"])["held"] == [0]
    phone.get_by_role("button", name="Lion").press("Enter")
    phone.locator(".picture[aria-label='Lion'][aria-pressed='true']").wait_for()
    assert phone.evaluate("document.activeElement.getAttribute('aria-label')") == "Lion"
    waiting = new_table(phone, people=2)
    laptop.goto(waiting["path"])
    laptop.locator(".invite .portrait").wait_for()
    phone.get_by_role("button", name="Sign out on this device").click()
    phone.get_by_role("heading", name="You play as a guest").wait_for()
    assert update_of(phone, own["table"])["held"] == []


def test_a_players_language_goes_along_to_another_device(person: Person) -> None:
    laptop, phone = person(), person(390, 800)
    laptop.goto("/you")
    laptop.get_by_role("button", name="Make a recovery link").click()
    link = laptop.locator(".link-box code").inner_text()
    laptop.locator("#you-language").select_option("de")
    laptop.get_by_role("heading", name="Deine Geräte").wait_for()
    phone.goto(link)
    phone.get_by_role("button", name="I am Guest").click()
    phone.get_by_role("heading", name="Deine Geräte").wait_for()
    assert phone.evaluate("document.documentElement.lang") == "de"


def test_the_devices_of_a_seat_are_seen_named_and_removed_at_the_table(person: Person) -> None:
    laptop, phone = person(), person(390, 800)
    made = new_table(laptop)
    link = api(laptop, "POST", f"/api/tables/{made['table']}/devices", {"seat": 0})
    phone.goto(link["path"])
    phone.wait_for_selector(".pz-board")
    laptop.goto(f"/t/{made['table']}")
    laptop.get_by_role("button", name="Players and more").click()
    laptop.get_by_role("button", name="My devices").click()
    laptop.get_by_role("heading", name="Devices that hold your seat").wait_for()
    laptop.get_by_label("Name of the device").nth(1).wait_for()
    other = laptop.locator(".devices li", has=laptop.get_by_role("button")).get_by_role("textbox")
    other.fill("Old phone")
    other.press("Enter")
    laptop.get_by_role("button", name="Remove Old phone").click()
    laptop.get_by_text("Old phone no longer holds your seat.").first.wait_for()
    assert laptop.locator(".devices li").count() == 1
    assert update_of(phone, made["table"])["held"] == []


def test_somebody_takes_everything_home_and_deletes_it(person: Person) -> None:
    anna = person()
    made = new_table(anna, people=1)
    api(anna, "POST", f"/api/tables/{made['table']}/chat", {"seat": 0, "text": "hello from me"})
    anna.goto("/you")
    with anna.expect_download() as download:
        anna.get_by_role("button", name="Download everything").click()
    found = json.loads(Path(download.value.path()).read_text())
    assert found["seats"][0]["chat"][0]["text"] == "hello from me"
    assert "theme" in found["settings"]
    anna.get_by_role("button", name="Delete everything").click()
    anna.get_by_text("The matches stay").wait_for()
    anna.get_by_role("button", name="Keep it").click()
    assert me(anna)["tables"] == 1
    anna.get_by_role("button", name="Delete everything").click()
    anna.get_by_role("button", name="Delete for good").click()
    anna.get_by_text("Everything of yours is deleted.").first.wait_for()
    assert me(anna)["tables"] == 0
    assert update_of(anna, made["table"], "none")["seats"][0]["name"] == "Guest"


def test_a_table_that_is_closed_before_the_game_says_so_to_all(person: Person) -> None:
    anna, ben = person(), person(390, 800)
    made = new_table(anna, people=3, bots=0)
    ben.goto(made["path"])
    ben.get_by_role("heading", name="Waiting for players").wait_for()
    anna.goto(made["path"])
    anna.get_by_role("button", name="Close the table").click()
    for page in (anna, ben):
        page.get_by_role("heading", name="This table was closed before the game began.").wait_for()
    ben.reload()
    ben.get_by_role("heading", name="This table was closed before the game began.").wait_for()


@pytest.mark.skipif(not AXE, reason="AXE names no axe.min.js")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
def test_axe_finds_nothing_on_the_page_of_a_player(person: Person, theme: str, language: str) -> None:
    anna = person(390, 800, language=language, color_scheme=theme, bypass_csp=True)
    anna.add_init_script(Path(os.environ["AXE"]).read_text())
    anna.goto("/you")
    anna.wait_for_selector(".you section")
    anna.wait_for_function(AT_REST)
    assert anna.evaluate(VIOLATIONS, None) == []
    anna.locator("[data-key='you.recovery new']").click()
    anna.wait_for_selector(".link-box")
    anna.wait_for_function(AT_REST)
    assert anna.evaluate(VIOLATIONS, None) == []
    assert anna.evaluate(OVERFLOW) <= 0
    assert "⟦" not in anna.locator("body").inner_text()
