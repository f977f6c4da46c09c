"""The full-screen table and the line mode at a real server's tables."""

import asyncio
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from at_server import invited, remote
from pilots import at_table, in_sight, play_on, running, table, until
from server_house import PATIENCE, House, Person
from textual.pilot import Pilot

from capomastro.core.deal import share_commitment
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.client import address_of
from capomastro.terminal.lines import Line
from capomastro.terminal.remote import RemoteSession
from capomastro.terminal.screens.dialogs import Choosing, Reading
from capomastro.terminal.screens.replay import ReplayScreen
from capomastro.terminal.screens.table import TableScreen
from capomastro.terminal.store import Store


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_whole_game_at_a_server_outlives_its_death_in_the_middle(tmp_path: Path, game: str) -> None:
    own = House(str(tmp_path / "tables.sqlite")).start()
    at, url = invited(own, game=game)

    async def whole(app: TerminalApp, pilot: Pilot[Any]) -> list[int]:
        assert await play_on(app, pilot, 6) == 6
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        own.kill()
        await until(pilot, lambda: app.session is not None and app.session.link == "lost")
        assert app.session is not None
        await until(pilot, lambda: table(app).shown is app.session.update)  # type: ignore[union-attr]  # all that came
        await pilot.pause()
        before, pointer = app.session.update, table(app).pointer
        chosen = table(app).steps.choices[0].step if pointer is None else pointer.step
        assert chosen is not None
        await pilot.press("1" if pointer is None else "enter")
        await until(pilot, lambda: app.session is not None and app.session.waiting_step == chosen)
        await pilot.press("colon", *before.legal[-1], "enter")
        await until(pilot, lambda: "still waits" in table(app).note[0])
        assert chosen in table(app).query_one("#note", Line).text, "a step that waits is not replaced by another"
        await asyncio.to_thread(own.start)
        await until(pilot, lambda: app.session is not None and app.session.update.seen > before.seen)
        await play_on(app, pilot)
        assert app.session is not None
        assert isinstance(app.session, RemoteSession)
        log = json.loads(await app.session.client.get(f"{at.path}/log", {"seat": 0, "since": 0}))
        assert [event.n for event in app.session.log] == [event["n"] for event in log["events"]]
        await until(pilot, lambda: isinstance(app.screen, Reading))
        await pilot.press("escape", "2")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and "Before the first step" in in_sight(app))
        await pilot.press("q")
        return list(app.session.update.scores or [])

    try:
        scores = at_table(remote(url, tmp_path), whole)
        assert Person(own, "Eve").get(f"{at.path}/verify")["scores"] == scores
    finally:
        own.stop()


def test_the_key_of_the_seat_is_kept_for_its_owner_alone_and_opens_the_table_again(
    house: House, tmp_path: Path
) -> None:
    at, url = invited(house)

    async def sit(app: TerminalApp, pilot: Pilot[Any]) -> int | None:
        assert app.session is not None
        seat = app.session.update.viewer
        await pilot.press("q")
        await until(pilot, lambda: app.session is None)
        return seat

    assert at_table(remote(url, tmp_path), sit) == 0
    file = tmp_path / "servers.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    plain = f"{house.url}/t/{at.table}"
    assert at_table(remote(plain, tmp_path), sit) == 0

    store = Store(file)
    store.servers[house.url].device = "x" * 22
    store.write()
    assert at_table(remote(plain, tmp_path), sit) == 0, "the seat's own key opens the table for another device"


def test_who_watches_sees_no_hand_and_has_no_steps(house: House, tmp_path: Path) -> None:
    at, _ = invited(house, "me")
    at.claim(Person(house, "Guest"), 0)

    async def look(app: TerminalApp, pilot: Pilot[Any]) -> None:
        assert app.session is not None
        update = app.session.update
        assert update.viewer is None
        assert not update.legal
        assert all(seat.hand is None for seat in update.view.seats)
        at.step(at.look(seat=update.view.actor)) if update.view.actor == 1 else None
        await pilot.press("1", "enter", "u")
        await until(pilot, lambda: "Spectator" in in_sight(app))

    at_table(remote(f"{house.url}/t/{at.table}", tmp_path, watch=True), look)


def test_chat_goes_both_ways_and_a_proposal_is_answered_by_a_key(house: House, tmp_path: Path) -> None:
    at, url = invited(house, "me", options={"first": "1"})

    async def talk(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.status == "running")
        await pilot.press("c", *"hello", "enter")
        await until(pilot, lambda: "hello" in str(at.person.get(f"{at.path}/chat")))
        await asyncio.to_thread(at.post, "chat", seat=1, text="good\x1b[31mday")
        await until(pilot, lambda: "day" in in_sight(app))
        assert "\x1b[31m" not in in_sight(app)
        await pilot.press("escape")
        await play_on(app, pilot, 3)
        mine = await asyncio.to_thread(at.look, seat=1)
        while not mine["legal"]:
            await play_on(app, pilot, 1)
            mine = await asyncio.to_thread(at.look, seat=1)
        await asyncio.to_thread(at.step, mine)
        await asyncio.to_thread(at.post, "proposals", seat=1, kind="rewind", to=mine["seen"])
        await until(pilot, lambda: table(app).proposal() is not None)
        await until(pilot, lambda: "take a move back" in in_sight(app))
        await pilot.press("y")
        await until(pilot, lambda: app.session is not None and app.session.log[-1].kind == "rewound")

    at_table(remote(url, tmp_path), talk)


def test_a_refused_step_is_told_and_changes_nothing(house: House, tmp_path: Path) -> None:
    _, url = invited(house, options={"first": "1"})

    async def refuse(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        assert app.session is not None
        seen = app.session.update.seen
        await pilot.press("colon", *"pass", "enter")
        await until(pilot, lambda: "not possible now" in in_sight(app))
        assert app.session.update.seen == seen

    at_table(remote(url, tmp_path), refuse)


def test_hints_and_the_past_come_from_the_server(house: House, tmp_path: Path) -> None:
    _, url = invited(house, options={"first": "2"})

    async def ask(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.my_turn)
        await pilot.press("s")
        await until(pilot, lambda: "Since my last move" in in_sight(app))
        await pilot.press("end", "escape", "h")
        await until(pilot, lambda: isinstance(app.screen, Choosing))
        await until(pilot, lambda: "What the bots would do" in in_sight(app))

    at_table(remote(url, tmp_path), ask)


def test_a_replay_that_cannot_be_dealt_again_says_why(house: House, tmp_path: Path) -> None:
    """As with the files of this house: its deals are fixed, whatever devices send for them."""
    nonce = "ab" * 32
    at = Person(house, "Host").table("me", "me", share=share_commitment(nonce))
    at.post("share", round=1, nonce=nonce)
    at.play()

    async def look(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: isinstance(app.screen, Reading))
        await pilot.press("escape", "colon", *"replay", "enter")
        await until(pilot, lambda: "of the match file" in in_sight(app))

    at_table(remote(f"{house.url}/t/{at.table}", tmp_path, watch=True), look)


def test_a_link_that_is_not_good_ends_the_program_with_its_reason(house: House, tmp_path: Path) -> None:
    at, _ = invited(house)

    async def run() -> TerminalApp:
        app = TerminalApp(store=Store(tmp_path / "servers.json"))
        app.first = lambda: app.join(address_of(f"{house.url}/t/{at.table}#{'A' * 22}"))
        async with running(app) as pilot:
            await until(pilot, lambda: app.return_code == 2)
        return app

    assert "link" in asyncio.run(run()).goodbye


def test_who_loses_the_seat_is_told_and_the_socket_stays_closed(house: House, tmp_path: Path) -> None:
    at, url = invited(house, "open")

    async def put_out(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.session is not None and app.session.update.status == "open")
        await until(pilot, lambda: "still free" in in_sight(app))
        await asyncio.to_thread(at.post, "free", seat=0)
        await until(pilot, lambda: app.session is not None and app.session.link == "refused")
        await until(pilot, lambda: "cannot be watched" in in_sight(app))

    at_table(remote(url, tmp_path), put_out)


def test_a_free_seat_of_an_open_table_is_taken_by_a_key(house: House, tmp_path: Path) -> None:
    at = Person(house, "Host").table("me", "open")

    async def sit(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Sit down" in in_sight(app))
        await pilot.press("1")
        await until(pilot, lambda: len(app.screen_stack) > 2)
        await pilot.press("enter")
        await until(pilot, lambda: app.session is not None and app.session.update.viewer == 1)
        await until(pilot, lambda: app.session is not None and app.session.update.status == "running")

    at_table(remote(f"{house.url}/t/{at.table}", tmp_path), sit)


def test_a_servers_address_shows_its_lobby(house: House, tmp_path: Path) -> None:
    at = Person(house, "Host").table("me", "open", public=True, name="Sunday")

    async def run() -> None:
        app = TerminalApp(store=Store(tmp_path / "servers.json"))
        app.first = lambda: app.join(address_of(house.url))
        async with running(app, (120, 30)) as pilot:
            await until(pilot, lambda: "Sunday" in in_sight(app))
            await pilot.press("1")
            await until(pilot, lambda: app.session is not None and app.session.update.table == at.table)
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and "Sunday" in in_sight(app))

    asyncio.run(run())


GUEST = """
import asyncio, gc, sys
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from pilots import at_table, play_on, running
from capomastro.core.match import Match
from capomastro.core.position import Position
from capomastro.terminal.client import address_of
from capomastro.terminal.lines import Line
from capomastro.terminal.remote import RemoteSession
from capomastro.terminal.store import Store

async def some(app, pilot):
    await play_on(app, pilot, 8)
    gc.collect()
    things = gc.get_objects()
    assert not [one for one in things if isinstance(one, Match)], "a match is in the guest's memory"
    hands = [seat.hand for seat in app.session.update.view.seats]
    assert hands[0] is not None and hands[1] is None, hands
    assert app.session.update.seats[1].bot == "random"
    print("views only", len([one for one in things if isinstance(one, Position)]))

at_table(RemoteSession(address_of(sys.argv[1]), Store(Path(sys.argv[2])), "Ada"), some)
"""


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_guests_memory_holds_views_and_nothing_hidden(house: House, tmp_path: Path, game: str) -> None:
    _, url = invited(house, game=game)
    folders = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "server")]
    done = subprocess.run(
        [sys.executable, "-c", GUEST, url, str(tmp_path / "servers.json"), *folders],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.stdout.strip() == "views only 0", done.stdout + done.stderr


def test_what_is_said_before_the_socket_is_open_is_heard_too(house: House, tmp_path: Path) -> None:
    at, url = invited(house, "me")

    class Late(RemoteSession):
        """Whose socket is opened when somebody has spoken already."""

        def _listen(self) -> Coroutine[Any, Any, None]:
            listening = super()._listen()

            async def later() -> None:
                await asyncio.to_thread(at.post, "chat", seat=1, text="too early")
                await listening

            return later()

    async def heard() -> list[str]:
        session = Late(address_of(url), Store(tmp_path / "servers.json"), "Ada")
        said = asyncio.Event()
        session.on_news = lambda news: said.set() if any(one.text for one in session.messages) else None
        await session.open()
        await asyncio.wait_for(said.wait(), PATIENCE)
        await session.close()
        return [one.text for one in session.messages if one.text]

    assert asyncio.run(heard()) == ["too early"]


def test_the_line_mode_plays_at_a_servers_table(house: House, tmp_path: Path) -> None:
    at, url = invited(house)
    home = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    command = [sys.executable, "-m", "capomastro", "play", "--url", url, "--name", "Ada", "--language", "en"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env={**os.environ, **home}) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        too_late = threading.Timer(280, process.kill)
        too_late.start()
        process.stdin.write("chat hello\n")
        process.stdin.flush()
        said = ""
        while "Ada: hello" not in said:  # the server sends it back; a game typed at once may be over sooner
            line = process.stdout.readline()
            assert line, said
            said += line
        process.stdin.write("since\nread\nlog\nfly\n" + "2\n1\n" * 400)
        process.stdin.close()
        said += process.stdout.read()
        too_late.cancel()
    assert process.returncode == 0, said
    assert "No step is written 'fly'" in said
    assert "The game is over." in said
    assert at.look()["status"] == "over"
