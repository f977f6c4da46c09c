"""Seats at a real server's tables, for a terminal."""

import os
from pathlib import Path
from typing import Any

from server_house import At, House, Person
from warm_start import Program

from capomastro.terminal.client import address_of
from capomastro.terminal.remote import RemoteSession
from capomastro.terminal.store import Store

BROWSER = Path(__file__).parents[1] / "browser"


class FixedHouse(House):
    """Nothing in it depends on luck, as in the browser's tests."""

    program = Program("fixed_deals")

    def __init__(self, db: str) -> None:
        super().__init__(db)
        # It wants to be there before the modules that it changes, so it is found by a path and not forked.
        self.settings["PYTHONPATH"] = os.pathsep.join([str(BROWSER), os.environ.get("PYTHONPATH", "")])


def invited(house: House, *others: str, game: str = "palazzo", **more: Any) -> tuple[At, str]:
    """A table with a seat by link, and that link."""
    at = Person(house, "Host").table("link", *(others or ("bot:random",)), game=game, **more)
    return at, f"{house.url}/t/{at.table}#{at.token(0)}"


def remote(url: str, folder: Path, *, watch: bool = False) -> RemoteSession:
    return RemoteSession(address_of(url), Store(folder / "servers.json"), "Ada", watch=watch)
