"""What each viewer saw, stored beside the log, so that a match can be shown when its rules are gone."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from capomastro.server.storage.schema import snapshots, tables

PLAYED = ("running", "over", "closed")


class SnapshotRow(NamedTuple):
    """The rendered views, packed, after this many entries of the log."""

    entries: int
    at: int
    views: bytes


class Unkept(NamedTuple):
    """A table whose last entries are in no snapshot."""

    id: str
    status: str
    touched: int


def snapshot_of(db: Connection, table: str) -> SnapshotRow | None:
    columns = (snapshots.c.entries, snapshots.c.at, snapshots.c.views)
    row = db.execute(select(*columns).where(snapshots.c.table_id == table)).first()
    return None if row is None else SnapshotRow(*row)


def put_snapshot(db: Connection, table: str, row: SnapshotRow) -> bool:
    """Stores it unless a later one is there, or the table is gone; returns whether it did."""
    known = db.execute(select(snapshots.c.entries).where(snapshots.c.table_id == table)).scalar()
    there = db.execute(select(tables.c.id).where(tables.c.id == table)).scalar()
    if there is None or (known is not None and known > row.entries):
        return False
    db.execute(delete(snapshots).where(snapshots.c.table_id == table))
    db.execute(insert(snapshots).values(table_id=table, **row._asdict()))
    return True


def unkept(db: Connection, after: str, since: int, most: int) -> tuple[list[Unkept], str | None]:
    """Tables used since then whose snapshot is missing or old, among the next few by id; and where to go on."""
    query = select(tables.c.id, tables.c.status, tables.c.touched, tables.c.entries, snapshots.c.entries.label("kept"))
    query = query.join(snapshots, snapshots.c.table_id == tables.c.id, isouter=True)
    query = query.where(tables.c.status.in_(PLAYED), tables.c.touched >= since, tables.c.id > after)
    rows = db.execute(query.order_by(tables.c.id).limit(most)).all()
    found = [Unkept(row.id, row.status, row.touched) for row in rows if row.entries > (row.kept or 0)]
    return found, rows[-1].id if len(rows) == most else None


def mark_frozen(db: Connection, table: str, reason: str | None) -> None:
    """Notes for lists why the match cannot be played again, or that it can; whoever opens it finds out again."""
    other = tables.c.frozen.is_not(None) if reason is None else func.coalesce(tables.c.frozen, "") != reason
    db.execute(update(tables).where(tables.c.id == table, other).values(frozen=reason))
