"""The guided first games, as the browser plays them back: `make guides` writes them anew.

A guide is a real match from a fixed seed. The newcomer sits in seat 0; what he is asked to do, and what the other seat
does meanwhile, stands below. The page shows the recorded updates, so it needs no table and no bot; a test sees to it
that they are still what the rules make of these steps.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from capomastro.game import Event
from capomastro.match import Match, new_setup
from capomastro.pillars.actions import ACTIONS
from capomastro.pillars.names import CELL_NAMES, covered
from capomastro.pillars.steps import BUILD

GUIDES = Path(__file__).parents[2] / "src" / "capomastro" / "web" / "guides"
NAMES = ("Anna", "Bianca")
NEWCOMER = 0

# A step of the lesson has a note, the steps the newcomer takes, and what happens afterwards: "seat: step".
Lesson = list[tuple[str, list[str], list[str]]]

PALAZZO: Lesson = [
    ("money", ["take", "pick florin 7", "pick ducat 4"], ["1: reveal", "1: auction"]),
    ("bid", ["lay florin 4", "done"], ["1: pass"]),
    ("build", ["build sandstone 1 3", "new", "put A"], []),
    ("reveal", ["reveal"], []),
    ("buy", ["buy sandstone 2 3", "lay florin 7", "done"], []),
    ("single", ["new"], ["1: take", "1: pick ducat 7", "1: pick ducat 6"]),
    ("rebuild", ["rebuild", "discard lira 5", "move B", "put A"], []),
    ("end", [], []),
]

PILLARS: Lesson = [
    ("swap", ["stay"], ["1: choose gondolier"]),
    ("choose", ["choose pitch-dipper 5+2"], []),
    ("piles", ["pile J4", "pile K4", "pile J5", "pile K5", "pile L5"], []),
    ("markers", ["mark L5", "done"], ["0: stay", "1: choose pitch-dipper 4+2"]),
    ("councillor", ["choose councillor 7"], []),
    (
        "take",
        ["take square", "take row"],
        [
            *[f"1: pile {cell}" for cell in ("L4", "M4", "M5", "M6")],
            *["1: mark J5", "1: mark M6", "1: stay", "1: choose master builder 5"],
        ],
    ),
    ("builder", ["choose master builder 6"], ["1: build domino BP at L5 turned 0"]),
    ("build", ["build square BBBP at K4 turned 90"], []),
    ("match", ["build domino BB at L4 turned 0"], []),
    ("end", [], []),
]

LESSONS = {"palazzo": (5735, PALAZZO), "pillars": (76, PILLARS)}


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
            "winners": [],
        }

    def told(self, event: Event) -> dict[str, Any]:
        self.seen += 1
        return {"n": self.seen, "kind": event.kind, "seat": event.seat, "facts": event.facts}

    def play(self, seat: int, step: str) -> dict[str, Any]:
        return self.update(self.match.act(seat, step))


def recorded(game: str) -> dict[str, Any]:
    seed, lesson = LESSONS[game]
    recorder = Recorder(game, seed)
    frames = [recorder.update([])]
    steps: list[dict[str, Any]] = []
    for note, own, others in lesson:
        wanted = []
        for step in own:
            wanted.append({"step": step, "cells": cells_of(step), "frames": frames})
            frames = [recorder.play(NEWCOMER, step)]
        for entry in others:
            seat, _, step = entry.partition(": ")
            frames.append(recorder.play(int(seat), step))
        steps.append({"note": note, "moves": wanted} if own else {"note": note, "moves": [], "frames": frames})
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
