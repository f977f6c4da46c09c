"""What somebody has played here, for themselves alone: a player's matches, or those of this device."""

from collections import Counter
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from capomastro.core.highlights import SeatHighlights
from capomastro.server.players.chronicle import Chronicler
from capomastro.server.players.identity import me_of, own_player, signed_in
from capomastro.server.protocol.bodies import PutRated
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.player_responses import Me
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.return_responses import (
    GameRecord,
    Group,
    HighlightInfo,
    LadderLine,
    OpeningInfo,
    Opponent,
    PlayedMatch,
    PlayRecord,
    RatingInfo,
)
from capomastro.server.storage import device_queries, player_queries, queries, record_queries
from capomastro.server.storage.privacy_queries import GUEST
from capomastro.server.storage.rows import now
from capomastro.server.table.registry import Registry
from capomastro.server.table.seating import path_of

MOST_SHOWN = 50
MOST_OPPONENTS = 30
MOST_LADDER = 20
decode_highlights = msgspec.json.Decoder(list[SeatHighlights]).decode

Names: TypeAlias = tuple[str, str]
"""Somebody, by what they hold a seat with and by the name they gave there: under another name they are another."""


class Played(Struct):
    """One of somebody's matches. `counts`: they sat in one seat, to the end, and it was no practice."""

    row: Any
    scores: tuple[int, ...]
    won: bool
    others: list[tuple[Names, int]]
    counts: bool

    @property
    def points(self) -> int:
        found: int = self.scores[self.row.seat]
        return found


async def record(tables: Registry, chronicler: Chronicler, who: Who) -> PlayRecord:
    found = await tables.read(lambda db: record_queries.finished_of(db, holder_of(db, who)))
    pending = await chronicler.catch_up([row.id for row in found])
    return await tables.read(lambda db: gathered(db, who, pending, ratings=tables.settings.ratings))


def holder_of(db: Connection, who: Who) -> str:
    """Whose matches are counted: the player's, or this device's if it is nobody's."""
    player = device_queries.player_of(db, who.device)
    return who.device or "" if player is None else device_queries.mark_of(player)


def played_by(db: Connection, holder: str) -> list[Played]:
    rows = record_queries.finished_of(db, holder)
    ids = [row.id for row in rows]
    sitting, holders, found = record_queries.seats_at(db, ids), record_queries.holders_at(db, ids), []
    for row in rows:
        seats, scores = sitting[row.id], queries.numbers(row.scores)
        others = []
        for seat in seats:
            theirs = holders.get((row.id, seat.seat), [])
            known = seat.kind != "bot" and theirs and holder not in theirs and seat.name not in (None, GUEST)
            if known:
                others.append(((theirs[0], seat.name), scores[seat.seat]))
        own = seats[row.seat]
        counts = row.held == 1 and own.stand_in is None and row.origin is None
        found.append(Played(row, scores, row.seat in queries.numbers(row.winners), others, counts))
    return found


def gathered(db: Connection, who: Who, pending: int, *, ratings: bool) -> PlayRecord:
    player = device_queries.player_of(db, who.device)
    played = played_by(db, holder_of(db, who))
    facts = record_queries.highlights_of(db, [one.row.id for one in played])
    rated = ratings and player is not None and bool(record_queries.rated_since(db, [player]))
    games = []
    for game in sorted({one.row.game for one in played}):
        counted = [one for one in played if one.row.game == game and one.counts]
        if counted:
            games.append(game_record(db, game, counted, facts, player if rated else None))
    return PlayRecord(
        games=sorted(games, key=lambda one: -one.matches),
        opponents=opponents(played),
        matches=[shown(one) for one in reversed(played[-MOST_SHOWN:])],
        pending=pending,
        player=player is not None,
        ratings=ratings,
        rated=rated,
    )


def shown(one: Played) -> PlayedMatch:
    row = one.row
    return PlayedMatch(
        row.id,
        path_of(row.id),
        row.game,
        row.touched,
        len(one.scores),
        bool(one.others),
        one.points,
        one.won,
        row.daily,
    )


def game_record(
    db: Connection, game: str, played: list[Played], facts: dict[str, str], rated: str | None
) -> GameRecord:
    now_won, longest = streaks(played)
    groups: dict[tuple[int, bool], list[Played]] = {}
    for one in played:
        groups.setdefault((len(one.scores), bool(one.others)), []).append(one)
    best, openings = remarkable(played, facts)
    mine, lines = standing(db, game, rated)
    return GameRecord(
        game=game,
        matches=len(played),
        won=sum(one.won for one in played),
        streak=now_won,
        longest=longest,
        groups=[group(seats, people, some) for (seats, people), some in sorted(groups.items())],
        highlights=best,
        openings=openings,
        rating=mine,
        ladder=lines,
    )


def group(seats: int, people: bool, some: list[Played]) -> Group:
    points = [one.points for one in some]
    return Group(seats, people, len(some), sum(one.won for one in some), sum(points) / len(points), max(points))


def streaks(played: list[Played]) -> tuple[int, int]:
    """Matches won in a row: up to now, and the most ever."""
    current = longest = 0
    for one in played:
        current = current + 1 if one.won else 0
        longest = max(longest, current)
    return current, longest


def remarkable(played: list[Played], facts: dict[str, str]) -> tuple[list[HighlightInfo], list[OpeningInfo]]:
    """The best of each kind, the first of equal ones; and how often each opening was won with."""
    best: dict[str, HighlightInfo] = {}
    begun, won = Counter[str](), Counter[str]()
    for one in played:
        found = decode_highlights(facts.get(one.row.id, "[]"))
        if one.row.seat >= len(found):
            continue
        mine = found[one.row.seat]
        for kind, what in mine.best.items():
            if kind not in best or what.value > best[kind].value:
                table = one.row.id
                best[kind] = HighlightInfo(kind, what.value, what.facts, table, path_of(table), one.row.touched)
        if mine.opening is not None:
            begun[mine.opening] += 1
            won[mine.opening] += one.won
    openings = [OpeningInfo(name, number, won[name]) for name, number in begun.most_common()]
    return list(best.values()), openings


def standing(db: Connection, game: str, rated: str | None) -> tuple[RatingInfo | None, list[LadderLine]]:
    """One's rating and the others'; only whoever is rated sees them. Who is less certain stands lower."""
    if rated is None:
        return None, []
    rows = sorted(record_queries.ladder(db, game), key=lambda row: (3 * row.sigma - row.mu, row.name))
    lines = [
        LadderLine(place, row.name, row.mu, row.sigma, row.matches, row.player == rated)
        for place, row in enumerate(rows, 1)
    ]
    mine = next((RatingInfo(line.mu, line.sigma, line.matches) for line in lines if line.mine), None)
    return mine, [line for line in lines if line.place <= MOST_LADDER or line.mine]


def opponents(played: list[Played]) -> list[Opponent]:
    found: dict[Names, Opponent] = {}
    for one in played:
        if not one.counts:
            continue
        for whom, points in one.others:
            known = found.get(whom, Opponent(whom[1], 0, 0, 0, 0, 0))
            found[whom] = Opponent(
                whom[1],
                known.matches + 1,
                known.ahead + (one.points > points),
                known.behind + (one.points < points),
                known.level + (one.points == points),
                one.row.touched,
            )
    return sorted(found.values(), key=lambda one: (-one.matches, -one.last))[:MOST_OPPONENTS]


async def put_rated(tables: Registry, who: Who, body: PutRated) -> Me:
    """Whoever wishes no rating any more has none, and begins anew if they wish one again."""
    if body.rated and not tables.settings.ratings:
        raise Refusal("no-ratings")

    def work(db: Connection) -> Me:
        player = signed_in(db, who)
        if not body.rated:
            player_queries.set_player(db, player, rated=None)
            record_queries.drop_ratings(db, player)
        elif not record_queries.rated_since(db, [player]):
            player_queries.set_player(db, player, rated=now())
        return me_of(db, who)

    return await tables.across(own_player(who), work)
