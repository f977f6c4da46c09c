"""Whoever kills a server, and nothing else, leaves nothing behind."""

import os
from pathlib import Path

import plugin_bots
import pytest
from server_house import House, Person, waited
from server_processes import children_of, is_alive, seconds_used


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read from /proc")
@pytest.mark.parametrize(("bot", "seconds"), [("master", 0.5), ("stuck", 3.0)])
def test_bots_do_not_outlive_a_killed_server(file: str, tmp_path: Path, bot: str, seconds: float) -> None:
    house = House(file)
    plugins = plugin_bots.install(tmp_path)
    house.settings["PYTHONPATH"] = os.pathsep.join([plugins, *filter(None, [os.environ.get("PYTHONPATH")])])
    house.start()
    try:
        # Two bots go on thinking for as long as somebody looks on; one would wait for a person's step before long.
        table = Person(house).table(f"bot:{bot}", f"bot:{bot}")
        waited(lambda: table.look() and any(seconds_used(child) >= seconds for child in children_of(house)), 240)
        children = children_of(house)
        house.kill_alone()
        waited(lambda: not [child for child in children if is_alive(child)])
    finally:
        house.stop()
