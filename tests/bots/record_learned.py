"""Writes what torch makes of the networks that come with the games; run it after a network was trained again.

PYTHONPATH=src python tests/bots/record_learned.py
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from capomastro.bots.learned import network_of
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.chance import seeded
from capomastro.core.game import check_setup
from capomastro.research.observing import observe
from capomastro.research.ppo import Learner, torch

EVERY = 9  # steps between two positions that are kept
KEPT = 14


def recorded(name: str, seats: int, seed: int) -> list[dict[str, Any]]:
    """Positions of one game that greedy bots play."""
    game = game_named(name)
    network = network_of(name)
    learner = Learner(network, 0.0)
    state = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None)
    greedy, rng = player_named("greedy", game), seeded(seed)
    played: list[int] = []
    found: list[dict[str, Any]] = []
    since = EVERY
    while not state.over and len(found) < KEPT:
        seat = state.to_act()[0]
        legal = state.legal(seat)
        since += 1
        if len(legal) > 1 and since >= EVERY:
            since = 0
            inputs = torch.from_numpy(network.read(observe(game, state, seat)[None], seats))
            rows = torch.zeros(len(legal), dtype=torch.int64)
            scores, worth = learner.forward(inputs, torch.from_numpy(np.array(legal)), rows)
            kept: dict[str, Any] = {"seats": seats, "seed": seed, "played": list(played), "seat": seat, "legal": legal}
            kept["scores"] = [round(float(score), 7) for score in scores.detach()]
            kept["worth"] = round(float(worth.detach()[0]), 7)
            found.append(kept)
        step = greedy.choose(game.view(state, seat), legal, rng)
        state.play(seat, step)
        played.append(step)
    return found


def main() -> None:
    names = [name for name, registration in registrations().items() if registration.network]
    found = {name: recorded(name, 2, 11) + recorded(name, 3, 12)[:6] for name in names}
    Path(__file__).with_name("learned_reference.json").write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
