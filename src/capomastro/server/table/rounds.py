"""How far the deal of a table is, and what follows from who sits down and who gets up.

Nonces that were told are known to the server. So whatever changes who takes part after that begins another round, with
a new secret, new commitments and new nonces: nobody commits themselves after a nonce of the same round was told.
"""

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from capomastro.core.deal import Deal, Redeal, Share
from capomastro.core.game import Seat
from capomastro.server.protocol.updates import DealInfo, DealStage, RedealInfo, ShareInfo
from capomastro.server.storage.rows import Dealing, Pledge, SeatRow, TableRow, now


def stage_of(dealing: Dealing, *, full: bool) -> DealStage:
    if not full:
        return "people"
    if any(pledge.commitment is None for pledge in dealing.pledges):
        return "commitments"
    return "nonces" if any(pledge.nonce is None for pledge in dealing.pledges) else "done"


def waits_for(dealing: Dealing, *, full: bool) -> list[Seat]:
    """The seats whose devices hold the deal up."""
    stage = stage_of(dealing, full=full)
    if stage in ("people", "done"):
        return []
    missing = "commitment" if stage == "commitments" else "nonce"
    return sorted(seat for pledge in dealing.pledges if getattr(pledge, missing) is None for seat in pledge.seats)


def joined(dealing: Dealing, device: str, seats: Sequence[Seat], commitment: str | None) -> Dealing:
    """Somebody sits down: a device commits itself once, for all the seats it holds. Who sends nothing takes no part."""
    own = next((pledge for pledge in dealing.pledges if pledge.device == device), None)
    if own is None and commitment is None:
        return dealing
    others = [pledge for pledge in dealing.pledges if pledge is not own]
    own = own or Pledge(device, (), commitment)
    return in_order(dealing, [*others, replace(own, seats=tuple(sorted({*own.seats, *seats})))])


def in_order(dealing: Dealing, pledges: list[Pledge]) -> Dealing:
    return replace(dealing, pledges=tuple(sorted(pledges, key=lambda pledge: pledge.seats)))


def settled(row: TableRow, seats: Sequence[SeatRow]) -> None:
    """Brings the deal in line with who sits there now."""
    taken = {seat.seat for seat in seats if seat.claimed and seat.kind != "bot"}
    before, pledges = row.dealing, []
    for pledge in before.pledges:
        stay = tuple(seat for seat in pledge.seats if seat in taken)
        if stay:
            pledges.append(replace(pledge, seats=stay))
    full = all(seat.claimed for seat in seats)
    since = (before.since or now()) if full and pledges else None
    row.dealing = replace(before, pledges=tuple(pledges), since=since)
    if not full and any(pledge.nonce for pledge in before.pledges):
        again(row, None, ())


def again(row: TableRow, by: Seat | None, without: Sequence[Seat]) -> None:
    """The next round: another secret, and nobody is bound yet."""
    dealing = row.dealing
    redone = (*dealing.redone, Redeal(by, tuple(without), row.setup.commitment or ""))
    stay = tuple(
        Pledge(pledge.device, pledge.seats) for pledge in dealing.pledges if not set(pledge.seats) & set(without)
    )
    row.setup = replace(row.setup, seed=secrets.token_hex(32))
    row.dealing = Dealing(stay, redone, None if dealing.since is None else now())


def for_rematch(dealing: Dealing, count: int) -> Dealing:
    """The same devices, each one seat further, and none bound yet."""
    moved = [
        Pledge(pledge.device, tuple(sorted((seat + 1) % count for seat in pledge.seats))) for pledge in dealing.pledges
    ]
    return in_order(Dealing(since=now() if moved else None), moved)


def deal_of(row: TableRow) -> Deal | None:
    """What the match is dealt from beside the secret, once every nonce is told; nothing if no device takes part."""
    dealing = row.dealing
    if not dealing.pledges and not dealing.redone:
        return None
    shares = (Share(pledge.seats, pledge.commitment or "", pledge.nonce or "") for pledge in dealing.pledges)
    setup = row.setup
    return Deal(row.id, setup.rules, setup.components_hash, setup.options, tuple(shares), dealing.redone)


def deal_info(row: TableRow, *, full: bool) -> DealInfo | None:
    """What everybody may know of the deal. Nonces are told with the seed, when the match is over."""
    dealing = row.dealing
    if not dealing.pledges and not dealing.redone:
        return None
    return DealInfo(
        dealing.round,
        "done" if row.status != "open" else stage_of(dealing, full=full),
        [ShareInfo(pledge.seats, pledge.commitment, pledge.nonce is not None) for pledge in dealing.pledges],
        waits_for(dealing, full=full) if row.status == "open" else [],
        dealing.since,
        [RedealInfo(one.by, one.without, one.commitment) for one in dealing.redone],
    )
