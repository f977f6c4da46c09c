"""Drawings of other packages are served like the page's own files, and nothing else of those packages is."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_house import House, Person, asked_raw

from capomastro.core.catalogue import Registration
from capomastro.server.drawings import folder_of
from capomastro.server.http.static import Pages

PACKAGES = Path(__file__).parents[1] / "third_game"
UPWARDS = ("../", "%2e%2e/", "..%2f", "%252e%252e/", "..\\", "./../")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose third game draws itself."""
    running = House(str(tmp_path_factory.mktemp("drawn") / "tables.sqlite"))
    path = os.pathsep.join([str(PACKAGES / "drawn"), str(PACKAGES), os.environ.get("PYTHONPATH", "")])
    running.settings |= {"PYTHONPATH": path}
    yield running.start()
    running.stop()


def test_the_list_of_games_says_what_the_drawing_consists_of(host: House) -> None:
    games = {game["name"]: game for game in Person(host).get("/api/games")["games"]}
    assert games["gavel"]["drawing"] == {"style": True, "poster": True, "languages": ["en", "de"]}
    assert not games["gavel"]["page"]
    assert [name for name, game in games.items() if game["drawing"]] == ["gavel"]


def test_its_files_come_with_the_same_headers_as_our_own(host: House) -> None:
    client = Person(host).client
    theirs, ours = client.get("/games/gavel/game.js"), client.get("/games/plain.js")
    assert theirs.content == (PACKAGES / "gavel" / "drawing" / "game.js").read_bytes()
    own = {"etag", "content-length", "date", "x-request-id"}
    assert {name: value for name, value in theirs.headers.items() if name not in own} == {
        name: value for name, value in ours.headers.items() if name not in own
    }
    assert client.get("/games/gavel/game.js", headers={"If-None-Match": theirs.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "target",
    [
        *(f"/games/gavel/{up}{file}" for up in UPWARDS for file in ("rules.py", "drawing/game.js")),
        "/games/gavel/no.js",
        "/games/gavel//etc/os.json",
        "/games/Gavel/game.js",
        "/games/other/game.js",
        "/gavel/game.js",
    ],
)
def test_nothing_else_of_the_package_is_served(host: House, target: str) -> None:
    assert asked_raw(host, target)[0] == 404
    assert asked_raw(host, "/games/gavel/game.css")[0] == 200


def test_links_out_of_the_folder_and_files_of_other_kinds_are_not_followed(tmp_path: Path) -> None:
    drawing = tmp_path / "drawing"
    drawing.mkdir()
    (tmp_path / "secret.js").write_text("secret")
    (drawing / "game.js").write_text("drawn")
    (drawing / "notes.py").write_text("not for readers")
    (drawing / "link.js").symlink_to(tmp_path / "secret.js")
    (drawing / "inside.js").symlink_to(drawing / "game.js")
    pages = Pages(drawings={"gavel": drawing})
    served = {path: pages.file(f"/games/gavel/{path}") for path in ("game.js", "inside.js", "link.js", "notes.py", "")}
    assert {path: file.body for path, file in served.items() if file} == {"game.js": b"drawn", "inside.js": b"drawn"}


@pytest.mark.parametrize(
    ("name", "drawing"),
    [
        ("plain", "gavel:drawing"),  # would stand before files of ours
        ("a/b", "gavel:drawing"),
        ("..", "gavel:drawing"),
        ("gavel", "gavel"),
        ("gavel", "gavel:"),
        ("gavel", "gavel:."),
        ("gavel", "gavel:../drawn"),
        ("gavel", "gavel:/etc"),
        ("gavel", "gavel:words"),  # is not there
        ("gavel", "gavel.rules:drawing"),  # no package
        ("gavel", "nowhere:drawing"),
        ("gavel", ":drawing"),
    ],
)
def test_what_is_no_folder_of_a_drawing_is_refused(name: str, drawing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(PACKAGES), *sys.path])
    right = Registration(name="gavel", game="gavel.game:GAVEL", drawing="gavel:drawing")
    assert folder_of(right) == PACKAGES / "gavel" / "drawing"
    with pytest.raises(ValueError, match=r"."):
        folder_of(Registration(name=name, game="gavel.game:GAVEL", drawing=drawing))
