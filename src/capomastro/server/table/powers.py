"""What the owner of a table does to it is told to all who sit there, and stays in the chat for those who come later."""

from msgspec import Struct
from sqlalchemy import Connection

from capomastro.core.game import Seat
from capomastro.server.protocol import deeds
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.responses import Message
from capomastro.server.storage import device_queries, queries
from capomastro.server.storage.rows import now
from capomastro.server.table.table import LiveTable


class Deed(Struct):
    """Something the owner does: written with what it does, then told."""

    kind: str
    seat: Seat
    name: str
    device: str | None
    """Of whoever is named, for the name is theirs to remove."""
    at: int
    number: int = 0

    def write(self, db: Connection, live: LiveTable) -> None:
        told = (self.seat, self.name, "", self.at, self.kind)
        self.number = queries.add_message(db, live.id, *told, device=self.device)

    def tell(self, live: LiveTable) -> None:
        if self.number:
            live.chat_id = max(live.chat_id, self.number)
            text = deeds.told(self.kind, self.name, "")
            live.publish_chat([Message(self.number, self.seat, self.name, text, self.at, self.kind)])


def deed(live: LiveTable, kind: str, seat: Seat | None = None, name: str | None = None) -> Deed:
    owner = live.owner_seat()
    place = seat if seat is not None else owner or 0
    holders = sorted(live.holders[place], key=lambda device: (not device_queries.is_mark(device), device))
    return Deed(kind, place, name or live.names[place], holders[0] if holders else None, now())


def concerns_others(live: LiveTable, who: Who) -> bool:
    """Whether anybody else sits there: an owner who is alone tells nobody of links and bots."""
    return any(row.claimed and row.kind != "bot" and not live.holds(who, row.seat) for row in live.seats)
