"""Pictures of every screen into docs/pictures: `python tests/browser/pictures.py [--only NAME …] [--into FOLDER]`.

Both games, at the opening, in the middle and at the end, at six sizes, light and dark; --sizes and --themes take fewer.
"""

import argparse
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browserhelp import api, eventually, new_table, play_on, update_of
from chromium import own_page, start_server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {
    "phone": (360, 740),
    "large-phone": (390, 844),
    "sideways": (844, 390),
    "tablet": (820, 1100),
    "laptop": (1366, 768),
    "desktop": (1440, 900),
}
THEMES = ("light", "dark")
MOST_MATCHES = 5
PALAZZO = ("done", "put ", "build ", "new", "trio ", "lay ", "buy ", "auction", "reveal", "take")
PILLARS = (
    "build ",
    "mark ",
    "pile ",
    "take ",
    "choose master builder",
    "choose pitch-dipper",
    "choose councillor",
    "give ",
)
"""What people do who want to have something to show."""

Update = dict[str, Any]
Prepare = Callable[[Any], None]


class Album:
    """One page, and which pictures of it go into which folder."""

    def __init__(self, page: Any, wishes: argparse.Namespace) -> None:
        self.page = page
        self.wishes = wishes

    def wants(self, name: str) -> bool:
        return not self.wishes.only or any(name.startswith(wanted) for wanted in self.wishes.only)

    def take(self, name: str, path: str, ready: str, prepare: Prepare | None = None) -> None:
        """One screen at all sizes, in both themes."""
        if not self.wants(name):
            return
        for size in self.wishes.sizes:
            across, down = SIZES[size]
            self.page.set_viewport_size({"width": across, "height": down})
            self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
            self.page.goto(path)
            self.page.wait_for_selector(ready)
            self.page.wait_for_timeout(250)
            if prepare:
                prepare(self.page)
                self.page.wait_for_timeout(250)
            for theme in self.wishes.themes:
                self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                self.page.screenshot(path=self.wishes.into / f"{name}-{size}-{theme}.png")
        print(name, flush=True)

    def moments(
        self, game: str, bots: int, wishes: Sequence[tuple[str, Callable[[Update], bool], Prepare | None]]
    ) -> str:
        """A match, played from moment to moment; one that does not come is waited for in others. Returns the table."""
        rng, habits = random.Random(8), PALAZZO if game == "palazzo" else PILLARS
        made = new_table(self.page, game, bots=bots)
        for name, comes, prepare in wishes:
            if not self.wants(f"{game}-{name}"):
                continue
            for _ in range(MOST_MATCHES):
                update = play_on(self.page, made["table"], comes, rng, 6000, habits)
                if comes(update):
                    self.take(f"{game}-{name}", made["path"], ".dock .prompt", prepare)
                    break
                made = new_table(self.page, game, bots=bots)
        return str(made["table"])


def mine(update: Update) -> bool:
    return bool(update["legal"])


def phase(*names: str, after: int = 0) -> Callable[[Update], bool]:
    """Whether this page's player has to decide something of that kind."""
    return lambda update: mine(update) and update["view"]["phase"] in names and update["seen"] >= after


def piles(most: int, *phases: str) -> Callable[[Update], bool]:
    """Whether so few piles are left, and this page's player has to decide something of that kind."""
    return lambda update: phase(*phases)(update) and bool(update["view"]["pile_supply"] <= most)


def over(update: Update) -> bool:
    return bool(update["status"] == "over")


def halfway(update: Update) -> bool:
    """Some cards lie on the table, and more are needed."""
    payment = update["view"].get("payment")
    return mine(update) and bool(payment) and 0 < payment["worth"] < payment["need"]


def crowded_auction(update: Update) -> bool:
    """Others have laid cards, and it is for this page's player, who has built something, to overbid them."""
    view = update["view"]
    laid = [bool(seat["laid"]) for seat in view["seats"]]
    begun = update["seen"] > 90 and bool(view["seats"][update["viewer"]]["palazzi"]) if mine(update) else False
    return begun and view["phase"] == "raising" and any(laid) and bool(view["payment"]["cards"])


def show_plot(page: Any) -> None:
    page.wait_for_selector(".result .plot polyline")


def press(selector: str) -> Prepare:
    """Clicks the first that is seen of what the selector finds."""

    def click(page: Any) -> None:
        page.locator(selector).locator("visible=true").first.click()

    return click


def ghost(page: Any) -> None:
    """The district over the best place for it."""
    page.locator(".places summary").click()
    page.locator(".places button").first.click()


def hint(page: Any) -> None:
    press(".dock [data-key=hint]")(page)
    page.wait_for_selector(".hint .hint-step", timeout=60_000)


def palazzo(album: Album) -> str:
    album.moments(
        "palazzo",
        3,
        [
            ("opening", mine, None),
            ("bidding", phase("bidding", after=60), None),
            ("auction", crowded_auction, None),
            ("draft", phase("drafting"), None),
        ],
    )
    return album.moments(
        "palazzo",
        2,
        [
            ("money", phase("picking"), None),
            ("market", phase("market", after=60), None),
            ("payment", lambda update: halfway(update) and update["seen"] > 100, None),
            ("building", phase("placing", after=110), None),
            ("middle", phase("turn", after=120), None),
            ("hint", phase("turn", after=121), hint),
            ("end", over, show_plot),
        ],
    )


def pillars(album: Album) -> str:
    album.moments("pillars", 5, [("six", piles(20, "choosing"), None)])
    return album.moments(
        "pillars",
        2,
        [
            ("opening", phase("choosing"), None),
            ("choice", phase("choosing"), press(".pl-hand .card-button")),
            ("taking", phase("taking"), None),
            ("piling", piles(48, "piling"), None),
            ("ghost", piles(44, "building"), ghost),
            ("middle", piles(32, "choosing"), None),
            ("hint", piles(32, "choosing"), hint),
            ("marking", piles(24, "marking"), None),
            ("end", over, show_plot),
        ],
    )


def before_the_game(album: Album) -> None:
    """Making a table, waiting for others, an invitation, handing the device on."""
    page = album.page
    album.take("new-friends", "/", ".game-card", press(".game-card button:has-text('With friends')"))
    album.take("new-hot-seat", "/", ".game-card", press(".game-card button:has-text('On one screen')"))
    album.take("settings", "/", ".game-card", press("button[aria-label=Settings]"))
    album.take("find", "/", ".game-card", press("[data-key=find]"))
    if album.wants("waiting"):
        page.goto("/")
        press(".game-card button:has-text('With friends')")(page)
        page.locator("#new-players").select_option("3")
        page.get_by_label("Name of player 1").fill("Anna")
        page.get_by_role("button", name="Set up the table").click()
        page.wait_for_selector(".invite .qr")
        album.take("waiting", page.url, ".invite .qr")
    if album.wants("invited"):
        link = new_table(page, "pillars", bots=1, people=2, name="Sunday", invite=True)["invite"]["path"]
        with somebody(page) as guest:
            Album(guest, album.wishes).take("invited", link, "#own-name")
    if album.wants("hand-over"):
        seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo")]
        made = api(page, "POST", "/api/tables", {"game": "palazzo", "seats": seats})
        album.take("hand-over", made["path"], "[data-uncover]")


def who_one_is(album: Album) -> None:
    """The page of a guest, and of a player with a picture and a device."""
    if album.wants("you"):
        with somebody(album.page) as guest:
            own = Album(guest, album.wishes)
            own.take("you-guest", "/you", ".you h2")
            own.take("notices", "/notices", ".notices h2")
            api(guest, "PUT", "/api/me", {"name": "Anna", "language": None, "picture": "pattern"})
            own.take("you-player", "/you", ".you .devices")


def deals(album: Album) -> None:
    """A table whose deal waits for somebody's device; a deal that was checked."""
    page = album.page
    if album.wants("dealing"):
        with somebody(page) as ben:
            page.goto("/")
            press(".game-card button:has-text('With friends')")(page)
            page.get_by_label("Name of player 1").fill("Anna")
            page.get_by_role("button", name="Set up the table").click()
            link = page.locator(".everybody code").inner_text()
            page.goto("about:blank")
            ben.goto(link)
            ben.locator("#own-name").fill("Ben")
            ben.get_by_role("button", name="Sit down").click()
            ben.get_by_text("Waiting for the device of").wait_for()
            Album(ben, album.wishes).take("dealing", ben.url, "text=Waiting for the device of")
    if album.wants("verified"):
        with tempfile.TemporaryDirectory() as folder:
            address, server = start_server(Path(folder), honest=True)
            with somebody(page, address) as anna:
                anna.goto("/")
                press(".game-card button:has-text('Play now')")(anna)
                anna.wait_for_selector(".dock .prompt")
                path = anna.url
                play_on(anna, path.rsplit("/", 1)[1], over, random.Random(8), 6000)
                Album(anna, album.wishes).take("verified", path, ".dock .prompt", verify)
            server.terminate()
            server.wait()


def verify(page: Any) -> None:
    press("button:has-text('Verify the deal')")(page)
    page.locator("dialog summary").click()


def with_others(album: Album) -> None:
    """Somebody is away; the same seat on another device; all cards turned up; many tables."""
    page = album.page
    if any(album.wants(name) for name in ("away", "device", "my-devices")):
        made = new_table(page, "palazzo", bots=1, people=2, options={"first": "1"})
        with somebody(page) as ben:
            claim = {"token": made["links"][1]["token"], "name": "Ben"}
            api(ben, "POST", f"/api/tables/{made['table']}/claim", claim)
        album.take("away", made["path"], ".people-banner .banner")
        album.take("device", made["path"], ".dock .prompt", other_device)
        album.take("my-devices", made["path"], ".dock .prompt", my_devices)
    if any(album.wants(name) for name in ("more", "chat")):
        made = new_table(page, "palazzo", bots=2, options={"first": "1"})
        for words in (
            "Good luck, everybody!",
            "The warehouse is mine, I have been saving for it since the first turn.",
        ):
            api(page, "POST", f"/api/tables/{made['table']}/chat", {"seat": 0, "text": words})
        album.take("more", made["path"], ".dock .prompt", press("button[aria-label='Players and more']"))
        album.take("chat", made["path"], ".dock .prompt", open_chat)
    album.take("reveal", "/", ".game-card", reveal)
    if album.wants("home-many"):
        for number in range(9):
            new_table(page, ("palazzo", "pillars")[number % 2], bots=1 + number % 3, name=f"Table {number + 1}")
        album.take("home-many", "/", ".table-row")


@contextmanager
def somebody(page: Any, address: str | None = None) -> Iterator[Any]:
    """A page of somebody else on the same server, or on another."""
    page.goto("/")
    context = page.context.browser.new_context(base_url=address or page.url, locale="en-GB")
    yield context.new_page()
    context.close()


def other_device(page: Any) -> None:
    press("button[aria-label='Players and more']")(page)
    press("dialog button:has-text('Continue on another device')")(page)
    page.wait_for_selector("dialog .qr")


def my_devices(page: Any) -> None:
    press("button[aria-label='Players and more']")(page)
    press("dialog button:has-text('My devices')")(page)
    page.wait_for_selector("dialog .devices li")


def reveal(page: Any) -> None:
    """All cards of a round, large in the middle, when they have just been turned up."""
    made = new_table(page, "pillars", bots=3, options={"first": "1"})
    play_on(page, made["table"], phase("choosing"), random.Random(3), 600, PILLARS)
    eventually(page, lambda: update_of(page, made["table"])["view"]["waiting"] == [0])
    update = update_of(page, made["table"])
    page.emulate_media(reduced_motion="no-preference")
    page.goto(made["path"])
    page.wait_for_selector(".pl .lagoon")
    body = {"seat": update["viewer"], "step": update["legal"][0], "seen": update["seen"], "key": "turned-up"}
    api(page, "POST", f"/api/tables/{made['table']}/steps", body)
    page.wait_for_selector(".pl-theatre")
    page.wait_for_timeout(900)


def reading(album: Album, game: str) -> None:
    album.take(f"{game}-rules", f"/rules/{game}", "main h1, main h2")
    album.take(f"{game}-guide", f"/guide/{game}", ".guide-note h2")


def around(album: Album, game: str, table: str) -> None:
    """What is to be seen of a finished match beside the table itself."""
    if not album.wants(f"{game}-replay") and not album.wants(f"{game}-log"):
        return
    play_on(album.page, table, over, random.Random(8), 6000)
    album.take(f"{game}-replay", f"/replay/{table}/80?seat=0", ".replay-bar")
    album.take(f"{game}-log", f"/t/{table}", ".dock .prompt", open_log)


def open_log(page: Any) -> None:
    page.keyboard.press("g")
    page.wait_for_selector(".log li")


def open_chat(page: Any) -> None:
    open_log(page)
    press("[role=tab]:has-text('Chat')")(page)
    page.wait_for_selector(".chat-form input")


def third_game(wishes: argparse.Namespace) -> None:
    """A game of another package, which has no page of its own, on a server that has it installed."""
    with own_page([Path(__file__).parents[1] / "third_game"]) as page:
        album = Album(page, wishes)
        album.take("third-home", "/", ".game-card")
        if album.wants("third-table"):
            made = new_table(page, "gavel", bots=2)
            play_on(page, made["table"], mine, random.Random(1), 400, ())
            album.take("third-table", made["path"], ".plain-steps [data-step]")


def shoot(album: Album) -> None:
    album.take("home", "/", ".game-card")
    before_the_game(album)
    who_one_is(album)
    deals(album)
    with_others(album)
    for game, play in (("palazzo", palazzo), ("pillars", pillars)):
        table = play(album)
        around(album, game, table)
        reading(album, game)
    album.take("home-tables", "/", ".table-row")


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the pictures of every screen.")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="only those whose names begin so")
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=SIZES)
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--into", type=Path, default=FOLDER, metavar="FOLDER")
    wishes = parser.parse_args()
    wishes.into.mkdir(parents=True, exist_ok=True)
    with own_page() as page:
        shoot(Album(page, wishes))
    if not wishes.only or any(name.startswith("third") for name in wishes.only):
        third_game(wishes)


if __name__ == "__main__":
    main()
