"""Training a value network: a short run leaves a file, torch and the search reckon alike. Needs the extra `train`."""

import json
from pathlib import Path
from typing import Any

import pytest
from extras import or_skip
from librt.vecs import vec

from capomastro.bots.config import config_for
from capomastro.bots.roster import player_named
from capomastro.bots.value_file import parse
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup

value = or_skip("capomastro.research.value")
lessons_of = or_skip("capomastro.research.value_lessons")
np = or_skip("numpy")

GAMES = [game.name for game in all_games() if config_for(game.name).inputs is not None]
SMALL = ["--games", "12", "--rows", "6", "--epochs", "2", "--width", "7", "--middle", "4"]


@pytest.mark.parametrize(("game", "more"), [("palazzo", ["--playouts", "2"]), ("pillars", ["--seats", "3"])])
def test_a_short_run_leaves_a_file(
    game: str, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(value, "BATCH", 16)
    out = tmp_path / "value.bin"
    value.main([game, "--out", str(out), *SMALL, *more])
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(told) == {"seats", "outlook", "network", "positions held out"}
    assert told["positions held out"] > 0
    inputs = config_for(game).inputs
    assert inputs is not None
    assert {seats: one.width for seats, one in parse(out.read_bytes(), game, inputs).items()} == {told["seats"]: 7}


@pytest.mark.parametrize("name", GAMES)
def test_torch_and_the_search_reckon_alike(name: str, tmp_path: Path) -> None:
    game, inputs = game_named(name), config_for(name).inputs
    assert inputs is not None
    for seats in (2, 3):  # both go into one file
        lessons = lessons_of.Lessons(name, seats, 0, 1)
        state, rng, greedy = game.deal(seats, seeded(3), check_setup(game, seats, {}), None), seeded(3), "greedy"
        player, met = player_named(greedy, game), list[Any]()
        while not state.over:
            if lessons.heuristic.settled(state):
                met.append(state.clone())
                lessons.meet(state.clone(), len(met))
            seat = state.to_act()[0]
            legal = state.legal(seat)
            state.play(seat, legal[0] if len(legal) == 1 else player.choose(game.view(state, seat), legal, rng))
        lessons.end({number: (np.ones(seats, np.float32), np.ones(seats, np.float32)) for number in lessons.game})
        assert len(met) == len(lessons.game) > 10
        value.torch.manual_seed(seats)
        learner = value.Learner(inputs, 8, 5)
        learner.heads.weight.data *= 10.0
        value.save(learner, name, [seats], inputs, tmp_path / "value.bin")
        score, points = learner(value.Tensors(lessons, inputs), value.torch.arange(len(met)))
        chances = value.torch.softmax(score, 1).detach().numpy()
        network = parse((tmp_path / "value.bin").read_bytes(), name, inputs)[seats].network()
        found, expected = vec[float]([0.0] * 8), vec[float]([0.0] * 8)
        assert sorted(parse((tmp_path / "value.bin").read_bytes(), name, inputs)) == [2, 3][: seats - 1]
        for row, position in enumerate(met):
            network.judge(position, lessons.heuristic, found, expected)
            assert [found[seat] for seat in range(seats)] == pytest.approx(chances[row].tolist(), abs=0.01)
            ours = [expected[seat] for seat in range(seats)]
            assert ours == pytest.approx(points[row].tolist(), abs=0.2)


def test_what_cannot_be_trained_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config_for(GAMES[0]), "inputs", None)
    with pytest.raises(SystemExit, match="lists no inputs for a network"):
        value.main([GAMES[0], "--out", "nowhere.bin"])
