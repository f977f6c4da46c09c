"""One server for the tests that do not harm it, as the server's own tests start it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from at_server import FixedHouse
from server_house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """It deals the same to every table of the same kind."""
    running = FixedHouse(str(tmp_path_factory.mktemp("house") / "tables.sqlite")).start()
    yield running
    running.stop()
