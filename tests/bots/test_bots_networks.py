"""The networks that masters search by: what they read, what they say of it, and which files they refuse."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import capomastro
from capomastro.bots.config import config_for
from capomastro.bots.policy_file import parse as parse_policy
from capomastro.bots.policy_file import policy_for
from capomastro.bots.roster import player_named
from capomastro.bots.search.policy import Policy
from capomastro.bots.search.tree import Tree
from capomastro.bots.search.value import LEADS, lead_input
from capomastro.bots.value_file import Weights, parse, sizes, value_file
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame, Position, check_setup
from capomastro.core.observation import observation_of

TRAINED = [name for name, registration in registrations().items() if registration.network]
VALUED = [name for name in TRAINED if config_for(name).value]
DECISIONS = 12
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import capomastro
from test_bots_networks import digests
print(capomastro.compiled, digests())
"""


def positions(game: AnyGame, seats: int, seed: int, steps: int) -> list[Position]:
    """What a game of greedy bots comes through."""
    state, rng = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None), seeded(seed)
    greedy, found = player_named("greedy", game), list[Position]()
    while not state.over and len(found) < steps:
        found.append(state.clone())
        seat = state.to_act()[0]
        legal = state.legal(seat)
        state.play(seat, legal[0] if len(legal) == 1 else greedy.choose(game.view(state, seat), legal, rng))
    return found


def odds(policy: Policy, position: Any, seat: int) -> list[float]:
    count = policy.judge(position, seat)
    return [policy.odds[i] for i in range(count)]


def digests() -> dict[str, str]:
    """What a master with a few iterations chooses in the first decisions of a game."""
    found = {}
    for name, seats in product(TRAINED, (2, 4)):
        game, digest, rng, asked = game_named(name), sha256(), seeded(5), 0
        player = player_named("master:24", game)
        state = game.deal(seats, seeded(9), check_setup(game, seats, {}), None)
        while asked < DECISIONS:
            seat = state.to_act()[0]
            legal = state.legal(seat)
            step = legal[0]
            if len(legal) > 1:
                asked += 1
                step = player.choose(game.view(state, seat), legal, rng)
                digest.update(f"{seat} {step} ".encode())
            state.play(seat, step)
        found[f"{name} for {seats}"] = digest.hexdigest()[:16]
    return found


@pytest.mark.skipif(not capomastro.compiled, reason="this run is interpreted; the compiled run compares the two")
def test_a_master_takes_the_same_steps_compiled_and_interpreted(run_interpreted: Callable[..., str]) -> None:
    assert run_interpreted(SCRIPT, str(Path(__file__).parent)) == f"False {digests()}"


def differing(name: str, policy: Policy) -> int:
    """In how many positions the policy tells worlds apart that look the same to the seat."""
    game, rng, found = game_named(name), seeded(3), 0
    for position in positions(game, 2, 4, 60):
        seat = position.to_act()[0]
        worlds = game.worlds(game.view(position, seat))
        found += len({tuple(odds(policy, worlds.sample(rng), seat)) for _ in range(3)}) > 1
    return found


@pytest.mark.parametrize("name", TRAINED)
def test_the_policy_is_the_same_in_all_worlds_of_a_view(name: str) -> None:
    policy = policy_for(name, 2)
    assert policy is not None
    assert differing(name, policy) == 0


class Peeping:
    """A planted fault: an observer that shows all hands."""

    def __init__(self, name: str, policy: Policy) -> None:
        policy.observer = observation_of(name).observer(2, True)
        self.policy = policy


def test_a_policy_that_sees_hidden_cards_is_found_out() -> None:
    name = "palazzo"
    policy = policy_for(name, 2)
    assert policy is not None
    assert differing(name, Peeping(name, policy).policy) > 0


@pytest.mark.parametrize("name", TRAINED)
def test_the_policy_reckons_as_numpy_does(name: str) -> None:
    np: Any = pytest.importorskip(
        "numpy", reason="numpy is not installed: pip install 'capomastro[research]' brings it"
    )
    from capomastro.bots.learned import network_of
    from capomastro.research.observing import observe

    game, network = game_named(name), network_of(name)
    for seats in (2, game.seat_counts[-1]):
        policy = policy_for(name, seats)
        assert policy is not None
        for position in positions(game, seats, 6, 40):
            seat = position.to_act()[0]
            hidden = network.hidden(network.read(observe(game, position, seat)[None], seats))
            scores = network.scores(hidden[0], np.array(position.legal(seat))).astype(float)
            expected = np.exp(scores - scores.max())
            assert odds(policy, position, seat) == pytest.approx((expected / expected.sum()).tolist(), abs=1e-4)


@pytest.mark.parametrize("name", TRAINED)
def test_odds_of_a_search_are_mixed_with_those_of_the_policy(name: str) -> None:
    """A policy with all of the odds decides them; one with none leaves them as they are."""
    game, config = game_named(name), config_for(name)
    settings, other = config.mastered(2), config.released
    changed = 0
    for position in positions(game, 2, 7, 50):
        seat = position.to_act()[0]
        world: Any = game.worlds(game.view(position, seat)).sample(seeded(1))
        found = []
        for share in (0.0, 0.5, 1.0):
            tree = Tree(config.learned(2), 16, other)
            tree.policy, tree.policy_share = policy_for(name, 2), share
            count = tree.plant(world, seat)
            found.append([tree.root_odds[i] for i in range(count)])
        if len(found[0]) > 1:
            assert all(sum(one) == pytest.approx(1.0) for one in found)
            assert found[1] == pytest.approx([(a + b) / 2 for a, b in zip(found[0], found[2], strict=True)])
            changed += found[0] != pytest.approx(found[2], abs=0.01)
    assert changed > 5
    assert settings.policy_share >= 0.0


def plainly(file: Weights, common: list[int], of_seats: Sequence[list[int]]) -> list[tuple[float, float]]:
    """Scores and points of each seat, as the layers are defined."""
    first, first_bias, second, second_bias, chance, points, _ = file.parts
    width, middle, seats = file.width, file.middle, len(of_seats)

    def row(number: int) -> list[float]:
        return first[number * width : (number + 1) * width]

    found = []
    for seat in range(seats):
        rows = [(row(one), 1.0) for one in common]
        rows += [(row(file.inputs.common + 2 * one), 1.0) for one in of_seats[seat]]
        for other in range(seats):
            if other != seat:
                rows += [(row(file.inputs.common + 2 * one + 1), 1 / (seats - 1)) for one in of_seats[other]]
        hidden = [max(0.0, first_bias[k] + sum(share * one[k] for one, share in rows)) for k in range(width)]
        between = [
            max(0.0, second_bias[m] + sum(second[m * width + k] * hidden[k] for k in range(width)))
            for m in range(middle)
        ]
        found.append(
            tuple(head[middle] + sum(head[m] * between[m] for m in range(middle)) for head in (chance, points))
        )
    return [(score, more) for score, more in found]


@pytest.mark.parametrize("name", VALUED)
def test_a_value_network_adds_up_what_is_there(name: str) -> None:
    config, game = config_for(name), game_named(name)
    assert config.value is not None
    assert config.inputs is not None
    judged = 0
    for seats, file in value_file(config.value, name, config.inputs).items():
        network = config.network(name, seats)
        assert network is not None
        heuristic = config.learned(seats)
        for position in positions(game, seats, 2, 250):
            at: Any = position
            if not heuristic.settled(at):
                continue
            judged += 1
            listed, outlook = vec[i64]([0] * 256), vec[float]([0.0] * 8)
            chances, points = vec[float]([0.0] * 8), vec[float]([0.0] * 8)
            network.judge(at, heuristic, chances, points)
            heuristic.outlook(at, outlook)
            assert sum(chances[seat] for seat in range(seats)) == pytest.approx(1.0)
            common = [int(listed[i]) for i in range(heuristic.common_inputs(at, listed))]
            of_seats = []
            for seat in range(seats):
                own = [int(listed[i]) for i in range(heuristic.seat_inputs(at, seat, listed))]
                assert all(0 <= one < config.inputs.of_seat for one in own)
                assert len(own) + len(common) < 62
                of_seats.append([*own, config.inputs.of_seat + int(lead_input(outlook, seats, seat))])
            assert all(0 <= one < config.inputs.common for one in common)
            expected = plainly(file, common, of_seats)
            for seat, (_, more) in enumerate(expected):
                assert points[seat] == pytest.approx(outlook[seat] + more, abs=0.5)
    assert judged > 20


def test_a_lead_has_an_input_however_large_it_is() -> None:
    outlook = vec[float]([0.0] * 8)
    found = []
    for lead in (-500.0, -60.0, -2.6, -0.1, 0.1, 2.6, 60.0, 500.0):
        outlook[0] = lead
        found.append(int(lead_input(outlook, 2, 0)))
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] == LEADS - 1
    assert found[3] + 1 == found[4] == LEADS // 2


@pytest.mark.parametrize("name", VALUED)
def test_a_bad_value_file_is_refused_with_a_sentence(name: str) -> None:
    config = config_for(name)
    assert config.value is not None
    inputs = config.inputs
    assert inputs is not None
    package, _, file = config.value.partition(":")
    raw = files(package).joinpath(file).read_bytes()
    line, _, body = raw.partition(b"\n")
    head = json.loads(line)
    assert len(raw) < 200_000
    assert 2 in parse(raw, name, inputs)

    def wrong(changed: dict[str, Any], weights: bytes = body) -> bytes:
        return json.dumps({**head, **changed}).encode() + b"\n" + weights

    for bad, said in (
        (b"", "no file of a value network"),
        (b"[1, 2]\n" + body, "no file of a value network"),
        (wrong({"game": "chess"}), "trained for another game: chess, not"),
        (wrong({"inputs": 0}), "trained for another inputs: 0, not"),
        (wrong({}, body[:-2]), "bytes of weights, not"),
        (wrong({}, b"\xff\x7f" + body[2:]), "weights that are no numbers"),
    ):
        with pytest.raises(BadSetup, match=said):
            parse(bad, name, inputs)
    assert sum(sum(sizes(inputs, one["width"], one["middle"])) for one in head["networks"]) * 2 == len(body)


def test_a_bad_policy_file_is_refused_with_a_sentence() -> None:
    first, second = (game_named(name) for name in TRAINED[:2])
    package, _, file = (registrations()[first.name].network or "").partition(":")
    raw = files(package).joinpath(file).read_bytes()
    with pytest.raises(BadSetup, match="trained for another game"):
        parse_policy(raw, second)
    with pytest.raises(BadSetup, match="no file of a trained network"):
        parse_policy(raw[: len(raw) // 2], first)


@pytest.mark.parametrize("name", VALUED)
def test_a_network_was_trained_for_every_table_at_which_masters_use_one(name: str) -> None:
    config = config_for(name)
    used = [seats for seats in game_named(name).seat_counts if config.mastered(seats).value_share > 0.0]
    assert 2 in used
    assert all(config.network(name, seats) is not None for seats in used)
    assert config.network(name, 99) is None
