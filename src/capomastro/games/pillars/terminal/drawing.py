"""The Pillars of Venice, as the terminal shows it."""

from collections.abc import Mapping

from capomastro.core import drawing
from capomastro.core.canvas import Canvas
from capomastro.core.drawing import Choice, Pointer, Scene
from capomastro.games.pillars.rules.cells import COLUMNS
from capomastro.games.pillars.terminal import lagoon, panels, speech
from capomastro.games.pillars.terminal.aiming import VERBS, Aim, aim


class PillarsDrawing:
    """The lagoon with the players around it; piles, markers and districts are aimed, the rest has keys."""

    palette: Mapping[str, tuple[str, str]] = lagoon.COLOURS

    prompt = staticmethod(speech.prompt)
    label = staticmethod(speech.label)
    sentence = staticmethod(speech.sentence)
    summary = staticmethod(speech.summary)
    results = staticmethod(speech.results)

    def choices(self, scene: Scene, pointer: Pointer | None) -> list[Choice]:
        verb = f"{VERBS.get(scene.view.phase, '')} " if isinstance(pointer, Aim) else None
        offered = [
            Choice(speech.label(step, scene), step, about=speech.about(step, scene))
            for step in scene.legal
            if verb is None or not step.startswith(verb)
        ]
        if isinstance(pointer, Aim):
            for district, places in pointer.places.items():
                count = scene.words.t("pillars.places", n=len(places))
                offered.append(Choice(speech.short_name(district, scene.words), piece=district, about=count))
        return offered

    def pointer(self, scene: Scene, before: Pointer | None) -> Pointer | None:
        return aim(scene, before)

    def draw(self, canvas: Canvas, scene: Scene, pointer: Pointer | None, height: int) -> None:
        aimed = pointer if isinstance(pointer, Aim) else None
        size, beside = lagoon.layout_for(canvas.width, height, len(scene.view.seats))
        panels.head_line(canvas, scene)
        y = lagoon.draw_lagoon(canvas, 1, scene, aimed, size)
        x = 5 + COLUMNS * size[0]
        if not beside:
            side = panels.hand(canvas, canvas.width // 2, y + 1, canvas.width // 2, scene, with_deeds=True)
            y = max(panels.stacks(canvas, 1, y + 1, canvas.width // 2 - 2, scene), side)
        elif canvas.width - x >= 40:
            side = panels.stacks(canvas, x, 1, canvas.width - x, scene)
            y = max(y, panels.hand(canvas, x, side + 1, canvas.width - x, scene, with_deeds=True))
        else:
            y = max(y, panels.stacks(canvas, x, 1, canvas.width - x, scene))
            y = panels.hand(canvas, 0, y, canvas.width, scene, with_deeds=False)
        panels.players(canvas, y, scene, aimed)


DRAWING: drawing.Drawing = PillarsDrawing()
