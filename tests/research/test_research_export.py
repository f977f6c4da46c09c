"""Self-play as a file: what was played, the same bytes every time, and a reader that shows it as it was."""

from pathlib import Path
from typing import Any

import pytest
import typer
from extras import or_skip, without
from typer.testing import CliRunner

import capomastro
from capomastro.cli import export as command
from capomastro.core.catalogue import all_games
from capomastro.core.errors import BadSetup
from capomastro.core.match import Match, new_setup
from capomastro.research.selfplay import Export, split_of

parquet, dataset = or_skip("capomastro.research.parquet"), or_skip("capomastro.research.dataset")
research = or_skip("capomastro.research")
np = pytest.importorskip("numpy")
GAMES = [game.name for game in all_games()]
ITERATIONS = 8 if capomastro.compiled else 2
SEARCH = f"search:{ITERATIONS}"


def run(*words: str) -> Any:
    app = typer.Typer()
    command.register(app)
    app.callback()(lambda: None)
    return CliRunner().invoke(app, ["export", *words])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A little self-play of each game: a search and a random bot take turns at the seats."""
    folder, found = tmp_path_factory.mktemp("export"), {}
    for game in GAMES:
        found[game] = folder / f"{game}.parquet"
        done = run(game, "--games", "2", "--bot", SEARCH, "--bot", "random", "--out", str(found[game]))
        assert done.exit_code == 0, done.output
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_file_holds_the_games_that_were_played(name: str, files: dict[str, Path]) -> None:
    data = research.SelfPlay(files[name])
    rows = data.rows()
    assert len(data) == len(rows) == len(rows.observation)
    assert data.about.fields == research.observation_of(name).fields(2)
    at = 0
    for number in range(2):
        seed = (1 << 32) + number
        match = Match(new_setup(name, 2, seed=seed))
        ends = at + int((rows.game == number).sum())
        while at < ends:
            seat = match.state.to_act()[0]
            legal = match.state.legal(seat)
            assert (rows.game[at], rows.seed[at], rows.seat[at]) == (number, seed, seat)
            assert rows.decision[at] == len(match.entries)
            assert rows.legal[at, : rows.legal_count[at]].tolist() == legal
            assert (rows.legal[at, len(legal) :] == -1).all()
            assert (rows.observation[at] == research.observe(match.game, match.state, seat)).all()
            assert legal[rows.place[at]] == rows.step[at]
            searched = (seat + number) % 2 == 0 and len(legal) > 1
            assert searched or not rows.visits[at].any()
            assert rows.visits[at].sum() <= ITERATIONS
            match.act(seat, int(rows.step[at]))
            at += 1
        assert match.state.over
        assert rows.scores[at - 1].tolist() == match.state.scores()
        mine = rows.outcomes[np.arange(len(rows)), rows.seat]
        assert (rows.outcome == mine).all()
        assert (rows.outcomes.sum(axis=1) == 0).all()
    assert at == len(rows)
    assert rows.visits.any()


def test_the_step_of_a_search_is_the_one_it_visited_most(files: dict[str, Path]) -> None:
    rows = research.SelfPlay(files[GAMES[0]]).rows(choices=True)
    searched = rows.visits.sum(axis=1) > 0
    chosen = rows.visits[np.arange(len(rows)), rows.place]

    assert searched.sum() > 5
    assert (chosen[searched] == rows.visits[searched].max(axis=1)).all()
    assert (rows.legal_count > 1).all()


def test_the_same_export_gives_the_same_bytes_with_any_number_of_jobs(files: dict[str, Path], tmp_path: Path) -> None:
    name = GAMES[-1]
    again = tmp_path / "again.parquet"
    done = run(name, "-n", "2", "-b", SEARCH, "-b", "random", "--jobs", "2", "--out", str(again))

    assert done.exit_code == 0, done.output
    assert again.read_bytes() == files[name].read_bytes()
    assert f"{len(research.SelfPlay(again)):,} decisions of 2 games" in done.stdout


def test_no_game_is_in_two_splits_and_batches_are_all_there_is(tmp_path: Path) -> None:
    path = tmp_path / "many.parquet"
    games = 12 if capomastro.compiled else 6
    parquet.write_games(Export(GAMES[0], ("random",), 2, games, 5), path)
    data = research.SelfPlay(path)
    splits = {
        split: set(data.rows(split).game.tolist()) if any(data.batches(split=split)) else set()
        for split in ("train", "validation", "test")
    }
    assert sorted(number for numbers in splits.values() for number in numbers) == list(range(games))
    assert all(split_of((5 << 32) + number) == split for split in splits for number in splits[split])
    small = list(data.batches(100))
    assert [len(rows) for rows in small[:-1]] == [100] * (len(small) - 1)
    together = np.concatenate([rows.observation for rows in small])
    assert (together == data.rows().observation).all()
    counted = [split_of((5 << 32) + number) for number in range(2000)]
    assert 120 < counted.count("test") < 280
    assert 120 < counted.count("validation") < 280


REFUSED: list[tuple[list[str], str]] = [
    (["chess"], "chess"),
    ([GAMES[0], "--players", "9"], "2 to 4"),
    ([GAMES[0], "--bot", "deep thought"], "deep thought"),
    ([GAMES[0], "-b", "random", "-b", "greedy", "-b", "search"], "2 seats take 1 to 2 bots, not 3"),
    ([GAMES[0], "--seed", "-1"], "from 0 to"),
    ([GAMES[0], "--option", "price=free"], "free"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED, ids=str)
def test_what_cannot_be_exported_is_refused_with_a_sentence(words: list[str], sentence: str, tmp_path: Path) -> None:
    done = run(*words, "--out", str(tmp_path / "x.parquet"))
    assert isinstance(done.exception, ValueError)
    assert sentence in str(done.exception)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_is_left_alone_and_others_are_told_apart(files: dict[str, Path], tmp_path: Path) -> None:
    path = files[GAMES[0]]
    before = path.read_bytes()
    with pytest.raises(BadSetup, match="is there already"):
        parquet.write_games(Export(GAMES[0], ("random",), 2, 1), path)
    assert path.read_bytes() == before
    with pytest.raises(BadSetup, match="no folder"):
        parquet.write_games(Export(GAMES[0], ("random",), 2, 1), tmp_path / "nowhere" / "x.parquet")
    text = tmp_path / "x.parquet"
    text.write_text("no")
    for wrong, sentence in ((tmp_path / "none", "there is no file"), (text, "is not a Parquet file")):
        with pytest.raises(ValueError, match=sentence):
            research.SelfPlay(wrong)
    other = parquet.pa.table({"a": [1]})
    parquet.pq.write_table(other, tmp_path / "other.parquet")
    with pytest.raises(ValueError, match="not written by capomastro export"):
        research.SelfPlay(tmp_path / "other.parquet")
    with pytest.raises(ValueError, match="'train' or 'validation' or 'test', not 'dev'"):
        next(research.SelfPlay(path).batches(split="dev"))
    with pytest.raises(ValueError, match="size of a batch"):
        next(research.SelfPlay(path).batches(0))


class Broken:
    """A bot that gives up in the middle."""

    name = level = character = "broken"

    def __init__(self, game: Any) -> None:
        self.asked = 0

    def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
        self.asked += 1
        if self.asked > 5:
            raise RuntimeError("enough")
        return legal[0]


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from capomastro.bots import roster

    monkeypatch.setitem(roster.BUILT_IN, "broken", Broken)
    with pytest.raises(RuntimeError, match="enough"):
        parquet.write_games(Export(GAMES[0], ("broken",), 2, 2), tmp_path / "x.parquet")
    assert not list(tmp_path.iterdir())


def test_without_pyarrow_one_sentence_names_the_extra() -> None:
    said = without("pyarrow", "capomastro.research.parquet")

    assert said.endswith("pyarrow is not installed: pip install 'capomastro[research]' brings it")
