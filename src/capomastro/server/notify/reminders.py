"""Reminders for people who are away: webhooks and mail, sent from the outbox after the turn was stored.

The outbox has at most one row for each turn and channel. A reminder whose person has come back, or whose turn is over,
is dropped. Reminders go out side by side, each with a deadline, and only a few at once to one place: whoever is slow
keeps nobody else waiting.
"""

import asyncio
import logging
import smtplib
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection, select, update

from capomastro.core.game import AnyGame
from capomastro.server.notify import consent, mail
from capomastro.server.notify.consent import Letter
from capomastro.server.notify.webhooks import post
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import hashed
from capomastro.server.protocol.refusals import Conflict, Refusal
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import outbox
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

log = logging.getLogger("capomastro.notices")
MOST_TRIES = 3
SECONDS = 10.0
"""The most that a webhook may take, from resolving its address to its answer."""
AT_ONCE = 50
UNDER_WAY = 128
POSTS, MAILS, TO_ONE_HOST = 16, 4, 2
"""How many are sent at the same time."""
LATER_MS = 60_000
SLOW_MS = 600_000
"""For this long nothing is sent to a host that did not answer in time."""


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


class Due(Struct, frozen=True):
    """A reminder that is still wanted: where it goes and what it says; for mail, whose it may be."""

    target: str
    notice: Notice
    game: AnyGame
    devices: set[str]


class Courier:
    """Sends what one process has taken from the outbox."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.posts = asyncio.Semaphore(POSTS)
        self.mails = asyncio.Semaphore(MAILS)
        self.threads = ThreadPoolExecutor(MAILS, thread_name_prefix="mail")
        self.busy: Counter[str] = Counter()
        self.slow: dict[str, int] = {}
        self.under_way: set[Any] = set()

    async def send_due(self) -> int:
        """Starts the reminders that are due and does not wait for them; returns how many it started."""
        at, room = now(), min(AT_ONCE, UNDER_WAY - len(self.under_way))
        if room <= 0:
            return 0
        columns = (outbox.c.id, outbox.c.table_id, outbox.c.seat, outbox.c.turn, outbox.c.channel, outbox.c.tries)
        due = select(*columns).where(outbox.c.done.is_(False), outbox.c.due <= at).order_by(outbox.c.due).limit(room)
        rows = [row for row in await self.tables.read(lambda db: db.execute(due).all()) if row.id not in self.under_way]
        for row in rows:
            self._start(row.id, self._remind(row, at))
        if mail.can_send(self.tables.settings):
            for row in await self.tables.read(lambda db: consent.to_be_asked(db, AT_ONCE)):
                if row.secret not in self.under_way:
                    self._start(row.secret, self._ask(row, at))
        self.slow = {host: until for host, until in self.slow.items() if until > at}
        return len(rows)

    def _start(self, key: Any, work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await work
            except Conflict:
                pass  # another worker was faster, or counted at the same moment: there is a next time
            finally:
                self.under_way.discard(key)

        self.under_way.add(key)
        self.tables.spawn(run())

    async def _remind(self, row: Any, at: int) -> None:
        due = await self._wanted(row)
        host = "" if due is None or row.channel == "mail" else urlsplit(due.target).hostname or ""
        if host and (self.busy[host] >= TO_ONE_HOST or self.slow.get(host, 0) > at):
            await self._note(row, due=at + LATER_MS)
            return
        self.busy[host] += 1
        try:
            taken = await self.tables.writer.write("", NOBODY, lambda db: take(db, row, due, host, at))
            if taken is None or due is None:
                return
            sent = await (self._post(due, host) if row.channel != "mail" else self._mail(self._reminder(due, taken)))
        finally:
            self.busy[host] -= 1
            if not self.busy[host]:
                del self.busy[host]
        if sent:
            await self._note(row, done=True, outcome="sent")

    async def _ask(self, row: Any, at: int) -> None:
        letter = await self.tables.writer.write("", NOBODY, lambda db: consent.take_to_ask(db, row, at))
        if letter is not None:
            await self._mail(mail.question(self.tables.settings, letter))

    async def _wanted(self, row: Any) -> Due | None:
        try:
            async with self.tables.at(row.table_id) as live:
                target = _target(live, row)
                if target is None:
                    return None
                devices = live.holders[row.seat] | {live.seats[row.seat].token or ""}
                return Due(target, _notice(live, row.seat), live.game, devices)
        except Refusal:
            return None

    async def _note(self, row: Any, **values: Any) -> None:
        change = update(outbox).where(outbox.c.id == row.id).values(**values)
        await self.tables.writer.write("", NOBODY, lambda db: db.execute(change).rowcount)

    async def _post(self, due: Due, host: str) -> bool:
        async with self.posts:
            try:
                async with asyncio.timeout(SECONDS):
                    await post(due.target, encode(due.notice), anywhere=self.tables.settings.webhooks_anywhere)
            except TimeoutError:
                self.slow[host] = now() + SLOW_MS
                log.warning("a webhook did not answer in time")
                return False
            except (OSError, ValueError, asyncio.IncompleteReadError) as error:
                log.warning("a reminder could not be posted: %s", type(error).__name__)
                return False
        return True

    async def _mail(self, letter: EmailMessage) -> bool:
        async with self.mails:
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(self.threads, mail.send, self.tables.settings, letter)
            except (OSError, smtplib.SMTPException, ValueError) as error:
                log.warning("a mail could not be sent: %s", type(error).__name__)
                return False
        return True

    def _reminder(self, due: Due, letter: Letter) -> EmailMessage:
        return mail.reminder(self.tables.settings, letter, due.game, due.notice.path)


def take(db: Connection, row: Any, due: Due | None, host: str, at: int) -> Letter | None:
    """Takes a reminder before it is sent, so that no other worker sends it, nor we again after a crash: better none.

    Returns nothing if it is not to be sent: others have it, it is no longer wanted, or there were too many today.
    """
    last = row.tries + 1 >= MOST_TRIES
    mine = outbox.c.id == row.id, outbox.c.done.is_(False), outbox.c.tries == row.tries
    later = at + LATER_MS * (row.tries + 1)
    if db.execute(update(outbox).where(*mine).values(tries=row.tries + 1, due=later, done=last)).rowcount != 1:
        return None
    letter, outcome = _allowed(db, row, due, host, at)
    if letter is None:
        db.execute(update(outbox).where(outbox.c.id == row.id).values(done=True, outcome=outcome))
    return letter


def _allowed(db: Connection, row: Any, due: Due | None, host: str, at: int) -> tuple[Letter | None, str]:
    if due is None:
        return None, "not needed"
    letter: Letter | None = Letter(due.target, "", "")
    key, most = f"host {hashed(host)}", consent.POSTS_TO_HOST
    if row.channel == "mail":
        letter = consent.letter_to(db, due.target, due.devices)
        key, most = f"mail {hashed(consent.key_of(due.target))}", consent.MAILS_TO_ADDRESS
    if letter is None:
        return None, "not confirmed"
    if not consent.spend(db, f"table {row.table_id}", consent.FROM_TABLE, at) or not consent.spend(db, key, most, at):
        return None, "too many today"
    return letter, ""


def _target(live: LiveTable, row: Any) -> str | None:
    """Where the reminder goes; nowhere if it has become needless."""
    record = live.record
    if record is None or row.seat not in record.legal or record.turn[row.seat] != row.turn:
        return None
    seat = live.seats[row.seat]
    if live.here(seat) or seat.played_by is not None or live.row.status != "running":
        return None
    if row.channel == "mail" and not mail.can_send(live.registry.settings):
        return None
    targets: dict[str, str | None] = {"seat": seat.webhook, "table": live.row.webhook, "mail": seat.email}
    return targets[str(row.channel)]


def _notice(live: LiveTable, seat: int) -> Notice:
    player = live.names[seat]
    text = f"{player}, it is your turn at {live.row.title}."
    return Notice(live.id, live.row.title, live.row.game, seat, player, "your-turn", text, text, f"/t/{live.id}")
