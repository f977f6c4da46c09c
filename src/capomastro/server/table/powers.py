"""What the owner of a table does to it is told to all who sit there, and stays in the chat for those who come later."""

from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection

from capomastro.core.game import Seat
from capomastro.core.refusals import as_sentence
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.responses import Message
from capomastro.server.storage import queries
from capomastro.server.storage.rows import now
from capomastro.server.table.table import LiveTable


class Power(NamedTuple):
    """The kind of a message, and its English sentence; `{by}` is the owner, `{name}` whose seat it is about."""

    kind: str
    sentence: str


FREED = Power("freed", "{by} has freed the seat of {name}")
FILLED = Power("filled", "{by} has given a seat to the bot {name}")
OPENED = Power("opened", "{by} has opened the seat of {name} to anybody")
INVITED = Power("invited", "{by} has made a new invitation to the seat of {name}")
TABLE_LINK = Power("sitlink", "{by} has made a new link to the free seats")
WATCH_LINK = Power("viewlink", "{by} has made a new link to watch")
CLOSED = Power("closed", "{by} has closed the table")


class Deed(Struct):
    """Something the owner does: written with what it does, then told."""

    power: Power
    seat: Seat
    name: str
    by: str
    at: int
    number: int = 0

    @property
    def text(self) -> str:
        return as_sentence(self.power.sentence.format(by=self.by, name=self.name))

    def write(self, db: Connection, live: LiveTable) -> None:
        told = (self.seat, self.name, self.text, self.at, self.power.kind)
        self.number = queries.add_message(db, live.id, *told)

    def tell(self, live: LiveTable) -> None:
        if self.number:
            live.chat_id = max(live.chat_id, self.number)
            told = Message(self.number, self.seat, self.name, self.text, self.at, self.power.kind)
            live.publish_chat([told])


def deed(live: LiveTable, power: Power, seat: Seat | None = None, name: str | None = None) -> Deed:
    owner = live.owner_seat()
    by = "the owner of the table" if owner is None else live.names[owner]
    place = seat if seat is not None else owner or 0
    return Deed(power, place, name or live.names[place], by, now())


def concerns_others(live: LiveTable, who: Who) -> bool:
    """Whether anybody else sits there: an owner who is alone tells nobody of links and bots."""
    return any(row.claimed and row.kind != "bot" and not live.holds(who, row.seat) for row in live.seats)
