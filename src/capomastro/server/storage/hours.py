"""When somebody wants to hear of something: at once, in a summary, and not in their quiet hours."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

MINUTES_A_DAY = 24 * 60


@lru_cache(64)
def zone_named(name: str) -> ZoneInfo | None:
    """A time zone such as Europe/Rome, or nothing if there is none of this name."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # no such zone, or no name of one
        return None


def due_at(wish: Any, at: int) -> int:
    """When what happens at this moment is to be told; both in milliseconds. `wish` is a row of `wishes`."""
    zone = zone_named(wish.zone) or zone_named("UTC")
    local = datetime.fromtimestamp(at / 1000, zone)
    if wish.digest == "hourly":
        local = local.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    elif wish.digest == "daily":
        local = next_time(local, wish.digest_at)
    if is_quiet(wish, local):
        local = next_time(local, wish.quiet_to)
    return max(at, int(local.timestamp() * 1000))


def is_quiet(wish: Any, local: datetime) -> bool:
    first: int | None = wish.quiet_from
    last: int | None = wish.quiet_to
    if first is None or last is None or first == last:
        return False
    minute = local.hour * 60 + local.minute
    return first <= minute < last if first < last else minute >= first or minute < last


def next_time(local: datetime, minute: int) -> datetime:
    """The next moment at which clocks there show this minute of the day."""
    hour, minute = divmod(minute, 60)
    found = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return found if found > local else found + timedelta(days=1)
