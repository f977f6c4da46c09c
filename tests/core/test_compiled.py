"""In a compiled build everything that runs hot is compiled, whatever file was added last."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import capomastro

ROOT = Path(__file__).parents[2]


def hot_modules() -> list[str]:
    """The modules that `setup.py` compiles, by name."""
    tree = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    named = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    compiled, plain = (ast.literal_eval(named[name]) for name in ("COMPILED", "PLAIN"))
    source = ROOT / "src"
    found = {path for pattern in compiled for path in (source / "capomastro").glob(pattern)}
    hot = {path for path in found if not any(path.match(pattern) for pattern in plain)}
    return sorted(".".join(path.relative_to(source).with_suffix("").parts) for path in hot)


def test_the_folders_of_the_rules_are_found() -> None:
    found = hot_modules()
    assert "capomastro.games.palazzo.rules.state" in found
    assert "capomastro.games.pillars.rules.legal" in found
    assert "capomastro.games.palazzo.heuristic.heuristic" in found
    assert "capomastro.games.palazzo.heuristic.trained_weights" not in found
    assert len(found) > 40


@pytest.mark.parametrize("name", hot_modules())
def test_a_hot_module_runs_compiled_in_a_compiled_build(name: str) -> None:
    file = import_module(name).__file__
    assert file is not None
    assert file.endswith(".py") != capomastro.compiled, f"{name} runs from {file}"
