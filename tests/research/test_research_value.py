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
SMALL = ["--batch", "16", "--games", "12", "--rows", "6", "--epochs", "2", "--width", "7", "--middle", "4"]


@pytest.mark.parametrize(("game", "more"), [("palazzo", ["--playouts", "2"]), ("pillars", ["--seats", "3"])])
def test_a_short_run_leaves_a_file(
    game: str, more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "value.bin"
    value.main([game, "--out", str(out), *SMALL, *more])
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(told) == {"seats", "outlook", "network", "positions held out"}
    assert told["positions held out"] > 0
    inputs = config_for(game).inputs
    assert inputs is not None
    assert {seats: one.width for seats, one in parse(out.read_bytes(), game, inputs).items()} == {told["seats"]: 7}


def test_whoever_reads_a_folder_while_lessons_are_added_meets_none_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons = {name: np.zeros(3) for name in lessons_of.NAMES}
    lessons_of.keep(lessons, tmp_path, "gavel-2-first.npz")
    write, met = np.savez_compressed, list[int]()

    def write_while_somebody_reads(file: Any, **arrays: Any) -> None:
        assert len(list(tmp_path.iterdir())) == 2, "a file is there already"
        met.append(len(lessons_of.kept(tmp_path, "gavel-2-*.npz")["game"]))
        write(file, **arrays)

    monkeypatch.setattr(np, "savez_compressed", write_while_somebody_reads)
    lessons_of.keep(lessons, tmp_path, "gavel-2-second.npz")
    assert met == [3]
    assert len(lessons_of.kept(tmp_path, "gavel-2-*.npz")["game"]) == 6


@pytest.mark.parametrize("game", GAMES)
def test_a_searching_bot_can_be_the_teacher(game: str, tmp_path: Path) -> None:
    out, folder = tmp_path / "value.bin", tmp_path / "lessons"
    teaching = ["--batch", "16", "--teacher", "master:4", "--lessons", str(folder), "--games", "2", "--seats", "2", "3"]
    value.main([game, *teaching])  # only gathers
    value.main([game, *teaching, "--seed", "2", "--out", str(out), "--epochs", "2", "--width", "7", "--middle", "4"])
    inputs = config_for(game).inputs
    assert inputs is not None
    trained = parse(out.read_bytes(), game, inputs)
    assert trained[2] is trained[3], "one network was trained for both"
    assert len(list(folder.iterdir())) == 4
    for seats in (2, 3):
        lessons = lessons_of.kept(folder, f"{game}-{seats}-*.npz")
        assert len(set(lessons["game"].tolist())) == 4
        assert all(sum(one) == pytest.approx(1.0, abs=1e-4) for one in lessons["said"])
        assert not np.array_equal(lessons["said"], lessons["won"]), "the teacher does not know how a game ends"
        at_once, in_the_end = (value.Tensors(lessons, inputs, ahead) for ahead in (0.0, 1.0))
        assert at_once.chances.numpy() == pytest.approx(lessons["said"])
        assert in_the_end.chances.numpy() == pytest.approx(lessons["won"])
        assert in_the_end.points.numpy() == pytest.approx(lessons["final"])


def test_what_is_learned_looks_ahead_within_a_game() -> None:
    lessons = {
        "game": np.array([1, 1, 2]),
        "said": np.array([[0.2, 0.8], [0.6, 0.4], [0.3, 0.7]]),
        "won": np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
    }
    found = value.looking_ahead(lessons, "said", "won", 0.5)
    assert found == pytest.approx(np.array([[0.5, 0.5], [0.8, 0.2], [0.15, 0.85]]))


def test_a_network_can_be_trained_on(tmp_path: Path) -> None:
    """At a pace of nothing, what is written is what it started with; other numbers of seats stay as they are."""
    game, inputs = "pillars", config_for("pillars").inputs
    assert inputs is not None
    first, second = tmp_path / "first.bin", tmp_path / "second.bin"
    value.torch.manual_seed(1)
    value.save(value.Learner(inputs, 7, 4), game, [2, 3, 4], inputs, first)
    second.write_bytes(first.read_bytes())
    value.main([game, "--out", str(second), "--start", str(first), "--seats", "4", "--pace", "0", *SMALL])
    before, after = (parse(path.read_bytes(), game, inputs) for path in (first, second))
    assert after[2] is after[3] is not after[4]
    for seats in (2, 3, 4):
        for old, new in zip(before[seats].parts, after[seats].parts, strict=True):
            assert old == pytest.approx(new, rel=0.002)
    with pytest.raises(SystemExit, match="the network to start with has 7 and 4 units"):
        value.main([game, "--out", str(second), "--start", str(first), *SMALL, "--width", "8"])


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
        score, points = learner(value.Tensors(lessons.arrays(), inputs, 1.0), value.torch.arange(len(met)))
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
    monkeypatch.undo()
    for arguments, said in (
        ([], "name a file for the network, or a folder"),
        (["--out", "nowhere.bin", "--games", "0"], "no folder of lessons is named"),
        (["--lessons", "nowhere", "--games", "0"], "there are no lessons"),
        (["--out", "nowhere.bin", "--teacher", "greedy"], "greedy is none"),
        (["--out", "nowhere.bin", "--teacher", "search:50ms"], "search:50ms is none"),
        (["--out", "nowhere.bin", "--teacher", "nobody"], "nobody"),
    ):
        with pytest.raises(SystemExit, match=said):
            value.main([GAMES[0], *arguments])
