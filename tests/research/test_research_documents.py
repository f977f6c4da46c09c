"""The code in the documents about PettingZoo and OpenSpiel runs, and says what it is said to."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from extras import or_skip

DOCUMENTS = Path(__file__).parents[2] / "docs" / "research"
SAYS = {"pettingzoo": ["(480, 660, 3)", "{'player_0': ", "True"], "openspiel": ["[", "[", ""]}


@pytest.mark.parametrize("name", SAYS)
def test_the_code_of_a_document_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    or_skip(f"capomastro.research.{name}")
    text = (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    capsys.readouterr()
    exec(compile(code, f"{name}.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()

    assert len(said) == len(SAYS[name])
    assert all(line.startswith(start) for line, start in zip(said, SAYS[name], strict=True))


def test_the_documents_name_ids_and_counts_as_they_are() -> None:
    zoo = or_skip("capomastro.research.pettingzoo")
    spiel = or_skip("capomastro.research.openspiel")
    games = import_module("capomastro.core.catalogue").all_games()
    pages = {name: (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8") for name in SAYS}
    for game in games:
        assert f"`{zoo.env_id(game)}`" in pages["pettingzoo"]
        assert f"Discrete({len(game.actions)})" in pages["pettingzoo"]
        assert f"`{spiel.spiel_name(game)}`" in pages["openspiel"]
        assert f"{len(game.actions):,}" in pages["openspiel"]
        assert f"{game.seat_counts[0]} to {game.seat_counts[-1]}" in pages["openspiel"]
