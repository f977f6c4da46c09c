"""The command line of a later release: the same program of another version, with the migrations in a folder."""

import os
from pathlib import Path

import capomastro

capomastro.__version__ = "99.0"

from capomastro.cli import main  # noqa: E402 — whoever asks for the version gets the later one
from capomastro.server.storage import migrate  # noqa: E402

if __name__ == "__main__":
    migrate.FOLDER = Path(os.environ["LATER_MIGRATIONS"])
    main()
