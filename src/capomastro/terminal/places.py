"""Where matches are kept between two sittings."""

from pathlib import Path

import platformdirs


def saved_path(game: str) -> Path:
    """Where an unfinished game is kept."""
    return platformdirs.user_data_path("capomastro") / "matches" / f"{game}.jsonl"
