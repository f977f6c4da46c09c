"""Reminders for people who are away: webhooks and mail, sent from the outbox after the turn was stored.

The outbox has at most one row for each turn and channel. A reminder whose person has come back, or whose turn is over,
is dropped. Webhooks go only to public addresses: the name is resolved here, and the connection goes to the address that
was checked, so that a name cannot point elsewhere a moment later.
"""

import asyncio
import http.client
import ipaddress
import logging
import smtplib
import socket
import ssl
from email.message import EmailMessage
from typing import Any
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct
from sqlalchemy import Connection, select, update

from capomastro.server.live import Live
from capomastro.server.refusals import Refusal
from capomastro.server.rows import now
from capomastro.server.schema import outbox
from capomastro.server.settings import Settings
from capomastro.server.tables import Tables
from capomastro.server.wire import encode

log = logging.getLogger("capomastro.notices")
MOST_TRIES = 3
SECONDS = 10.0
AT_ONCE = 20


class Notice(Struct, frozen=True):
    """What a webhook is told. It holds nothing that only the seat may know."""

    table: str
    name: str
    game: str
    seat: int
    player: str
    event: str
    text: str
    content: str
    path: str


def check_webhook(address: str) -> str:
    """Refuses what is no web address; where it leads is looked at when it is used."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username and not parts.password
        good = good and (parts.port is None or 0 < parts.port < 65536) and address.isascii() and address.isprintable()
    except ValueError:
        good = False
    if not good:
        raise Refusal("bad-webhook")
    return address


def check_mail(address: str) -> str:
    name, at, domain = address.partition("@")
    if not (name and at and "." in domain) or not address.isascii() or any(c in ' \t\r\n,;<>"\x00' for c in address):
        raise Refusal("bad-mail")
    if not address.isprintable():
        raise Refusal("bad-mail")
    return address


def public_address(host: str, port: int, *, anywhere: bool) -> str:
    """An address of this host that everybody may reach; raises OSError if there is none, or one that is private."""
    found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    for address in found:
        ip: Any = ipaddress.ip_address(address.partition("%")[0])
        mapped = getattr(ip, "ipv4_mapped", None)
        ip = mapped or ip
        if not anywhere and (not ip.is_global or ip.is_multicast):
            raise OSError("webhooks go only to public addresses")
    return sorted(found)[0]


class Pinned(http.client.HTTPConnection):
    """A connection to an address that was checked, whatever its name resolves to now."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        secure = parts.scheme == "https"
        assert parts.hostname is not None
        super().__init__(parts.hostname, parts.port or (443 if secure else 80), timeout=SECONDS)
        self.address = address
        self.secure = secure

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), SECONDS)
        if self.secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def post(address: str, notice: Notice, *, anywhere: bool) -> None:
    """Posts to a webhook. Redirections are not followed: they could lead anywhere."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = Pinned(parts, public_address(parts.hostname, port, anywhere=anywhere))
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", "User-Agent": "capomastro"}
        connection.request("POST", path, encode(notice), headers)
        answer = connection.getresponse()
        answer.read(1024)
        if answer.status >= 300:
            raise OSError(f"the webhook answered {answer.status}")
    finally:
        connection.close()


def mail(settings: Settings, address: str, notice: Notice) -> None:
    message = EmailMessage()
    message["From"] = settings.mail_from or settings.smtp_user
    message["To"] = address
    message["Subject"] = notice.text
    where = settings.base_url.rstrip("/") + notice.path if settings.base_url else notice.path
    message.set_content(f"{notice.text}\n\n{where}\n")
    with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS) as server:
        if settings.smtp_starttls:
            server.starttls(context=ssl.create_default_context())
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(message)


async def send_due(tables: Tables) -> int:
    """Sends the reminders whose time has come; returns how many were taken up."""
    at = now()
    columns = (outbox.c.id, outbox.c.table_id, outbox.c.seat, outbox.c.turn, outbox.c.channel, outbox.c.tries)
    query = select(*columns).where(outbox.c.done.is_(False), outbox.c.due <= at).limit(AT_ONCE)
    rows = await tables.read(lambda db: db.execute(query).all())
    for row in rows:
        if await _take(tables, row, at):
            await _send(tables, row)
    return len(rows)


async def _take(tables: Tables, row: Any, at: int) -> bool:
    """Takes a reminder before it is sent, so that no other worker sends it, nor we again after a crash: better none."""
    later = at + 60_000 * (row.tries + 1)
    mine = outbox.c.id == row.id, outbox.c.done.is_(False), outbox.c.tries == row.tries
    last = row.tries + 1 >= MOST_TRIES

    def work(db: Connection) -> bool:
        change = update(outbox).where(*mine).values(tries=row.tries + 1, due=later, done=last)
        return db.execute(change).rowcount == 1

    return await tables.writer.write("", 0, work)


async def _send(tables: Tables, row: Any) -> None:
    try:
        async with tables.at(row.table_id) as live:
            target = _target(live, row)
            notice = _notice(live, row.seat)
    except Refusal:
        target = None
    outcome = "not needed"
    if target is not None:
        try:
            await asyncio.to_thread(_deliver, tables.settings, row.channel, target, notice)
            outcome = "sent"
        except (OSError, smtplib.SMTPException, http.client.HTTPException, ValueError) as error:
            log.warning("a reminder could not be sent: %s", type(error).__name__)
            outcome = ""
    if outcome:
        done = update(outbox).where(outbox.c.id == row.id).values(done=True, outcome=outcome)
        await tables.writer.write("", 0, lambda db: db.execute(done).rowcount)


def _target(live: Live, row: Any) -> str | None:
    """Where the reminder goes; nowhere if it has become needless."""
    record = live.record
    if record is None or row.seat not in record.legal or record.turn[row.seat] != row.turn:
        return None
    seat = live.seats[row.seat]
    if live.here(seat) or seat.played_by is not None or live.row.status != "running":
        return None
    if row.channel == "mail" and not live.hub.settings.smtp_host:
        return None
    targets: dict[str, str | None] = {"seat": seat.webhook, "table": live.row.webhook, "mail": seat.email}
    return targets[str(row.channel)]


def _notice(live: Live, seat: int) -> Notice:
    player = live.names[seat]
    text = f"{player}, it is your turn at {live.row.title}."
    return Notice(live.id, live.row.title, live.row.game, seat, player, "your-turn", text, text, f"/t/{live.id}")


def _deliver(settings: Settings, channel: str, target: str, notice: Notice) -> None:
    if channel == "mail":
        mail(settings, target, notice)
    else:
        post(target, notice, anywhere=settings.webhooks_anywhere)
