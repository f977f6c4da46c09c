"""A game without a drawing of its own: what its view holds as labelled lines, and its steps as it writes them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from capomastro.core import drawing
from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Choice, Pointer, Row, Scene, Told

OF_SEATS = ("actor", "waiting", "winners")
"""Fields that hold seats in every game."""
LEFT_OUT = ("viewer", "components", "seats")


def label_of(name: str) -> str:
    """`standing_bid` as people write it: "Standing bid"."""
    text = name.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def in_words(name: str, value: Any, scene: Scene) -> str:
    """A value in one line."""
    words = scene.words
    if value is None or value == "" or value == [] or value == {}:
        return words.t("plain.nothing")
    if isinstance(value, bool):
        return words.t("plain.yes" if value else "plain.no")
    if isinstance(value, list):
        return ", ".join(in_words(name, item, scene) for item in value)
    if isinstance(value, dict):
        return "; ".join(f"{label_of(key)} {in_words(key, item, scene)}" for key, item in value.items())
    if name in OF_SEATS and isinstance(value, int) and 0 <= value < len(scene.names):
        return scene.names[value]
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)


def fields_of(scene: Scene) -> dict[str, Any]:
    view = msgspec.to_builtins(scene.view)
    return view if isinstance(view, dict) else {}


def of_players(view: dict[str, Any]) -> Sequence[dict[str, Any]]:
    seats = view.get("seats", [])
    return [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []


class PlainDrawing:
    """Lines of words; every step has its own key."""

    palette: Mapping[str, tuple[str, str]] = {}

    def prompt(self, scene: Scene) -> str:
        if scene.legal:
            key = f"{scene.game}.prompt"
            return scene.words.t("plain.turn", task=scene.words.t(key) if key in scene.words else scene.prompt)
        view = fields_of(scene)
        if view.get("winners") or view.get("over"):
            return scene.words.t("plain.over")
        waiting = view.get("waiting") or ([view["actor"]] if isinstance(view.get("actor"), int) else [])
        return scene.words.t("plain.wait", who=scene.words.list_of([scene.names[seat] for seat in waiting]))

    def label(self, step: str, scene: Scene) -> str:
        return step

    def sentence(self, event: Told, scene: Scene) -> str:
        """In the words that the game's package brings; nothing if it brings none: then its own text is told."""
        key = f"{scene.game}.event.{event.kind}"
        if key not in scene.words:
            return ""
        return scene.words.t(key, event.facts, seat="" if event.seat is None else scene.names[event.seat])

    def summary(self, scene: Scene) -> list[str]:
        view = fields_of(scene)
        lines = [self.prompt(scene)]
        lines += [f"{label_of(name)}: {in_words(name, value, scene)}." for name, value in self.board(view)]
        for seat, seen in enumerate(of_players(view)):
            lines.append(f"{scene.names[seat]}: {in_words('', seen, scene)}.")
        return lines

    def board(self, view: dict[str, Any]) -> list[tuple[str, Any]]:
        return [(name, value) for name, value in view.items() if name not in LEFT_OUT]

    def results(self, scene: Scene) -> list[list[Row]]:
        return [[] for _ in scene.names]

    def choices(self, scene: Scene, pointer: Pointer | None) -> list[Choice]:
        return [Choice(step, step) for step in scene.legal]

    def pointer(self, scene: Scene, before: Pointer | None) -> Pointer | None:
        return None

    def draw(self, canvas: Canvas, scene: Scene, pointer: Pointer | None, height: int) -> None:
        view = fields_of(scene)
        board = self.board(view)
        wide = max([len(label_of(name)) for name, _ in board], default=0) + 2
        canvas.put(0, 0, scene.words.t("plain.board"), Ink("strong", bold=True))
        y = 1
        for name, value in board:
            canvas.put(1, y, label_of(name), Ink("quiet"))
            words = [(word, Ink("text"), "") for word in in_words(name, value, scene).split(" ")]
            y = canvas.flow(wide, y, canvas.width - wide, words)
        canvas.put(0, y, scene.words.t("plain.players"), Ink("strong", bold=True))
        y += 1
        for seat, seen in enumerate(of_players(view)):
            at = canvas.put(1, y, f"{canvas.mark(seat)} {scene.names[seat]} ", Ink(f"seat {seat + 1}", bold=True))
            words = [(word, Ink("text"), "") for word in in_words("", seen, scene).split(" ")]
            y = canvas.flow(at + 1, y, canvas.width - at - 1, words)


PLAIN: drawing.Drawing = PlainDrawing()
