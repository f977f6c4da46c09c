"""The server knows games only by the catalogue, and nothing below knows the server."""

import ast
from pathlib import Path

import capomastro
from capomastro.core.catalogue import game_names

PACKAGE = Path(capomastro.__file__).parent


def test_the_server_mentions_no_game_by_name() -> None:
    for path in (PACKAGE / "server").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [game for game in game_names() if game in text.lower()], path


def test_nothing_but_the_command_line_imports_the_server() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.is_relative_to(PACKAGE / "server") or path.is_relative_to(PACKAGE / "cli"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.startswith("capomastro.server"), path
