"""Reading and writing what is stored, in SQL that SQLite and PostgreSQL both understand.

Functions take a connection and run on a thread of their own; nothing here waits on the event loop.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, exists, insert, select, update

from capomastro.core.game import Seat
from capomastro.core.match import Setup
from capomastro.core.refusals import as_sentence
from capomastro.server.protocol import deeds
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.reactions import REACTION, WORDS
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.protocol.responses import Message
from capomastro.server.storage.rows import PLAYER, Dealing, ProposalRow, Rows, SeatRow, TableRow
from capomastro.server.storage.schema import entries, holdings, messages, players, proposals, seats, tables, wishes

# Made while only one thread runs: msgspec looks at a type when it is first decoded, and two threads that do so at the
# same moment end the process.
decode_setup = msgspec.json.Decoder(Setup).decode
decode_dealing = msgspec.json.Decoder(Dealing).decode


def numbers(text: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",")) if text else ()


def joined(numbers: Any) -> str:
    return ",".join(str(number) for number in numbers)


def dealing_text(dealing: Dealing) -> str | None:
    return encode(dealing).decode() if dealing != Dealing() else None


def read_table(row: Any) -> TableRow:
    fields = row._asdict()
    fields["owner"] = fields.pop("host")
    fields["setup"] = decode_setup(fields["setup"])
    dealing = fields["dealing"]
    fields["dealing"] = Dealing() if dealing is None else decode_dealing(dealing)
    fields["to_act"] = numbers(fields["to_act"])
    fields["scores"] = None if fields["scores"] is None else list(numbers(fields["scores"]))
    fields["winners"] = list(numbers(fields["winners"]))
    return TableRow(**fields)


def _seat_row(row: Any) -> SeatRow:
    fields = row._asdict()
    del fields["table_id"]
    return SeatRow(**fields)


def table_row(db: Connection, table: str) -> TableRow | None:
    row = db.execute(select(tables).where(tables.c.id == table)).first()
    return None if row is None else read_table(row)


def seat_rows(db: Connection, table: str) -> list[SeatRow]:
    return [_seat_row(row) for row in db.execute(select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))]


def holders_of(db: Connection, table: str) -> list[tuple[Seat, str]]:
    rows = db.execute(select(holdings.c.seat, holdings.c.device).where(holdings.c.table_id == table))
    return [(row.seat, row.device) for row in rows]


def pictures_of(db: Connection, held: list[tuple[Seat, str]]) -> dict[Seat, str]:
    """The pictures of players who sit somewhere; whoever is no player has none."""
    marks = {seat: device.removeprefix(PLAYER) for seat, device in held if seat >= 0 and device.startswith(PLAYER)}
    if not marks:
        return {}
    rows = db.execute(select(players.c.id, players.c.picture).where(players.c.id.in_(set(marks.values()))))
    pictures = {row.id: row.picture for row in rows}
    return {seat: pictures[player] for seat, player in marks.items() if player in pictures}


def notified_at(db: Connection, held: list[tuple[Seat, str]]) -> frozenset[Seat]:
    """The seats among these whose holders want to hear of their turns."""
    wanting = set(db.execute(select(wishes.c.whom).where(wishes.c.whom.in_({whom for _, whom in held}))).scalars())
    return frozenset(seat for seat, whom in held if seat >= 0 and whom in wanting)


def proposals_of(db: Connection, table: str) -> list[ProposalRow]:
    found = []
    for row in db.execute(select(proposals).where(proposals.c.table_id == table).order_by(proposals.c.id)):
        fields = row._asdict()
        del fields["table_id"]
        fields["agreed"] = numbers(fields["agreed"])
        fields["numbers"] = numbers(fields["numbers"])
        found.append(ProposalRow(**fields))
    return found


def rows_of(db: Connection, table: str) -> Rows | None:
    row = table_row(db, table)
    if row is None:
        return None
    held = holders_of(db, table)
    notified = notified_at(db, held)
    return Rows(row, seat_rows(db, table), held, proposals_of(db, table), pictures_of(db, held), notified)


def version_of(db: Connection, table: str) -> tuple[int, int] | None:
    row = db.execute(select(tables.c.entries, tables.c.revision).where(tables.c.id == table)).first()
    return None if row is None else (row.entries, row.revision)


def revision_of(db: Connection, table: str) -> int | None:
    return db.execute(select(tables.c.revision).where(tables.c.id == table)).scalar()


def closed_since(db: Connection, since: int) -> list[str]:
    query = select(tables.c.id).where(tables.c.status == "closed", tables.c.touched >= since)
    return list(db.execute(query).scalars())


def read_some(db: Connection, table: str | None) -> None:
    """Reads everything about one table, in use if possible, to see whether reading works."""
    if table is None:
        table = db.execute(select(tables.c.id).limit(1)).scalar()
    if table is not None and table_row(db, table) is not None:
        seat_rows(db, table)
        db.execute(select(entries).where(entries.c.table_id == table).order_by(entries.c.n.desc()).limit(20)).all()


def touch(db: Connection) -> None:
    """Writes something that changes nothing, to see whether writing works."""
    db.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def bots_due(db: Connection, before: int) -> list[str]:
    """Tables where a bot has to move for people and nothing has happened since, the most recently used first."""
    person = exists().where(
        seats.c.table_id == tables.c.id, seats.c.claimed.is_(True), seats.c.kind != "bot", seats.c.stand_in.is_(None)
    )
    playable = (tables.c.status == "running", tables.c.frozen.is_(None))
    due = (tables.c.bot_due.is_(True), *playable, tables.c.touched <= before, person)
    return list(db.execute(select(tables.c.id).where(*due).order_by(tables.c.touched.desc())).scalars())


def add_table(db: Connection, row: TableRow, seat_list: list[SeatRow], held: list[tuple[Seat, str]]) -> None:
    fields = msgspec.structs.asdict(row)
    fields["host"] = fields.pop("owner")
    fields["setup"] = encode(row.setup).decode()
    fields["to_act"] = joined(row.to_act)
    fields["scores"] = fields["winners"] = None
    fields["dealing"] = dealing_text(row.dealing)
    db.execute(insert(tables).values(**fields))
    db.execute(insert(seats), [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in seat_list])
    if held:
        db.execute(insert(holdings), [{"table_id": row.id, "seat": seat, "device": device} for seat, device in held])


def expect(db: Connection, table: str, revision: int, length: int | None = None) -> None:
    """Raises `Conflict` unless the table, and its log if asked, are as they were when somebody decided to write.

    It also holds the table's row until the transaction ends, so that nobody else decides meanwhile.
    """
    known = [tables.c.id == table, tables.c.revision == revision]
    if length is not None:
        known.append(tables.c.entries == length)
    if db.execute(update(tables).where(*known).values(revision=tables.c.revision + 1)).rowcount != 1:
        raise Conflict("somebody has changed the table meanwhile")


def lock(db: Connection, ids: list[str]) -> None:
    """Holds these tables' rows, for a database that several processes write to, until the transaction ends."""
    db.execute(select(tables.c.id).where(tables.c.id.in_(ids)).order_by(tables.c.id).with_for_update(key_share=True))


def set_table(db: Connection, table: str, **values: Any) -> None:
    """Changes a table's row; everybody who has read it before can tell by its revision."""
    db.execute(update(tables).where(tables.c.id == table).values(revision=tables.c.revision + 1, **values))


def set_seat(db: Connection, table: str, seat: Seat, **values: Any) -> None:
    db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(**values))
    set_table(db, table)


def take_seat(db: Connection, table: str, seat: Seat, **values: Any) -> None:
    """Claims a seat that is free; raises `Conflict` if somebody was faster."""
    query = update(seats).where(seats.c.table_id == table, seats.c.seat == seat, seats.c.claimed.is_(False))
    if db.execute(query.values(claimed=True, **values)).rowcount != 1:
        raise Conflict("the seat is taken")
    set_table(db, table)


def add_proposal(db: Connection, table: str, row: ProposalRow) -> None:
    fields = msgspec.structs.asdict(row)
    del fields["id"]
    fields |= {"agreed": joined(row.agreed), "numbers": joined(row.numbers)}
    db.execute(insert(proposals).values(table_id=table, **fields))
    set_table(db, table)


def set_agreed(db: Connection, table: str, proposal: int, agreed: tuple[Seat, ...]) -> None:
    db.execute(update(proposals).where(proposals.c.id == proposal).values(agreed=joined(agreed)))
    set_table(db, table)


def drop_proposals(db: Connection, table: str, proposal: int | None = None) -> None:
    query = delete(proposals).where(proposals.c.table_id == table)
    db.execute(query if proposal is None else query.where(proposals.c.id == proposal))
    set_table(db, table)


def add_message(
    db: Connection,
    table: str,
    seat: Seat,
    name: str,
    text: str,
    at: int,
    kind: str | None = None,
    device: str | None = None,
) -> int:
    """`device` is whose name and words they are, and who may have them removed."""
    values = {"table_id": table, "seat": seat, "name": name, "text": text, "at": at, "kind": kind, "device": device}
    return int(db.execute(insert(messages).values(**values).returning(messages.c.id)).scalar_one())


def messages_of(db: Connection, table: str, since: int) -> list[Message]:
    columns = (messages.c.id, messages.c.seat, messages.c.name, messages.c.text, messages.c.at, messages.c.kind)
    query = select(*columns).where(messages.c.table_id == table, messages.c.id > since)
    rows = db.execute(query.order_by(messages.c.id.desc()).limit(500)).all()
    return [as_message(*row) for row in reversed(rows)]


def as_message(number: int, seat: Seat, name: str, text: str, at: int, kind: str | None = None) -> Message:
    """A stored message as it is sent."""
    if kind == REACTION:
        return Message(number, seat, name, as_sentence(WORDS.get(text, text)), at, reaction=text)
    return Message(number, seat, name, deeds.told(kind, name, text), at, kind)
