"""Training runs, writes its files and goes on where it ended; torch and numpy reckon alike. Needs the extra `train`."""

import json
from pathlib import Path

import pytest
from extras import or_skip

from capomastro.core.catalogue import all_games, game_named

ppo = or_skip("capomastro.research.ppo")
network = or_skip("capomastro.bots.network")
np = or_skip("numpy")

GAMES = [game.name for game in all_games()]
SMALL = ["--rows", "8", "--steps", "8", "--width", "8", "--piece", "32", "--epochs", "1", "--scatter", "4"]


@pytest.mark.parametrize("game", GAMES)
def test_training_goes_on_where_it_ended(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "SAMPLE_STEPS", 8)
    out = tmp_path / "network.npz"
    for rounds, imitation in (("1", "1"), ("2", "0")):
        ppo.main([game, "--out", str(out), "--rounds", rounds, "--imitation", imitation, *SMALL])
    lines = [json.loads(line) for line in Path(f"{out}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["round"] for line in lines] == [1, 2]
    assert lines[1]["decisions"] > lines[0]["decisions"]
    assert "imitation" in lines[0]
    assert "clipped" in lines[1]
    with out.open("rb") as file:
        read = network.load(game_named(game), file)
    assert read.steps.shape == (len(game_named(game).actions), 9)


@pytest.mark.parametrize("game", GAMES)
def test_torch_and_numpy_reckon_alike(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ppo, "SAMPLE_STEPS", 8)
    training = ppo.Training(ppo.settings_from([game, "--out", str(tmp_path / "network.npz"), *SMALL]))
    env, rollout, learner = training.rollout.env, training.rollout, training.learner
    rows = np.arange(env.n)
    log_odds, worth = rollout.odds(rows)
    count = env.legal_count[rows].astype(np.int64)
    steps = np.concatenate([env.legal[row, :many] for row, many in zip(rows, count, strict=True)]).astype(np.int64)
    inputs = ppo.torch.from_numpy(training.network.read(env.observation, 2))
    whose = ppo.torch.from_numpy(np.repeat(rows, count))
    theirs, expected = learner.forward(inputs, ppo.torch.from_numpy(steps), whose)
    ours = log_odds[np.isfinite(log_odds)]
    assert theirs.detach().numpy() == pytest.approx(ours, abs=1e-5)
    assert expected.detach().numpy() == pytest.approx(worth, abs=1e-5)


def test_files_of_other_settings_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "SAMPLE_STEPS", 8)
    out = tmp_path / "network.npz"
    ppo.main([GAMES[0], "--out", str(out), "--rounds", "1", *SMALL])
    before = out.read_bytes()
    with pytest.raises(SystemExit, match="other settings"):
        ppo.main([GAMES[0], "--out", str(out), "--rounds", "2", *SMALL, "--width", "16"])
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nim", "--out", "x.npz"], "nim"),
        ([GAMES[0], "--out", "x.npz", "--seats", "9"], "9"),
        ([GAMES[0], "--out", "nowhere/x.npz"], "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_trained_is_refused_with_a_sentence(arguments: list[str], said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        ppo.main(arguments)


def test_numbers_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ppo.main([GAMES[0], "--out", "x.npz", "--rows", "0"])
    assert "--rows: invalid positive value: '0'" in capsys.readouterr().err
