"""Whose turn it is without a person: bots think and step, plans are carried out."""

from functools import partial
from typing import Any

from capomastro.game import Seat
from capomastro.server import store
from capomastro.server.live import Live
from capomastro.server.rows import now
from capomastro.server.tables import Tables


def after(live: Live) -> None:
    """Called under the lock whenever something has changed: sets going whatever goes by itself."""
    record = live.record
    if record is None or record.over or live.row.status != "running":
        return
    for seat, legal in record.legal.items():
        bot = live.seats[seat].played_by
        if bot is not None and seat not in live.thinking:
            live.thinking.add(seat)
            view = record.game.view(record.match.state, seat)
            posed = (record.posed[seat], record.turn[seat])
            live.hub.spawn(bot_turn(live.hub, live.id, seat, bot, view, legal, posed))
    if any(seat.plan is not None for seat in live.seats):
        live.hub.spawn(live.hub.acting(live.id, carry_out_plans))


async def bot_turn(
    tables: Tables, table: str, seat: Seat, bot: str, view: Any, legal: list[int], posed: tuple[int, int]
) -> None:
    """Lets a bot think, then takes its step if its decision is still the same."""
    try:
        game = tables.live[table].row.game
        action = await tables.botwork.choose(game, bot, view, legal)
        await tables.acting(table, partial(bot_step, seat=seat, bot=bot, action=action, posed=posed))
    finally:
        live = tables.live.get(table)
        if live is not None:
            live.thinking.discard(seat)


async def bot_step(live: Live, seat: Seat, bot: str, action: int, posed: tuple[int, int]) -> None:
    record = live.record
    live.thinking.discard(seat)
    if record is None or record.over or live.row.status != "running":
        return
    asked = seat in record.legal and live.seats[seat].played_by == bot
    if asked and posed == (record.posed[seat], record.turn[seat]) and action in record.legal[seat]:
        await live.commit([record.step(seat, action, now())])
    else:
        after(live)  # the question has changed meanwhile


async def carry_out_plans(live: Live) -> None:
    """Takes the steps that people planned; a plan that no longer makes sense is forgotten."""
    record = live.record
    if record is None or live.row.status == "closed":
        return
    plans: Any = getattr(record.game, "plans", None)
    for row in live.seats:
        if row.plan is None or row.played_by is not None:
            continue
        view = record.game.view(record.match.state, row.seat)
        if record.over or plans is None or not plans.stands(view, row.plan):
            await live.write(partial(store.set_seat, table=live.id, seat=row.seat, plan=None), tell=1 << (row.seat + 1))
        elif row.seat in record.legal:
            action = plans.step(view, record.legal[row.seat], row.plan)
            if action in record.legal[row.seat]:
                await live.commit([record.step(row.seat, action, now())])  # which comes back here if there is more
                return


async def resume(tables: Tables, before: int) -> int:
    """Sets going the bots that have to move and do not, as after a restart; returns at how many tables."""
    due = await tables.read(lambda db: store.bots_due(db, before))
    for table in due:
        live = tables.live.get(table)
        if live is None or not live.thinking:
            tables.spawn(tables.acting(table, nudge))
    return len(due)


async def nudge(live: Live) -> None:
    after(live)
