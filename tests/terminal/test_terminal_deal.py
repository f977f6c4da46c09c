"""The terminal's part in the deal of a server's table, what it keeps of it, and checking it afterwards."""

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from at_server import remote
from pilots import at_table, in_sight, play_on, until
from server_house import At, House, Person, waited
from textual.pilot import Pilot

from capomastro.core.deal import share_commitment
from capomastro.core.words import words_in
from capomastro.terminal.app import TerminalApp
from capomastro.terminal.remote import RemoteSession
from capomastro.terminal.screens.dialogs import Reading
from capomastro.terminal.store import KeptTable, Store


@pytest.fixture(scope="module")
def fair_house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Its deals come from everybody's nonces, as everywhere; those of the other tests are fixed."""
    running = House(str(tmp_path_factory.mktemp("fair") / "tables.sqlite")).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server where nobody has to be patient with the deal."""
    running = House(str(tmp_path_factory.mktemp("hasty") / "tables.sqlite"), deal_seconds="0").start()
    yield running
    running.stop()


def beside_a_device(house: House) -> tuple[At, str, str]:
    """A table of somebody whose device takes part in the deal, their nonce, and a link for the other seat."""
    nonce = secrets.token_hex(32)
    at = Person(house, "Host").table("link", "me", share=share_commitment(nonce))
    return at, nonce, f"{house.url}/t/{at.table}#{at.token(0)}"


def test_a_terminal_takes_part_in_the_deal_and_checks_it_afterwards(fair_house: House, tmp_path: Path) -> None:
    at = Person(fair_house, "Host").table("link", "bot:random")
    url = f"{fair_house.url}/t/{at.table}#{at.token(0)}"

    async def whole(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await play_on(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, Reading))
        await pilot.press("escape", "4")
        await until(pilot, lambda: "Nobody could choose this deal" in in_sight(app))
        assert "✗" not in in_sight(app)
        words = words_in("en")
        for key in ("check.file", "check.secret", "check.own", "check.shown"):
            assert words.t(key) in " ".join(in_sight(app).split())

    at_table(remote(url, tmp_path), whole, (120, 40))
    head = json.loads(at.person.client.get(f"{at.path}/export").text.split("\n")[0])
    kept = Store(tmp_path / "servers.json").servers[fair_house.url].tables[at.table]
    assert kept.share is not None
    assert [share["nonce"] for share in head["deal"]["shares"]] == [kept.share.nonce]


def test_no_nonce_is_told_before_everybody_is_bound(fair_house: House, tmp_path: Path) -> None:
    at, nonce, url = beside_a_device(fair_house)

    async def sit(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Waiting for the device of Host" in in_sight(app))
        assert at.look()["deal"]["waiting"] == [1]
        kept = Store(tmp_path / "servers.json").servers[fair_house.url].tables[at.table].share
        assert kept is not None
        assert [commitment for _, commitment in kept.shares] == [kept.commitment, share_commitment(nonce)]
        await asyncio.to_thread(at.post, "share", round=1, nonce=nonce)
        await until(pilot, lambda: app.session is not None and app.session.update.status == "running")

    at_table(remote(url, tmp_path), sit)


def test_a_deal_that_another_device_holds_up_is_begun_again_by_a_key(hasty: House, tmp_path: Path) -> None:
    at, _, url = beside_a_device(hasty)

    async def sit(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Deal without Host" in in_sight(app))
        await pilot.press("1")
        await until(pilot, lambda: app.session is not None and app.session.update.status == "running")

    at_table(remote(url, tmp_path), sit)
    assert at.look(since=0)["deal"]["redone"][0]["without"] == [1]


class Forgetful(RemoteSession):
    """A terminal that has lost its nonce, or was shown another commitment of the server than now."""

    server: str | None = None

    def _seated(self, body: bytes, game: str, name: str) -> None:
        super()._seated(body, game, name)
        share = self.kept.share
        assert share is not None
        if self.server is None:
            kept = self.kept.kept
            assert kept is not None
            self.kept.keep(KeptTable(kept.game, kept.name, kept.seat, kept.key))
        else:
            share.server = self.server
            self.kept.keep_share(share)


def forgetful(url: str, folder: Path, server: str | None) -> Forgetful:
    session = remote(url, folder)
    found = Forgetful(session.address, session.kept.store, "Ada")
    found.server = server
    return found


def test_a_terminal_that_has_lost_its_part_says_so_and_begins_again(hasty: House, tmp_path: Path) -> None:
    at, nonce, url = beside_a_device(hasty)

    async def sit(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Begin the deal again" in in_sight(app))
        await pilot.press("1")
        await until(pilot, lambda: app.session is not None and app.session.update.deal.round == 2)  # type: ignore[union-attr]
        await until(pilot, lambda: "Waiting for the device of Host" in in_sight(app))
        await asyncio.to_thread(at.post, "share", round=2, commitment=share_commitment(nonce))
        await asyncio.to_thread(waited, lambda: at.look()["deal"]["waiting"] == [1])
        await asyncio.to_thread(at.post, "share", round=2, nonce=nonce)
        await until(pilot, lambda: app.session is not None and app.session.update.status == "running")

    at_table(forgetful(url, tmp_path, None), sit)


def test_a_server_that_changed_its_part_gets_no_nonce(fair_house: House, tmp_path: Path) -> None:
    at, _, url = beside_a_device(fair_house)

    async def sit(app: TerminalApp, pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "The server has changed its part of the deal" in in_sight(app))
        assert at.look()["deal"]["waiting"] == [0, 1]

    at_table(forgetful(url, tmp_path, "0" * 64), sit)


def test_two_terminals_at_once_keep_each_others_tables(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "servers.json"), Store(tmp_path / "servers.json")
    one.keep("https://a.example", "first", KeptTable("palazzo", seat=0))
    other.keep("https://a.example", "second", KeptTable("pillars", seat=1))
    one.keep("https://b.example", "third", KeptTable("palazzo"))

    assert one.server("https://a.example").device == other.server("https://a.example").device
    servers = Store(tmp_path / "servers.json").servers
    assert set(servers["https://a.example"].tables) == {"first", "second"}
    assert set(servers) == {"https://a.example", "https://b.example"}
