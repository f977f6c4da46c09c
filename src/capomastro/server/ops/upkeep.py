"""Looking after the past from the command line, while a server may be running: check every match, move those that run.

Both go through the tables in the order of their ids, a few at a time, and hold nothing open between two of them. Each
table is written in a transaction of its own: whoever is stopped in between has done it or not, and begins again.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, func, select

from capomastro.core.catalogue import game_named, game_names
from capomastro.core.errors import BadSetup
from capomastro.core.frozen import Frozen
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.settings import Settings
from capomastro.server.storage import database, log_queries, queries, snapshot_queries
from capomastro.server.storage.backup import engine_of, opened
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.migrate import migrate as migrate_schema
from capomastro.server.storage.rows import TableRow
from capomastro.server.storage.schema import tables
from capomastro.server.table.frozen import folded_if_possible, frozen_before_it_began
from capomastro.server.table.log import MatchLog
from capomastro.server.table.snapshots import packed

AT_ONCE = 100
TRIES = 5
Outcome: TypeAlias = Literal["open", "replays", "former rules", "frozen", "moved", "not moved"]
"""`former rules`: it replays by an earlier version's rules; `not moved`: it stays there, for those of today differ."""


class Finding(Struct, frozen=True):
    """What was found at a table, or done there; `why` says it in a sentence where something does not fit."""

    table: str
    game: str
    rules: int
    outcome: Outcome
    why: str | None = None


class Report(Struct):
    """How many tables there are of each outcome, and all that do not fit."""

    counts: Counter[str]
    named: list[Finding]

    def add(self, finding: Finding) -> None:
        self.counts[finding.outcome] += 1
        if finding.why is not None:
            self.named.append(finding)


def ids_in(engine: Engine) -> Iterator[str]:
    """All tables, some at a time, so that no reading lasts long."""
    last = ""
    while True:
        with engine.connect() as db:
            found = db.execute(select(tables.c.id).where(tables.c.id > last).order_by(tables.c.id).limit(AT_ONCE))
            ids = list(found.scalars())
        yield from ids
        if len(ids) < AT_ONCE:
            return
        last = ids[-1]


def count(settings: Settings) -> int:
    with opened(settings, any_schema=True) as db:
        return int(db.execute(select(func.count()).select_from(tables)).scalar_one())


def read(engine: Engine, table: str) -> tuple[TableRow | None, list[LogEntry]]:
    with engine.connect() as db:
        return queries.table_row(db, table), log_queries.lines_of(db, table)


def check(settings: Settings) -> Iterator[Finding]:
    """Plays every stored match again and changes nothing."""
    with engine_of(settings) as engine:
        for table in ids_in(engine):
            row, lines = read(engine, table)
            if row is not None:
                yield described(row, replayed(row, lines))


def replayed(row: TableRow, lines: list[LogEntry]) -> MatchLog | Frozen | None:
    return frozen_before_it_began(row) if row.status == "open" else folded_if_possible(row, lines)


def described(row: TableRow, found: MatchLog | Frozen | None) -> Finding:
    if isinstance(found, Frozen):
        return Finding(row.id, row.game, row.rules, "frozen", found.text)
    outcome: Outcome = "open" if found is None else "replays" if row.rules == rules_today(row) else "former rules"
    return Finding(row.id, row.game, row.rules, outcome)


def rules_today(row: TableRow) -> int:
    return game_named(row.game).rules_version if row.game in game_names() else row.rules


def migrate(settings: Settings) -> Iterator[Finding]:
    """Moves running matches to the rules of today where every step tells the same; keeps what everybody sees."""
    older = {"any_schema": True}
    with engine_of(settings, **older) as readers, engine_of(settings, writing=True, **older) as writers:
        migrate_schema(settings)
        for table in ids_in(readers):
            done = migrated(readers, writers, table)
            if done is not None:
                yield done


def migrated(readers: Engine, writers: Engine, table: str) -> Finding | None:
    """One table; if somebody plays there just now, it is looked at again."""
    for _ in range(TRIES):
        row, lines = read(readers, table)
        if row is None:
            return None
        found = replayed(row, lines)
        moved = to_rules_of_today(row, lines)
        try:
            with database.store_errors(), writers.begin() as db:
                return settle(db, row, found, moved)
        except Conflict:
            continue
    raise BadSetup(f"table {table} changes all the time; try again when it is quiet")


def to_rules_of_today(row: TableRow, lines: list[LogEntry]) -> MatchLog | Frozen | None:
    """A running match of an earlier version, if every step is legal and tells what people have seen; or why not."""
    rules = rules_today(row)
    if row.status != "running" or row.rules == rules:
        return None
    return folded_if_possible(replace(row, setup=replace(row.setup, rules=rules)), lines, same_events=True)


def settle(db: Connection, row: TableRow, found: MatchLog | Frozen | None, moved: MatchLog | Frozen | None) -> Finding:
    """Writes what was found; raises `Conflict` if the table has changed meanwhile."""
    if isinstance(moved, MatchLog):
        queries.expect(db, row.id, row.revision, row.entries)
        setup = moved.setup
        queries.set_table(db, row.id, setup=encode(setup).decode(), rules=setup.rules, frozen=None)
        snapshot_queries.put_snapshot(db, row.id, packed(moved))
        return Finding(row.id, row.game, row.rules, "moved")
    if isinstance(found, MatchLog):
        known = snapshot_queries.snapshot_of(db, row.id)
        if known is None or known.entries < found.n:
            snapshot_queries.put_snapshot(db, row.id, packed(found))
    reason = encode(found).decode() if isinstance(found, Frozen) else None
    snapshot_queries.mark_frozen(db, row.id, reason)
    if isinstance(found, MatchLog) and isinstance(moved, Frozen):
        return Finding(row.id, row.game, row.rules, "not moved", moved.text)
    return described(row, found)
