"""The short way of a step: begun when it is asked for, ended when it is stored, with no task that waits in between.

Nearly all steps are taken at a table that is in memory, where nobody else acts just then. Those go this way. Whatever
is unusual is left to `moves.step`, which knows every case; then nothing has been done here. Compiled, for nothing in
here waits.
"""

import logging
import time
from collections.abc import Callable
from typing import TypeAlias

from capomastro.core.errors import IllegalAction, UnreadableStep
from capomastro.core.game import Seat
from capomastro.server.protocol.bodies import Step
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.refusals import Refusal, StoreDown, Unsure
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.rows import Append, Rows, now
from capomastro.server.table.appending import append_of
from capomastro.server.table.guards import require_human, running
from capomastro.server.table.held import leave
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable
from capomastro.server.table.told import update_at

log = logging.getLogger("capomastro.tables")

Answered: TypeAlias = Callable[[bytes, Exception | None], None]
"""Told what is answered, as JSON, or why the step could not be stored."""


def take_step(live: LiveTable, seat: Seat, body: Step) -> LogEntry:
    """Takes a step in memory. Raises a `Refusal`, and then nothing has changed."""
    record = running(live)
    require_human(live, seat)
    if body.seen > record.version(seat):
        raise Refusal("stale")
    try:
        action = record.game.actions.parse(body.step)
    except UnreadableStep as error:
        raise Refusal("unknown-step", reason=error.reason) from None
    if seat in record.legal and body.seen < record.decision_version[seat]:
        raise Refusal("stale")
    try:
        return record.step(seat, action, now(), body.key)
    except IllegalAction as error:
        if body.seen < record.version(seat):
            raise Refusal("stale") from None
        raise Refusal("not-lawful", reason=error.reason) from None


def accepted(seat: Seat, n: int, update: bytes) -> bytes:
    """An `Accepted` as JSON, around an update that is JSON already."""
    return b"".join((b'{"seat":%d,"n":%d,"update":' % (seat, n), update, b"}"))


class QuickStep:
    """A step that was taken in memory, at a table that stays locked until it is stored."""

    def __init__(self, live: LiveTable, seat: Seat, who: Who, body: Step, line: LogEntry, answered: Answered) -> None:
        self.live = live
        self.seat = seat
        self.who = who
        self.body = body
        self.done = line.seen
        self.item: Append = append_of(live, [line])
        self.answered = answered

    def stored(self, rows: Rows | None, error: Exception | None) -> None:
        """Called on the event loop once it is durable, or if it is not."""
        live, answer, problem = self.live, b"", error
        if problem is None:
            try:
                live.stored(self.item, rows)
                since, standing = min(self.body.seen, self.done - 1), live.standing(self.who)
                answer = accepted(self.seat, self.done, update_at(live, self.seat, since, standing, self.who.brief))
            except Exception:
                log.exception("something was stored, but not told")
                problem = Unsure("it was stored, but not told")
        if problem is not None:
            live.forget()
        leave(live)
        self.answered(answer, problem)


def begin_step(tables: Registry, table: str, who: Who, body: Step, answered: Answered) -> bool:
    """Takes a step if nothing stands in its way; `answered` is told when it is durable. False: nothing was done."""
    live = tables.live.get(table)
    if live is None or not live.fresh or tables.shared or not live.lock.take():
        return False
    begun = False
    try:
        live.used = time.monotonic()
        live.drop_updates()
        live.wrote = False
        seat, record = live.own_seat(who, body.seat), live.record
        known = record is None or (seat, body.key) in record.keys or record.may_have_used(seat, body.key)
        if not known:
            step = QuickStep(live, seat, who, body, take_step(live, seat, body), answered)
            tables.writer.submit(step.item, step.stored)
            begun = True
    except (Refusal, StoreDown):
        pass  # which `moves.step` says
    except Exception:
        log.exception("a step could not be taken")
        live.forget()  # it may be half done in memory
    finally:
        if not begun:
            leave(live)
    return begun
