"""Steps of many tables in one transaction are stored exactly as one by one, and refused as one by one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, select, update
from sqlalchemy.exc import IntegrityError

from capomastro.core.game import Event
from capomastro.core.match import new_setup
from capomastro.server.protocol.audience import EVERYBODY
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.settings import Settings
from capomastro.server.storage import log_queries, queries
from capomastro.server.storage.append_at_once import AtOnce
from capomastro.server.storage.append_rows import is_plain
from capomastro.server.storage.database import open_engine, store_errors
from capomastro.server.storage.entries import LogEntry, Step, Undo
from capomastro.server.storage.migrate import migrate
from capomastro.server.storage.rows import Append, Reminder, SeatRow, TableRow
from capomastro.server.storage.schema import entries, tables

NAMES = [f"table{number}" for number in range(7)]
ODD = 'Zoë "quoted" \\ \x7f 🏛 \u2028 end'


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    settings = Settings(db=str(tmp_path / "tables.sqlite"))
    migrate(settings)
    made = open_engine(settings, writing=True)
    setup = new_setup("palazzo", 2, seed="5a" * 32)
    with made.connect() as db:
        db.begin()
        for name in NAMES:
            row = TableRow(
                id=name,
                game="palazzo",
                setup=setup,
                name="",
                public=True,
                watch=True,
                scored=True,
                days=None,
                owner="",
                webhook=None,
                created=5,
                touched=5,
            )
            queries.add_table(db, row, [SeatRow(seat, "link") for seat in range(2)], [])
        db.commit()
    yield made
    made.dispose()


def item(table: str, number: int, revision: int = 0) -> Append:
    """The seventh table's match is over; the others' are not."""
    last = table == NAMES[-1]
    deed = Undo(2) if number % 3 == 2 else Step(f"lay {ODD}")
    events = (Event("laid", 1, {"card": ODD, "cards": ["a", "b"], "seat": 3}, (0,) if number % 2 else None),)
    return Append(
        table=table,
        lines=(
            LogEntry(number, deed, number % 2, None if number % 2 else f"k{number}", number, events, 2**41 + number),
        ),
        status="over" if last else "running",
        to_act=() if last else (1, 0),
        bot_due=not last,
        scores=[-3, 17] if last else None,
        winners=[1] if last else [],
        audience=EVERYBODY,
        touched=2**41,
        revision=revision,
    )


def stored(engine: Engine) -> dict[str, list[list[tuple[type[Any], Any]]]]:
    """Everything of each table, with the kinds of the values, for SQLite keeps any kind in any column."""
    with engine.connect() as db:
        db.begin()
        found = {}
        for name in NAMES:
            rows = db.execute(select(entries).where(entries.c.table_id == name).order_by(entries.c.n)).all()
            of_table = db.execute(select(tables).where(tables.c.id == name)).all()
            found[name] = [[(type(value), value) for value in row if value != name] for row in [*rows, *of_table]]
        kinds = db.exec_driver_sql(
            "SELECT DISTINCT typeof(seat), typeof(events), typeof(at), typeof(step) FROM entries"
        )
        assert set(kinds) <= {("integer", "text", "integer", "text"), ("integer", "text", "integer", "null")}
        flags = db.exec_driver_sql("SELECT DISTINCT typeof(bot_due), typeof(scores), typeof(winners) FROM tables")
        assert set(flags) <= {("integer", "null", "text"), ("integer", "text", "text")}
        db.commit()
    return found


def test_many_steps_in_one_statement_are_stored_as_one_by_one(engine: Engine) -> None:
    with engine.connect() as db:
        db.begin()
        for name in NAMES:
            for number in (1, 2, 3):
                log_queries.append(db, [item(name, number)])
        db.commit()
    one_by_one = stored(engine)
    with engine.connect() as db:
        db.begin()
        db.execute(entries.delete())
        db.execute(update(tables).values(entries=0, status="open", to_act="", scores=None, winners="", touched=1))
        db.commit()
        db.begin()
        for number in (1, 2, 3):
            log_queries.append(db, [item(name, number) for name in NAMES])
        db.commit()
    assert stored(engine) == one_by_one
    assert len(one_by_one[NAMES[0]]) == 4


@pytest.mark.parametrize("how_many", [2, 7])
def test_a_closed_table_or_another_revision_among_many_is_refused(engine: Engine, how_many: int) -> None:
    batch = [item(name, 1) for name in NAMES[:how_many]]
    with engine.connect() as db:
        db.begin()
        db.execute(update(tables).where(tables.c.id == NAMES[1]).values(status="closed"))
        with pytest.raises(Conflict):
            log_queries.append(db, batch)
        db.rollback()
        db.begin()
        db.execute(update(tables).where(tables.c.id == NAMES[1]).values(revision=1))
        with pytest.raises(Conflict):
            log_queries.append(db, batch)
        db.rollback()
        db.begin()
        log_queries.append(db, [item(NAMES[0], 1)])
        with pytest.raises(IntegrityError):
            log_queries.append(db, batch)
        db.rollback()
        db.begin()
        log_queries.append(db, batch)
        db.commit()


def test_steps_in_a_statement_of_their_own_are_stored_as_in_a_transaction(engine: Engine) -> None:
    with engine.connect() as db:
        db.begin()
        for number in (1, 2, 3):
            log_queries.append(db, [item(name, number) for name in NAMES])
        db.commit()
    usual = stored(engine)
    with engine.connect() as db:
        db.begin()
        db.execute(entries.delete())
        db.execute(update(tables).values(entries=0, status="open", to_act="", scores=None, winners="", touched=1))
        db.commit()
    at_once = AtOnce.of(engine)
    assert at_once is not None
    for number in (1, 2, 3):
        at_once.append([item(name, number) for name in NAMES])
    assert stored(engine) == usual
    at_once.close()


def test_a_statement_of_many_steps_stores_all_or_none(engine: Engine) -> None:
    at_once = AtOnce.of(engine)
    assert at_once is not None
    at_once.append([item(name, 1) for name in NAMES])
    batch = [item(name, 2) for name in NAMES]
    before = stored(engine)
    for change in ({"status": "closed"}, {"revision": 1, "status": "running"}):
        with engine.connect() as db:
            db.begin()
            db.execute(update(tables).where(tables.c.id == NAMES[4]).values(**change))
            db.commit()
        with pytest.raises(Conflict), store_errors():
            at_once.append(batch)
    with engine.connect() as db:
        db.begin()
        db.execute(update(tables).where(tables.c.id == NAMES[4]).values(revision=0))
        db.commit()
    assert stored(engine) == before
    at_once.append(batch[:1])
    with pytest.raises(Conflict), store_errors():
        at_once.append(batch)
    at_once.append(batch[1:])
    assert all(len(rows) == 3 for rows in stored(engine).values())
    at_once.close()


def test_what_needs_more_than_an_entry_and_its_row_is_not_plain() -> None:
    plain = item(NAMES[0], 1)
    assert is_plain(plain)
    assert not is_plain(replace(plain, lines=plain.lines * 2))
    assert not is_plain(replace(plain, also=lambda db: None))
    assert not is_plain(replace(plain, reminders=(Reminder(0, 1, "mail", 5),)))
