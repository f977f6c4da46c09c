"""Reviews: who asks for one, who works at it, what is known so far."""

from typing import Any, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, delete, insert, or_, select, update

from capomastro.server.storage.schema import reviews, tables

ReviewStatus: TypeAlias = Literal["waiting", "done", "failed"]


class ReviewRow(NamedTuple):
    """A review as it is stored; `answers` and `review` are packed."""

    version: int
    status: ReviewStatus
    iterations: int
    done: int
    size: int
    answers: bytes | None = None
    review: bytes | None = None


def review_of(db: Connection, table: str) -> ReviewRow | None:
    columns = [reviews.c[name] for name in ReviewRow._fields]
    row = db.execute(select(*columns).where(reviews.c.table_id == table)).first()
    return None if row is None else ReviewRow(*row)


def ask(db: Connection, table: str, version: int, iterations: int, at: int) -> None:
    """Puts a review on the list, unless it is there or under way; one of an earlier version is made again."""
    known = review_of(db, table)
    gone = db.execute(select(tables.c.id).where(tables.c.id == table)).scalar() is None
    if gone or (known is not None and known.status != "failed" and known.version == version):
        return
    db.execute(delete(reviews).where(reviews.c.table_id == table))
    new = ReviewRow(version, "waiting", iterations, 0, 0)
    db.execute(insert(reviews).values(table_id=table, asked=at, touched=at, **new._asdict()))


def claim(db: Connection, worker: str, at: int, stale: int) -> str | None:
    """The table whose review this worker does next: the first asked for that is its own, or nobody's since `stale`."""
    free = or_(reviews.c.worker.is_(None), reviews.c.worker == worker, reviews.c.touched <= stale)
    waiting = (reviews.c.status == "waiting", free)
    table = db.execute(select(reviews.c.table_id).where(*waiting).order_by(reviews.c.asked).limit(1)).scalar()
    taken = update(reviews).where(reviews.c.table_id == table, *waiting).values(worker=worker, touched=at)
    return table if table is not None and db.execute(taken).rowcount == 1 else None


def put(db: Connection, table: str, worker: str, values: dict[str, Any]) -> bool:
    """Changes a review that this worker has; returns whether it still had it."""
    own = (reviews.c.table_id == table, reviews.c.status == "waiting", reviews.c.worker == worker)
    return db.execute(update(reviews).where(*own).values(**values)).rowcount == 1
