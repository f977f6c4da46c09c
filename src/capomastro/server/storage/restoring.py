"""A database from its copies: a plain one of `capomastro backup`, or a folder of `capomastro backup --follow`."""

import gzip
import os
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from capomastro.core.errors import BadSetup
from capomastro.server.settings import Settings
from capomastro.server.storage.database import make_private
from capomastro.server.storage.shipping import BASE, HEADER, generations, head_of


def restore(source: Path, target: Path, until: int | None = None) -> int:
    """Writes the database as it was last, or at a time in milliseconds, to a new file; how many tables it has."""
    if target.exists():
        raise BadSetup(f"{target} is there already; move it away first, or name another file")
    if not source.exists():
        raise BadSetup(f"there is no {source}")
    target.parent.mkdir(parents=True, exist_ok=True)
    work = target.with_name(f".{target.name}.restoring")
    remove(work)
    make_private(work)
    try:
        if source.is_dir():
            rebuild(source, work, until)
        else:
            shutil.copyfile(source, work)
        count = checked(work)
        work.replace(target)
    except (sqlite3.DatabaseError, OSError, EOFError, zlib.error) as error:
        raise BadSetup(f"{source} cannot be restored: {error}") from None
    finally:
        remove(work)
    return count


def restore_to(settings: Settings, source: Path, until: str | None) -> tuple[int, Path]:
    """To where the settings say; how many tables, and where."""
    if settings.on_postgres:
        raise BadSetup("PostgreSQL is restored by its own tools: see docs/hosting.md; --db FILE restores to a file")
    at = None
    if until is not None:
        try:
            moment = datetime.fromisoformat(until)
        except ValueError:
            raise BadSetup(f"'{until}' is no time such as 2026-11-17T05:00") from None
        at = int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
        if not source.is_dir():
            raise BadSetup("a single copy is of one moment; --until is for a folder of `backup --follow`")
    target = Path(settings.url.removeprefix("sqlite:///"))
    return restore(source, target, at), target


def remove(file: Path) -> None:
    for one in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        with suppress(FileNotFoundError):
            one.unlink()


def rebuild(folder: Path, work: Path, until: int | None) -> None:
    found = generations(folder)
    if (folder / BASE).exists():
        found = [folder]
    if until is not None:
        found = [one for one in found if begun(one) <= until]
    if not found:
        raise BadSetup(f"{folder} has no copy" + ("" if until is None else " that is old enough"))
    with gzip.open(found[-1] / BASE) as packed, work.open("wb") as target:
        shutil.copyfileobj(packed, target)
    for wal in segments(found[-1], until):
        play_in(work, wal)


def begun(generation: Path) -> int:
    return int((generation / BASE).stat().st_mtime * 1000)


def segments(generation: Path, until: int | None) -> Iterator[bytes]:
    """Each WAL as far as it was shipped; a copy of which a part is missing is refused."""
    parts = sorted([*path.name.split(".")[0].split("-"), path.name] for path in generation.glob("*.wal.gz"))
    number, wal = 1, b""
    for segment, offset, at, name in parts:
        if until is not None and int(at) > until:
            break
        if int(segment) == number + 1 and int(offset) == 0:
            yield wal
            number, wal = number + 1, b""
        if (int(segment), int(offset)) != (number, len(wal)):
            raise BadSetup(f"{generation} is not complete: something is missing before {name}")
        wal += gzip.decompress((generation / name).read_bytes())
    yield wal


def play_in(work: Path, wal: bytes) -> None:
    """SQLite takes a WAL that lies beside a database into it; all of it must be good."""
    if not wal:
        return
    Path(f"{work}-wal").write_bytes(wal)
    frames = (len(wal) - HEADER) // head_of(wal).frame
    with closing(sqlite3.connect(work, isolation_level=None)) as db:
        _, found, done = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not found == done == frames:
        raise BadSetup(f"a copy is damaged: {found} of {frames} pages are good")
    for rest in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.unlink(f"{work}{rest}")


def checked(work: Path) -> int:
    """SQLite finds nothing wrong with it, and it is a server's."""
    with closing(sqlite3.connect(work)) as db:
        said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise BadSetup(f"the copy is damaged: {said}")
        names = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in names:
            raise BadSetup("this is no database of a server")
        return int(db.execute("SELECT count(*) FROM tables").fetchone()[0])
