"""Which worker a table is at home with, where several share a PostgreSQL. All times are the database's own."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

LEASE_MS = 3_000
"""A worker that has not said for this long that it is alive has lost its tables."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

BEAT = f"""
INSERT INTO workers (id, address, secret, version, until)
VALUES (%(id)s, %(address)s, %(secret)s, %(version)s, {NOW} + {LEASE_MS})
ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
"""For the thread that has a connection of its own: a worker is alive also while its event loop is busy."""

TAKE = text(f"""
INSERT INTO leases (table_id, worker, fence)
SELECT CAST(:table AS varchar), CAST(:worker AS varchar), 1
WHERE EXISTS (SELECT 1 FROM tables WHERE id = CAST(:table AS varchar))
ON CONFLICT (table_id) DO UPDATE SET worker = excluded.worker, fence = leases.fence + 1
WHERE leases.worker <> excluded.worker
AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.id = leases.worker AND workers.until > {NOW})
RETURNING fence
""")
HOLDER = text("""
SELECT leases.worker, leases.fence, workers.address, workers.secret
FROM leases LEFT JOIN workers ON workers.id = leases.worker WHERE leases.table_id = :table
""")
ALIVE = text(f"{HOLDER.text} AND workers.until > {NOW}")
HELD = text(
    "SELECT count(*) FROM (SELECT 1 FROM leases WHERE worker = :worker AND table_id = ANY(:tables) FOR SHARE) x"
)
GIVE_BACK = text("DELETE FROM leases WHERE worker = :worker AND table_id = ANY(:tables)")
ELSEWHERE = text(f"""
SELECT table_id FROM leases JOIN workers ON workers.id = leases.worker
WHERE leases.worker <> :worker AND workers.until > {NOW}
""")


class Lease(NamedTuple):
    """Who has a table, how often it has changed hands, and where to find them."""

    worker: str
    fence: int
    address: str
    secret: str


def holder(db: Connection, table: str) -> Lease | None:
    """Who has a table, if that worker is alive.

    Whoever takes a table locks its lease, even if it turns out to be another's: so one looks first. Two workers that
    asked for each other's tables while they wrote to their own would wait for each other.
    """
    return lease_of(db.execute(ALIVE, {"table": table}).first())


def lease_of(row: Any) -> Lease | None:
    return None if row is None else Lease(row.worker, row.fence, row.address or "", row.secret or "")


def take(db: Connection, table: str, worker: str) -> Lease | None:
    """Makes a table this worker's unless another that is alive has it; says who has it. None: no such table."""
    fence = db.execute(TAKE, {"table": table, "worker": worker}).scalar()
    if fence is not None:
        return Lease(worker, fence, "", "")
    return lease_of(db.execute(HOLDER, {"table": table}).first())


def all_held(db: Connection, worker: str, tables: Sequence[str]) -> bool:
    """Whether this worker still has all these tables; they cannot change hands before the transaction is over."""
    return db.execute(HELD, {"worker": worker, "tables": list(tables)}).scalar() == len(tables)


def give_back(db: Connection, worker: str, tables: Iterable[str]) -> None:
    db.execute(GIVE_BACK, {"worker": worker, "tables": list(tables)})


def leave(db: Connection, worker: str) -> None:
    """A worker stops: its tables are free at once. Rows of those that died long ago go with it."""
    db.execute(text("DELETE FROM leases WHERE worker = :worker"), {"worker": worker})
    db.execute(text(f"DELETE FROM workers WHERE id = :worker OR until < {NOW} - 3600000"), {"worker": worker})


def held_elsewhere(db: Connection, worker: str) -> set[str]:
    """The tables that are at home with other workers now."""
    return {row.table_id for row in db.execute(ELSEWHERE, {"worker": worker})}
