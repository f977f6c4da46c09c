"""Arrows point inward: the core knows no game, a game the core and itself, and nothing below what is above it."""

import ast
import sys
from pathlib import Path

import pytest

import capomastro
from capomastro.core.catalogue import game_names

PACKAGE = Path(capomastro.__file__).parent
GAMES = [game for game in game_names() if (PACKAGE / "games" / game).exists()]
SERVER = "capomastro.server"
# What the modules of a package may import, by the beginning of the name.
ALLOWED = {
    "capomastro.core": ("capomastro.core", "capomastro.games"),
    "capomastro.bots": ("capomastro.core", "capomastro.bots"),
    "capomastro.arena": ("capomastro.core", "capomastro.bots", "capomastro.arena"),
    "capomastro.review": ("capomastro.core", "capomastro.bots", "capomastro.review"),
    "capomastro.review.model": ("capomastro.core",),
    "capomastro.puzzles": ("capomastro.core", "capomastro.bots", "capomastro.review", "capomastro.puzzles"),
    "capomastro.puzzles.model": ("capomastro.core", "capomastro.review.model"),
    "capomastro.puzzles.shelf": ("capomastro.core", "capomastro.puzzles.model"),
    "capomastro.research": ("capomastro.core", "capomastro.bots", "capomastro.arena", "capomastro.research"),
    "capomastro.terminal": ("capomastro.core", "capomastro.bots", "capomastro.terminal", f"{SERVER}.protocol"),
    f"{SERVER}.protocol": (
        "capomastro.core",
        "capomastro.review.model",
        "capomastro.puzzles.model",
        f"{SERVER}.protocol",
    ),
    f"{SERVER}.storage": ("capomastro.core", f"{SERVER}.protocol", f"{SERVER}.storage", f"{SERVER}.settings"),
}
FORBIDDEN = {
    "capomastro.bench": ("capomastro.cli", "capomastro.games."),
    "capomastro.cli": ("capomastro.games.",),
    SERVER: ("capomastro.cli", "capomastro.bench", "capomastro.arena", "capomastro.terminal", "capomastro.games."),
    f"{SERVER}.table": (f"{SERVER}.http", f"{SERVER}.ops", f"{SERVER}.notify", f"{SERVER}.players"),
    f"{SERVER}.players": (f"{SERVER}.http", f"{SERVER}.ops", f"{SERVER}.notify"),
    f"{SERVER}.bots": (f"{SERVER}.http", f"{SERVER}.notify"),
    f"{SERVER}.notify": (f"{SERVER}.http", f"{SERVER}.ops"),
    f"{SERVER}.http": (f"{SERVER}.ops.main",),
}


def modules() -> dict[str, Path]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def imports(path: Path) -> set[str]:
    """The modules of ours that a module imports, wherever in the module it does so, and if only for its types."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            full = {f"{node.module}.{name.name}" for name in node.names}
            found |= full & set(MODULES)
            if not full <= set(MODULES):
                found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name in MODULES}


IMPORTS = {name: imports(path) for name, path in MODULES.items()}


def inside(package: str) -> list[str]:
    return [name for name in MODULES if name == package or name.startswith(package + ".")]


def beginning(name: str, beginnings: tuple[str, ...]) -> bool:
    return any(name == one or name.startswith(one if one.endswith(".") else one + ".") for one in beginnings)


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_lies_below_it(package: str) -> None:
    for name in inside(package):
        others = IMPORTS[name] - {"capomastro"}  # which tells everybody its version
        assert [other for other in others if not beginning(other, ALLOWED[package])] == [], name


@pytest.mark.parametrize("package", FORBIDDEN)
def test_a_package_imports_nothing_that_lies_above_it(package: str) -> None:
    for name in inside(package):
        assert [other for other in IMPORTS[name] if beginning(other, FORBIDDEN[package])] == [], name


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_the_core_the_search_and_itself(game: str) -> None:
    own = f"capomastro.games.{game}"
    for name in inside(own):
        below: tuple[str, ...] = (own, "capomastro.core")
        if name.startswith(f"{own}.heuristic"):
            below = (*below, "capomastro.bots.search", "capomastro.bots.config")
        assert [other for other in IMPORTS[name] if not beginning(other, below)] == [], name


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside a function, which wait until they are needed, and those for types alone count as well."""
    order: dict[str, int] = {}
    open_now: list[str] = []

    def visit(name: str) -> None:
        order[name] = len(order)
        open_now.append(name)
        for other in sorted(IMPORTS[name] - {name}):
            assert other not in open_now, " → ".join([*open_now[open_now.index(other) :], other])
            if other not in order:
                visit(other)
        open_now.pop()

    sys.setrecursionlimit(5000)
    for name in MODULES:
        if name not in order:
            visit(name)


def test_nothing_outside_a_games_own_folders_mentions_it_by_name() -> None:
    for name, path in MODULES.items():
        if not beginning(name, tuple(f"capomastro.games.{game}" for game in GAMES)) and name != "capomastro":
            text = path.read_text(encoding="utf-8").lower()
            assert not [game for game in GAMES if game in text], name


def test_the_rules_draw_no_chance_but_their_own() -> None:
    for name in inside("capomastro.games"):
        assert "import random" not in MODULES[name].read_text(encoding="utf-8"), name


def test_no_file_of_the_pages_frame_mentions_a_game_by_name() -> None:
    """The games' own parts lie in `web/games`, their texts beside the other texts; the frame has `/api/games`.

    The default view in `web/games/plain` belongs to no game.
    """
    kinds = (".js", ".css", ".html", ".webmanifest")
    folders = ("", "styles", "games/plain")
    frame = [path for folder in folders for path in (PACKAGE / "web" / folder).iterdir() if path.suffix in kinds]
    frame += (PACKAGE / "web" / "games").glob("plain.*")
    assert len(frame) > 40
    for path in frame:
        text = path.read_text(encoding="utf-8").lower()
        assert not [game for game in GAMES if game in text], path.name


LONGEST = 300
LONG = {
    "server/http/routes.py": "every path of the protocol, in one list",
    "server/storage/schema.py": "every table that is stored, one column a line",
    "web/table.js": "one class holds the connection, the eyes and the frame of a table, which change together",
    "web/games/pillars/panels.js": "a panel for each phase; Biome writes one child of an element a line",
    "web/games/pillars/lagoon.js": "the map as one drawing; Biome writes one child of an element a line",
    "web/games/pillars.js": "the module of the game: all a frame asks of it in one place",
    "web/games/palazzo/players.js": "a player's board as one drawing; Biome writes one child of an element a line",
    "web/games/palazzo/pieces.js": "tiles, cards and tokens, each a short drawing; Biome writes one child a line",
    "web/you.js": "one page, loaded only there; Biome writes one child of an element a line",
    "web/dom.js": "what every page builds its elements, focus, speech and dialogs with",
    "web/operator.js": "one page, loaded only there; Biome writes one child of an element a line",
    "web/replay.js": "one page, loaded only there; Biome writes one child of an element a line",
    "web/result.js": "the end of a game as one drawing; Biome writes one child of an element a line",
    "web/home.js": "one page; Biome writes one child of an element a line",
    "web/panels.js": "the drawer beside the table; Biome writes one child of an element a line",
    "web/games/palazzo.css": "all the looks of the game, one declaration a line",
    "web/games/pillars.css": "all the looks of the game, one declaration a line",
    "web/styles/table.css": "the frame of a table, one declaration a line",
    "web/styles/home.css": "one page's looks, one declaration a line",
    "web/styles/controls.css": "buttons, fields and dialogs, one declaration a line",
    "bots/search/tree.py": "one iteration from the root to the reward; its parts share scratch space",
    "games/pillars/rules/pasts.py": "one story and the one question asked of it; its search shares what is known of it",
    "games/palazzo/heuristic/heuristic.py": "a short method for each of the twelve phases",
}
"""Why a file is longer than others may be."""


def test_a_long_file_has_a_reason() -> None:
    long = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".js", ".css") and len(path.read_text(encoding="utf-8").splitlines()) > LONGEST
    }
    assert long == LONG.keys()
