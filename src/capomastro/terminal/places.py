"""Where matches are kept between two sittings."""

from pathlib import Path

import platformdirs

from capomastro.core.errors import CapomastroError
from capomastro.core.match import Setup
from capomastro.core.matchfile import unplayed


def saved_path(game: str) -> Path:
    """Where an unfinished game is kept."""
    return platformdirs.user_data_path("capomastro") / "matches" / f"{game}.jsonl"


def set_aside_path(path: Path) -> Path:
    """Where a match goes that another takes the place of."""
    return path.with_name(f"{path.stem}-before{path.suffix}")


def holds_another(path: Path, setup: Setup) -> bool:
    """Whether an unfinished match of another deal is kept there."""
    try:
        found = unplayed(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, CapomastroError):
        return False
    return found.setup.seed != setup.seed and bool(found.steps) and not found.ending.get("over")
