"""Palazzo, as the terminal shows it."""

from collections.abc import Mapping

from capomastro.core import drawing
from capomastro.core.canvas import Canvas
from capomastro.core.drawing import Choice, Pointer, Scene
from capomastro.games.palazzo.terminal import board, speech
from capomastro.games.palazzo.terminal.names import signed, tile_of, worth_of
from capomastro.games.palazzo.terminal.pieces import COLOURS


class PalazzoDrawing:
    """The square, the palazzi, the money; every step has its own key."""

    palette: Mapping[str, tuple[str, str]] = COLOURS

    prompt = staticmethod(speech.prompt)
    label = staticmethod(speech.label)
    sentence = staticmethod(speech.sentence)
    summary = staticmethod(speech.summary)
    results = staticmethod(speech.results)

    def choices(self, scene: Scene, pointer: Pointer | None) -> list[Choice]:
        return [Choice(speech.label(step, scene), step, about=gain(step, scene)) for step in scene.legal]

    def pointer(self, scene: Scene, before: Pointer | None) -> Pointer | None:
        return None

    def draw(self, canvas: Canvas, scene: Scene, pointer: Pointer | None, height: int) -> None:
        board.draw(canvas, scene, height)


def gain(step: str, scene: Scene) -> str:
    """What placing a tile changes at once."""
    view = scene.view
    verb, _, letter = step.partition(" ")
    if view.phase != "placing" or view.placing is None or scene.viewer is None or verb not in ("put", "new"):
        return ""
    before = view.seats[scene.viewer].palazzi.get(letter, ())
    after = sorted([*before, view.placing], key=lambda name: tile_of(name).floor)
    return signed(worth_of(after).points - (worth_of(before).points if before else 0))


DRAWING: drawing.Drawing = PalazzoDrawing()
