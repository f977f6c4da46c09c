"""What is not installed with the package: one sentence names the extra to install."""

from importlib import import_module
from typing import Any

from capomastro.core.errors import BadSetup


class MissingExtra(BadSetup, ImportError):
    """A library that one of the package's extras would have installed is not here."""


def required(module: str, extra: str) -> Any:
    """This module, or one sentence that names the extra which brings it."""
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise MissingExtra(f"{library} is not installed: pip install 'capomastro[{extra}]' brings it") from error
