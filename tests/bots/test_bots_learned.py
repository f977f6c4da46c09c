"""The bot that learned: its network reckons as it did when it was trained, and it says what it lacks."""

import json
import subprocess
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from capomastro.bots.learned import Learned, network_of
from capomastro.bots.roster import player_named
from capomastro.cli import app
from capomastro.core.catalogue import Registration, game_named, registrations
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup

np: Any = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'capomastro[research]' brings it")

REFERENCE = Path(__file__).parent / "learned_reference.json"
GAMES = [name for name, registration in registrations().items() if registration.network]
LARGEST = 1_500_000
CLEAR = 1e-3  # a lead that no machine's rounding turns over


@pytest.mark.parametrize("name", GAMES)
def test_the_network_scores_steps_as_torch_did(name: str) -> None:
    """The reference is what torch reckoned from the same file; tests/bots/record_learned.py writes it."""
    game, network = game_named(name), network_of(name)
    positions = json.loads(REFERENCE.read_text(encoding="utf-8"))[name]
    assert len(positions) >= 12
    observe = import_module("capomastro.research.observing").observe
    for kept in positions:
        state = game.deal(kept["seats"], seeded(kept["seed"]), check_setup(game, kept["seats"], {}), None)
        for step in kept["played"]:
            state.play(state.to_act()[0], step)
        seat, legal = kept["seat"], kept["legal"]
        assert state.legal(seat) == legal
        hidden = network.hidden(network.read(observe(game, state, seat)[None], kept["seats"]))
        scores = network.scores(hidden[0], np.array(legal))
        assert scores - scores.max() == pytest.approx(np.array(kept["scores"]) - max(kept["scores"]), abs=1e-4)
        assert float(network.worth(hidden)[0]) == pytest.approx(kept["worth"], abs=1e-4)
        best, second = sorted(kept["scores"])[-1:-3:-1]
        chosen = player_named("learned", game).choose(game.view(state, seat), legal, seeded(1))
        assert best - second < CLEAR or chosen == legal[kept["scores"].index(best)]


@pytest.mark.parametrize("name", GAMES)
def test_the_file_is_small(name: str) -> None:
    package, _, file = (registrations()[name].network or "").partition(":")
    assert len(files(package).joinpath(file).read_bytes()) < LARGEST


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_in_the_arena(name: str) -> None:
    done = CliRunner().invoke(app, ["arena", name, "learned", "random", "--games", "2"])
    assert done.exit_code == 0, done.output
    assert "learned" in done.output


@pytest.mark.parametrize("name", GAMES)
def test_the_usual_table_is_as_good_as_a_larger_one(name: str) -> None:
    """It finds the fields it knows by name, whatever else the tensor holds."""
    network = network_of(name)
    two, most = (network.columns_of(seats) for seats in (2, game_named(name).seat_counts[-1]))
    assert len(two) == len(most) == len(network.inputs)


def test_a_game_that_nobody_learned_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named(GAMES[0])
    monkeypatch.setitem(registrations(), game.name, Registration(name=game.name, game="nowhere:NOTHING"))
    with pytest.raises(BadSetup, match="no bot has learned to play"):
        Learned(game)


def test_without_numpy_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from capomastro.bots.roster import names, player_named\n"
        "from capomastro.core.catalogue import game_named\n"
        "assert 'learned' in names()\n"
        f"player_named('learned', game_named({GAMES[0]!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said.endswith("a learned bot needs numpy: pip install 'capomastro[research]' brings it")
