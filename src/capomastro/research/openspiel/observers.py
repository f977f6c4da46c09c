"""What a player of an OpenSpiel game observes, as strings and tensors."""

import hashlib
from typing import TYPE_CHECKING, Any

from capomastro.core.game import Viewer
from capomastro.core.observation import observation_of
from capomastro.research.extras import required
from capomastro.research.observing import observe
from capomastro.research.tree import Node, Tree

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyspiel
else:
    np, pyspiel = required("numpy", "openspiel"), required("pyspiel", "openspiel")

FINGERPRINT = 128
"""Bits by which information states are told apart in their tensors."""


class SpielObserver:
    """Writes one kind of observation.

    The tensor of an observation is the game's own, as floats. That of an information state has a fingerprint of the
    string behind it: a game has no longest history that a tensor could hold, but different ones look different.
    """

    def __init__(self, tree: Tree, kind: Any) -> None:
        self.tree = tree
        self.kind = kind
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if alone and kind.public_info and tree.has_tensor:
            last = observation_of(tree.game.name).fields(tree.seats)[-1].columns[-1]
            pieces = {"observation": last + 1} | ({"fingerprint": FINGERPRINT} if kind.perfect_recall else {})
            self.tensor = np.zeros(sum(pieces.values()), np.float32)
            at = 0
            for name, size in pieces.items():
                self.dict[name] = self.tensor[at : at + size]
                at += size

    def set_from(self, state: Any, player: int) -> None:
        """Writes what this player observes; before the deal is done, that is nothing."""
        node: Node = state.node
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if node.position is not None:
            self.dict["observation"][:] = observe(self.tree.game, node.position, player)
        if "fingerprint" in self.dict:
            digest = hashlib.blake2b(node.recalled(player).encode(), digest_size=FINGERPRINT // 8).digest()
            self.dict["fingerprint"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: Any, player: int) -> str:
        node, kind = state.node, self.kind
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return "\n".join(self.told(node, seat) for seat in range(self.tree.seats))
        return self.told(node, player if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else None)

    def told(self, node: Node, viewer: Viewer) -> str:
        if self.kind.perfect_recall:
            return node.recalled(viewer)
        if not self.kind.public_info:
            return "null" if viewer is None else node.private(viewer)
        return node.seen(viewer)
