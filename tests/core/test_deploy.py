"""What is handed to hosts: settings that exist, and everything a build needs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from capomastro.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = sorted(path for path in (ROOT / "deploy").iterdir() if path.is_file())


@pytest.mark.parametrize("path", DEPLOY, ids=lambda path: path.name)
def test_every_setting_that_is_set_exists(path: Path) -> None:
    named = re.findall(rf"\b{PREFIX}([A-Z_]+)\b(?==|:)", path.read_text(encoding="utf-8"))
    assert {name.lower() for name in named} <= set(Settings.__struct_fields__)


def test_the_image_is_given_all_that_the_package_is_built_from() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    copied = {word for line in re.findall(r"^COPY (?!--)(.*) \S+$", text, re.MULTILINE) for word in line.split()}
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[0] == "!"}
    assert copied == let_in == {"pyproject.toml", "setup.py", "README.md", "LICENSE", "src"}


def test_nobody_runs_the_image_as_root() -> None:
    last = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8").rpartition("FROM ")[2]
    assert re.search(r"^USER capomastro$", last, re.MULTILINE)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize("name", ["capomastro.service", "capomastro-backup.service"])
def test_systemd_understands_the_units(name: str, tmp_path: Path) -> None:
    """The program is not installed where the units say, so another stands for it."""
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    unit = tmp_path / name
    unit.write_text(text.replace("/opt/capomastro/bin/capomastro", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if name in line]
    assert not about
