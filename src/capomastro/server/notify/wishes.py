"""How somebody wants to hear of their turns: what they say about it, and what they are told."""

import asyncio
from typing import Any, Literal

from sqlalchemy import Connection

from capomastro.core.words import words_in
from capomastro.server.notify import consent, push
from capomastro.server.notify.mail import can_send
from capomastro.server.notify.notices import kin_of
from capomastro.server.protocol.addresses import check_mail, check_push, check_webhook
from capomastro.server.protocol.bodies import PutNotices, PutPush
from capomastro.server.protocol.identity import Who, hashed, origin_of
from capomastro.server.protocol.player_responses import NoticeTest, NoticeWishes
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import device_queries, notice_queries, player_queries, queries
from capomastro.server.storage.hours import zone_named
from capomastro.server.storage.rows import now
from capomastro.server.table.registry import Registry

PUSHES_BY_SENDER, TESTS_A_DAY = 30, 50
"""How many in a day."""
DEFAULTS: dict[str, Any] = {
    "email": None,
    "webhook": None,
    "language": "en",
    "zone": "UTC",
    "quiet_from": None,
    "quiet_to": None,
    "digest": "each",
    "digest_at": 18 * 60,
}


def person_of(db: Connection, device: str) -> str:
    """Who a device speaks for: its player, or itself."""
    player = device_queries.player_of(db, device)
    return device if player is None else device_queries.mark_of(player)


def told(db: Connection, who: Who, key: str, *, mails: bool) -> NoticeWishes:
    whom = "" if who.device is None else person_of(db, who.device)
    row = notice_queries.wish_of(db, whom)
    fields = DEFAULTS if row is None else {name: getattr(row, name) for name in DEFAULTS}
    own = notice_queries.push_of(db, who.device)
    state = None
    if fields["email"] is not None:
        state = consent.state_of(db, fields["email"], set(kin_of(db, whom)))
    return NoticeWishes(
        **fields,
        key=key,
        push=own is not None,
        outcome=None if own is None else own.outcome,
        browsers=len(notice_queries.pushes_of(db, whom)),
        mails=mails,
        consent=state,
    )


async def read(tables: Registry, who: Who) -> NoticeWishes:
    key = await push.public_key(tables)
    return await tables.read(lambda db: told(db, who, key, mails=can_send(tables.settings)))


async def put(tables: Registry, who: Who, body: PutNotices) -> NoticeWishes:
    webhook = check_webhook(body.webhook) if body.webhook else None
    email = check_mail(body.email) if body.email else None
    mails = can_send(tables.settings)
    if email is not None and not mails:
        raise Refusal("no-mail")
    if zone_named(body.zone) is None:
        raise Refusal("bad-zone")
    if (body.quiet_from is None) != (body.quiet_to is None):
        raise Refusal("bad-quiet-hours")
    values = {name: getattr(body, name) for name in DEFAULTS} | {"webhook": webhook, "email": email}
    device, sender, key = who.device or "", origin_of(who.address), await push.public_key(tables)

    def work(db: Connection) -> NoticeWishes | str:
        state = None if email is None else asked(db, email, device, sender, body.language)
        if state in (consent.BLOCKED, consent.TOO_MANY):
            return state
        device_queries.know(db, device, who.label)
        write(db, device, **values)
        return told(db, who, key, mails=mails)

    found = await tables.across(lambda db: player_queries.tables_of(db, device), work)
    if found == consent.BLOCKED:
        raise Refusal("mail-unwanted")
    if isinstance(found, str):
        raise Refusal("too-many-addresses", retry_after=3600)
    return found


def asked(db: Connection, email: str, device: str, sender: str, language: str) -> str:
    """How it stands with an address; its reader is not asked again for another device of the same person."""
    whom = person_of(db, device)
    state, wish = consent.state_of(db, email, set(kin_of(db, whom))), notice_queries.wish_of(db, whom)
    unchanged = wish is not None and wish.email == email and consent.state_of(db, email, {device}) is None
    if state == consent.CONFIRMED or (state == consent.ASKED and unchanged):
        return state
    return consent.ask(db, email, device, sender, language, now())


def write(db: Connection, device: str, **values: Any) -> None:
    """Notes what is wanted. Tables in memory must know that somebody there wants to hear of turns."""
    whom = person_of(db, device)
    notice_queries.put_wish(db, whom, **values, touched=now())
    for table in player_queries.tables_of(db, device):
        queries.set_table(db, table)


async def put_push(tables: Registry, who: Who, origin: str, body: PutPush) -> NoticeWishes:
    """This browser wants messages: where its push service takes them, and the keys to write them for it alone."""
    endpoint = check_push(body.endpoint, anywhere=tables.settings.webhooks_anywhere)
    await asyncio.to_thread(push.check_keys, body.p256dh, body.auth)
    device, sender, key = who.device or "", origin_of(who.address), await push.public_key(tables)
    place = {"endpoint": endpoint, "hash": hashed(endpoint), "p256dh": body.p256dh, "auth": body.auth}

    def work(db: Connection) -> NoticeWishes | None:
        if not consent.spend(db, f"pushes {hashed(sender)}", PUSHES_BY_SENDER, now()):
            return None
        device_queries.know(db, device, who.label)
        notice_queries.put_push(db, device, **place, origin=origin[:200], outcome=None, created=now())
        known = notice_queries.wish_of(db, person_of(db, device))
        fresh = DEFAULTS | {"language": body.language, "zone": body.zone if zone_named(body.zone) else "UTC"}
        write(db, device, **(fresh if known is None else {name: getattr(known, name) for name in DEFAULTS}))
        return told(db, who, key, mails=can_send(tables.settings))

    found = await tables.across(lambda db: player_queries.tables_of(db, device), work)
    if found is None:
        raise Refusal("too-many-pushes", retry_after=3600)
    return found


async def remove_push(tables: Registry, who: Who) -> NoticeWishes:
    key, device = await push.public_key(tables), who.device or ""

    def work(db: Connection) -> NoticeWishes:
        notice_queries.drop_push(db, device)
        return told(db, who, key, mails=can_send(tables.settings))

    return await tables.across(lambda db: set[str](), work)


async def test_push(tables: Registry, who: Who) -> NoticeTest:
    """Sends this browser a message at once, and says how that went."""
    device = who.device or ""

    def work(db: Connection) -> tuple[Any, str, bool]:
        row = notice_queries.push_of(db, device)
        wish = notice_queries.wish_of(db, person_of(db, device))
        free = row is not None and consent.spend(db, f"tests {device}", TESTS_A_DAY, now())
        return row, "en" if wish is None else wish.language, free

    row, language, free = await tables.across(lambda db: set[str](), work)
    if row is None:
        raise Refusal("no-push")
    if not free:
        raise Refusal("too-many-pushes", retry_after=3600)
    say = words_in(language).t
    message = push.Message(say("notice.test"), say("notice.test body"), "/notices", "test", 0)
    outcome: Literal["sent", "gone", "refused", "unreachable"] = await push.send(tables, row, message)
    return NoticeTest(outcome)
