"""The arena: fair deals, honest figures, and a bot's crash is its own loss."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from capomastro.arena.contest import contest_played, play, seating, seed_of
from capomastro.arena.model import Contest
from capomastro.arena.ratings import Rating, rated
from capomastro.arena.standings import standings, wilson
from capomastro.bots import roster
from capomastro.bots.players import Random
from capomastro.cli import arena as command
from capomastro.core.errors import BadSetup
from capomastro.core.matchfile import load

DUEL = Contest(game="palazzo", bots=("greedy", "random"), players=2, games=4)


class Clumsy(Random):
    """Plays on for a while, then falls over."""

    name = "clumsy"

    def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
        if view.phase == "market":
            raise RuntimeError("dropped a tile")
        return super().choose(view, legal, budget, rng)


class Cheat(Random):
    """Answers with a step that is not legal."""

    name = "cheat"

    def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
        return next(step for step in range(99) if step not in legal)


@pytest.fixture
def with_crooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(roster.BUILT_IN, "clumsy", Clumsy)
    monkeypatch.setitem(roster.BUILT_IN, "cheat", Cheat)


def test_every_deal_is_played_with_each_bot_in_each_seat() -> None:
    contest = Contest(game="palazzo", bots=("a", "b", "c"), players=3, games=6)
    rows = [seating(contest, number) for number in range(3)]
    assert sorted(zip(*rows, strict=True)) != rows
    for seat in range(3):
        assert sorted(row[seat] for row in rows) == ["a", "b", "c"]
    assert len({seed_of(contest, number) for number in range(3)}) == 1
    assert seed_of(contest, 3) != seed_of(contest, 2)


def test_the_first_bot_has_one_seat_and_the_others_share_the_rest() -> None:
    contest = Contest(game="palazzo", bots=("a", "b"), players=4, games=4)
    assert Counter(seating(contest, 1)) == {"a": 1, "b": 3}


def test_more_bots_than_seats_meet_in_all_groups() -> None:
    contest = Contest(game="palazzo", bots=("a", "b", "c"), players=2, games=6)
    assert {frozenset(seating(contest, number)) for number in range(6)} == {
        frozenset("ab"),
        frozenset("ac"),
        frozenset("bc"),
    }


def test_greedy_beats_random_and_the_same_seed_gives_the_same_games() -> None:
    first, again = contest_played(DUEL), contest_played(DUEL)
    assert [game.scores for game in first] == [game.scores for game in again]
    best, worst = standings(first)
    assert (best.bot, best.wins, best.games) == ("greedy", 4, 4)
    assert best.low < best.share <= best.high
    assert best.margin > 0 > worst.margin
    assert best.rating > 25 > worst.rating
    assert 0 < best.median_ms <= best.p99_ms


@pytest.mark.parametrize("bot", ["clumsy", "cheat"])
@pytest.mark.usefixtures("with_crooks")
def test_a_crash_loses_the_match_and_leaves_a_match_file(bot: str, tmp_path: Path) -> None:
    played = play(Contest(game="palazzo", bots=("random", bot), players=2, games=2), 0, tmp_path)
    assert played.crash is not None
    assert played.bots[played.crash.seat] == bot
    assert played.winners == (1 - played.crash.seat,)
    assert played.crash.match is not None
    assert not load(Path(played.crash.match)).state.over
    assert [found.crashes for found in standings([played])] == [0, 1]


def test_finished_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "games.jsonl"
    before = contest_played(msgspec.structs.replace(DUEL, games=2), record=record)
    record.write_bytes(record.read_bytes() + b'{"number": 2, "bo')  # the machine stopped in the middle of a line
    numbers = []

    def counted(contest: Contest, number: int, crashes: object) -> Any:
        numbers.append(number)
        return play(contest, number)

    monkeypatch.setattr("capomastro.arena.contest.play", counted)
    after = contest_played(DUEL, record=record)
    assert numbers == [2, 3]
    assert after[:2] == before
    assert contest_played(DUEL, record=record) == after


def test_a_record_of_another_contest_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    contest_played(msgspec.structs.replace(DUEL, games=1), record=record)
    with pytest.raises(BadSetup, match="another contest"):
        contest_played(msgspec.structs.replace(DUEL, seed=2), record=record)


def test_wilson_intervals_are_those_of_the_textbook() -> None:
    assert [round(bound, 4) for bound in wilson(15, 20)] == [0.5313, 0.8881]
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_ratings_move_as_openskill_moves_them() -> None:
    """Pinned figures of openskill's PlackettLuce model."""
    players = [Rating(), Rating(30, 4), Rating(20, 2), Rating(27, 6)]
    after = [(round(one.mu, 5), round(one.sigma, 5)) for one in rated(players, [3, 1, 2, 2])]
    assert after == [(22.09508, 7.96525), (30.76361, 3.99038), (20.02636, 2.00079), (26.55151, 5.89539)]


def test_the_command_prints_a_table_json_and_csv(tmp_path: Path) -> None:
    app = typer.Typer()
    command.register(app)
    words = ["arena", "palazzo", "greedy", "random", "--games", "2", "--record", str(tmp_path / "games.jsonl")]
    run = CliRunner()
    table = run.invoke(app, words)
    assert table.exit_code == 0, table.output
    assert "| greedy" in table.stdout
    found = msgspec.json.decode(run.invoke(app, [*words, "--json"]).stdout)
    wanted = ["bot", "games", "wins", "share", "low", "high", "margin", "rating", "median_ms", "p99_ms"]
    assert list(found[0])[:10] == wanted
    rows = run.invoke(app, [*words, "--csv"]).stdout.splitlines()
    assert rows[0].split(",")[:10] == wanted
    assert len(rows) == 3
