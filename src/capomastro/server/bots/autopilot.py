"""Decisions without a person: bots think and take their steps, plans are carried out.

Bots play for people: at a table without any, they think only while somebody looks on. Otherwise whoever makes tables of
bots alone and goes away would keep the bots from everybody else.
"""

import asyncio
import hashlib
import logging
import time
from functools import partial
from typing import Any

from sqlalchemy import Connection

from capomastro.core.game import Seat, Viewer
from capomastro.server.bots.asking import Unwanted
from capomastro.server.bots.queue import Asker, Rank
from capomastro.server.protocol.audience import only
from capomastro.server.protocol.identity import origin_of
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.storage import lease_queries, queries
from capomastro.server.storage.rows import now
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

log = logging.getLogger("capomastro.turns")
LOOKED_SECONDS = 30.0
"""How long somebody who asks for an update without a socket counts as looking on."""
BREATH_SECONDS = 0.01
"""Between two tables that are read again, so that people's requests get through."""


def on_change(live: LiveTable) -> None:
    """Called under the lock whenever something has changed: starts what happens without a person."""
    record = live.record
    if record is None or record.over or live.row.status != "running":
        return
    if is_watched(live):
        for seat, legal in record.legal.items():
            bot = live.seats[seat].played_by
            if bot is not None and seat not in live.thinking:
                live.thinking.add(seat)
                view = record.game.view(record.match.state, seat)
                decision_version = (record.decision_version[seat], record.turn[seat])
                live.registry.spawn(bot_turn(live, seat, bot, view, legal, decision_version))
    if any(seat.plan is not None for seat in live.seats):
        live.registry.spawn(live.registry.acting(live.id, carry_out_plans))


def is_watched(live: LiveTable) -> bool:
    """Whether bots think here: for a person who plays, or for somebody who looks on."""
    return bool(live.sockets or live.people()) or is_recent(live.looked)


def is_recent(then: float) -> bool:
    return time.monotonic() - then < LOOKED_SECONDS


def looked_at(live: LiveTable, viewer: Viewer, address: str) -> None:
    """Called under the lock: somebody without a socket has asked how things stand."""
    live.looked, live.looked_from, live.looked_seated = time.monotonic(), address, viewer is not None
    on_change(live)


def asker_at(live: LiveTable) -> Asker:
    """Whom a bot's decision is for: people at the table, or those who look on. Who has just made it is on the way."""
    seated = {origin_of(socket.who.address) for socket in live.sockets if socket.viewer is not None}
    around = {origin_of(socket.who.address) for socket in live.sockets}
    looking = live.looked_seated and is_recent(live.looked)
    present = bool(live.people()) and (bool(seated) or looking or now() - live.row.created < LOOKED_SECONDS * 1000)
    addresses = seated or around or {origin_of(live.looked_from)}
    return Asker(Rank.PRESENT if present else Rank.ABSENT, live.id, tuple(sorted(addresses)), partial(is_watched, live))


async def bot_turn(
    live: LiveTable, seat: Seat, bot: str, view: Any, legal: list[int], decision_version: tuple[int, int]
) -> None:
    """Lets a bot think, then takes its step if its decision is still the same.

    The seat stops thinking in `bot_step`, for the step may be followed by the same seat's next decision.
    """
    tables = live.registry
    try:
        seed = seed_for(live, seat, decision_version[0])
        action = await tables.bot_pool.choose(live.row.game, bot, view, legal, asker_at(live), seed)
        await tables.acting(
            live.id, partial(bot_step, seat=seat, bot=bot, action=action, decision_version=decision_version)
        )
    except Unwanted:
        live.thinking.discard(seat)
        if is_watched(live):  # again, since a moment
            await tables.acting(live.id, nudge)
    except BaseException:
        live.thinking.discard(seat)
        raise


def seed_for(live: LiveTable, seat: Seat, number: int) -> int | None:
    """Where several people play the same deal, the bots decide the same for all as long as all play the same.

    The seat's own number of the decision does not depend on what others do in private meanwhile.
    """
    row = live.row
    if (row.daily is None and row.deal_of is None) or isinstance(row.setup.seed, int):
        return None
    told = f"capomastro bot\n{row.setup.seed}\n{seat}\n{number}"
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8]) >> 2


async def bot_step(live: LiveTable, seat: Seat, bot: str, action: int, decision_version: tuple[int, int]) -> None:
    record = live.record
    live.thinking.discard(seat)
    if record is None or record.over or live.row.status != "running":
        return
    still_asked = seat in record.legal and live.seats[seat].played_by == bot
    if (
        still_asked
        and decision_version == (record.decision_version[seat], record.turn[seat])
        and action in record.legal[seat]
    ):
        await live.commit([record.step(seat, action, now())])
    else:
        on_change(live)  # the question has changed meanwhile


async def carry_out_plans(live: LiveTable) -> None:
    """Takes the steps that people planned; a plan that no longer makes sense is forgotten."""
    record = live.record
    if record is None or live.row.status == "closed":
        return
    plans = record.game.plans
    for row in live.seats:
        if row.plan is None or row.played_by is not None:
            continue
        view = record.game.view(record.match.state, row.seat)
        if record.over or plans is None or not plans.stands(view, row.plan):
            await live.write(partial(queries.set_seat, table=live.id, seat=row.seat, plan=None), tell=only(row.seat))
        elif row.seat in record.legal:
            action = plans.step(view, record.legal[row.seat], row.plan)
            if action in record.legal[row.seat]:
                await live.commit([record.step(row.seat, action, now())])  # which comes back here if there is more
                return


async def resume(tables: Registry, before: int) -> int:
    """Starts the bots that should be thinking for people and are not, as after a restart; returns at how many tables.

    One table after the other, and only as fast as the bots can think: people's requests go before.
    """
    resumed = 0
    for table in await tables.read(partial(due_here, tables=tables, before=before)):
        await tables.bot_pool.room()
        live = tables.live.get(table)
        if live is not None and live.thinking:
            continue
        try:
            await tables.acting(table, nudge)
            resumed += 1
        except StoreDown:
            raise
        except Refusal:
            continue  # it has been removed meanwhile
        except Exception:
            log.exception("the bots of a table cannot go on")
        await asyncio.sleep(BREATH_SECONDS)
    return resumed


def due_here(db: Connection, tables: Registry, before: int) -> list[str]:
    """The tables at which bots should be thinking, but for those that are at home with another worker."""
    due = queries.bots_due(db, before)
    if tables.homes is None or not due:
        return due
    elsewhere = lease_queries.held_elsewhere(db, tables.worker)
    return [table for table in due if table not in elsewhere]


async def nudge(live: LiveTable) -> None:
    on_change(live)
