"""What the browser tests have in common: making tables, reading what may be done, playing on."""

import random
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from capomastro.server.protocol.step_lists import spelled_out

STEPS = "() => [...new Set([...document.querySelectorAll('[data-step]')].map((item) => item.dataset.step))]"
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"
NOT_BUSY = "() => !document.querySelector('[aria-busy=true]')"
SETTLED = "() => !document.querySelector('dialog') && !history.state?.layers"
"""Nothing lies over the page, and the browser has come back to the entry of history that says so."""
STEADY = "() => (history.state?.layers ?? 0) === document.querySelectorAll('dialog').length"
"""Whatever lies over the page: the browser is not on its way back in history."""
PATIENCE = 30.0
"""Seconds after which something that was to happen is given up."""
GO = """async (path) => {
  if (!document.getElementById('app')) return false;
  await (await import('/app.js')).go(path);
  return true;
}"""
"""Goes to a path inside the page, where the page is open."""
AWAY = "/away"
"""A path of the page at which there is nothing."""
NOWHERE = "/healthz"
"""An answer of the same server: a page that shows it keeps its process, and draws nothing."""
UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For every client: it trusts nobody, and need not. To read the machine's certificates takes longer than ten steps."""
PREFERRED = ("done", "put ", "new", "build ", "reveal", "auction", "pass")


def api(page: Any, method: str, path: str, body: Any = None) -> Any:
    """A request with this page's cookies."""
    answer = page.context.request.fetch(path, method=method, data=body, fail_on_status_code=True)
    return answer.json()


def new_table(page: Any, game: str = "palazzo", bots: int = 1, people: int = 1, **wishes: Any) -> dict[str, Any]:
    """A table whose first seat is this page's; further people get links."""
    seats: list[dict[str, str]] = [{"kind": "me", "name": "Anna"}]
    seats += [{"kind": "link", "name": name} for name in ("Ben", "Cleo", "Dora")[: people - 1]]
    seats += [{"kind": "bot", "bot": "novice"}] * bots
    made: dict[str, Any] = api(page, "POST", "/api/tables", {"game": game, "seats": seats, **wishes})
    return made


def sit(page: Any, made: dict[str, Any]) -> None:
    """Opens the table; whoever has looked away comes back as by a link, without loading the page again."""
    if not page.url.endswith(AWAY) or not page.evaluate(GO, made["path"]):
        page.goto(made["path"])
    page.wait_for_selector(".dock .prompt")


def look_away(page: Any) -> None:
    """Leaves the table as by a link: what is now played without the page need not be drawn by it."""
    if not page.evaluate(GO, AWAY):
        leave(page)


def leave(page: Any) -> None:
    """Leaves the page altogether."""
    page.goto(NOWHERE)


def update_of(page: Any, table: str, seat: int | str | None = None) -> dict[str, Any]:
    which = "" if seat is None else f"?seat={seat}"
    found: dict[str, Any] = api(page, "GET", f"/api/tables/{table}{which}")
    found["legal"] = spelled_out(found["legal"])
    return found


def eventually(page: Any, holds: Callable[[], Any]) -> Any:
    """What `holds()` says as soon as that is something, or what it says last. A page shows news when it can."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()) and time.monotonic() < end:
        page.wait_for_timeout(50)
    return found


def close_dialog(page: Any) -> None:
    """Closes what lies over the page; the browser takes its time to go back in history, and must not be disturbed."""
    page.keyboard.press("Escape")
    page.wait_for_function(SETTLED)


def go_steadily(page: Any) -> None:
    """From here on this page is loaded, and left, only when the browser is not on its way back in history.

    Closing a dialog goes back, which takes the browser a moment; what is asked for meanwhile it would drop.
    """
    for name in ("goto", "reload", "go_back"):
        setattr(page, name, steadily(page, getattr(page, name)))


def steadily(page: Any, go: Callable[..., Any]) -> Callable[..., Any]:
    def go_when_steady(*place: Any, **wishes: Any) -> Any:
        assert eventually(page, lambda: page.evaluate(STEADY)), "the browser did not come back"
        return go(*place, **wishes)

    return go_when_steady


def hold_time(page: Any) -> None:
    """The page's clock stands still from here on: what begins now lasts, however slow the machine is."""
    page.clock.install()
    page.clock.pause_at(time.time() + 15)


def steps_of(page: Any) -> list[str]:
    found: list[str] = page.evaluate(STEPS)
    return found


def take_step(page: Any, step: str) -> None:
    """Clicks a step, and waits until the server has answered."""
    page.locator(f'[data-step="{step}"]').first.click()
    page.wait_for_function(NOT_BUSY)


def choose(steps: list[str], rng: random.Random, preferred: tuple[str, ...] = PREFERRED) -> str:
    """A step that leads towards the end, but not always the same way."""
    if rng.random() < 0.25:
        return rng.choice(steps)
    for wanted in preferred:
        fitting = [step for step in steps if step.startswith(wanted)]
        if fitting:
            return rng.choice(fitting)
    return rng.choice(steps)


class Player:
    """Plays a page's seats by requests of our own, with the cookies of the page: faster than through the browser."""

    def __init__(self, page: Any, table: str, rng: random.Random, preferred: tuple[str, ...] = PREFERRED) -> None:
        self.path, self.rng, self.preferred = f"/api/tables/{table}", rng, preferred
        address = page.context.request.get(self.path).url.partition("/api/")[0]
        cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        self.client = httpx.Client(base_url=address, cookies=cookies, timeout=PATIENCE, verify=UNENCRYPTED)

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def look(self) -> dict[str, Any]:
        return legible(self.client.get(self.path))

    def step(self, update: dict[str, Any]) -> dict[str, Any]:
        """Takes a step; what the same seat sees then."""
        body = {"seat": update["viewer"], "step": choose(update["legal"], self.rng, self.preferred)}
        key = f"on-{update['seen']}-{self.rng.random()}"
        answer = self.client.post(f"{self.path}/steps", json={**body, "seen": update["seen"], "key": key})
        return legible(answer, "update")


def legible(answer: httpx.Response, *inside: str) -> dict[str, Any]:
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    for name in inside:
        found = found[name]
    return {**found, "legal": spelled_out(found["legal"])}


def play_on(
    page: Any, table: str, until: Any, rng: random.Random, limit: int = 400, preferred: tuple[str, ...] = PREFERRED
) -> dict[str, Any]:
    """Plays this page's seats, without the page, until `until(update)`; this many steps at most."""
    with Player(page, table, rng, preferred) as player:
        update, waits = player.look(), time.monotonic()
        while not until(update) and update["status"] == "running":
            if update["legal"]:
                assert limit, "the match did not get there"
                update, waits, limit = player.step(update), time.monotonic(), limit - 1
            else:
                assert time.monotonic() - waits < PATIENCE, "nobody else went on"
                time.sleep(0.005)
            if not update["legal"]:
                update = player.look()
        return update


def play_together(
    pages: Sequence[Any], table: str, until: Callable[[dict[str, Any]], bool], rng: random.Random
) -> dict[str, Any]:
    """Plays the seats of several pages, without the pages, until one of them sees what is waited for."""
    with ExitStack() as stack:
        players = [stack.enter_context(Player(page, table, rng)) for page in pages]
        waits = time.monotonic()
        while (idle := time.monotonic() - waits) < PATIENCE:
            if idle > 0.1:  # a bot thinks, with the processor that our questions would take
                time.sleep(0.005)
            for player in players:
                update = player.look()
                if until(update):
                    return update
                if update["legal"]:
                    player.step(update)
                    waits = time.monotonic()
    raise AssertionError("the match did not get there")


def practise(
    pages: Sequence[Any],
    made: dict[str, Any],
    kind_of: Callable[[str, str], str],
    by_hand: Callable[[Any, list[str]], str],
    until: Callable[[dict[str, Any]], bool],
    rng: random.Random,
) -> set[str]:
    """Plays without the pages, but for the first step of each kind, by its phase and text: one such is taken `by_hand`.

    That says which it took. The pages are those of the first seats, in order. Returns the kinds when `until(update)`.
    """
    taken: set[str] = set()

    def fresh(phase: str, steps: list[str]) -> list[str]:
        return [step for step in steps if kind_of(phase, step) not in taken]

    def stop(update: dict[str, Any]) -> bool:
        return until(update) or update["status"] != "running" or bool(fresh(update["view"]["phase"], update["legal"]))

    for page in pages:
        look_away(page)
    while True:
        update = play_together(pages, made["table"], stop, rng)
        phase = update["view"]["phase"]
        steps = fresh(phase, update["legal"])
        if until(update) or not steps:
            return taken
        page = pages[update["viewer"]]
        sit(page, made)
        taken.add(kind_of(phase, by_hand(page, steps)))
        page.wait_for_function(NOT_BUSY)
        assert update_of(page, made["table"])["seen"] > update["seen"], steps
        look_away(page)


FINDINGS = (Path(__file__).parent / "findings.js").read_text()


def findings(page: Any) -> list[str]:
    """What is wrong for people who hear, or who see little, when everything has faded in."""
    page.wait_for_function(AT_REST)
    found: list[str] = page.evaluate(FINDINGS)
    return found


def findings_in_both_themes(page: Any) -> list[str]:
    """The same, of the page as it is and after the reader's system has turned dark; then it is light again."""
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("(theme) => matchMedia(`(prefers-color-scheme: ${theme})`).matches", arg=theme)
        found += [f"{theme}: {finding}" for finding in findings(page)]
    page.emulate_media(color_scheme="light")
    return found
