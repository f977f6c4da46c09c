"""Telling everybody at a table what is new to them. Compiled: a step is told to six viewers as often as to one."""

import logging
from contextlib import suppress
from typing import Final

from msgspec import Raw
from mypy_extensions import mypyc_attr

from capomastro.core.game import Viewer
from capomastro.server.protocol.audience import EVERYBODY, Audience, includes
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.responses import Chat, Message
from capomastro.server.settings import Settings
from capomastro.server.table.state import TableState
from capomastro.server.table.update import Common, common_of, update_for
from capomastro.server.table.viewer_socket import NOT_ALLOWED, Standing, ViewerSocket

log = logging.getLogger("capomastro.live")
OUR_FAULT: Final = 1011
"""Closes a socket that could not be served."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ToldTable(TableState):
    """A table, and what was told of it since it last changed."""

    def __init__(self, table: str, settings: Settings) -> None:
        super().__init__(table, settings)
        self.updates: dict[tuple[Viewer, int | None, Standing, bool], bytes] = {}  # those sent with the last change
        self.common: Common | None = None  # what they have in common

    def drop_updates(self) -> None:
        """Something has changed, or may have: updates are built again."""
        self.updates.clear()
        self.common = None

    def update(self, viewer: Viewer, since: int | None, who: Who) -> Raw:
        """Everything this viewer may know, with the events after `since`, or none; 0 brings what never changes too."""
        return Raw(update_at(self, viewer, since, self.standing(who), who.brief))

    def publish(self, audience: Audience = EVERYBODY) -> None:
        """Sends everybody in the audience, one bit for each viewer, what is new to them. It is stored already: whoever
        cannot be told is let go and asks again, and nobody else suffers from it."""
        self.drop_updates()
        told = [socket for socket in self.sockets if includes(audience, socket.viewer)]
        with suppress(Exception):  # one of them cannot be shown: which one is seen below
            self.render(told)
        for socket in told:
            try:
                self.greet(socket)
            except Exception:
                log.exception("a viewer could not be told what is new")
                socket.close(OUR_FAULT)

    def greet(self, socket: ViewerSocket) -> None:
        """Tells a socket how things stand, and what it has not heard yet."""
        viewer, standing = socket.viewer, socket.standing
        if standing is None:
            standing = socket.standing = self.standing(socket.who)
        if viewer not in standing.held and not self.keeps(socket):  # nobody holds the spectators' place
            return
        socket.offer(update_at(self, viewer, socket.last, standing, socket.who.brief))
        socket.revision = self.row.revision
        if self.record is not None:
            socket.last = self.record.version(viewer)

    def publish_chat(self, messages: list[Message]) -> None:
        text = encode(Chat(messages))
        for socket in list(self.sockets):
            if socket.viewer is not None and self.keeps(socket):
                socket.offer(text)

    def keeps(self, socket: ViewerSocket) -> bool:
        """Whether a socket may go on listening; one whose device has lost its seat is closed."""
        if not self.may_look(socket.who, socket.viewer):
            socket.close(NOT_ALLOWED)
        return not socket.closing


def update_at(table: ToldTable, viewer: Viewer, since: int | None, standing: Standing, brief: bool) -> bytes:
    """The same for whoever is this at the table; built once for all of them."""
    wanted = viewer, since, standing, brief
    known = table.updates.get(wanted)
    if known is None:
        common = table.common = table.common or common_of(table)
        known = table.updates[wanted] = update_for(table, common, viewer, since, standing, brief)
    return known
