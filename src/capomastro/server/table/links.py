"""Links: what is handed out so that people can sit down, watch, or go on with another device; and following them.

An invitation is valid once. Whoever follows it gets the seat's own key, which nobody else has seen, so that
those who handed the invitation out cannot use it afterwards.
"""

from msgspec.structs import replace
from sqlalchemy import Connection

from capomastro.server.protocol.audience import EVERYBODY, NEW_CHAT, NOBODY, both
from capomastro.server.protocol.bodies import Claim, Invite, OfSeat
from capomastro.server.protocol.deeds import INVITED, TABLE_LINK, WATCH_LINK
from capomastro.server.protocol.identity import Who, hashed, new_secret, same
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.responses import Guest, Invitation, Link, Seated
from capomastro.server.protocol.updates import LinkKind
from capomastro.server.storage import device_queries, link_queries, queries
from capomastro.server.storage.device_queries import OWNING, WATCHING
from capomastro.server.storage.link_queries import DEVICE, OWN, SEAT, TABLE, WATCH, LinkRow
from capomastro.server.storage.rows import now
from capomastro.server.table.days import as_dealt
from capomastro.server.table.powers import concerns_others, deed
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import (
    link_for,
    nickname,
    not_barred,
    owner_only,
    seated_again,
    still_open,
    take_place,
)
from capomastro.server.table.table import LiveTable
from capomastro.server.table.update import pace, seat_kind

MOST_DEVICES = 20
"""At most this many devices hold one seat."""
MOST_WATCHERS = 500
DEVICE_LINK_MS = 15 * 60_000
"""How long a link for another device is valid."""


async def claim(tables: Registry, table: str, who: Who, body: Claim) -> Seated:
    """Follows a link. Sent again by a device that holds the seat already, it answers the same and changes nothing."""
    name = nickname(body.name)

    async def act(live: LiveTable) -> Seated:
        link = await good_link(live, hashed(body.token), who)
        if link.kind == WATCH:
            return await watch(live, who)
        if link.kind == TABLE:
            return await sit_anywhere(live, who, body, name)
        if link.kind != SEAT:
            return await hold_too(live, link, who)
        assert link.seat is not None
        row = live.seats[link.seat]
        if row.claimed:
            return seated_again(live, row.seat, who)
        return await take_place(live, row, who, name or row.name, body.share)

    return await tables.acting(table, act)


async def good_link(live: LiveTable, secret: str, who: Who) -> LinkRow:
    """What this secret is for; refused if it is for nothing, or no longer valid for this device."""
    own = next((row.seat for row in live.seats if same(secret, row.token)), None)
    if own is not None:
        return LinkRow(secret, OWN, own)
    link = await live.registry.read(lambda db: link_queries.link_with(db, live.id, secret))
    if link is None:
        raise Refusal("link-not-good")
    if live.row.status == "closed":
        raise Refusal("closed")
    if link.seat is not None and who.device in live.holders[link.seat]:
        return link  # perhaps the answer to the first claim was lost
    if link.used or (link.kind == SEAT and link.seat is not None and live.seats[link.seat].claimed):
        raise Refusal("link-used")
    if link.expires is not None and link.expires < now():
        raise Refusal("link-expired")
    return link


def too_many(holders: set[str]) -> bool:
    return sum(not device_queries.is_mark(device) for device in holders) >= MOST_DEVICES


async def hold_too(live: LiveTable, link: LinkRow, who: Who) -> Seated:
    """Another device for a seat that somebody holds, or for whoever made the table."""
    device = who.device or ""
    places = [link.seat] if link.seat is not None else []
    if any(device not in live.holders[seat] and too_many(live.holders[seat]) for seat in places):
        raise Refusal("too-many-devices")

    def hold(db: Connection) -> None:
        if link.kind == DEVICE and not link.used:
            link_queries.use_link(db, live.id, link.hash)
        for place in [*places, *([OWNING] if link.owner else [])]:
            device_queries.hold(db, live.id, place, device, who.label)

    await live.write(hold)
    return Seated(link.seat, live.update(link.seat, 0, who))


async def watch(live: LiveTable, who: Who) -> Seated:
    device = who.device or ""
    if not live.may_watch(who):
        if len(live.watchers) >= MOST_WATCHERS:
            raise Refusal("too-many-devices")
        await live.write(lambda db: device_queries.hold(db, live.id, WATCHING, device))
    viewer = live.viewer(who, None)
    return Seated(viewer, live.update(viewer, 0, who))


async def sit_anywhere(live: LiveTable, who: Who, body: Claim, name: str | None) -> Seated:
    """The first free seat for whoever comes by the table's link, or the one they ask for."""
    held, wanted = live.held_by(who), body.seat
    if held and not body.hot_seat:
        return seated_again(live, wanted if wanted in held else held[0], who)
    still_open(live)
    not_barred(live, who)
    if name is None:
        raise Refusal("guest-name-needed")
    free = [row for row in live.seats if not row.claimed]
    if not free:
        raise Refusal("table-full")
    row = free[0] if wanted is None else next((row for row in free if row.seat == wanted), None)
    if row is None:
        raise Refusal("seat-taken" if wanted is not None and wanted < len(live.seats) else "no-such-seat")
    return await take_place(live, row, who, name, body.share)


async def invitation(tables: Registry, table: str, who: Who) -> Invitation:
    """What the link in the request's header is for: who invites to what, and nothing of the match."""
    async with tables.at(table) as live:
        link = await good_link(live, who.token or "", who)
        row, owner = live.row, live.owner_seat()
        return Invitation(
            table=row.id,
            kind=link.kind,
            game=row.game,
            name=row.name,
            owner=None if owner is None else live.seats[owner].name,
            status=row.status,
            pace=pace(live),
            options=row.setup.options,
            seat=link.seat,
            seats=[
                Guest(seat.seat, seat_kind(seat.kind, seat.claimed), seat.name, seat.claimed, seat.bot)
                for seat in live.seats
            ],
            held=live.held_by(replace(who, token=None)),
            hints=row.hints,
        )


async def fresh_link(tables: Registry, table: str, who: Who, body: OfSeat) -> Link:
    """A new key for one's own seat, or, for the owner, a new invitation to a free seat; the old one ends."""
    token = new_secret()

    async def act(live: LiveTable) -> Link:
        held = live.held_by(who)
        seat = body.seat if body.seat is not None else (held[0] if held else 0)
        if seat >= len(live.seats):
            raise Refusal("no-such-seat")
        row = live.seats[seat]
        if seat not in held:
            owner_only(live, who)
            if row.claimed or row.kind != "link":
                raise Refusal("link-not-yours")

        invited = deed(live, INVITED, seat)
        told = seat not in held and concerns_others(live, who)

        def change(db: Connection) -> None:
            if told:
                invited.write(db, live)
            if seat in held:
                link_queries.end_links(db, live.id, DEVICE, seat=seat)
                queries.set_seat(db, live.id, seat, token=hashed(token))
            else:
                link_queries.end_links(db, live.id, SEAT, seat=seat)
                link_queries.add_links(db, live.id, [LinkRow(hashed(token), SEAT, seat)])

        await live.write(change, tell=both(EVERYBODY, NEW_CHAT) if told else EVERYBODY)
        invited.tell(live)
        return link_for(table, seat, token)

    return await tables.acting(table, act)


async def device_link(tables: Registry, table: str, who: Who, body: OfSeat) -> Link:
    """A link with which somebody who sits here continues on another device; valid once, for a short time."""
    token = new_secret()

    async def act(live: LiveTable) -> Link:
        owner = live.is_owner(who)
        seat = None if owner and body.seat is None and not live.held_by(who) else live.own_seat(who, body.seat)
        link = LinkRow(hashed(token), DEVICE, seat, owner, now() + DEVICE_LINK_MS)

        def change(db: Connection) -> None:
            link_queries.end_links(db, live.id, DEVICE, seat=seat)
            link_queries.add_links(db, live.id, [link])

        await live.write(change, tell=NOBODY)
        return replace(link_for(table, seat, token), expires=link.expires)

    return await tables.acting(table, act)


async def invite(tables: Registry, table: str, who: Who, body: Invite) -> Link:
    """A link for everybody the owner gives it to: to sit down wherever there is room, or to watch. The old one ends."""
    token = new_secret()
    kind: LinkKind = TABLE if body.to == "sit" else WATCH

    async def act(live: LiveTable) -> Link:
        owner_only(live, who)
        as_dealt(live.row)
        if kind == TABLE:
            still_open(live)

        done, told = deed(live, TABLE_LINK if kind == TABLE else WATCH_LINK), concerns_others(live, who)

        def change(db: Connection) -> None:
            if told:
                done.write(db, live)
            link_queries.end_links(db, live.id, kind)
            link_queries.add_links(db, live.id, [LinkRow(hashed(token), kind)])
            if kind == WATCH:
                device_queries.let_go(db, live.id, WATCHING)  # devices that came by the old link may no longer watch

        await live.write(change, tell=both(EVERYBODY, NEW_CHAT))
        done.tell(live)
        return link_for(table, None, token)

    return await tables.acting(table, act)
