"""Bots with faces are chosen by them and keep them at the table; reactions are read in everybody's own language."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browserhelp import AT_REST, SETTLED, api, close_dialog, sit
from test_browser_axe import VIOLATIONS

from capomastro.server.protocol.reactions import WORDS

Person = Callable[..., Any]
AXE = os.environ.get("AXE", "")
BUBBLES = """addEventListener('DOMContentLoaded', () => {
  window.bubbles = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.matches?.('.reaction-bubble')) window.bubbles.push(node.innerHTML);
  }).observe(document.body, { childList: true, subtree: true });
})"""
"""Keeps what was shown at a seat, for it is gone after some seconds."""
BUBBLE = "(part) => window.bubbles.some((one) => one.includes(part))"


def sound(page: Any) -> None:
    """Nothing serious is wrong with what is open now, where there is an axe to ask."""
    page.wait_for_function(AT_REST)
    if AXE:
        page.evaluate(Path(AXE).read_text())
        assert page.evaluate(VIOLATIONS, None) == []


def test_a_face_is_chosen_and_reactions_go_between_two_people(person: Person) -> None:
    anna, ben = person(bypass_csp=True), person(360, 740, language="de-DE", bypass_csp=True)
    ben.add_init_script(BUBBLES)
    anna.goto("/")
    anna.locator(".game-card").first.get_by_role("button", name="With friends").click()
    anna.locator("#new-players").select_option("3")
    anna.get_by_label("Name of player 1").fill("Anna")
    third = anna.locator(".seat-line").nth(2)
    third.locator("select").select_option("bot giulia")
    anna.locator(".introduction", has_text="Collects marble").wait_for()
    assert anna.locator(".introduction [data-face=giulia]").is_visible()
    assert third.locator("optgroup").count() == 3
    assert third.locator("optgroup option").count() == 9
    sound(anna)
    with anna.expect_response(lambda answer: answer.url.endswith("/api/tables")) as making:
        anna.locator("dialog button[type=submit]").click()
    made = making.value.json()
    anna.wait_for_selector(".invite")
    token = next(link["token"] for link in made["links"] if link["seat"] == 1)
    api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": token, "name": "Ben"})
    sit(ben, made)
    anna.wait_for_selector(".dock .prompt")
    anna.locator(".game-root [data-face=giulia]").wait_for()

    anna.get_by_role("button", name="Send a reaction").click()
    anna.locator("dialog [data-reaction=laurel]").wait_for()
    offered = anna.locator("dialog [data-reaction]").evaluate_all("(all) => all.map((one) => one.dataset.reaction)")
    assert offered == list(WORDS), "the page offers what the server knows"
    sound(anna)
    anna.locator("dialog [data-reaction=well-played]").focus()
    anna.keyboard.press("End")
    anna.keyboard.press("Home")
    anna.keyboard.press("Enter")
    ben.wait_for_function(BUBBLE, arg="Gut gespielt!")
    ben.wait_for_function("() => document.querySelector('#live-polite').textContent.includes('Anna: Gut gespielt!')")
    anna.wait_for_function(SETTLED)

    ben.get_by_role("button", name="Einstellungen").click()
    ben.locator("#setting-chat").select_option("reactions")
    close_dialog(ben)
    api(anna, "POST", f"/api/tables/{made['table']}/chat", {"seat": 0, "text": "typed by hand"})
    api(anna, "POST", f"/api/tables/{made['table']}/reactions", {"seat": 0, "reaction": "hammer"})
    ben.wait_for_function(BUBBLE, arg="sticker")
    ben.locator(".bar .only-narrow").click()
    ben.get_by_role("tab", name="Chat").click()
    ben.locator("dialog .chat-lines .sticker").wait_for()
    assert ben.get_by_text("typed by hand").count() == 0
    assert ben.locator(".chat-form").count() == 0
    ben.locator("dialog [data-reaction=coffee]").wait_for()
    sound(ben)
    anna.get_by_role("tab", name="Chat").click()
    anna.locator(".chat-lines", has_text="typed by hand").wait_for()
