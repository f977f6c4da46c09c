"""What the documents promise is there, and works."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


PACKAGE = ROOT / "src" / "capomastro"


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(document: Path) -> set[str]:
    """What can be linked to in a document: its headings, as GitHub and the site's generator spell them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_the_readmes_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    exec(compile(code[1], "README.md", "exec"), {})

    assert re.match(r"\[-?\d+, -?\d+, -?\d+\] \[\d", capsys.readouterr().out)


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", document.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            there = document.parent / target if target else document
            assert there.exists(), f"{document.name} links to {target}"
            assert not anchor or anchor in anchors(there), f"{document.name} links to {target}#{anchor}"


def cells(row: str) -> int:
    """How many cells a row of a table has; a stroke inside code is none of its borders."""
    return re.sub(r"`[^`]*`", "", row).replace("\\|", "").count("|") - 1


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_row_of_a_table_has_the_cells_of_its_head(document: Path) -> None:
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = table.splitlines()
        assert [row for row in rows if cells(row) != cells(rows[1])] == []


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/architecture.md", "docs/versions.md"])
def test_every_file_that_guides_name_exists_and_defines_what_they_say(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for named in re.findall(r"`([\w/.*-]+/[\w.*-]+\.(?:py|js|json))`", text):
        pattern = re.sub(r"\b(NAME|LANG)\b", "*", named)
        assert [*ROOT.glob(pattern), *PACKAGE.glob(pattern)], f"{document} names {named}"
    defined = re.findall(r"`(server/[\w/]+\.py)`: `(\w+)`", text)
    defined += [(file, name) for name, file in re.findall(r"`(\w+)`\s\(`(server/[\w/]+\.py)`", text)]
    for file, name in defined:
        code = (PACKAGE / file).read_text(encoding="utf-8")
        assert re.search(rf"^(class|def|async def) {name}\b", code, re.MULTILINE), f"{file} has no {name}"


def test_the_guides_name_the_methods_there_are() -> None:
    """`Registry.acting` and the like: the class and its method or attribute stand in one file."""
    code = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for owner, name in re.findall(r"\b([A-Z][A-Za-z]+)\.([a-z_]+)\b", text):
        holders = [one for one in code if re.search(rf"^class {owner}\b", one, re.MULTILINE)]
        has = re.compile(rf"def {name}\b|self\.{name}\b|^    {name}:", re.MULTILINE)
        assert any(has.search(one) for one in holders), f"there is no {owner}.{name}"


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
        files = list((PACKAGE / "games" / game).rglob("*.py"))
        assert files
        for path in files:
            for cited in re.findall(r"§(\d+(?:\.\d+)?)", path.read_text(encoding="utf-8")):
                assert cited in numbered, f"{path.name} cites §{cited}, which {game}.md does not have"
