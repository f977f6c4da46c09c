"""Games on a Ray cluster on loopback: the same record and the same file as here, whatever is lost on the way."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from deadly_task import deadly
from extras import or_skip, without

from capomastro.arena.contest import contest_played
from capomastro.arena.model import Contest
from capomastro.arena.training import Course, rounds
from capomastro.core.catalogue import game_named, game_names
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup
from capomastro.research.selfplay import Export

# Set before Ray is loaded, which reads them: nothing is written into the home directory, and a busy machine has time.
os.environ |= {"RAY_AUTH_MODE": "disabled", "RAY_raylet_start_wait_time_s": "300", "RAY_USAGE_STATS_ENABLED": "0"}
cluster = or_skip("capomastro.research.cluster")
parquet = or_skip("capomastro.research.parquet")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own warnings are not ours

GAME = game_names()[0]
OPTIONS = check_setup(game_named(GAME), 2, {})
DUEL = Contest(game=GAME, bots=("greedy", "random"), players=2, games=8, options=OPTIONS)
SMALL: dict[str, Any] = {
    "num_cpus": 2,
    "object_store_memory": 80 << 20,
    "include_dashboard": False,
    "_node_ip_address": "127.0.0.1",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processors on this machine alone."""
    ray, path = (
        cluster.ray,
        os.pathsep.join([str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]),
    )
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", path)  # the workers load the deadly task
        for attempt in range(3):
            try:
                ray.init(address="local", **SMALL, **cluster.QUIET)
                break
            except Exception as error:  # a machine without shared memory, or one that is too busy, has no Ray
                ray.shutdown()
                if attempt == 2:
                    pytest.skip(f"Ray does not start on this machine: {error}")
        yield ray.get_runtime_context().gcs_address
        ray.shutdown()


def record_here(folder: Path) -> bytes:
    contest_played(DUEL, record=folder / "here.jsonl")
    return (folder / "here.jsonl").read_bytes()


def kill_victim(folder: Path) -> None:
    """Kills the worker that has come to the victim's number."""
    path = folder / "victim"
    while not path.exists():
        time.sleep(0.02)
    os.kill(int(path.read_text()), signal.SIGKILL)


class Deadly(cluster.RayWorkers):  # type: ignore[name-defined,misc]
    """A cluster of which one worker is killed in the middle of its games."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__(address)
        self.folder = folder

    def run(self, task: Any, numbers: Any) -> Any:
        killer = threading.Thread(target=kill_victim, args=(self.folder,), daemon=True)
        killer.start()
        yield from super().run(partial(deadly, str(self.folder), numbers[len(numbers) // 2], task), numbers)
        killer.join()


def test_a_killed_worker_changes_nothing_in_the_record(address: str, tmp_path: Path) -> None:
    workers = Deadly(address, tmp_path)
    played = contest_played(DUEL, record=tmp_path / "there.jsonl", workers=workers)

    assert workers.lost >= 1
    assert [game.number for game in played] == list(range(DUEL.games))
    assert (tmp_path / "there.jsonl").read_bytes() == record_here(tmp_path)
    assert all(game.thinking for game in contest_played(DUEL, record=tmp_path / "there.jsonl"))


def test_a_killed_worker_changes_nothing_in_an_export(address: str, tmp_path: Path) -> None:
    export = Export(GAME, ("random",), 2, 6)
    workers = Deadly(address, tmp_path)
    parquet.write_games(export, tmp_path / "there.parquet", workers)
    parquet.write_games(export, tmp_path / "here.parquet")

    assert workers.lost >= 1
    assert (tmp_path / "there.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()


def test_the_command_plays_at_the_address_it_is_given(address: str, tmp_path: Path) -> None:
    words = ["arena", GAME, *DUEL.bots, "--games", str(DUEL.games), "--cluster", address]
    command = [sys.executable, "-m", "capomastro", *words, "--record", str(tmp_path / "there.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "| greedy" in done.stdout
    assert (tmp_path / "there.jsonl").read_bytes() == record_here(tmp_path)


def test_training_there_comes_to_the_same_weights(address: str, tmp_path: Path) -> None:
    course = Course(GAME, 2, games=2, gate=2, iterations=1)
    here = list(rounds(course, tmp_path / "here.jsonl", 1))
    assert list(rounds(course, tmp_path / "there.jsonl", 1, workers=cluster.RayWorkers(address))) == here


def test_a_worker_with_another_version_is_named_and_plays_nothing(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = cluster.versions_here() | {"source": "another"}
    monkeypatch.setattr(cluster, "versions_here", lambda: versions)
    with pytest.raises(BadSetup, match=r"the worker on .* has source \w+, and this machine another"):
        contest_played(DUEL, record=tmp_path / "there.jsonl", workers=cluster.RayWorkers(address))
    assert len((tmp_path / "there.jsonl").read_bytes().splitlines()) == 1


def test_an_error_of_a_task_is_told_and_not_taken_for_a_loss(address: str) -> None:
    workers = cluster.RayWorkers(address)
    with pytest.raises(BadSetup, match="a worker could not play: ZeroDivisionError"):
        list(workers.run(partial(divmod, 1), [0, 0]))
    assert workers.lost == 0


def test_chunks_take_some_seconds_and_become_small_at_the_end() -> None:
    assert cluster.chunk_size(None, 1000, 4) == 1
    assert cluster.chunk_size(0.01, 100_000, 4) == int(cluster.CHUNK_SECONDS / 0.01)
    assert cluster.chunk_size(0.01, 40, 4) == 10
    assert cluster.chunk_size(60.0, 100, 4) == 1
    assert cluster.chunk_size(0.0, 3, 4) == 1


def test_without_ray_one_sentence_names_the_extra() -> None:
    said = without("ray", "capomastro.research.cluster")

    assert said.endswith("ray is not installed: pip install 'capomastro[ray]' brings it")
