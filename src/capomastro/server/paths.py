"""Where the package keeps the page's files."""

from pathlib import Path

import capomastro

WEB = Path(capomastro.__file__).parent / "web"
