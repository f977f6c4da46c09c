"""The tools that check the page are the same everywhere: their lock file names each by version and public address."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
REGISTRY = "https://registry.npmjs.org/"
PLATFORMS = {"darwin", "linux", "win32"}


def locked() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return found


def test_the_lock_file_is_that_of_the_tools_asked_for() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    packages = locked()
    assert packages[""]["devDependencies"] == wanted
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_every_tool_comes_from_the_public_registry() -> None:
    fetched = [package for name, package in locked().items() if name]
    assert fetched
    assert [package for package in fetched if not package["resolved"].startswith(REGISTRY)] == []


def test_the_lock_file_serves_every_platform_on_which_the_page_is_checked() -> None:
    assert {system for package in locked().values() for system in package.get("os", ())} >= PLATFORMS
