"""The connection to a table of a server: sitting down, live updates over a socket, and all of it again after a loss."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlencode

import msgspec

from capomastro.core.game import Viewer
from capomastro.server.protocol import responses
from capomastro.server.protocol.responses import Chat, Invitation, Log, Message
from capomastro.terminal.client import Address, Client, Unreachable
from capomastro.terminal.dealing import DealPart
from capomastro.terminal.session import Link, Session
from capomastro.terminal.speech import Refused
from capomastro.terminal.store import KeptTable, Store, TableStore
from capomastro.terminal.stream import PAUSES, listen
from capomastro.terminal.update import Update, decoded

log = logging.getLogger("capomastro.terminal")


class Connection(Session):
    """Only what the server tells this viewer is ever here."""

    remote = True

    def __init__(self, address: Address, store: Store, name: str, *, watch: bool = False) -> None:
        super().__init__()
        assert address.table is not None
        self.address = address
        self.table = address.table
        self.kept = TableStore(store, address.origin, address.table)
        self.name = name
        self.watch = watch
        """Looks on, even where this terminal holds a seat."""
        self.client = Client(address.origin, store.server(address.origin).device)
        self.base = f"/api/tables/{self.table}"
        self.part = DealPart(self.client, self.base, self.kept)
        self.viewer: Viewer = None
        self.components: Any = None
        self._seat_known = False
        self._sent: list[str] = []
        self._told_up_to = 0
        """Up to which number the log is complete."""
        self._listening: asyncio.Task[None] | None = None
        self._filling: asyncio.Task[None] | None = None
        self._dealing: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None

    async def open(self) -> None:
        if self.address.token is not None:
            await self._follow(self.address.token)
        try:
            body = await self._look()
        except Refused:
            if not await self._claim_again():
                raise
            body = await self._look()
        update, self.components = decoded(body, None)
        if not update.held and not self.watch and await self._claim_again():
            update, self.components = decoded(await self._look(), None)
        self.viewer, self._seat_known = update.viewer, True
        self._take(update)
        await self._fill_log()
        self._keep()
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        for task in (self._listening, self._filling, self._dealing, self._catching_up):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        with contextlib.suppress(AttributeError):
            self._keep()
        await asyncio.to_thread(self.client.close)

    async def _look(self) -> bytes:
        return await self.client.get(self.base, {**self._seat(), "since": 0})

    def _seat(self) -> dict[str, Any]:
        if self.watch:
            return {"seat": "none"}
        return {"seat": "none" if self.viewer is None else self.viewer} if self._seat_known else {}

    async def invitation(self, token: str) -> Invitation:
        """What a link is for, without following it."""
        body = await self.client.get(f"{self.base}/invitation", bearer=token)
        return msgspec.json.decode(body, type=Invitation)

    async def _follow(self, token: str) -> None:
        """Follows a link: sits down with the name one goes by, holds the seat here too, or watches."""
        invited = await self.invitation(token)
        if self.watch and invited.kind != "watch":
            return
        body: dict[str, Any] = {"token": token}
        if invited.kind in ("seat", "table"):
            body |= {"name": self.name, "share": self.part.new_share()}
        self._seated(await self.client.post(f"{self.base}/claim", **body), invited.game, invited.name)

    async def _claim_again(self) -> bool:
        """The seat's own key, kept from before, opens the table for this terminal again."""
        kept = self.kept.kept
        if kept is None or kept.key is None or self.watch:
            return False
        try:
            await self.client.post(f"{self.base}/claim", token=kept.key)
        except Refused:
            return False
        return True

    def _seated(self, body: bytes, game: str, name: str) -> None:
        told = msgspec.json.decode(body, type=responses.Seated)
        if isinstance(told.link, responses.Link):
            self.kept.keep(KeptTable(game, name, told.seat, told.link.token))
        self.part.keep(decoded(told.update, None)[0])

    def _keep(self) -> None:
        """Notes that one has been here, and how far one saw."""
        kept = self.kept.kept or KeptTable(self.update.game)
        kept.game, kept.name, kept.seen = self.update.game, self.update.name, self.update.seen
        kept.seat = self.update.viewer
        self.kept.keep(kept)

    def _take(self, update: Update) -> None:
        """An update becomes the present one, unless a later one is here already."""
        if hasattr(self, "update") and update.seen < self.update.seen and update.viewer == self.update.viewer:
            return
        fresh = [event for event in update.events if event.n > self._told_up_to]
        missing = update.events_since > self._told_up_to and self._listening is not None
        self.log += fresh
        self._told_up_to = max(self._told_up_to, update.seen)
        self.update = msgspec.structs.replace(update, events=fresh)
        if missing:
            self._filling = asyncio.create_task(self._fill_log())
        if update.deal is not None and update.status == "open" and (self._dealing is None or self._dealing.done()):
            self._dealing = asyncio.create_task(self._take_part())
        self.on_news("update")

    async def _take_part(self) -> None:
        """Does what the deal asks of this device, as long as it asks for something."""
        failures = 0
        while True:
            try:
                answer = await self.part.take_part(self.update)
            except Refused as refused:  # perhaps the deal has moved on: then the next update tells how
                self.complaint = refused
                self.on_news("net")
                return
            except Unreachable:
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
                continue
            if answer is None:
                return
            self._hear_answer(answer)

    def _hear_answer(self, answer: msgspec.Raw) -> None:
        update, self.components = decoded(answer, self.components)
        self._take(update)

    async def _fill_log(self) -> None:
        """Everything this viewer was ever told; what came meanwhile stays."""
        with contextlib.suppress(Unreachable, Refused):
            body = await self.client.get(f"{self.base}/log", {**self._seat(), "since": 0})
            told = msgspec.json.decode(body, type=Log)
            self.log = [*told.events, *[event for event in self.log if event.n > told.seen]]
            self._told_up_to = max(self._told_up_to, told.seen)
        await self._fill_chat()

    async def _fill_chat(self) -> None:
        """What was said at the table, whether a socket was open then or not."""
        if self.viewer is None:
            return
        with contextlib.suppress(Unreachable, Refused):
            chat = await self.client.get(f"{self.base}/chat", {"since": 0})
            self._say(msgspec.json.decode(chat, type=responses.Messages).messages)

    def _say(self, messages: list[Message]) -> None:
        known = {message.id for message in self.messages}
        fresh = [message for message in messages if message.id not in known]
        if fresh:
            self.messages += fresh
            self.on_news("chat")

    def _catch_up(self) -> None:
        """A socket sends updates from where they are asked for, but only what is said from now on."""
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._fill_chat())

    def _listen(self) -> Coroutine[Any, Any, None]:
        """Listens to the table from the last number that was seen, again and again."""

        def url() -> str:
            query = urlencode({**self._seat(), "since": self.update.seen})
            return f"ws{self.address.origin.removeprefix('http')}{self.base}/stream?{query}"

        return listen(url, self.client.device, self._hear, self._linked, self._catch_up)

    def _linked(self, link: Link) -> None:
        if link != self.link:
            self.link = link
            self.on_news("net")

    def _hear(self, data: bytes) -> None:
        """What the socket says; a message of a kind that is not known here says nothing."""
        try:
            kind = msgspec.json.decode(data, type=dict[str, Any]).get("type")
            if kind == "update":
                update, self.components = decoded(data, self.components)
                self._take(update)
            elif kind == "chat":
                self._say(msgspec.json.decode(data, type=Chat).messages)
        except msgspec.MsgspecError:
            log.warning("the server said something that is not understood here")
