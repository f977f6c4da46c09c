"""Tests of what an extra brings: skipped with the sentence that names it where it is missing."""

import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from capomastro.research.extras import MissingExtra


def or_skip(module: str) -> Any:
    """The module; without its extra, the tests of the calling file are skipped."""
    try:
        return import_module(module)
    except MissingExtra as missing:
        pytest.skip(str(missing), allow_module_level=True)


def without(library: str, module: str) -> str:
    """What Python says last when a module is imported where a library is not installed."""
    code = f"import sys; sys.modules[{library!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]
