"""Arrows point inward: games know only the core, the core knows no game, nothing below knows what is above it."""

import ast
from pathlib import Path

import pytest

import capomastro

PACKAGE = Path(capomastro.__file__).parent
GAMES = ("palazzo", "pillars")
FOUNDATION = {"chance", "componentfile", "errors", "position", "game"}
CORE = FOUNDATION | {"catalogue", "match", "matchfile", "laws"}


def imports(path: Path) -> set[str]:
    """The parts of the package that a module imports, wherever in the module it does so."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "capomastro":
            parts = node.module.split(".")[1:]
            found |= {parts[0]} if parts else {name.name for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name.split(".")[1] for name in node.names if name.name.startswith("capomastro.")}
    return found


@pytest.mark.parametrize("game", [game for game in GAMES if (PACKAGE / game).exists()])
def test_a_game_imports_only_the_foundation_and_itself(game: str) -> None:
    for path in (PACKAGE / game).rglob("*.py"):
        assert imports(path) <= FOUNDATION | {game}, path


def test_the_core_imports_no_game_and_nothing_above_it() -> None:
    for name in CORE:
        assert imports(PACKAGE / f"{name}.py") <= CORE, name


def test_no_shared_module_mentions_a_game_by_name() -> None:
    for path in PACKAGE.glob("*.py"):
        if path.name in ("catalogue.py", "__init__.py", "__main__.py"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert not strings & set(GAMES), path


ABOVE = {"server", "cli", "arena", "web"}


def test_bots_know_games_but_no_server_and_no_match() -> None:
    for path in (PACKAGE / "bots").rglob("*.py"):
        assert not imports(path) & (ABOVE | {"match", "matchfile"}), path


def test_the_server_mentions_no_game_by_name() -> None:
    for path in (PACKAGE / "server").rglob("*.py"):
        assert not imports(path) & set(GAMES), path
        text = path.read_text(encoding="utf-8").lower()
        assert not [game for game in GAMES if game in text], path


def test_the_rules_draw_no_chance_but_their_own() -> None:
    for game in GAMES:
        for path in (PACKAGE / game).rglob("*.py"):
            assert "import random" not in path.read_text(encoding="utf-8"), path
