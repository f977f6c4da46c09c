"""Web Push: messages that a browser shows although the page is closed.

The message is encrypted for the browser (RFC 8291) and signed with a key of the server's own (VAPID, RFC 8292), both by
the library `pywebpush`, which is loaded when it is first needed. It is sent as webhooks are: only to public addresses,
before a deadline, without following anybody elsewhere.
"""

import asyncio
import base64
import logging
import time
from functools import partial
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from capomastro.server.notify.webhooks import exchange
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.settings import Settings
from capomastro.server.storage import key_queries, notice_queries
from capomastro.server.table.registry import Registry

log = logging.getLogger("capomastro.notices")
Outcome: TypeAlias = Literal["sent", "gone", "refused", "unreachable"]
"""How it went: the push service has it, knows the browser no longer, does not take it, or could not be reached."""
KEY = "vapid"
SECONDS = 10.0
KEPT_SECONDS = 24 * 3600
"""For how long a push service keeps a message for a browser that is not there."""
SIGNED_SECONDS = 12 * 3600
NOBODY_KNOWN = "mailto:nobody@example.org"
"""Whom a push service may ask about our messages, where there is no address of ours."""
GONE = 404, 410


class Message(Struct, frozen=True):
    """What the service worker shows: a title, a line, where a click leads, and whose place it takes."""

    title: str
    body: str
    path: str
    tag: str
    n: int


def new_key() -> str:
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


async def private_key(tables: Registry) -> str:
    """The server's key. It is made when it is first asked for, and stays: browsers are told its other half."""
    known = await tables.read(lambda db: key_queries.key_named(db, KEY))
    if known is not None:
        return known
    made = await asyncio.to_thread(new_key)
    return await tables.writer.write("", NOBODY, lambda db: key_queries.keep_key(db, KEY, made))


def public_half(key: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    public = Vapid02.from_pem(key.encode()).public_key
    return encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


async def public_key(tables: Registry) -> str:
    return await asyncio.to_thread(public_half, await private_key(tables))


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_keys(p256dh: str, auth: str) -> None:
    """Refuses what no browser can have sent: the first is a point of the curve, the second 16 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(p256dh))
        good = len(decoded(p256dh)) == 65 and len(decoded(auth)) == 16
    except ValueError:
        good = False
    if not good:
        raise Refusal("bad-push")


def prepared(row: Any, message: Message, key: str, about: str) -> tuple[bytes, dict[str, str]]:
    """The encrypted body and the headers for one browser."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    parts = urlsplit(row.endpoint)
    keys = {"p256dh": row.p256dh, "auth": row.auth}
    body = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(encode(message))["body"]
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": about, "exp": int(time.time()) + SIGNED_SECONDS}
    signed = Vapid02.from_pem(key.encode()).sign(claims)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "normal",
        "Topic": message.tag,
    }
    return body, headers | signed


def contact(settings: Settings, origin: str) -> str:
    """An address of ours: the one that the operator has named, or that by which the browser knows us."""
    secure = [address for address in (settings.base_url, origin) if address.startswith("https://")]
    if secure:
        return secure[0]
    return f"mailto:{settings.mail_from}" if settings.mail_from else NOBODY_KNOWN


async def send(tables: Registry, row: Any, message: Message) -> Outcome:
    """Sends one browser a message, and notes how it went."""
    settings = tables.settings
    key, about = await private_key(tables), contact(settings, row.origin)
    outcome: Outcome = "unreachable"
    try:
        body, headers = await asyncio.to_thread(prepared, row, message, key, about)
        async with asyncio.timeout(SECONDS):
            status = await exchange(row.endpoint, body, headers, anywhere=settings.webhooks_anywhere)
        outcome = "gone" if status in GONE else "sent" if 200 <= status < 300 else "refused"
        if outcome == "refused":
            log.warning("a push service answered %d", status)
    except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError) as error:
        log.warning("a push service could not be reached: %s", type(error).__name__)
    if outcome != row.outcome:
        note = partial(notice_queries.note_outcome, device=row.device, endpoint=row.hash, outcome=outcome)
        await tables.writer.write("", NOBODY, note)
    return outcome
