"""`capomastro bench research` measures what it says; how fast it is here is no test."""

import msgspec
import pytest
import typer
from extras import or_skip
from typer.testing import CliRunner

import capomastro
from capomastro.cli import bench as command
from capomastro.core.catalogue import all_games

or_skip("capomastro.research.batch_env")


@pytest.mark.skipif(not capomastro.compiled, reason="this run is interpreted; the compiled run measures")
def test_the_command_tells_speeds_ratios_and_memory() -> None:
    app = typer.Typer()
    command.register(app)
    done = CliRunner().invoke(app, ["bench", "research", "--seconds", "0.02", "--games", "3", "--json"])
    assert done.exit_code == 0, done.output
    found = msgspec.json.decode(done.stdout[done.stdout.index("{") :])

    assert [one["game"] for one in found["games"]] == [game.name for game in all_games()]
    for one in found["games"]:
        assert list(one["steps_per_s"]) == ["1", "256", "4096"]
        assert all(speed > 0 for speed in one["steps_per_s"].values())
        assert one["memory"]["games"] >= 3
        assert one["allocations"]["peak_bytes_per_call"] >= 4 * 256
    for other, speed in found["others_steps_per_s"].items():
        measured = isinstance(speed, int)
        assert measured or "pip install" in speed
        assert all((other in one["times_as_fast_as"]) == measured for one in found["games"])
