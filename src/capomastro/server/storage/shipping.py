"""Continuous copies of a SQLite database: a base, then every change of its write-ahead log (WAL) as it is committed.

    FOLDER/2026-11-17T050000Z/base.sqlite.gz          all there was at that moment
    FOLDER/2026-11-17T050000Z/0001-000000000000-AT.wal.gz   bytes of the first WAL from that offset on, shipped at AT

Files are complete when they appear and are not changed afterwards, so whatever copies the folder elsewhere may do so at
any time. A restored database is the base with the WALs played into it one after another, by SQLite itself.

How nothing is missed, while the server writes and nobody tells it of us: SQLite begins its WAL anew only when all of
it is in the database file. A reader of ours that needs nothing but that file (it began when the WAL was empty in this
sense) keeps everybody from copying more into it, so the WAL we follow can begin anew once, and only grow from then on.
When it is large we hold the lock of writers for a moment, ship the rest, have it copied into the file, and begin
another such reader. If the WAL is not the expected one after all, a new base is made.
"""

import gzip
import io
import logging
import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import IO

from msgspec import Struct

from capomastro.core.errors import BadSetup
from capomastro.server.storage.database import BUSY_MS, PRIVATE, make_private

log = logging.getLogger("capomastro.backup")
BASE = "base.sqlite.gz"
HEADER, FRAME_HEADER = 32, 24
ROTATE_BYTES = 8_000_000
"""A WAL that is larger is begun anew."""


class Wal(Struct, frozen=True):
    """The head of a WAL: its pages' size and two numbers that differ in every WAL."""

    page: int
    salt: int
    salts: bytes

    @property
    def frame(self) -> int:
        return self.page + FRAME_HEADER


class Shipper:
    """Follows one database. `folder` is where the copies go."""

    def __init__(self, file: Path, folder: Path, *, rotate: int = ROTATE_BYTES) -> None:
        self.file, self.folder, self.rotate_at = file, folder, rotate
        self.pin, self.lock, self.checkpoint = (self._connect() for _ in range(3))
        self.generation = folder
        self.wal: Wal | None = None
        self.segment, self.shipped = 1, 0
        self.begun = 0.0

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.file, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA wal_autocheckpoint=0")
        if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            db.close()
            raise BadSetup(f"{self.file} is no database of a server")
        return db

    def close(self) -> None:
        for db in (self.pin, self.lock, self.checkpoint):
            db.close()

    def begin(self) -> None:
        """A new base, to which what follows is added."""
        self._turn()
        name = time.strftime("%Y-%m-%dT%H%M%SZ", time.gmtime())
        while (self.folder / name).exists():
            name += "x"  # two in one second: still in the order of their names
        self.generation = self.folder / name
        self.generation.mkdir(parents=True, mode=0o700)
        copy = self.generation / "base.sqlite"
        make_private(copy)
        with closing(sqlite3.connect(copy)) as target:
            self.pin.backup(target)
        with copy.open("rb") as source:
            write(self.generation / BASE, source)
        for rest in self.generation.glob("base.sqlite*"):
            if rest.name != BASE:
                rest.unlink()
        self.wal, self.segment, self.shipped = None, 1, 0
        self.begun = time.monotonic()
        log.info("a new base: %s", self.generation)

    def _turn(self) -> None:
        """Under the writers' lock: ships the rest, has it copied into the file, begins a reader of the file alone."""
        self.lock.execute("BEGIN IMMEDIATE")
        try:
            if self.wal is not None:
                self._ship_frames()
            if self.pin.in_transaction:
                self.pin.execute("ROLLBACK")
            self._frames()
            self.pin.execute("BEGIN")
            self.pin.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            self.lock.execute("ROLLBACK")

    def _frames(self) -> int:
        """How many frames of the WAL are committed, and durable. Copies those nobody needs any more into the file."""
        return max(0, int(self.checkpoint.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]))

    def ship(self) -> int:
        """Copies what was committed since the last time; returns how many bytes."""
        count = self._ship_frames()
        if count < 0:
            log.warning("the write-ahead log is not the one that was followed")
            self.begin()
            return max(0, self._ship_frames())
        if self.shipped > self.rotate_at:
            self._turn()
        return count

    def _ship_frames(self) -> int:
        """-1 if the WAL is another one than the one expected."""
        frames = self._frames()
        if not frames:
            return 0
        with Path(f"{self.file}-wal").open("rb") as source:
            wal = head_of(source.read(HEADER))
            segment, begin = self.segment, self.shipped
            if self.wal is not None and wal.salts != self.wal.salts:
                if wal.salt != (self.wal.salt + 1) & 0xFFFFFFFF:
                    return -1
                segment, begin = segment + 1, 0
            source.seek(begin)
            data = source.read(max(0, HEADER + frames * wal.frame - begin))
            source.seek(0)
            if head_of(source.read(HEADER)).salts != wal.salts or not whole(data, begin, wal):
                return 0  # it has just begun anew: the next look tells
        if data:
            at = int(time.time() * 1000)
            write(self.generation / f"{segment:04}-{begin:012}-{at}.wal.gz", io.BytesIO(data))
            self.wal, self.segment, self.shipped = wal, segment, begin + len(data)
        return len(data)


def head_of(data: bytes) -> Wal:
    if len(data) < HEADER:
        return Wal(0, 0, b"")
    page, _, salt = struct.unpack(">III", data[8:20])
    return Wal(page, salt, data[16:24])


def whole(data: bytes, begin: int, wal: Wal) -> bool:
    """Whether all these frames are of this WAL; older ones may lie behind its end."""
    first = HEADER if begin == 0 else 0
    if (len(data) - first) % wal.frame:
        return False
    return all(data[at + 8 : at + 16] == wal.salts for at in range(first, len(data), wal.frame))


def write(file: Path, source: IO[bytes]) -> None:
    """All of it or nothing, and durable."""
    new = file.with_name(f".{file.name}.new")
    with os.fdopen(os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, PRIVATE), "wb") as target:
        with gzip.GzipFile("", "wb", 1, target) as packed:
            shutil.copyfileobj(source, packed)
        target.flush()
        os.fsync(target.fileno())
    new.replace(file)
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def generations(folder: Path) -> list[Path]:
    """Those that have their base, the oldest first."""
    return sorted(path.parent for path in folder.glob(f"*/{BASE}"))


def drop_old(folder: Path, keep: int) -> None:
    for old in generations(folder)[:-keep]:
        shutil.rmtree(old, ignore_errors=True)


def follow(
    file: Path,
    folder: Path,
    *,
    seconds: float,
    hours: float,
    keep: int,
    stopped: Callable[[float], bool],
    on_ready: Callable[[], None],
) -> None:
    """Ships until it is told to stop: `stopped` waits so long and says whether to end."""
    shipper = Shipper(file, folder)
    try:
        shipper.begin()
        on_ready()
        drop_old(folder, keep)
        while True:
            ends = stopped(seconds)
            try:
                shipper.ship()
                if time.monotonic() - shipper.begun > hours * 3600:
                    shipper.begin()
                    drop_old(folder, keep)
            except (sqlite3.OperationalError, OSError) as error:  # locked, or no room: it is tried again
                log.warning("nothing was shipped: %s", error)
            if ends:
                return
    finally:
        shipper.close()
