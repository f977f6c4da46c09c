"""Which day it is for daily deals, and what may be done at their tables: everybody plays alone, and as it was dealt."""

from datetime import UTC, date, datetime, timedelta

from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage.rows import DAY_MS, TableRow, now


def today(at: int | None = None) -> str:
    """The day as `2026-11-16`; it begins at midnight in UTC, for everybody at once."""
    return datetime.fromtimestamp((now() if at is None else at) / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day's deal closes."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int(midnight.timestamp() * 1000) + DAY_MS


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def is_secret(row: TableRow) -> bool:
    """Whether others can still play this deal, so that nobody may see it who does not."""
    return row.daily is not None and row.daily >= today()


def as_dealt(row: TableRow) -> None:
    """Refuses what would make a daily deal easier for one than for others."""
    if row.daily is not None:
        raise Refusal("daily-alone")


def not_secret(row: TableRow) -> None:
    """Refuses what would show a daily deal to others while they can still play it."""
    if is_secret(row):
        raise Refusal("daily-secret")
