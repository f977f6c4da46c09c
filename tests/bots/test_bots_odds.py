"""Odds learned from search: what is noted of a decision, which weights are fitted to it, and rounds of a training."""

from math import isclose
from pathlib import Path
from typing import Any

import msgspec
import pytest
from librt.vecs import vec
from typer.testing import CliRunner

from capomastro.arena import subjects
from capomastro.arena.record import append
from capomastro.arena.subjects import SUBJECTS, StepOdds
from capomastro.arena.training import Course, Round, finished, rounds
from capomastro.arena.workers import Here
from capomastro.bots.bot import Budget
from capomastro.bots.config import config_for
from capomastro.bots.players import Searching
from capomastro.bots.situation_file import UNIT, parse
from capomastro.bots.training.odds import Odds, Searched
from capomastro.cli import app
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup

DECISIONS = [
    Searched([0.0, 0.0, -1.0], [0.7, 0.2, 0.1], [[0, 1], [1], [2]]),
    Searched([1.0, 1.5], [0.9, 0.1], [[0], []]),
    Searched([0.3, 0.1], [0.25, 0.75], [[3], [4]]),
]
WEIGHTS = [0.3, -0.2, 0.1, 0.0, 0.5]


def course(game: str, seats: int = 2, *, games: int = 3) -> Course:
    return Course(game, seats, games=games, gate=2, iterations=5, belief=3.0, learn="odds")


def test_slopes_say_how_surprise_changes_with_a_weight() -> None:
    odds = Odds(DECISIONS, temper=1.5, trust=0.75)
    slopes = vec[float]([0.0] * len(WEIGHTS))
    odds.add_slopes(vec[float](WEIGHTS), slopes)
    tiny = 1e-5
    for row in range(len(WEIGHTS)):
        more, less = list(WEIGHTS), list(WEIGHTS)
        more[row] += tiny
        less[row] -= tiny
        change = (odds.surprise(less) - odds.surprise(more)) * len(DECISIONS) / (2 * tiny)
        assert isclose(slopes[row], change, abs_tol=1e-6)


def test_weights_follow_the_visits_unless_the_best_ones_are_believed() -> None:
    odds = Odds(DECISIONS, temper=1.5, trust=0.75)
    nothing = [0.0] * len(WEIGHTS)
    fitted = odds.fitted(nothing, 0.01)
    assert odds.surprise(fitted) < odds.surprise(nothing) - 0.05
    assert fitted[0] > 0 > fitted[3]
    assert fitted[4] > 0
    believed = odds.fitted(nothing, 1000.0)
    assert max(map(abs, believed)) < 0.02
    assert Odds([], 1.5, 0.75).surprise(nothing) == 0.0


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_decision_is_noted_as_its_seat_judged_and_searched_it(game: str) -> None:
    subject = StepOdds(game, 2)
    best = [0.25 if row % 3 == 0 else -0.5 for row in range(subject.practising.weights)]
    seen: list[Searched] = []

    class Watching(type(subject.pupil(best))):  # type: ignore[misc]
        def see(self, bot: Searching, view: Any) -> None:
            before = len(self.sights.noted)
            super().see(bot, view)
            if len(self.sights.noted) == before:
                return
            noted, tree = self.sights.noted[-1], bot.latest
            assert tree is not None
            visits = {name: visits for name, visits, _, _ in tree.findings()}
            names = [int(tree.root_names[i]) for i in range(int(tree.root_count))]
            assert noted.shares == [visits.get(name, 0) / sum(visits.values()) for name in names]
            worth = [base + sum(best[row] for row in rows) for base, rows in zip(noted.bases, noted.rows, strict=True)]
            judging, world = tree.heuristic, game_named(game).worlds(view).sample(seeded(9))
            judging.prepare(world, view.viewer)
            judging.judge(world, view.viewer, thorough=True)
            named = [judging.name_of(world, int(judging.steps[i])) for i in range(int(judging.count))]
            assert worth == pytest.approx([judging.values[named.index(name)] for name in names])
            seen.append(noted)

    pupil = Watching(game_named(game), subject.pupil(best).sights)
    finished(course(game), [subject.bot(best)] * 2, 5, pupil)
    assert len(seen) > 5
    assert pupil.lesson(None) == pupil.sights.noted


def test_a_decision_that_was_hardly_searched_teaches_nothing() -> None:
    subject = StepOdds("palazzo", 2)
    best = subject.first()
    game, bot, pupil = game_named("palazzo"), subject.bot(best), subject.pupil(best)
    state = game.deal(2, seeded(1), check_setup(game, 2, {}), None)
    seat = state.to_act()[0]
    view = game.view(state, seat)
    pupil.see(bot, view)
    for iterations in (0, 1):
        bot.search(view, Budget(iterations=iterations), seeded(2), stop_early=False)
        pupil.see(bot, view)
    assert pupil.sights.noted == []
    bot.search(view, Budget(iterations=20), seeded(2), stop_early=False)
    pupil.see(bot, view)
    assert len(pupil.sights.noted) == 1


def test_rounds_of_odds_are_logged_taken_up_again_and_the_same_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subjects, "CHECKED", 2)
    wanted = course("pillars", games=2)
    log = tmp_path / "alone.jsonl"
    (alone,) = rounds(wanted, log, 1)
    assert alone.positions > 10
    assert alone.before is not None
    assert alone.after is not None
    assert alone.after < alone.before, "games that were not learned from surprise it less"
    assert alone.weights != SUBJECTS["odds"]("pillars", 2).first()
    assert not alone.kept, "two games prove nothing"
    (together,) = rounds(wanted, tmp_path / "together.jsonl", 1, workers=Here(2))
    assert together == alone
    assert next(rounds(wanted, log, 1)) == alone
    with pytest.raises(BadSetup, match="another course"):
        next(rounds(Course("pillars", 2, games=2, gate=2, iterations=5), log, 1))


def test_where_nothing_is_known_of_situations_odds_begin_with_nothing() -> None:
    assert not any(StepOdds("pillars", 4).first())
    assert any(StepOdds("pillars", 2).first())


def test_a_game_without_situations_has_no_odds_to_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config_for("palazzo"), "practising", None)
    with pytest.raises(BadSetup, match="palazzo has no situations to learn about"):
        StepOdds("palazzo", 2).first()


def test_odds_that_are_kept_are_written_beside_those_for_other_tables(tmp_path: Path) -> None:
    file = tmp_path / "situations.bin"
    for seats, weight in ((2, 1.0), (3, 2.0), (2, 3.0)):
        subject = StepOdds("palazzo", seats)
        subject.write([weight] * subject.practising.weights, file)
    found = StepOdds("palazzo", 2).practising
    read = parse(file.read_bytes(), "palazzo", found.version, found.weights)
    assert {seats: weights[0] for seats, weights in read.items()} == {2: pytest.approx(3.0, abs=UNIT), 3: 2.0}


def test_a_course_that_says_nothing_of_belief_has_what_its_subject_says(tmp_path: Path) -> None:
    for learn in SUBJECTS:
        log = tmp_path / f"{learn}.jsonl"
        assert list(rounds(Course("pillars", 2, games=1, gate=2, iterations=1, learn=learn), log, 0)) == []
        assert msgspec.json.decode(log.read_bytes(), type=Course).belief == SUBJECTS[learn].belief


FEW = ["train", "pillars", "--games", "1", "--gate", "2", "--iterations", "4", "--rounds", "1"]


def test_the_command_trains_odds_and_says_what_it_had(tmp_path: Path) -> None:
    out = tmp_path / "out.bin"
    done = CliRunner().invoke(app, [*FEW, "--log", str(tmp_path / "log"), "--learn", "odds", "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "decisions; the new weights win" in done.output, "of one game none is kept back"
    assert not out.exists(), "two games prove nothing"


def test_odds_that_are_kept_go_to_the_file_also_when_their_round_is_in_the_log_already(tmp_path: Path) -> None:
    log, out = tmp_path / "log.jsonl", tmp_path / "out.bin"
    weights = [0.04] * StepOdds("pillars", 2).practising.weights
    append(log, Course("pillars", 2, games=1, gate=2, iterations=4, belief=30.0, learn="odds"))
    append(log, Round(0, 50, 1.0, 0.6, 1.0, True, weights, 0.9, 0.8))
    done = CliRunner().invoke(app, [*FEW, "--log", str(log), "--learn", "odds", "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "50 decisions, 0.9000 nats off before and 0.8000 after; the new weights win 100.0%" in done.output
    assert StepOdds("pillars", 2).held(out) == {2: weights}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--out", "out.bin"], "only odds have a file"),
        (["--learn", "odds", "--out", "none/out.bin"], "there is no folder none"),
        (["--learn", "odds", "--out", "wrong.bin"], "this is no file of situations"),
        (["--learn", "odds", "--out", "."], "cannot be read"),
        (["--learn", "chess"], "chess"),
    ],
    ids=str,
)
def test_what_cannot_be_trained_is_said_before_any_game(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.bin").write_bytes(b"no weights")
    refused = CliRunner().invoke(app, [*FEW, *words])
    assert refused.exit_code != 0
    assert sentence in refused.output + str(refused.exception)
    assert not Path("training.jsonl").exists()
