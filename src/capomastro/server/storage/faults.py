"""Why the store cannot be used, told apart; and who keeps an eye on it."""

import logging
import sqlite3
import threading
import time
from typing import Any

from sqlalchemy.exc import TimeoutError as PoolTimeout

from capomastro.core.refusals import Reason
from capomastro.server.protocol.refusals import StoreDown

log = logging.getLogger("capomastro.store")

FAULTS = ("locked", "full", "disk", "denied", "corrupt", "newer", "unreachable", "slow", "unknown")
"""Each has words under `store.reason`."""
PASSING = ("locked", "slow")
"""Faults of a store that is healthy but busy."""
DAMAGE_SECONDS = 600.0
"""A damaged page is still damaged when another page can be read: for this long the server reports itself unwell."""
QUIET_SECONDS = 60.0
"""The same fault is logged at most once in this time."""

SQLITE = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_READONLY: "denied",
    sqlite3.SQLITE_PERM: "denied",
    sqlite3.SQLITE_CANTOPEN: "denied",
    sqlite3.SQLITE_AUTH: "denied",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}
POSTGRES = {"53100": "full", "58030": "disk", "57014": "slow", "55P03": "locked", "40P01": "locked", "25006": "denied"}
POSTGRES_CLASSES = {"08": "unreachable", "57": "unreachable", "53": "unreachable", "28": "denied", "42": "denied"}
POSTGRES_CLASSES |= {"3D": "denied", "XX": "corrupt"}


def why_of(error: Any) -> str:
    """Which of the faults a database's error is; drivers say it by numbers."""
    if isinstance(error, PoolTimeout):
        return "slow"
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, PermissionError):
        return "denied"
    if isinstance(cause, sqlite3.Error):
        number = getattr(cause, "sqlite_errorcode", None)
        return SQLITE.get(number & 0xFF, "unknown") if number is not None else "unknown"
    if isinstance(cause, OSError):
        return "disk"
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return POSTGRES.get(state) or POSTGRES_CLASSES.get(state[:2], "unknown")
    return (
        "unreachable" if "OperationalError" in type(cause).__name__ or "Timeout" in type(cause).__name__ else "unknown"
    )


def store_down(error: Any) -> StoreDown:
    text = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return StoreDown(text[:200], why_of(error))


def reason_of(error: StoreDown) -> Reason:
    """What is the matter, without the database's own words."""
    return Reason(f"store.{error.why}")


def sentence(error: StoreDown) -> str:
    """For the operator: what is the matter, and what the database itself says."""
    return f"{reason_of(error)} ({error})" if str(error) else str(reason_of(error))


class StoreWatch:
    """Notes every failure of the store, from any thread; logs each kind once in a while, with its cause."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.last: StoreDown | None = None
        self.at = 0.0
        self.logged: dict[str, float] = {}

    def failed(self, error: StoreDown) -> None:
        now = time.monotonic()
        with self.lock:
            if error.why not in PASSING:
                self.last, self.at = error, now
            known = self.logged.get(error.why)
            if known is not None and now - known < QUIET_SECONDS:
                return
            self.logged[error.why] = now
        level = logging.WARNING if error.why in PASSING else logging.ERROR
        log.log(level, "the store failed: %s", sentence(error))

    def worked(self) -> None:
        """Reading and writing were tried, and worked."""
        with self.lock:
            if self.last is not None and (self.last.why != "corrupt" or time.monotonic() - self.at > DAMAGE_SECONDS):
                self.last = None
                self.logged.clear()

    def trouble(self) -> Reason | None:
        """What is the matter, if anything is; without the database's own words, for anybody may ask."""
        last = self.last
        return None if last is None else reason_of(last)
