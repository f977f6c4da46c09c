"""The devices of people in the tests: contexts and pages of Chromium, used again once nothing of their past is left.

A new context starts a process, and fetches and compiles every file of the page: that takes the processor longer than
what most tests do with it.
"""

import json
from collections.abc import Callable
from typing import Any

from browserhelp import NOWHERE, STEADY, eventually, go_steadily

Launch = Callable[..., Any]
Wishes = dict[str, Any]
KEPT = 8
"""So many devices wait for the next test; each is a process."""
STORED = "cookies,local_storage,indexeddb,cache_storage,service_workers"
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
LOOKS = ("color_scheme", "reduced_motion")


def refuse_pictures(*_: object, **__: object) -> bytes:
    """A test that searches a picture for something must not be content with an empty one."""
    raise AssertionError("this page is not drawn: ask for a person(drawn=True)")


class Device:
    """One page in a context of its own.

    Size, language and looks are set for each owner. What else a test does to it is undone, or it is not used again.
    """

    def __init__(self, kind: str, browser: Any, wishes: Wishes, *, drawn: bool) -> None:
        self.kind, self.base_url = kind, wishes["base_url"]
        self.context = browser.new_context(**wishes)
        self.context.set_default_timeout(30_000)
        self.page = page = self.context.new_page()
        self.session = self.context.new_cdp_session(page)
        self.session.send("Page.enable")
        self.agent = page.evaluate("navigator.userAgent")
        self.leave = page.goto
        self.scripts: list[str] = []
        self.is_changed = False
        page.complaints = []
        page.on("console", lambda message: message.type == "error" and page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.add_init_script = self.run_first
        if not drawn:
            page.screenshot = refuse_pictures
        go_steadily(page)
        for owner, names in (
            (page, ("route_web_socket", "expose_function", "expose_binding")),
            (self.context, ("add_init_script", "new_cdp_session", "grant_permissions", "expose_function", "close")),
            (page.clock, ("install",)),
        ):
            for name in names:
                setattr(owner, name, self.changing(getattr(owner, name)))

    def changing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """This call changes the device for good."""

        def change(*given: Any, **wishes: Any) -> Any:
            self.is_changed = True
            return call(*given, **wishes)

        return change

    def run_first(self, script: str) -> None:
        """In place of Playwright's `add_init_script`, whose scripts can never be removed."""
        # without a scope of its own a second one that names the same things would fail
        added = self.session.send("Page.addScriptToEvaluateOnNewDocument", {"source": f"(() => {{\n{script}\n}})()"})
        self.scripts.append(added["identifier"])

    def become(self, size: tuple[int, int], language: str, looks: Wishes) -> None:
        if self.page.viewport_size != {"width": size[0], "height": size[1]}:
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.session.send("Emulation.setLocaleOverride", {"locale": language})
        self.session.send("Emulation.setUserAgentOverride", {"userAgent": self.agent, "acceptLanguage": language})
        self.page.emulate_media(**looks)

    def is_usable(self) -> bool:
        return not self.is_changed and not self.page.is_closed() and bool(self.context.browser.is_connected())

    def forget(self) -> None:
        """Nothing of its owner is left: no page, route, script, cookie, storage, history, nor where the mouse was."""
        page = self.page
        for other in self.context.pages:
            if other != page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        while self.scripts:
            self.session.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.scripts.pop()})
        if not eventually(page, lambda: page.evaluate(STEADY)):
            self.is_changed = True
            return
        page.mouse.move(0, 0)
        self.leave(NOWHERE)
        page.evaluate(FORGET)
        self.session.send("Storage.clearDataForOrigin", {"origin": self.base_url, "storageTypes": STORED})
        self.session.send("Page.resetNavigationHistory")
        self.context.clear_cookies()
        page.complaints = []


class Devices:
    """Lends devices, and takes them back. A `new` one has never been anywhere: not even the page's files are there."""

    def __init__(self, launch: Launch) -> None:
        self.launch = launch
        self.waiting: list[Device] = []  # the longest waiting first

    def lend(
        self, program: str, size: tuple[int, int], language: str, wishes: Wishes, *, new: bool, drawn: bool = False
    ) -> Device:
        looks = {name: wishes[name] for name in LOOKS if name in wishes}
        lasting = {name: wish for name, wish in wishes.items() if name not in LOOKS}
        kind = json.dumps([program, drawn, lasting], sort_keys=True)
        fitting = [device for device in self.waiting if device.kind == kind and device.is_usable()]
        if new or not fitting:
            device = Device(kind, self.launch(program, drawn), lasting, drawn=drawn)
        else:
            device = fitting[-1]
            self.waiting.remove(device)
        device.become(size, language, {"color_scheme": "light", "reduced_motion": "reduce", **looks})
        return device

    def take_back(self, device: Device) -> None:
        if device.is_usable():
            device.forget()
        if device.is_usable():
            self.waiting.append(device)
        else:
            device.context.close()
        while len(self.waiting) > KEPT:
            self.waiting.pop(0).context.close()
