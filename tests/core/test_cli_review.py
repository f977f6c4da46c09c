"""`capomastro review`, run as its users run it, on the beginning of a match."""

import json
from pathlib import Path

import pytest
from test_cli import run

from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import save


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match, rng = Match(new_setup("pillars", 2, seed=4, names=["Ada", "<b>Ben"])), seeded(4)
    while len(match.entries) < 9:
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    path = tmp_path_factory.mktemp("review") / "match.jsonl"
    save(match, path)
    return path


def test_figures_come_as_json_and_are_the_same_twice(file: Path) -> None:
    once, again = (run("review", str(file), "--json", "--iterations", "60", "-j", jobs) for jobs in ("1", "2"))
    assert once.returncode == 0, once.stderr
    assert once.stdout == again.stdout
    found = json.loads(once.stdout)
    assert found["game"] == "pillars"
    assert found["decisions"]
    assert not found["over"]


@pytest.mark.parametrize(("language", "head"), [("en", "Review"), ("de", "Analyse"), ("nl", "Analyse")])
def test_a_review_is_told_in_the_readers_language(file: Path, language: str, head: str) -> None:
    told = run("review", str(file), "--iterations", "1", "-j", "1", "--language", language)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(head)
    assert "⟦" not in told.stdout
    assert "{" not in told.stdout


def test_a_page_is_one_file_that_needs_nothing_else(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = run("review", str(file), "--iterations", "300", "-j", "1", "--html", "--to", str(page), "--language", "en")
    assert done.returncode == 0, done.stderr
    text = page.read_text(encoding="utf-8")
    assert "<polyline" in text
    assert "&lt;b&gt;Ben" in text
    assert "<b>Ben" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert "src=" not in text
