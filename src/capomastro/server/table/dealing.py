"""What devices send for the deal: commitments, then nonces; the last nonce begins the match."""

from msgspec.structs import replace

from capomastro.core.deal import share_commitment
from capomastro.core.game import Seat
from capomastro.server.protocol import bodies
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Seated
from capomastro.server.storage.rows import Pledge, now
from capomastro.server.table.registry import Registry
from capomastro.server.table.rounds import again, in_order, stage_of, waits_for
from capomastro.server.table.seating import seated_again, still_open, store_deal
from capomastro.server.table.table import LiveTable

MOST_ROUNDS = 50


async def give_share(tables: Registry, table: str, who: Who, body: bodies.GiveShare) -> Seated:
    """A device commits itself, or tells the nonce it is committed to. Sent again, it changes nothing."""
    if (body.commitment is None) == (body.nonce is None):
        raise Refusal("share-what")

    async def act(live: LiveTable) -> Seated:
        seat = live.own_seat(who, body.seat)
        dealing = live.row.dealing
        own = next((pledge for pledge in dealing.pledges if seat in pledge.seats), None)
        if own is not None and body.round == dealing.round and own.holds(body.commitment, body.nonce):
            return seated_again(live, seat, who)  # its answer was lost, perhaps
        still_open(live)
        if body.round != dealing.round:
            raise Refusal("deal-moved-on")
        given = told(live, own, body.nonce) if body.nonce else committed(live, own, seat, who, body.commitment)
        others = [pledge for pledge in dealing.pledges if pledge is not own]
        live.row.dealing = in_order(dealing, [*others, given])
        await store_deal(live)
        return Seated(seat, live.update(seat, 0, who))

    return await tables.acting(table, act)


def committed(live: LiveTable, own: Pledge | None, seat: Seat, who: Who, commitment: str | None) -> Pledge:
    """A device may come in as long as no nonce is told; what it has committed itself to stays."""
    if own is not None and own.commitment is not None:
        raise Refusal("share-fixed")
    if any(pledge.nonce for pledge in live.row.dealing.pledges):
        raise Refusal("deal-closed")
    return replace(own or Pledge(who.device or "", (seat,)), commitment=commitment)


def told(live: LiveTable, own: Pledge | None, nonce: str) -> Pledge:
    """A nonce is taken when everybody is bound: whoever is last must not choose by what the others told."""
    if own is None:
        raise Refusal("no-share")
    if stage_of(live.row.dealing, full=live.full) != "nonces":
        raise Refusal("nonces-early")
    if own.nonce is not None or share_commitment(nonce) != own.commitment:
        raise Refusal("nonce-unfit")
    return replace(own, nonce=nonce)


async def redeal(tables: Registry, table: str, who: Who, body: bodies.Redeal) -> Seated:
    """Another round, without those who hold this one up; or because one's own device has lost its nonce."""

    async def act(live: LiveTable) -> Seated:
        seat = live.own_seat(who, body.seat)
        still_open(live)
        dealing = live.row.dealing
        late = waits_for(dealing, full=live.full)
        if body.round != dealing.round:
            raise Refusal("deal-moved-on")
        if seat not in late and (not body.without or not set(body.without) <= set(late)):
            raise Refusal("deal-not-held-up")
        if dealing.round >= MOST_ROUNDS:
            raise Refusal("deals-enough", most=MOST_ROUNDS)
        patience = live.settings.deal_seconds
        if seat not in late and now() - (dealing.since or now()) < patience * 1000:
            raise Refusal("deal-patience", seconds=round(patience))
        again(live.row, seat, [] if seat in late else body.without)
        await store_deal(live)
        return Seated(seat, live.update(seat, 0, who))

    return await tables.acting(table, act)
