"""What somebody has played, as it is stored; what was remarkable in it; and the ratings of those who wish one."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from capomastro.server.protocol.refusals import Conflict
from capomastro.server.storage.rows import PLAYER
from capomastro.server.storage.schema import highlights, holdings, players, ratings, seats, tables

MOST = 1000
"""At most this many matches of somebody are counted, the last ones."""
CHUNK = 400


def finished_of(db: Connection, whom: str) -> list[Any]:
    """The matches of a device or a player's mark that are over, the last ones, in the order they ended."""
    columns = [tables.c[name] for name in ("id", "game", "touched", "scores", "winners", "daily", "origin")]
    query = select(*columns, func.min(holdings.c.seat).label("seat"), func.count().label("held"))
    query = query.join(holdings, holdings.c.table_id == tables.c.id).group_by(*columns)
    mine = (holdings.c.device == whom, holdings.c.seat >= 0, tables.c.status == "over", tables.c.scores.is_not(None))
    rows = db.execute(query.where(*mine).order_by(tables.c.touched.desc(), tables.c.id).limit(MOST)).all()
    return list(reversed(rows))


def _chunks(ids: Sequence[str]) -> Iterable[list[str]]:
    return (list(ids[first : first + CHUNK]) for first in range(0, len(ids), CHUNK))


def seats_at(db: Connection, ids: Sequence[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {table: [] for table in ids}
    columns = [seats.c[name] for name in ("table_id", "seat", "kind", "name", "stand_in")]
    for some in _chunks(ids):
        query = select(*columns).where(seats.c.table_id.in_(some)).order_by(seats.c.table_id, seats.c.seat)
        for row in db.execute(query):
            found[row.table_id].append(row)
    return found


def holders_at(db: Connection, ids: Sequence[str]) -> dict[tuple[str, int], list[str]]:
    """Who holds each seat: players' marks first."""
    found: dict[tuple[str, int], list[str]] = {}
    for some in _chunks(ids):
        query = select(holdings.c.table_id, holdings.c.seat, holdings.c.device).where(
            holdings.c.table_id.in_(some), holdings.c.seat >= 0
        )
        for row in db.execute(query):
            found.setdefault((row.table_id, row.seat), []).append(row.device)
    return {place: sorted(who, key=lambda one: (not one.startswith(PLAYER), one)) for place, who in found.items()}


def highlights_of(db: Connection, ids: Sequence[str]) -> dict[str, str]:
    found = {}
    for some in _chunks(ids):
        for row in db.execute(select(highlights).where(highlights.c.table_id.in_(some))):
            found[row.table_id] = row.facts
    return found


def unnoted(db: Connection, most: int, among: Sequence[str] | None = None) -> list[str]:
    """Finished matches that were not looked through yet, the first to end first."""
    query = select(tables.c.id).join(highlights, highlights.c.table_id == tables.c.id, isouter=True)
    query = query.where(tables.c.status == "over", highlights.c.table_id.is_(None))
    if among is not None:
        query = query.where(tables.c.id.in_(list(among)))
    return list(db.execute(query.order_by(tables.c.touched, tables.c.id).limit(most)).scalars())


def outdated(db: Connection, game: str, version: int, most: int) -> list[str]:
    """Matches that were looked through by an earlier version of the game's highlights."""
    query = select(tables.c.id).join(highlights, highlights.c.table_id == tables.c.id)
    query = query.where(tables.c.game == game, highlights.c.version > 0, highlights.c.version < version)
    return list(db.execute(query.order_by(tables.c.id).limit(most)).scalars())


def note(db: Connection, table: str, version: int, facts: str) -> bool:
    """Keeps what was remarkable; returns whether the match is counted for the first time."""
    if db.execute(select(tables.c.id).where(tables.c.id == table)).scalar() is None:
        return False
    known = update(highlights).where(highlights.c.table_id == table).values(version=version, facts=facts)
    if db.execute(known).rowcount:
        return False
    db.execute(insert(highlights).values(table_id=table, version=version, facts=facts))
    return True


def rated_since(db: Connection, who: Iterable[str]) -> dict[str, int]:
    """Since when each of these players wishes to be rated; the others are left out."""
    query = select(players.c.id, players.c.rated).where(players.c.id.in_(list(who)), players.c.rated.is_not(None))
    return {row.id: row.rated for row in db.execute(query)}


def ratings_of(db: Connection, player: str | None) -> list[Any]:
    return list(db.execute(select(ratings).where(ratings.c.player == player).order_by(ratings.c.game)))


def ladder(db: Connection, game: str) -> list[Any]:
    query = select(ratings, players.c.name).join(players, players.c.id == ratings.c.player)
    return list(db.execute(query.where(ratings.c.game == game, players.c.rated.is_not(None))))


def put_rating(db: Connection, player: str, game: str, before: int, mu: float, sigma: float) -> None:
    """Writes a rating after another match; raises `Conflict` if somebody else has counted one meanwhile."""
    if before == 0:
        db.execute(insert(ratings).values(player=player, game=game, mu=mu, sigma=sigma, matches=1))
        return
    known = (ratings.c.player == player, ratings.c.game == game, ratings.c.matches == before)
    changed = update(ratings).where(*known).values(mu=mu, sigma=sigma, matches=before + 1)
    if db.execute(changed).rowcount != 1:
        raise Conflict("another match was counted meanwhile")


def drop_ratings(db: Connection, player: str | None) -> None:
    db.execute(delete(ratings).where(ratings.c.player == player))
