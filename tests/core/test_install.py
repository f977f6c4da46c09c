"""What is needed to build the package, and what goes into it. `.ci/install-check` installs it for real."""

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
MOST = 5_000_000
"""Bytes of an archive or a wheel; `.ci/install-check` weighs the compiled one."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names_of(requirements: list[str]) -> set[str]:
    """The modules of these requirements; all that we use are called like what they are installed by."""
    return {re.split(r"[^\w-]", one)[0].replace("-", "_") for one in requirements}


def compiled() -> list[Path]:
    """The modules that setup.py compiles, read from its text, for running it would build."""
    for node in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMPILED":
            patterns = ast.literal_eval(node.value)
            return [path for pattern in patterns for path in (SOURCE / "capomastro").glob(pattern)]
    raise AssertionError("setup.py lists no modules")


def imported(path: Path) -> set[str]:
    """All that might be a module in what a file imports, with the packages around it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {".".join(name.split(".")[:end]) for name in found for end in range(1, name.count(".") + 2)}


def strangers(paths: list[Path]) -> dict[str, Path]:
    """What these modules, and those of ours that they import, import of others; and where."""
    found: dict[str, Path] = {}
    seen, waiting = set(), list(paths)
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in imported(path):
            top = name.partition(".")[0]
            if top == "capomastro":
                place = SOURCE.joinpath(*name.split("."))
                waiting += [file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()]
            elif top not in sys.stdlib_module_names:
                found[top] = path
    return found


def test_the_build_requires_everything_that_compiled_modules_import() -> None:
    needed = strangers(compiled())
    assert "msgspec" in needed  # by way of modules that are not compiled, but whose types are looked at

    lacking = {name: path for name, path in needed.items() if name not in names_of(PROJECT["build-system"]["requires"])}

    assert not lacking


def test_the_package_depends_on_all_that_it_imports() -> None:
    needed = strangers([path for path in SOURCE.rglob("*.py") if "migrations" not in path.parts])
    extras = PROJECT["project"]["optional-dependencies"]
    used = ("postgres", "terminal", "research", "gymnasium", "pettingzoo", "openspiel", "ray", "bench", "otel")
    given = names_of([*PROJECT["project"]["dependencies"], *(line for name in used for line in extras[name])])
    # which opentelemetry-sdk is called, and uvicorn[standard], Textual, OpenSpiel and pywebpush bring
    given |= {"opentelemetry", "uvloop", "websockets", "rich", "pyspiel", "cryptography", "py_vapid"}

    assert {name for name in needed if name not in given} == set()


@pytest.mark.filterwarnings("ignore")
def test_a_source_archive_holds_all_that_a_wheel_is_made_of_and_the_same_files_give_the_same_bytes(
    tmp_path: Path,
) -> None:
    copied = tmp_path / "capomastro"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [file for file in listed.split("\0") if file and (ROOT / file).exists()]
    for file in files:
        (copied / file).parent.mkdir(parents=True, exist_ok=True)
        (copied / file).write_bytes((ROOT / file).read_bytes())
    build = "import sys; from setuptools import build_meta; print(build_meta.build_sdist(sys.argv[1]))"

    made = []
    for folder, day in (("one", 1_000_000_000), ("other", 1_500_000_000)):
        for file in files:
            os.utime(copied / file, (day, day))
        (copied / "setup.py").chmod(0o600 if folder == "one" else 0o644)
        (tmp_path / folder).mkdir()
        done = subprocess.run(
            [sys.executable, "-c", build, str(tmp_path / folder)],
            cwd=copied,
            capture_output=True,
            text=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        )
        assert done.returncode == 0, done.stderr
        made.append(tmp_path / folder / done.stdout.splitlines()[-1])

    assert made[0].read_bytes() == made[1].read_bytes()
    assert made[0].stat().st_size < MOST
    with tarfile.open(made[0]) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
        assert {member.mtime for member in archive} == {1_700_000_000}
    wanted = {file for file in files if file.startswith("src/")} | {
        "setup.py",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    }
    assert not wanted - held
    assert not [name for name in held if name.endswith((".c", ".so"))]
