"""Figures for operators, on a port of their own, and the names of requests."""

import json
import logging
import re
import socket
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as families
from server_house import PATIENCE, UNENCRYPTED, House, Person

from capomastro.core.errors import BadSetup
from capomastro.server.ops.logs import JsonLines
from capomastro.server.protocol import request_ids
from capomastro.server.settings import settings_from

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
ACCEPT = {"accept": "application/openmetrics-text; version=1.0.0"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def figures(port: int) -> dict[str, float]:
    """Every figure by its name, those with labels added up."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=ACCEPT, timeout=60, verify=UNENCRYPTED)
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    found: dict[str, float] = {}
    for family in families(answer.text):  # type: ignore[no-untyped-call]
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def test_what_happens_is_counted_on_a_port_of_its_own(tmp_path: Path) -> None:
    port = free_port()
    house = House(str(tmp_path / "tables.sqlite"), metrics_port=str(port)).start()
    try:
        anna = Person(house)
        anna.table("me", "bot:random").play(25)
        named = anna.client.get("/api/lobby", headers={"x-request-id": "from-the-proxy.1"})
        assert named.headers["x-request-id"] == "from-the-proxy.1"
        assert anna.client.get("/metrics").headers["content-type"].startswith("text/html"), "the page, as anywhere"

        until = time.monotonic() + PATIENCE  # a bot may still be thinking
        while (found := figures(port)).get("capomastro_bot_seconds_count", 0) == 0 and time.monotonic() < until:
            time.sleep(0.1)

        assert found["capomastro_step_seconds_count"] == 25
        assert found["capomastro_requests_total"] >= 5
        assert found["capomastro_tables"] == 1
        assert found["capomastro_transaction_writes_sum"] >= 4
        assert found["capomastro_loop_lag_seconds_count"] >= 0
        assert found["capomastro_read_seconds_count"] > 0
        assert found["process_resident_memory_bytes"] > 0
        used = set(re.findall(r"\b(?:capomastro|process)_\w+", DASHBOARD.read_text()))
        assert len(used) > 12
        assert used <= set(found), "the dashboard shows what is there"
    finally:
        house.stop()


def test_nothing_is_measured_unless_a_port_is_named() -> None:
    assert settings_from({}).metrics_port == 0
    for port in ("-1", "65536", "70000"):
        with pytest.raises(BadSetup, match="METRICS_PORT"):
            settings_from({"CAPOMASTRO_METRICS_PORT": port})


def test_a_request_has_a_name_which_the_log_tells() -> None:
    first, second = request_ids.named([]), request_ids.named([(b"x-request-id", b"not a name")])
    assert first[1]
    assert second[1]
    assert first[0] != second[0]
    assert request_ids.named([(b"x-request-id", b"a.b-1")]) == (b"a.b-1", False)
    line = json.loads(JsonLines().format(logging.LogRecord("capomastro", logging.INFO, "", 1, "Hello.", (), None)))
    assert line["request"] == "a.b-1"
    request_ids.current.set("")
