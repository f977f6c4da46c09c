"""Notices of turns as people want them: by push, mail or webhook, singly or as a summary, outside of their quiet hours.

A turn makes at most one notice for each person and channel (`storage/notice_queries.py`). What is due for somebody at
the same time goes out as one message. Whoever has come back, or whose turn is over, hears nothing.
"""

import asyncio
import logging
import smtplib
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection

from capomastro.core.game import AnyGame
from capomastro.core.words import words_in
from capomastro.server.notify import consent, mail, push, webhooks
from capomastro.server.notify.consent import Letter
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import hashed
from capomastro.server.protocol.refusals import Conflict, Refusal
from capomastro.server.storage import device_queries, notice_queries
from capomastro.server.storage.hours import due_at
from capomastro.server.storage.rows import PLAYER, now
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import path_of

log = logging.getLogger("capomastro.notices")
AT_ONCE, UNDER_WAY = 100, 64
MOST_TRIES = 3
LATER_MS = 60_000
SECONDS = 10.0
TO_ONE_HOST = 4
A_DAY = 100
"""How many messages somebody gets in a day, by each channel."""
SERVICES = (".googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com")
"""Push services of the browsers, to which most messages go: they count no more for a host than it can bear."""


class Waiting(Struct, frozen=True):
    """A table that waits for somebody: a notice of the turn that is still wanted."""

    row: Any
    table: str
    title: str
    game: AnyGame


class Summary(Struct, frozen=True):
    """What a webhook of somebody's own is told."""

    event: str
    text: str
    content: str
    tables: list[dict[str, str]]


class Outgoing(Struct, frozen=True):
    """What was taken to be sent: how somebody wants it, about which tables, and where it goes."""

    wish: Any
    about: list[Waiting]
    pushes: list[Any]
    letter: Letter | None


class Herald:
    """Sends what one process has taken of the notices that are due."""

    def __init__(self, tables: Registry) -> None:
        self.tables = tables
        self.under_way: set[tuple[str, str]] = set()
        self.busy: Counter[str] = Counter()
        self.mails = asyncio.Semaphore(2)
        self.threads = ThreadPoolExecutor(2, thread_name_prefix="notices")

    async def send_due(self) -> int:
        """Starts what is due and does not wait for it; returns how many messages it started."""
        at = now()
        rows = await self.tables.read(lambda db: notice_queries.due(db, at, AT_ONCE))
        rows.sort(key=lambda row: (row.whom, row.channel))
        started = 0
        for key, group in groupby(rows, key=lambda row: (row.whom, row.channel)):
            if key not in self.under_way and len(self.under_way) < UNDER_WAY:
                self._start(key, self._tell(*key, list(group), at))
                started += 1
        return started

    def _start(self, key: tuple[str, str], work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await work
            except Conflict:
                pass  # another worker was faster
            finally:
                self.under_way.discard(key)

        self.under_way.add(key)
        self.tables.spawn(run())

    async def _tell(self, whom: str, channel: str, rows: list[Any], at: int) -> None:
        about = [found for row in rows if (found := await self._waiting(row)) is not None]
        taken = await self.tables.writer.write("", NOBODY, lambda db: self._take(db, whom, channel, rows, about, at))
        if taken is None:
            return
        sent = await {"push": self._push, "hook": self._post, "mail": self._mail}[channel](taken)
        if sent:
            ids = [one.row.id for one in taken.about]
            note = partial(notice_queries.set_notices, ids=ids, done=True, outcome="sent")
            await self.tables.writer.write("", NOBODY, note)

    async def _waiting(self, row: Any) -> Waiting | None:
        """The table, if it still waits for this person, and they are not there."""
        try:
            async with self.tables.at(row.table_id) as live:
                record, seat = live.record, live.seats[row.seat]
                if record is None or live.row.status != "running" or row.seat not in record.legal:
                    return None
                if record.turn[row.seat] != row.turn or row.whom not in live.holders[row.seat]:
                    return None
                if live.here(seat) or seat.played_by is not None:
                    return None
                return Waiting(row, live.id, live.row.title, live.game)
        except Refusal:
            return None

    def _take(
        self, db: Connection, whom: str, channel: str, rows: list[Any], about: list[Waiting], at: int
    ) -> Outgoing | None:
        wish = notice_queries.wish_of(db, whom)
        wanted = {one.row.id for one in about} if wish is not None else set()
        if needless := [row.id for row in rows if row.id not in wanted]:
            notice_queries.set_notices(db, needless, done=True, outcome="not needed")
        if not wanted:
            return None
        if wish.digest == "each" and (later := due_at(wish, at)) > at:  # their quiet hours have begun meanwhile
            notice_queries.set_notices(db, list(wanted), due=later)
            return None
        mine = [one for one in about if self._take_one(db, one.row, at)]
        if not mine:
            return None
        problem, pushes, letter = self._allowed(db, wish, channel, at)
        if problem:
            notice_queries.set_notices(db, [one.row.id for one in mine], done=True, outcome=problem)
            return None
        return Outgoing(wish, mine, pushes, letter)

    def _take_one(self, db: Connection, row: Any, at: int) -> bool:
        later = at + LATER_MS * (row.tries + 1)
        return notice_queries.take(db, row, later, last=row.tries + 1 >= MOST_TRIES)

    def _allowed(self, db: Connection, wish: Any, channel: str, at: int) -> tuple[str, list[Any], Letter | None]:
        """Why nothing may be sent, if so; else the browsers, or the letter, it goes to."""
        pushes: list[Any] = []
        letter: Letter | None = None
        hosts: set[str] = set()
        if channel == "push":
            pushes = notice_queries.pushes_of(db, wish.whom)
            hosts = {urlsplit(row.endpoint).hostname or "" for row in pushes}
        elif channel == "hook":
            hosts = {urlsplit(wish.webhook or "").hostname or ""}
        elif wish.email and mail.can_send(self.tables.settings):
            letter = consent.letter_to(db, wish.email, set(kin_of(db, wish.whom)))
        if (channel == "push" and not pushes) or (channel == "hook" and not wish.webhook):
            return "not needed", [], None
        if channel == "mail" and letter is None:
            return "not confirmed", [], None
        keys = [(f"told {channel} {hashed(wish.whom)}"[:80], A_DAY)]
        if channel == "mail":
            keys.append((f"mail {hashed(consent.key_of(wish.email))}", consent.MAILS_TO_ADDRESS))
        keys += [(f"host {hashed(host)}", consent.POSTS_TO_HOST) for host in hosts if not host.endswith(SERVICES)]
        if not all(consent.spend(db, key, most, at) for key, most in keys):
            return "too many today", [], None
        return "", pushes, letter

    async def _push(self, out: Outgoing) -> bool:
        message = message_for(out)
        outcomes = await asyncio.gather(*(self._push_one(row, message) for row in out.pushes))
        return "unreachable" not in outcomes and "refused" not in outcomes

    async def _push_one(self, row: Any, message: push.Message) -> str:
        host = urlsplit(row.endpoint).hostname or ""
        if self.busy[host] >= TO_ONE_HOST and not host.endswith(SERVICES):
            return "unreachable"
        self.busy[host] += 1
        try:
            return await push.send(self.tables, row, message)
        finally:
            self._free(host)

    async def _post(self, out: Outgoing) -> bool:
        host = urlsplit(out.wish.webhook).hostname or ""
        if self.busy[host] >= TO_ONE_HOST:
            return False
        message = message_for(out)
        tables = [{"table": one.table, "name": one.title, "path": path_of(one.table)} for one in out.about]
        text = f"{message.title}: {', '.join(one.title for one in out.about)}"
        self.busy[host] += 1
        try:
            async with asyncio.timeout(SECONDS):
                anywhere = self.tables.settings.webhooks_anywhere
                body = encode(Summary("your-turn", text, text, tables))
                await webhooks.post(out.wish.webhook, body, anywhere=anywhere)
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError) as error:
            log.warning("a notice could not be posted: %s", type(error).__name__)
            return False
        finally:
            self._free(host)
        return True

    def _free(self, host: str) -> None:
        self.busy[host] -= 1
        if not self.busy[host]:
            del self.busy[host]

    async def _mail(self, out: Outgoing) -> bool:
        assert out.letter is not None
        settings = self.tables.settings
        letter = out.letter._replace(language=out.wish.language)
        made = mail.summary(settings, letter, [(one.game, path_of(one.table)) for one in out.about])
        async with self.mails:
            try:
                await asyncio.get_running_loop().run_in_executor(self.threads, mail.send, settings, made)
            except (OSError, smtplib.SMTPException, ValueError) as error:
                log.warning("a mail could not be sent: %s", type(error).__name__)
                return False
        return True


def message_for(out: Outgoing) -> push.Message:
    say, about = words_in(out.wish.language).t, out.about
    if len(about) == 1:
        one = about[0]
        return push.Message(say("notice.turn"), one.title, path_of(one.table), f"turn-{one.table}", 1)
    names = list(dict.fromkeys(one.title for one in about))
    return push.Message(say("notice.turns", n=len(about)), ", ".join(names)[:200], "/", "turns", len(about))


def kin_of(db: Connection, whom: str) -> list[str]:
    """The devices that may have written somebody's mail address down, and the player's mark."""
    if not whom.startswith(PLAYER):
        return [whom]
    return [whom, *device_queries.devices_of_player(db, whom.removeprefix(PLAYER))]
