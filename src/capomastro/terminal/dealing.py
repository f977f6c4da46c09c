"""This device's part in the deal of a server's table, and checking the deal afterwards; docs/fairness.md tells why.

A nonce is made here, kept in the store, and told only when the server and all other devices are bound.
"""

import secrets
from collections.abc import Sequence

from msgspec import Raw

from capomastro.core.deal import Redeal, share_commitment
from capomastro.core.errors import CapomastroError
from capomastro.core.match import Match, Setup
from capomastro.core.words import Words
from capomastro.server.protocol.updates import DealInfo, ShareInfo
from capomastro.terminal.client import Client
from capomastro.terminal.speech import Refused, names_of
from capomastro.terminal.store import KeptShare, TableStore
from capomastro.terminal.update import Update, decoded_map


def own_share(update: Update) -> ShareInfo | None:
    shares = update.deal.shares if update.deal is not None else ()
    return next((share for share in shares if set(share.seats) & set(update.held)), None)


def shown(shares: Sequence[ShareInfo]) -> list[tuple[tuple[int, ...], str]]:
    return [(share.seats, share.commitment or "") for share in shares]


class DealPart:
    """What one device does for the deal of one table."""

    def __init__(self, client: Client, base: str, store: TableStore) -> None:
        self.client = client
        self.base = base
        self.store = store
        self._nonce = ""

    def new_share(self) -> str:
        """A commitment to a fresh nonce, to sit down with."""
        self._nonce = secrets.token_hex(32)
        return share_commitment(self._nonce)

    def keep(self, update: Update) -> None:
        """Keeps the fresh nonce, if the table knows its commitment."""
        own, commitment = own_share(update), share_commitment(self._nonce) if self._nonce else ""
        if update.deal is not None and own is not None and own.commitment in (commitment, None) and commitment:
            self.store.keep_share(KeptShare(update.deal.round, self._nonce, commitment, update.commitment or ""))

    def is_lost(self, update: Update) -> bool:
        """Whether the deal waits for a nonce that this device should have, but another has, or nobody any more."""
        own, kept = own_share(update), self.store.share
        waits = update.deal is not None and update.deal.stage == "nonces" and own is not None and not own.given
        return waits and own is not None and (kept is None or kept.commitment != own.commitment)

    async def take_part(self, update: Update) -> Raw | None:
        """Does what the deal asks of this device now; the update that answers it, or nothing if it asks nothing."""
        deal, own = update.deal, own_share(update)
        if update.status != "open" or deal is None or own is None:
            return None
        seat = next(seat for seat in own.seats if seat in update.held)
        if deal.stage == "commitments" and own.commitment is None:
            commitment = self.new_share()
            self.keep(update)
            return await self._tell(deal, seat, commitment=commitment)
        if deal.stage == "nonces" and not own.given and not self.is_lost(update):
            kept = self.store.share
            assert kept is not None
            if kept.round != deal.round or kept.server != update.commitment:
                raise Refused("the server has changed its part of the deal", "deal-changed")
            kept.shares = shown(deal.shares)
            self.store.keep_share(kept)
            return await self._tell(deal, seat, nonce=kept.nonce)
        return None

    async def _tell(self, deal: DealInfo, seat: int, **part: str) -> Raw:
        body = await self.client.post(f"{self.base}/share", seat=seat, round=deal.round, **part)
        return decoded_map(body)["update"]

    async def redeal(self, update: Update) -> Raw:
        """Another round: because this device has lost its nonce, or without those who hold the deal up."""
        deal = update.deal
        if deal is None or not update.held:
            raise Refused("nobody holds the deal up", "deal-not-held-up")
        without = [] if self.is_lost(update) else [seat for seat in deal.waiting if seat not in update.held]
        body = await self.client.post(f"{self.base}/redeal", seat=update.held[0], round=deal.round, without=without)
        return decoded_map(body)["update"]


def deal_words(update: Update, words: Words) -> str:
    """What the deal waits for; nothing while people are missing."""
    deal, names = update.deal, names_of(update.seats, words)
    if deal is None or deal.stage == "people":
        return ""
    waiting = words.list_of([names[seat] for seat in deal.waiting])
    told = words.t("deal.waits", who=waiting) if waiting else words.t("deal.now")
    return f"{told} {words.t('deal.why')}"


def redeal_words(update: Update, lost: bool, words: Words) -> str:
    """What can be done about a deal that does not go on; nothing if it is not for this device."""
    deal, names = update.deal, names_of(update.seats, words)
    others = [seat for seat in deal.waiting if seat not in update.held] if deal is not None else []
    if not update.held or (not lost and not others):
        return ""
    return words.t("deal.again" if lost else "deal.without", who=words.list_of([names[seat] for seat in others]))


def checks_of(match: Match, promised: str, kept: KeptShare | None, words: Words) -> list[tuple[bool, str]]:
    """What was checked of a match that was read from its file, and so dealt and played again here; whether it holds."""
    names, setup = match.setup.names, match.setup
    found = [
        (True, words.t("check.file")),
        (setup.commitment == (kept.server if kept else promised), words.t("check.secret")),
    ]
    deal = setup.deal
    shares = deal.shares if deal is not None else ()
    for share in shares:
        who = words.list_of([names[seat] for seat in share.seats])
        found.append((share_commitment(share.nonce) == share.commitment, words.t("check.nonce", who=who)))
    if kept is not None and shares:
        found.append((any(share.nonce == kept.nonce for share in shares), words.t("check.own")))
        known = [(share.seats, share.commitment) for share in shares]
        found.append((known == [(tuple(seats), text) for seats, text in kept.shares], words.t("check.shown")))
    found += [(True, redone_words(one, names, words)) for one in (deal.redone if deal is not None else ())]
    return [*found, (True, words.t("result.holds", steps=len(match.entries)))]


def redone_words(one: Redeal, names: Sequence[str], words: Words) -> str:
    """Why the deal was begun again."""
    if one.by is None:
        return words.t("deal.left")
    without = words.list_of([names[seat] for seat in one.without]) or "–"
    return words.t("deal.redone", who=names[one.by], without=without)


def verdict(checks: Sequence[tuple[bool, str]], setup: Setup, words: Words) -> str:
    """The one sentence above the checks."""
    if not all(holds for holds, _ in checks):
        return words.t("check.wrong")
    if setup.deal is None or not setup.deal.shares:
        return words.t("check.committed")
    who = [setup.names[seat] for share in setup.deal.shares for seat in share.seats]
    return words.t("check.fair", who=words.list_of(who))


def failed(error: CapomastroError, words: Words) -> list[tuple[bool, str]]:
    """A file that is not whole, or that comes out otherwise when it is played again."""
    return [(False, words.t("result.fails")), (False, words.shown(error.reason.worded(words.language)))]
