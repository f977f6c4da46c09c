"""One server for the tests that do not harm it, and one PostgreSQL for those that need it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server_house import House, Person


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    running = House(str(folder / "tables.sqlite"), live_minutes="0.01", webhooks_anywhere="1").start()
    yield running
    running.stop()


@pytest.fixture
def anna(house: House) -> Person:
    return Person(house, "Anna")


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A database of one's own."""
    return str(tmp_path / "tables.sqlite")
