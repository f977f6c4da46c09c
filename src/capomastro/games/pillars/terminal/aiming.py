"""Aiming at the lagoon: a cell for a pile or a marker, or the ghost of a district that is moved and turned."""

from capomastro.core.drawing import Pointer, Scene
from capomastro.games.pillars.rules.cells import COLUMNS, ROWS
from capomastro.games.pillars.terminal.ground import (
    BUILD,
    Ground,
    Lying,
    lie,
    lying_of,
    named,
    place_of,
    split,
    why_not_build,
    why_not_mark,
    why_not_pile,
)
from capomastro.games.pillars.terminal.speech import split_words
from capomastro.games.pillars.view import View

VERBS = {"piling": "pile", "marking": "mark", "building": "build"}
CELL, PIECE = "cell ", "piece "
"""What pointing with the mouse means: at a cell, at a district of the stock."""


class Aim:
    """Where the viewer aims, in one decision."""

    def __init__(self, scene: Scene, before: "Aim | None") -> None:
        self.scene = scene
        self.view: View = scene.view
        self.ground = Ground(self.view)
        self.verb = VERBS[self.view.phase]
        self.turned: int = before.turned if before else 0
        self.piece: str | None = None
        self.row: int = before.row if before else ROWS // 2
        self.column: int = before.column if before else COLUMNS // 2
        self.places: dict[str, dict[frozenset[tuple[str, str]], str]] = {}
        for step in scene.legal:
            lying = lying_of(step)
            if lying is not None:
                self.places.setdefault(lying.district, {})[lying.look()] = step
        self.cells = [step.split(" ")[1] for step in scene.legal if step.startswith(f"{self.verb} ")]
        if self.places:
            kept = before.piece if before and before.piece in self.places else None
            self.take(kept or next(iter(self.places)))
        elif self.cells and self.step is None:
            self.row, self.column = place_of(min(self.cells, key=self._distance))

    def _distance(self, cell: str) -> int:
        row, column = place_of(cell)
        return abs(row - self.row) + abs(column - self.column)

    @property
    def cell(self) -> str:
        found = named(self.row, self.column)
        assert found is not None
        return found

    @property
    def lying(self) -> Lying | None:
        """The ghost of the district, if one is aimed with."""
        return None if self.piece is None else lie(self.piece, self.cell, self.turned)

    def move(self, right: int, down: int) -> None:
        self.row = min(max(self.row + down, 0), ROWS - 1)
        self.column = min(max(self.column + right, 0), COLUMNS - 1)

    def turn(self, quarters: int) -> None:
        self.turned = (self.turned + 90 * quarters) % 360

    def take(self, piece: str) -> None:
        """Aims with this district, at its best place unless it fits where one aims."""
        self.piece = piece
        if self.step is None and piece in self.places:
            self._go(self._ordered()[0])

    def _gain(self, step: str) -> int:
        lying, seat = lying_of(step), self.scene.viewer
        assert lying is not None
        assert seat is not None
        points = split(self.view, self.ground, lying, seat).points
        return points[seat] - max((other for i, other in enumerate(points) if i != seat), default=0)

    def _ordered(self) -> list[str]:
        """The places of the district, best first."""
        return sorted(self.places[self.piece or ""].values(), key=self._gain, reverse=True)

    def _go(self, step: str) -> None:
        found = BUILD.fullmatch(step)
        assert found is not None
        self.row, self.column = place_of(found[2])
        self.turned = int(found[3])

    def next(self, forward: bool) -> None:
        if self.piece is not None:
            if steps := self._ordered() if self.piece in self.places else []:
                at = steps.index(self.step) if self.step in steps else -1 if forward else 0
                self._go(steps[(at + (1 if forward else -1)) % len(steps)])
            return
        if self.cells:
            here = (self.row, self.column)
            onward = sorted(self.cells, key=place_of, reverse=not forward)
            later = [cell for cell in onward if (place_of(cell) > here if forward else place_of(cell) < here)]
            self.row, self.column = place_of((later or onward)[0])

    def point(self, target: str) -> bool:
        if target.startswith(PIECE):
            self.take(target.removeprefix(PIECE))
            return True
        if target.startswith(CELL):
            self.row, self.column = place_of(target.removeprefix(CELL))
            return True
        return False

    @property
    def turns(self) -> bool:
        return self.piece is not None

    @property
    def step(self) -> str | None:
        lying = self.lying
        if lying is not None:
            return self.places.get(lying.district, {}).get(lying.look())
        return f"{self.verb} {self.cell}" if self.cell in self.cells else None

    @property
    def why(self) -> str:
        if self.step is not None:
            return ""
        lying = self.lying
        if lying is not None:
            key, args = why_not_build(self.view, self.ground, lying)
        elif self.verb == "mark":
            key, args = why_not_mark(self.ground, self.cell)
        else:
            key, args = why_not_pile(self.view, self.ground, self.cell)
        return self.scene.words.t(key, args)

    @property
    def about(self) -> str:
        lying, seat = self.lying, self.scene.viewer
        if lying is None or self.step is None or seat is None:
            return self.cell
        points = split_words(split(self.view, self.ground, lying, seat), self.scene)
        return f"{self.scene.words.t('pillars.ghost', cell=self.cell, turned=self.turned)} {points}"


def aim(scene: Scene, before: Pointer | None) -> Aim | None:
    """Somewhere to aim, if a step is chosen on the lagoon."""
    verb = VERBS.get(scene.view.phase)
    if verb is None or not any(step.startswith(f"{verb} ") for step in scene.legal):
        return None
    return Aim(scene, before if isinstance(before, Aim) else None)
