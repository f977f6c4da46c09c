"""The guided first games, as the browser plays them back: `make guides` regenerates them.

A guide is a real match from a fixed seed. The newcomer sits in seat 0; what he is asked to do, and what the other seat
does meanwhile, stands in guide_lessons.py. The page shows the recorded updates, so it needs no table and no bot; a
test sees to it that they are still what the rules make of these steps.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
from guide_lessons import LESSONS

from capomastro.core.game import Event
from capomastro.core.match import Match, new_setup
from capomastro.games.pillars.actions import ACTIONS
from capomastro.games.pillars.names import CELL_NAMES, covered
from capomastro.games.pillars.rules.steps import BUILD

GUIDES = Path(__file__).parents[2] / "src" / "capomastro" / "web" / "guides"
NAMES = ("Anna", "Bianca")
NEWCOMER = 0


class Recorder:
    """A match whose updates are kept as the server would send them to the newcomer."""

    def __init__(self, game: str, seed: int) -> None:
        self.match = Match(new_setup(game, len(NAMES), {"first": "1"}, seed=seed, names=NAMES))
        self.seen = 0

    def update(self, events: list[Event]) -> dict[str, Any]:
        game, state = self.match.game, self.match.state
        view = game.view(state, NEWCOMER)
        return {
            "type": "update",
            "game": game.name,
            "viewer": NEWCOMER,
            "held": [NEWCOMER],
            "status": "over" if state.over else "running",
            "seen": self.seen,
            "to_act": [{"seat": seat, "since": 0, "late": False} for seat in state.to_act()],
            "view": msgspec.to_builtins(view),
            "legal": [game.actions.texts[step] for step in state.legal(NEWCOMER)],
            "prompt": {"key": view.phase, "text": game.prompt(view)},
            "undoable": 0,
            "events": [self.told(event) for event in events if event.is_for(NEWCOMER)],
            "scores": [seat.score for seat in view.seats],
            "winners": state.winners() if state.over else [],
        }

    def told(self, event: Event) -> dict[str, Any]:
        self.seen += 1
        return {"n": self.seen, "kind": event.kind, "seat": event.seat, "facts": event.facts}

    def play(self, seat: int, step: str) -> dict[str, Any]:
        return self.update(self.match.act(seat, step))

    def skip(self, steps: list[str]) -> dict[str, Any]:
        """Plays on without showing it; what was known on the way is not told."""
        for step in steps:
            self.match.act(self.match.state.to_act()[0], step)
        return self.update([])


def recorded(game: str) -> dict[str, Any]:
    seed, lesson = LESSONS[game]
    recorder = Recorder(game, seed)
    frames = [recorder.update([])]
    steps: list[dict[str, Any]] = []
    for part in lesson:
        wanted = []
        if part.later:
            frames = [recorder.skip(part.unseen())]
        for step in part.own:
            wanted.append({"step": step, "cells": cells_of(step), "frames": frames})
            frames = [recorder.play(NEWCOMER, step)]
        for entry in part.others:
            seat, _, step = entry.partition(": ")
            frames.append(recorder.play(int(seat), step))
        steps.append(
            {"note": part.note, "moves": wanted} if wanted else {"note": part.note, "moves": [], "frames": frames}
        )
    shared = steps[0]["moves"][0]["frames"][0]["view"].get("components")
    for frame in every_frame(steps):
        frame["view"].pop("components", None)
    return {"game": game, "names": list(NAMES), "components": shared, "steps": steps}


def cells_of(step: str) -> list[str]:
    """Where a district of The Pillars of Venice comes to lie, so that the page can point there."""
    if " turned " not in step:
        return []
    return [CELL_NAMES[cell] for cell in covered(ACTIONS.parse(step) - BUILD)]


def every_frame(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The frames of all steps; each is shown before the move it belongs to, the last one waits for it."""
    frames = [frame for step in steps for move in step["moves"] for frame in move["frames"]]
    return frames + [frame for step in steps for frame in step.get("frames", [])]


def as_text(game: str) -> str:
    return json.dumps(recorded(game), separators=(",", ":"), ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in LESSONS:
        GUIDES.mkdir(exist_ok=True)
        (GUIDES / f"{name}.json").write_text(as_text(name), encoding="utf-8")
