"""A deal that nobody could choose: one seed from the server's secret and from a nonce of every person's device.

The server commits to its secret before it sees a nonce; every device commits to its nonce before any nonce is told.
Whoever commits first cannot follow the others, and whoever is last finds the seed fixed already. All values are written
as 64 hexadecimal digits, so that a browser computes the same with nothing but SHA-256.
"""

import hashlib

from msgspec import Struct

from capomastro.core.errors import BadSetup
from capomastro.core.game import Seat

SHARE = "capomastro share"
DEAL = "capomastro deal"
DIGITS = frozenset("0123456789abcdef")


class Share(Struct, frozen=True):
    """What one device gave: for the seats it held, the commitment it sent first, and the nonce that fits it."""

    seats: tuple[Seat, ...]
    commitment: str
    nonce: str


class Redeal(Struct, frozen=True):
    """A round that came to nothing: who asked for another, without whose share, and the server's commitment to it."""

    by: Seat | None
    without: tuple[Seat, ...]
    commitment: str


class Deal(Struct, frozen=True):
    """How the seed of a match was made. The setup's own seed is then the server's secret.

    It names all the seed depends on, for rules and their options may move on while a match is played.
    """

    table: str
    rules: int
    """The version of the rules when it was dealt; the match may have moved on to another."""
    components: str | None
    """The hash of the component file."""
    options: dict[str, str]
    shares: tuple[Share, ...]
    redone: tuple[Redeal, ...] = ()

    def check(self) -> None:
        """Raises `BadSetup` unless every nonce is the one its device committed to."""
        for share in self.shares:
            if share_commitment(share.nonce) != share.commitment:
                seats = " and ".join(str(seat + 1) for seat in share.seats)
                raise BadSetup(f"the nonce from the device of seat {seats} is not the one it committed to")


def digits(text: str) -> str:
    """A commitment or nonce, if it is one."""
    if len(text) != 64 or not DIGITS.issuperset(text):
        raise BadSetup("a nonce or commitment is written as 64 hexadecimal digits")
    return text


def share_commitment(nonce: str) -> str:
    """What a device sends before its nonce."""
    return hashlib.sha256(f"{SHARE}\n{digits(nonce)}".encode()).hexdigest()


def dealt_seed(secret: str, deal: Deal, game: str, seats: int) -> bytes:
    """The seed: it depends on the secret, on every nonce, and on what is played where."""
    chosen = ",".join(f"{name}={deal.options[name]}" for name in sorted(deal.options))
    lines = [DEAL, deal.table, game, str(deal.rules), str(seats), chosen, deal.components or "-", secret]
    nonces = [share.nonce for share in sorted(deal.shares, key=lambda share: share.seats)]
    return hashlib.sha256("\n".join([*lines, *nonces]).encode()).digest()
