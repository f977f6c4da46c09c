"""What the documents promise is there, and works."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def documents() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_readmes_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    exec(compile(code[1], "README.md", "exec"), {})

    assert re.match(r"\[-?\d+, -?\d+, -?\d+\] \[\d", capsys.readouterr().out)


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_every_command_is_in_the_readme() -> None:
    from capomastro.cli import app

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [command.name for command in app.registered_commands] + [group.name for group in app.registered_groups]

    assert names
    assert all(f"capomastro {name}" in text for name in names)


def test_every_paragraph_the_rules_cite_exists() -> None:
    for game in ("palazzo", "pillars"):
        text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
        numbered = set(re.findall(r"§(\d+(?:\.\d+)?)", text))
        for path in (ROOT / "src" / "capomastro" / game).glob("*.py"):
            for cited in re.findall(r"§(\d+(?:\.\d+)?)", path.read_text(encoding="utf-8")):
                assert cited in numbered, f"{path.name} cites §{cited}, which {game}.md does not have"
