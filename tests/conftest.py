"""The suite runs twice: interpreted from `src`, and compiled from an installed wheel. It says which, and checks it."""

import os

import pytest

import capomastro


def pytest_report_header() -> str:
    return f"capomastro: {'compiled' if capomastro.compiled else 'interpreted'}, from {capomastro.__file__}"


def pytest_configure() -> None:
    expected = os.environ.get("CAPOMASTRO_EXPECT")
    found = "compiled" if capomastro.compiled else "interpreted"
    if expected and expected != found:
        pytest.exit(f"these tests were to run {expected}, but capomastro is {found}: {capomastro.__file__}", 2)


@pytest.fixture(scope="session")
def patience() -> int:
    """How many times the few repetitions of an interpreted run a compiled run affords."""
    return 6 if capomastro.compiled else 1
