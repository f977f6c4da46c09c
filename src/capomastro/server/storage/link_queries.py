"""Links as they are stored: what was handed out so that people can sit down, watch, or go on with another device.

Only the hash of a link's secret is kept. The key of a taken seat is no link: it belongs to the seat's row.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from capomastro.core.game import Seat
from capomastro.server.protocol.refusals import Conflict
from capomastro.server.protocol.updates import LinkKind
from capomastro.server.storage.schema import links

SEAT: Final = "seat"
TABLE: Final = "table"
WATCH: Final = "watch"
DEVICE: Final = "device"
OWN: Final = "own"


class LinkRow(Struct, frozen=True):
    """A link as it is stored. `owner` says that whoever follows it also looks after the table."""

    hash: str
    kind: LinkKind
    seat: Seat | None = None
    owner: bool = False
    expires: int | None = None
    used: bool = False


def add_links(db: Connection, table: str, rows: list[LinkRow]) -> None:
    if rows:
        fields = ("hash", "kind", "seat", "owner", "expires", "used")
        db.execute(insert(links), [{"table_id": table} | {name: getattr(row, name) for name in fields} for row in rows])


def link_with(db: Connection, table: str, secret: str) -> LinkRow | None:
    columns = (links.c.hash, links.c.kind, links.c.seat, links.c.owner, links.c.expires, links.c.used)
    row = db.execute(select(*columns).where(links.c.table_id == table, links.c.hash == secret)).first()
    return None if row is None else LinkRow(*row)


def use_link(db: Connection, table: str, secret: str) -> None:
    """Uses up a link that is good once; raises `Conflict` if somebody was faster."""
    mine = links.c.table_id == table, links.c.hash == secret, links.c.used.is_(False)
    if db.execute(update(links).where(*mine).values(used=True)).rowcount != 1:
        raise Conflict("the link is used")


def end_links(db: Connection, table: str, *kinds: LinkKind, seat: Seat | None = None) -> None:
    """Ends what nobody has followed yet: links of these kinds, for this seat or for the table."""
    unused = links.c.table_id == table, links.c.kind.in_(kinds), links.c.used.is_(False)
    db.execute(delete(links).where(*unused, links.c.seat.is_(None) if seat is None else links.c.seat == seat))
