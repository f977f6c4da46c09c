"""The load test's workloads, with few tables and for an instant: each says its figures, and that it really played."""

import sys

import pytest

from capomastro.bench import workloads
from capomastro.bench.server import measured_load
from capomastro.cli.bench import tell_workloads
from capomastro.core.errors import BadSetup


def test_a_load_says_steps_and_times_of_the_same_stretch() -> None:
    found = measured_load("palazzo", 2, 2, 0.0, 0.5, 0.0)
    assert found["steps_per_s"] > 0
    assert found["refused"] == 0
    assert 0 < found["p50_ms"] <= found["p99_ms"] < float("inf")
    assert 0 < found["told_p50_ms"] <= found["told_p99_ms"] < float("inf")


def test_the_knee_is_the_last_rate_at_which_sockets_hear_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def figures(steps: float, told: float) -> dict[str, float]:
        return {"asked_per_s": 100, "steps_per_s": steps, "told_p99_ms": told}

    assert workloads.in_time(figures(90, 100.0))
    assert not workloads.in_time(figures(89, 10.0))
    assert not workloads.in_time(figures(100, 100.1))
    monkeypatch.setattr(workloads, "RATES", (4, 1_000_000))
    monkeypatch.setattr(workloads, "in_time", lambda figures: figures["asked_per_s"] == 4)
    found = workloads.knee("palazzo", 0.5, sys.executable, tables=4, seats=2)
    assert [one["asked_per_s"] for one in found["rates"]] == [4, 1_000_000]
    assert found["steps_per_s"] == found["rates"][0]["steps_per_s"] > 0


def test_idle_sockets_are_all_open_when_memory_is_read() -> None:
    found = workloads.idle("palazzo", 0.1, sys.executable, sockets=12, seats=3)
    assert (found["sockets"], found["tables"]) == (12, 4)
    assert found["rss_mb"] >= found["rss_mb_empty"] > 0


def test_masters_think_beside_the_people_of_every_second_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workloads, "ROUNDS", 1)
    found = workloads.masters("palazzo", 1.0, sys.executable, tables=3, bots=1)
    assert found["ratio"]["told_p99_ms"] > 0
    assert all(stretch["steps_per_s"] > 0 for stretch in found["rounds"][0].values())


def test_a_workload_that_does_not_exist_is_named() -> None:
    with pytest.raises(BadSetup, match="steps, viewers, knee, idle, masters, start, not 'dance'"):
        tell_workloads("palazzo", ["dance"], 1.0, "", json=True)
