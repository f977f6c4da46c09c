"""Bad settings get one sentence before anything is opened."""

from pathlib import Path

import pytest
from test_server_store import command
from typer.testing import CliRunner

from capomastro.cli import app
from capomastro.core.errors import BadSetup
from capomastro.server.settings import BOUNDS, PREFIX, Settings, settings_from

NUMBERS = [field for field in Settings.__struct_fields__ if type(getattr(Settings(), field)) in (int, float)]
BAD = [
    *((name, value) for name in NUMBERS for value in ("-1", "many", "nan", "inf", "1e30")),
    *((name, "perhaps") for name in ("ratings", "webhooks_anywhere", "smtp_starttls")),
    *(("bots", value) for value in ("there", "", "service")),
    *(
        ("base_url", value)
        for value in ("play.example.org", "ftp://x", "https://", "https://x:y", "http://x?y", "http://[")
    ),
    *(("traces", value) for value in ("localhost:4318", "grpc://x")),
    *(("host", value) for value in ("", "http://x", "two words")),
    *((name, value) for name in ("metrics_host", "worker_host") for value in ("", "a/b")),
    ("smtp_host", "smtp://mail.example.org"),
    ("mail_from", "nobody"),
    ("port", "65536"),
    ("smtp_port", "0"),
    ("metrics_port", "70000"),
    ("workers", "0"),
    ("workers", "2"),
    ("max_body", "10"),
    *(("db", value) for value in ("mysql://x/y", "https://x", "postgresql://x:y:z/t", "postgresql://x:port/t")),
]
"""Every setting with values that make no sense for it."""


@pytest.mark.parametrize(("name", "value"), BAD, ids=lambda one: str(one))
def test_a_bad_setting_is_told_in_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    environment = {PREFIX + "DB": str(tmp_path / "new" / "tables.sqlite"), PREFIX + name.upper(): value}
    with pytest.raises(BadSetup) as told:
        settings_from(environment)
    sentence = str(told.value)
    assert "\n" not in sentence
    assert name in ("db", "workers") or PREFIX + name.upper() in sentence
    assert not any(tmp_path.iterdir()), "nothing was opened"


def test_every_setting_is_looked_at() -> None:
    """What is any text, or any name, cannot be wrong before somebody answers."""
    free = {"smtp_user", "smtp_password", "daily_bot"}
    assert {name for name, _ in BAD} == set(Settings.__struct_fields__) - free
    assert BOUNDS.keys() == set(NUMBERS)
    settings_from({})


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [("daily_bot", "mastr", "is one of"), ("host", "192.0.2.1", "cannot listen"), ("host", "a" * 70, "cannot listen")],
)
def test_what_only_the_start_can_tell_is_told_before_the_database_is_made(
    name: str, value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name.upper(), value)
    with pytest.raises(BadSetup, match=why):
        CliRunner().invoke(app, ["serve", "--port", "0", "--db", str(tmp_path / "t.sqlite")], catch_exceptions=False)
    assert not any(tmp_path.iterdir())


def test_a_bad_setting_ends_the_program_with_code_2(tmp_path: Path) -> None:
    done = command("serve", "--port", "70000", "--db", str(tmp_path / "t.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "capomastro: CAPOMASTRO_PORT is from 0 to 65535, not 70000\n"
    assert not any(tmp_path.iterdir())
