"""The suite runs twice: interpreted from `src`, and compiled from an installed wheel. It says which, and checks it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import capomastro
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.core.refusals import Reason, Things
from capomastro.core.words import FOLDER, LANGUAGES

LONGEST = {
    "test_browser_axe",
    "test_browser_games",
    "test_browser_one_screen",
    "test_browser_pillars_games",
    "test_server_adversary",
    "test_server_faults",
    "test_server_frozen",
    "test_server_hardening",
    "test_server_returning",
    "test_server_review",
    "test_terminal_games",
}
"""Files that take longest. They come first, so that at the end no process is left alone with one of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in LONGEST)


def pytest_report_header() -> str:
    return f"capomastro: {'compiled' if capomastro.compiled else 'interpreted'}, from {capomastro.__file__}"


def pytest_configure() -> None:
    # Whatever runs in the background of a shell is deaf to Ctrl-C, and so would be all that it starts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    expected = os.environ.get("CAPOMASTRO_EXPECT")
    found = "compiled" if capomastro.compiled else "interpreted"
    if expected and expected != found:
        pytest.exit(f"these tests were to run {expected}, but capomastro is {found}: {capomastro.__file__}", 2)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names what passed only when it was tried again: a fault to mend, in the test or in the page."""
    again = terminalreporter.getreports("rerun")
    if again:
        terminalreporter.section("FAILED AT FIRST, TRIED AGAIN: each is a fault to mend", sep="!", red=True, bold=True)
    for report in again:
        terminalreporter.line(report.nodeid, red=True, bold=True)
        terminalreporter.line(report.longreprtext)


@pytest.fixture(scope="session")
def run_interpreted(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Runs a script on a copy of the package without compiled modules, and returns what it prints."""
    folder = tmp_path_factory.mktemp("interpreted")
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(Path(capomastro.__file__).parent, folder / "capomastro", ignore=ignored)

    def run(script: str, *arguments: str) -> str:
        command = [sys.executable, "-c", script, *arguments]
        environment = os.environ | {"PYTHONPATH": str(folder)}
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return run


@pytest.fixture(scope="session")
def patience() -> int:
    """How many times the few repetitions of an interpreted run a compiled run affords."""
    return 4 if capomastro.compiled else 1


ENGLISH = re.compile(
    r"\b(the|are|not|you|your|has|have|and|there|with|this|that|it|from|be|may|must|can|cannot|than|only"
    r"|brick|sandstone|marble|ducat|certificate|floor|windows?|councillor|pitch-dipper|master builder|gondolier"
    r"|merchant|row|corner|square|bridge|buildings?|piazzas?|seat)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"'[^']*'")  # as a component file has it
TOLD = {"seat", "game", "phase"}  # facts that every client words, beside the things of a game


def in_every_language(reason: Reason, things: Things) -> dict[str, str]:
    """A reason in all languages, once it is certain that each says it fully and in its own words."""
    quoted = {name for name in reason.facts if name not in TOLD | set(things)}
    bare = Reason(reason.code, {name: "X" if name in quoted else fact for name, fact in reason.facts.items()})
    for language in LANGUAGES:
        text = bare.worded(language, things)
        assert "{" not in text, text
        assert "⟦" not in text, text
        assert language == "en" or not ENGLISH.search(QUOTED.sub("", text)), f"{reason.code} ({language}): {text}"
    found = {language: reason.worded(language, things) for language in LANGUAGES}
    assert len(set(found.values())) == len(LANGUAGES), found
    return found


def codes_of(scope: str) -> set[str]:
    """Every code of a scope that there are words for."""
    keys = json.loads((FOLDER / "words" / "en" / f"{scope}.json").read_text(encoding="utf-8"))
    parts = [key.split(".", 2) for key in keys]
    return {f"{part[0]}.{part[2]}" for part in parts if part[1] == "reason"}


def refusals_at_random(game: str, games: int, apart: int = 1) -> dict[str, Reason]:
    """What is refused in random games of three, when now and then every step is tried, or one of this many."""
    found: dict[str, Reason] = {}
    for seed in range(games):
        match, rng, count = Match(new_setup(game, 3, seed=seed)), seeded(seed), 0
        state, steps = match.state, len(match.game.actions)
        while not state.over:
            seat, count = state.to_act()[0], count + 1
            legal = state.legal(seat)
            if count % 5 == 0:
                tried = [(seat, step) for step in (*range(count % apart, steps, apart), steps) if step not in legal]
                for who, step in (*tried, *((other, legal[0]) for other in range(4) if other != seat)):
                    why = state.refusal(who, step)
                    found.setdefault(why.code, why)
            state.play(seat, legal[rng.randrange(len(legal))])
        found["step.over"] = state.refusal(0, 0)
    return found


@pytest.fixture(scope="session")
def refused_at_random() -> Callable[..., dict[str, Reason]]:
    return refusals_at_random


@pytest.fixture(scope="session")
def every_language() -> Callable[[Reason, Things], dict[str, str]]:
    return in_every_language


@pytest.fixture(scope="session")
def known_codes() -> Callable[[str], set[str]]:
    return codes_of
