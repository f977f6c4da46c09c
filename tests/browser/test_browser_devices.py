"""What one test leaves on a device, the next one does not find there."""

from typing import Any

import pytest
from browserhelp import api, close_dialog, new_table, sit
from chromium import SHELL
from devices import Device, Devices

TRACES = """async () => ({
  kept: [localStorage.length, sessionStorage.length, (await caches.keys()).length],
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  script: window.left ?? null, history: history.length, cookie: document.cookie,
})"""


def lent(devices: Devices, server: str, language: str = "en-GB", **wishes: Any) -> Device:
    return devices.lend(SHELL, (1280, 900), language, {"base_url": server, **wishes}, new=False)


def test_a_device_is_used_again_and_nothing_is_left_on_it(devices: Devices, server: str) -> None:
    first = lent(devices, server)
    page = first.page
    page.add_init_script("window.left = 'something'")
    made = new_table(page)
    sit(page, made)
    page.get_by_role("button", name="Settings").click()
    close_dialog(page)
    page.goto("/score/palazzo")
    page.wait_for_function("() => document.documentElement.dataset.offline === 'kept'")
    page.evaluate("() => { sessionStorage.setItem('a', 'b'); localStorage.setItem('a', 'b'); }")
    page.route("**/api/games", lambda route: route.abort())
    page.context.new_page()
    page.context.set_offline(True)
    page.mouse.move(300, 300)
    assert page.evaluate(TRACES)["script"] == "something"
    devices.take_back(first)

    second = lent(devices, server, "de-DE", color_scheme="dark")
    assert second is first
    assert len(second.context.pages) == 1
    page.goto("/")
    page.get_by_role("button", name="Jetzt spielen").first.wait_for()
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found = page.evaluate(TRACES)
    assert found["kept"][1:] == [0, 0]
    assert (found["workers"], found["script"], found["cookie"]) == (0, None, "")
    assert found["history"] == 2
    assert page.evaluate("() => localStorage.getItem('a')") is None
    assert api(page, "GET", f"/api/tables/{made['table']}")["held"] == []
    devices.take_back(second)


def test_a_device_that_was_changed_for_good_is_not_used_again(devices: Devices, server: str) -> None:
    first = lent(devices, server)
    first.page.clock.install()
    devices.take_back(first)
    assert first.page.is_closed()
    second = lent(devices, server)
    assert second is not first
    devices.take_back(second)


def test_a_page_that_is_not_drawn_gives_no_picture_but_one_that_is_does(devices: Devices, server: str) -> None:
    """An empty picture would show nothing wrong, whatever the page does."""
    plain = lent(devices, server)
    with pytest.raises(AssertionError, match="not drawn"):
        plain.page.screenshot()
    devices.take_back(plain)
    drawn = devices.lend(SHELL, (1280, 900), "en-GB", {"base_url": server}, new=False, drawn=True)
    assert drawn is not plain
    empty = drawn.page.screenshot()
    drawn.page.goto("/")
    drawn.page.wait_for_selector(".game-card")
    assert len(drawn.page.screenshot()) > 5 * len(empty)
    devices.take_back(drawn)
