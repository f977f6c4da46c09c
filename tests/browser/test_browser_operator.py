"""The operator's page in a browser: opened by a link alone, and what is done there is seen by everybody."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browserhelp import AT_REST, OVERFLOW, new_table
from chromium import served
from test_browser_axe import AXE, VIOLATIONS

from capomastro.server.ops.links import make_link, revoke_links
from capomastro.server.settings import Settings

Person = Callable[..., Any]


@pytest.fixture
def own_server(server: str, tmp_path: Path) -> Iterator[tuple[str, Settings]]:
    """A server of one's own: what the operator says to everybody would disturb others."""
    for address in served(tmp_path):
        port = int(address.rpartition(":")[2])
        yield address, Settings(db=str(tmp_path / "tables.sqlite"), port=port)


def well_made(page: Any) -> None:
    page.wait_for_function(AT_REST)
    if AXE:
        assert page.evaluate(VIOLATIONS, None) == []
    assert page.evaluate(OVERFLOW) <= 0
    assert "⟦" not in page.locator("body").inner_text()


def asked(desk: Any, button: str, reason: str) -> None:
    """Presses a button, gives a reason, and confirms."""
    desk.get_by_role("button", name=button).first.click()
    desk.get_by_label("Reason, for the log").fill(reason)
    desk.locator("dialog .button.main").click()


def test_an_operator_looks_after_the_server(own_server: tuple[str, Settings], person: Person) -> None:
    server, settings = own_server
    anna, desk = person(base_url=server), person(1366, 900, base_url=server, bypass_csp=True)
    if AXE:
        desk.add_init_script(Path(AXE).read_text())
    made = new_table(anna, name="Quarrel")
    other = new_table(anna, name="Leftover")
    anna.goto(made["path"])
    anna.wait_for_selector(".dock .prompt")

    desk.goto("/operator")
    desk.get_by_text("capomastro operator link").wait_for()
    well_made(desk)
    desk.goto(make_link(settings, "Olga", 1))
    desk.get_by_text("The server is well.").wait_for()
    assert "#" not in desk.url, "nobody reads it over a shoulder"
    desk.get_by_text("Slowest operations of the last hour").click()
    desk.locator("#operator-tables").fill("Quarrel")
    desk.get_by_role("button", name="Find").first.click()
    desk.get_by_role("button", name="Close: Leftover").wait_for(state="detached")
    well_made(desk)

    desk.get_by_label("Sentence").fill("The server rests at ten.")
    desk.get_by_role("button", name="Say it", exact=True).click()
    anna.locator(".broadcast", has_text="The server rests at ten.").wait_for()
    anna.locator(".broadcast button").click()
    anna.locator(".broadcast").wait_for(state="detached")
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    anna.reload()
    anna.wait_for_selector(".game-card")
    assert anna.locator(".broadcast").count() == 0, "what was put away stays away"
    anna.goto(made["path"])
    anna.wait_for_selector(".dock .prompt")

    asked(desk, "Close: Quarrel", "they asked for it")
    anna.locator(".dock .prompt", has_text="This table is closed").wait_for()
    desk.locator("#operator-tables").fill("")
    desk.get_by_role("button", name="Find").first.click()
    asked(desk, "Remove: Leftover", "empty")
    desk.get_by_role("button", name="Remove: Leftover").wait_for(state="detached")
    assert anna.context.request.get(f"/api/tables/{other['table']}").status == 404

    asked(desk, "Block Anna: Quarrel", "rude")
    desk.get_by_role("button", name="Unblock: Anna").wait_for()
    new = {"game": "palazzo", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "bot": "random"}]}
    assert anna.context.request.post("/api/tables", data=new).status == 403
    desk.get_by_label("Finished games").last.fill("90")
    desk.get_by_role("button", name="Keep it so").click()
    desk.get_by_text("finished – as set → 90").wait_for()
    desk.get_by_role("button", name="Unblock: Anna").click()
    desk.get_by_role("button", name="Unblock: Anna").wait_for(state="detached")
    assert anna.context.request.post("/api/tables", data=new).status == 201
    for deed in (
        "said to everybody: The server rests at ten.",
        "closed a table",
        "removed a table",
        "blocked somebody",
    ):
        assert desk.locator(".deeds", has_text=deed).count() == 1

    desk.set_viewport_size({"width": 360, "height": 740})
    well_made(desk)
    for language in ("de", "nl"):
        desk.evaluate(f"localStorage.setItem('capomastro', JSON.stringify({{ language: '{language}' }}))")
        desk.reload()
        desk.get_by_role("heading", name={"de": "Betrieb", "nl": "Beheer"}[language], exact=True).wait_for()
        well_made(desk)
    revoke_links(settings, None)
    desk.reload()
    desk.get_by_text("capomastro operator link").wait_for()
    desk.complaints[:] = [one for one in desk.complaints if "401" not in one]  # the browser tells of that answer
