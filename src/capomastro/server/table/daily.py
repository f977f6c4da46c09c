"""The daily deal: everybody plays the same cards against the same bots, once.

The seed of a day follows from a secret of the server's store and the date. Nobody can know it before the day begins,
it is the same for everybody here, and it is told like every seed when the match is over.
"""

import hashlib
import hmac
import re
import secrets
from contextlib import suppress
from statistics import median
from typing import Any

from sqlalchemy import Connection

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.errors import CapomastroError
from capomastro.core.game import AnyGame
from capomastro.core.match import new_setup
from capomastro.server.bots.pool import check_bot, usual_bot
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.bodies import NewSeat, StartDaily
from capomastro.server.protocol.identity import Who, hashed, new_secret, new_table_id
from capomastro.server.protocol.refusals import Conflict, Refusal, unavailable
from capomastro.server.protocol.responses import Rematch
from capomastro.server.protocol.return_responses import Daily, DailyLine, MyDaily
from capomastro.server.storage import daily_queries, device_queries, key_queries, queries
from capomastro.server.storage.rows import Rows, TableRow, now
from capomastro.server.table.days import day_before, end_of, today
from capomastro.server.table.owner import new_seat, put_up
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import laid, nickname, path_of

SEATS = 3
"""Where a game can be played so; otherwise as few as it takes."""
TRIES = 3
MOST_LINES = 100
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
KEY = "daily"
"""What the server calls the secret that daily deals follow from."""


def seed_of(secret: str, day: str, game: str) -> str:
    return hmac.new(bytes.fromhex(secret), f"capomastro daily\n{day}\n{game}".encode(), hashlib.sha256).hexdigest()


def seats_of(game: AnyGame) -> int:
    return SEATS if SEATS in game.seat_counts else game.seat_counts[0]


def bot_of(tables: Registry, game: AnyGame) -> str:
    """The bot that the operator wants, where it plays this game."""
    wanted = tables.settings.daily_bot
    with suppress(CapomastroError):
        if wanted:
            check_bot(wanted, game)
            return wanted
    return usual_bot(game)


def known_game(name: str) -> AnyGame:
    if name not in game_names():
        raise Refusal("no-such-game")
    return game_named(name)


async def start(tables: Registry, who: Who, body: StartDaily) -> Rematch:
    """A table with today's deal, or the one at which somebody plays it already."""
    game, day, device = known_game(body.game), today(), who.device or ""
    for _ in range(TRIES):
        known = await tables.read(lambda db: daily_queries.play_of(db, device, day, game.name))
        if known is not None:
            return Rematch(known, path_of(known))
        try:
            return await lay_out(tables, who, game, day, nickname(body.name) or "")
        except Conflict:
            continue  # another device of the same player was faster
    raise unavailable()


async def secret_of(tables: Registry) -> str:
    known = await tables.read(lambda db: key_queries.key_named(db, KEY))
    if known is None:
        fresh = secrets.token_hex(32)
        known = await tables.writer.write("", NOBODY, lambda db: key_queries.keep_key(db, KEY, fresh))
    return known


async def lay_out(tables: Registry, who: Who, game: AnyGame, day: str, name: str) -> Rematch:
    device, bot = who.device or "", bot_of(tables, game)
    setup = new_setup(game.name, seats_of(game), seed=seed_of(await secret_of(tables), day, game.name))
    seats = [new_seat(0, NewSeat(kind="me", name=name), setup)]
    seats += [new_seat(seat, NewSeat(kind="bot", bot=bot), setup) for seat in range(1, setup.seats)]
    seats[0].token = hashed(new_secret())
    row = TableRow(
        id=new_table_id(),
        game=game.name,
        setup=setup,
        name="",
        public=False,
        watch=False,
        scored=True,
        days=None,
        owner=device,
        rules=setup.rules,
        webhook=None,
        created=now(),
        touched=now(),
        daily=day,
    )
    live, lay = laid(tables, Rows(row, seats, [(0, device)], []))

    def write(db: Connection) -> Rows:
        stored = lay(db)
        device_queries.know(db, device, who.label)
        device_queries.own(db, row.id, device)
        daily_queries.add_play(db, device, day, game.name, row.id)
        return queries.rows_of(db, row.id) or stored

    await put_up(tables, live, write)
    return Rematch(row.id, path_of(row.id))


async def look(tables: Registry, who: Who, name: str, day: str | None) -> Daily:
    """How a day's deal went. While it is open, only whoever has played it learns how others did."""
    game, now_day = known_game(name), today()
    wanted = now_day if day is None else day
    if not DAY.fullmatch(wanted) or wanted > now_day:
        raise Refusal("no-such-day")
    try:
        closes = end_of(wanted)
    except ValueError:
        raise Refusal("no-such-day") from None

    def ask(db: Connection) -> Daily:
        table = daily_queries.play_of(db, who.device, wanted, game.name)
        rows = daily_queries.finished(db, wanted, game.name)
        lines = sorted((line_of(row, table) for row in rows), key=lambda line: (-line.points, line.name))
        mine = None
        if table is not None:
            status = daily_queries.status_of(db, table)
            points = next((line.points for line in lines if line.mine), None)
            mine = MyDaily(table, path_of(table), status, points)
        told = wanted < now_day or (mine is not None and mine.status == "over")
        points_of_all = [line.points for line in lines]
        shown = [line for place, line in enumerate(lines) if place < MOST_LINES or line.mine]
        return Daily(
            day=wanted,
            game=game.name,
            open=wanted == now_day,
            closes=closes,
            seats=seats_of(game),
            bot=bot_of(tables, game),
            players=len(lines),
            mine=mine,
            lines=shown if told else None,
            median=float(median(points_of_all)) if told and lines else None,
            best=max(points_of_all) if told and lines else None,
            streak=streak_of(daily_queries.days_of(db, who.device, game.name), now_day),
        )

    return await tables.read(ask)


def line_of(row: Any, mine: str | None) -> DailyLine:
    scores, winners = queries.numbers(row.scores), queries.numbers(row.winners)
    place = sum(score > scores[0] for score in scores) + 1
    return DailyLine(row.name or "", scores[0], 0 in winners, place, row.id == mine)


def streak_of(days: set[str], day: str) -> int:
    """On how many days in a row, up to this one or the one before."""
    if day not in days:
        day = day_before(day)
    found = 0
    while day in days:
        found, day = found + 1, day_before(day)
    return found
