"""One server for the tests that do not harm it, and one PostgreSQL for those that need it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_house import House, Person, Postgres


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    quick = {"live_minutes": "0.01", "review_iterations": "2000", "daily_bot": "random"}
    running = House(str(folder / "tables.sqlite"), webhooks_anywhere="1", **quick).start()
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Outside of pytest's folders: PostgreSQL never runs as root, and others may not look into those."""
    with tempfile.TemporaryDirectory(prefix="capomastro", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o777)
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, file: str) -> str:
    """The address of a database with nothing in it, of either kind."""
    if request.param == "sqlite":
        return file
    address: str = request.getfixturevalue("postgres").empty("empty")
    return address


@pytest.fixture(scope="session")
def many_workers(postgres: Postgres) -> Iterator[House]:
    """A server of two workers that share a PostgreSQL."""
    running = House(postgres.address, workers=2, review_iterations="2000", daily_bot="random").start()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest) -> House:
    """The one server, then the one with two workers: for what must hold on both."""
    found: House = request.getfixturevalue("house" if request.param == "sqlite" else "many_workers")
    return found
