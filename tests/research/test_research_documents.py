"""The code in the documents runs and says what it is said to, and their tables are those of the games."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from extras import or_skip
from tensor_tables import written

import capomastro
from capomastro.core.catalogue import all_games

DOCUMENTS = Path(__file__).parents[2] / "docs" / "research"
SAYS = {
    "pettingzoo": ["(480, 660, 3)", "{'player_0': ", "True"],
    "openspiel": ["[", "[", ""],
    "README": ["(64, 1472) uint8 True", "(4, 1640) ["],
    "data": ["palazzo ", "("],
    "palazzo": ["(64, 1472) (64, 96) 1"],
    "pillars": ["(64, 1408) (64, 4800) 1"],
    "tutorial": ["['take'", "", "", "held back: ", "('greedy', 'random')"],
}
NEEDS = {"README": "gymnasium_env", "data": "dataset", "tutorial": "dataset"}
NEEDS |= {"palazzo": "batch_env", "pillars": "batch_env"}


@pytest.mark.parametrize("name", SAYS)
def test_the_code_of_a_document_runs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    or_skip(f"capomastro.research.{NEEDS.get(name, name)}")
    text = (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    monkeypatch.chdir(tmp_path)
    if name == "data":
        export = import_module("capomastro.research.selfplay").Export("palazzo", ("random",), 2, 1, seed=3)
        import_module("capomastro.research.parquet").write_games(export, tmp_path / "games.parquet")
    capsys.readouterr()
    exec(compile(code, f"{name}.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()

    assert len(said) == len(SAYS[name])
    assert all(line.startswith(start) for line, start in zip(said, SAYS[name], strict=True)), said


def test_the_tables_of_tensors_and_steps_are_those_of_the_games() -> None:
    """`python tests/research/tensor_tables.py` writes them again."""
    for game in all_games():
        text = (DOCUMENTS / f"{game.name}.md").read_text(encoding="utf-8")
        assert written(game, text) == text
        assert f"`capomastro/{'Palazzo' if game.name == 'palazzo' else 'Pillars'}-v{game.rules_version}`" in text


def test_whoever_cites_names_this_version() -> None:
    told = (DOCUMENTS.parents[1] / "CITATION.cff").read_text(encoding="utf-8")

    assert f"version: {capomastro.__version__}\n" in told


def test_the_documents_name_ids_and_counts_as_they_are() -> None:
    zoo = or_skip("capomastro.research.pettingzoo")
    spiel = or_skip("capomastro.research.openspiel")
    pages = {name: (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8") for name in ("pettingzoo", "openspiel")}
    for game in all_games():
        assert f"`{zoo.env_id(game)}`" in pages["pettingzoo"]
        assert f"Discrete({len(game.actions)})" in pages["pettingzoo"]
        assert f"`{spiel.spiel_name(game)}`" in pages["openspiel"]
        assert f"{len(game.actions):,}" in pages["openspiel"]
        assert f"{game.seat_counts[0]} to {game.seat_counts[-1]}" in pages["openspiel"]
