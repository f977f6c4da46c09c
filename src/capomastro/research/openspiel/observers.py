"""What a player of an OpenSpiel game observes, as strings and tensors."""

from typing import Any

import numpy as np
import pyspiel

from capomastro.core.game import Viewer
from capomastro.research.recall import private
from capomastro.research.tree import Node, Tree

FINGERPRINT = 128


class SpielObserver:
    """Writes one kind of observation."""

    def __init__(self, tree: Tree, kind: Any) -> None:
        self.tree = tree
        self.kind = kind
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            self.tensor = np.zeros(tree.seats, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        if self.tensor is not None:
            self.tensor.fill(0)
            self.tensor[player] = 1

    def string_from(self, state: Any, player: int) -> str:
        node, kind = state.node, self.kind
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return "\n".join(self.told(node, seat) for seat in range(self.tree.seats))
        return self.told(node, player if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else None)

    def told(self, node: Node, viewer: Viewer) -> str:
        if self.kind.perfect_recall:
            return node.recalled(viewer)
        if not self.kind.public_info:
            return "null" if viewer is None else private(self.tree.game, node.position, viewer)
        return node.seen(viewer)
