"""Training from games of searching bots: rounds are fitted, judged at the gate, logged and taken up again."""

from pathlib import Path

import pytest

from capomastro.arena.training import Course, in_order, rounds
from capomastro.arena.workers import Here
from capomastro.bots.config import config_for
from capomastro.core.errors import BadSetup

COURSE = Course("pillars", 2, games=1, gate=2, iterations=1)


def test_rounds_are_logged_and_taken_up_again(tmp_path: Path) -> None:
    log = tmp_path / "deep" / "training.jsonl"
    (first,) = rounds(COURSE, log, 1)
    assert first.positions > 10
    assert first.low <= first.share <= first.high
    assert not first.kept, "two games prove nothing"
    assert len(first.weights) == len(config_for(COURSE.game).by_hand())
    assert first.weights != config_for(COURSE.game).trained_weights[2]

    with log.open("ab") as file:
        file.write(b'{"number":1,"posit')  # cut short
    again, second = rounds(COURSE, log, 2)
    assert again == first
    assert second.number == 1
    assert second.positions != first.positions
    assert list(rounds(COURSE, log, 2)) == [first, second]


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_several_processes_come_to_the_same_weights_as_one(tmp_path: Path, game: str) -> None:
    course = Course(game, 2, games=3, gate=4, iterations=1)
    (alone,) = rounds(course, tmp_path / "alone.jsonl", 1)
    (together,) = rounds(course, tmp_path / "together.jsonl", 1, workers=Here(2))
    assert together == alone


def test_games_that_end_early_wait_for_those_before_them() -> None:
    assert list(in_order(iter([(2, "c"), (0, "a"), (3, "d"), (1, "b")]))) == ["a", "b", "c", "d"]


def test_the_more_the_best_weights_are_believed_the_less_is_changed(tmp_path: Path) -> None:
    best = config_for(COURSE.game).trained_weights[2]
    changes = []
    for belief in (300.0, 10_000.0):
        course = Course("pillars", 2, games=1, gate=2, iterations=1, belief=belief)
        (found,) = rounds(course, tmp_path / f"{belief}.jsonl", 1)
        changes.append(sum(abs(new - old) for new, old in zip(found.weights, best, strict=True)))
    assert changes[0] > 2 * changes[1] > 0


def test_the_log_of_another_course_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "training.jsonl"
    log.write_bytes(b"no log\n")
    with pytest.raises(BadSetup, match="not the log"):
        next(rounds(COURSE, log, 1))
    log.unlink()
    assert list(rounds(COURSE, log, 0)) == []
    with pytest.raises(BadSetup, match="another course"):
        next(rounds(Course("pillars", 3, games=1, gate=2, iterations=1), log, 1))
