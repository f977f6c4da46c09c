"""This terminal's part in the deal of a table: a nonce is made here, and told only when all others are bound.

See docs/fairness.md. What is kept of it is compared by `capomastro verify` when the match is over.
"""

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

from capomastro.core.deal import share_commitment
from capomastro.core.game import Seat
from capomastro.server.protocol.updates import ShareInfo
from capomastro.terminal.client import Unreachable
from capomastro.terminal.speech import Refused
from capomastro.terminal.store import KeptShare, KeptTable
from capomastro.terminal.stream import PAUSES
from capomastro.terminal.update import Update

if TYPE_CHECKING:
    from capomastro.terminal.remote import RemoteSession


def new_nonce() -> str:
    return secrets.token_hex(32)


def kept_share(update: Update, nonce: str) -> KeptShare | None:
    """What is kept of a nonce that the deal is bound to by now."""
    return None if update.deal is None else KeptShare(update.deal.round, nonce, update.commitment)


def own_share(update: Update) -> ShareInfo | None:
    if update.status != "open" or update.deal is None:
        return None
    return next((share for share in update.deal.shares if set(share.seats) & set(update.held)), None)


def is_lost(update: Update, kept: KeptShare | None) -> bool:
    """Whether the deal waits for a nonce of this seat that another device has, or nobody any more."""
    own = own_share(update)
    if own is None or update.deal is None or update.deal.stage != "nonces" or own.given:
        return False
    return kept is None or share_commitment(kept.nonce) != own.commitment


def late_devices(session: "RemoteSession") -> list[Seat] | None:
    """Without whose devices one may have it dealt; nothing if it waits for nobody else, or one does not sit there."""
    update, kept = session.update, session.kept()
    if is_lost(update, None if kept is None else kept.share):
        return []
    waiting = update.deal.waiting if update.deal is not None and update.held else ()
    return [seat for seat in waiting if seat not in update.held] or None


def another_round(session: "RemoteSession") -> dict[str, Any]:
    """What asks the server to begin the deal again."""
    deal = session.update.deal
    return {"round": 0 if deal is None else deal.round, "without": late_devices(session) or []}


def asked(update: Update, kept: KeptShare | None) -> tuple[dict[str, Any], KeptShare] | None:
    """What the deal asks of this terminal now, and what is to be kept of it; nothing if it waits for others."""
    own, deal = own_share(update), update.deal
    if own is None or deal is None:
        return None
    body = {"seat": min(set(own.seats) & set(update.held)), "round": deal.round}
    same = kept is not None and (kept.round, kept.server) == (deal.round, update.commitment)
    if deal.stage == "commitments" and own.commitment is None:
        # the answer to an earlier try may have been lost, so the same nonce is tried again
        share = kept if kept is not None and same else KeptShare(deal.round, new_nonce(), update.commitment)
        return {**body, "commitment": share_commitment(share.nonce)}, share
    if deal.stage != "nonces" or own.given or kept is None or not same or is_lost(update, kept):
        return None  # also if the server has changed its part: then ours stays here
    return {**body, "nonce": kept.nonce}, kept


async def take_part(session: "RemoteSession") -> None:
    """Does what the deal asks of this terminal, until it waits for others."""
    while True:
        kept = session.kept() or KeptTable(session.update.game)
        wanted = asked(session.update, kept.share)
        if wanted is None:
            return
        body, kept.share = wanted
        session.store.keep(session.address.origin, session.table, kept)
        try:
            session.answered(await session.client.post(f"{session.base}/share", **body))
        except Unreachable:
            await asyncio.sleep(PAUSES[0])
        except Refused:
            return  # somebody was faster, or left: the next update says how it stands
