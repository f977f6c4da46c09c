"""The drawings that games of other packages bring along: a folder of static files each, beside the page's own."""

import logging
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from capomastro.core.catalogue import Registration, registrations
from capomastro.server.paths import WEB
from capomastro.server.protocol.responses import DrawingInfo

MODULE = "game.js"
STYLE = "game.css"
POSTER = "poster.js"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""A name that is one plain segment of a path."""
log = logging.getLogger("capomastro.drawings")


@cache
def drawings() -> dict[str, Path]:
    """The folders by the names of their games. One that cannot be served leaves its game to the default view."""
    found: dict[str, Path] = {}
    for name, registration in registrations().items():
        if registration.drawing is None:
            continue
        try:
            found[name] = folder_of(registration)
        except (ImportError, ValueError, OSError) as error:
            log.warning("the drawing of the game %s cannot be served: %s", name, error)
    return found


def folder_of(registration: Registration) -> Path:
    """Where the files of a game's drawing lie; they never stand before files of our own."""
    name, reference = registration.name, registration.drawing or ""
    if not NAME.fullmatch(name) or (WEB / "games" / name).exists():
        raise ValueError(f"no drawing can lie under /games/{name}/")
    package, _, inside = reference.partition(":")
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"there is no package {package!r}")
    home = Path(spec.submodule_search_locations[0]).resolve()
    folder = (home / inside).resolve()
    if folder == home or not folder.is_relative_to(home):
        raise ValueError(f"{reference!r} names no folder inside its package, as in 'package:folder'")
    if not (folder / MODULE).is_file():
        raise ValueError(f"{folder} has no {MODULE}")
    return folder


def drawing_info(name: str) -> DrawingInfo | None:
    """What a game's drawing consists of, so that the page asks for nothing that is not there."""
    folder = drawings().get(name)
    if folder is None:
        return None
    languages = sorted((file.stem for file in (folder / "words").glob("*.json")), key=lambda code: (code != "en", code))
    return DrawingInfo((folder / STYLE).is_file(), (folder / POSTER).is_file(), tuple(languages))
