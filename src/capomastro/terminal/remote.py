"""A table of a server: live updates over a socket, steps over HTTP, both taken up again after whatever breaks."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlencode

import msgspec

from capomastro.bots.advice import Advice
from capomastro.core.game import Seat, Viewer
from capomastro.core.match import Match
from capomastro.server.protocol import responses
from capomastro.server.protocol.responses import Chat, Invitation, Log, Message
from capomastro.terminal.client import Address, Client, Unreachable
from capomastro.terminal.session import Link, Session
from capomastro.terminal.speech import Refused
from capomastro.terminal.store import KeptTable, Store
from capomastro.terminal.stream import PAUSES, listen
from capomastro.terminal.update import Update, decoded

log = logging.getLogger("capomastro.terminal")


class RemoteSession(Session):
    """Only what the server tells this viewer is ever here."""

    remote = True

    def __init__(self, address: Address, store: Store, name: str, *, watch: bool = False) -> None:
        super().__init__()
        assert address.table is not None
        self.address = address
        self.table = address.table
        self.store = store
        self.name = name
        self.watch = watch
        """Looks on, even where this terminal holds a seat."""
        self.client = Client(address.origin, store.server(address.origin).device)
        self.base = f"/api/tables/{self.table}"
        self.viewer: Viewer = None
        self.components: Any = None
        self._seat_known = False
        self._sent: list[str] = []
        self._told_up_to = 0
        """Up to which number the log is complete."""
        self._listening: asyncio.Task[None] | None = None
        self._filling: asyncio.Task[None] | None = None

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
        for task in (self._listening, self._filling):
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
            body["name"] = self.name
        self._seated(await self.client.post(f"{self.base}/claim", **body), invited.game, invited.name)

    async def _claim_again(self) -> bool:
        """The seat's own key, kept from before, opens the table for this terminal again."""
        kept = self.store.server(self.address.origin).tables.get(self.table)
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
            kept = KeptTable(game, name, told.seat, told.link.token)
            self.store.keep(self.address.origin, self.table, kept)

    def _keep(self) -> None:
        """Notes that one has been here, and how far one saw."""
        tables = self.store.server(self.address.origin).tables
        kept = tables.get(self.table) or KeptTable(self.update.game)
        kept.name, kept.seen = self.update.name, self.update.seen
        kept.seat = self.update.viewer
        self.store.keep(self.address.origin, self.table, kept)

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
        self.on_news("update")

    async def _fill_log(self) -> None:
        """Everything this viewer was ever told; what came meanwhile stays."""
        with contextlib.suppress(Unreachable, Refused):
            body = await self.client.get(f"{self.base}/log", {**self._seat(), "since": 0})
            told = msgspec.json.decode(body, type=Log)
            self.log = [*told.events, *[event for event in self.log if event.n > told.seen]]
            self._told_up_to = max(self._told_up_to, told.seen)
            if self.viewer is not None:
                chat = await self.client.get(f"{self.base}/chat", {"since": 0})
                self._say(msgspec.json.decode(chat, type=responses.Messages).messages)

    def _say(self, messages: list[Message]) -> None:
        known = self.messages[-1].id if self.messages else -1
        self.messages += [message for message in messages if message.id > known]
        self.on_news("chat")

    def _listen(self) -> Coroutine[Any, Any, None]:
        """Listens to the table from the last number that was seen, again and again."""

        def url() -> str:
            query = urlencode({**self._seat(), "since": self.update.seen})
            return f"ws{self.address.origin.removeprefix('http')}{self.base}/stream?{query}"

        return listen(url, self.client.device, self._hear, self._linked)

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

    async def _acting(self, what: str, **body: Any) -> None:
        """Asks until there is an answer; the key makes sure that it is done once, and a refusal is final."""
        body |= {"seat": self.viewer, "key": secrets.token_urlsafe(16)}
        failures = 0
        try:
            while True:
                try:
                    answer = await self.client.post(f"{self.base}/{what}", **body)
                    break
                except Unreachable:
                    self.waiting_step = str(body.get("step", what))
                    self._linked("lost")
                    self.on_news("net")
                    await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                    failures += 1
        finally:
            if self.waiting_step is not None:
                self.waiting_step = None
                self.on_news("net")
        told = msgspec.json.decode(answer, type=dict[str, msgspec.Raw])
        if "update" in told:
            update, self.components = decoded(told["update"], self.components)
            self._take(update)

    async def step(self, text: str) -> None:
        if self.viewer is None:
            raise Refused("you only watch here", "no-seat")
        await self._acting("steps", step=text, seen=self.update.seen)
        self._sent.append(text)

    async def undo(self) -> str:
        await self._acting("undo")
        return self._sent.pop() if self._sent else ""

    async def restart(self) -> None:
        await self._acting("restart")

    async def _asking(self, path: str, **query: Any) -> bytes:
        try:
            return await self.client.get(f"{self.base}/{path}", {**self._seat(), **query})
        except Unreachable as error:
            raise Refused(str(error), "unavailable") from None

    async def _telling(self, path: str, **body: Any) -> bytes:
        try:
            return await self.client.post(f"{self.base}/{path}", seat=self.viewer, **body)
        except Unreachable as error:
            raise Refused(str(error), "unavailable") from None

    async def advice(self) -> Advice:
        told = msgspec.json.decode(await self._asking("advice"), type=dict[str, Advice])
        return told["advice"]

    async def past(self, n: int) -> Update:
        told = msgspec.json.decode(await self._asking("past", n=n), type=dict[str, msgspec.Raw])
        return decoded(told["update"], self.components)[0]

    async def look_as(self, seat: Viewer) -> None:
        """Another seat's table from the beginning: nothing of the one before stays."""
        if self._listening is not None:
            self._listening.cancel()
        self.viewer, self.log, self.messages, self._told_up_to = seat, [], [], 0
        update, self.components = decoded(await self._look(), None)
        del self.update
        self._take(update)
        await self._fill_log()
        self._listening = asyncio.create_task(self._listen())

    async def recording(self) -> Match:
        from capomastro.core.matchfile import read

        return read((await self._asking("export")).decode())

    async def chat(self, text: str) -> None:
        await self._telling("chat", text=text)

    async def plan(self, text: str | None) -> None:
        await self._telling("plan", plan=text)

    async def answer(self, proposal: str, agree: bool) -> None:
        await self._telling(f"proposals/{proposal}", agree=agree)

    async def propose_rewind(self) -> None:
        own = [event.n for event in self.log if event.seat == self.viewer]
        if not own:
            raise Refused("there is nothing of yours that can still be taken back", "nothing-to-take-back")
        await self._telling("proposals", kind="rewind", to=own[-1] - 1)

    async def stand_in(self, *, bot: bool) -> None:
        await self._telling("resign" if bot else "return")

    async def sit(self, seat: Seat, name: str) -> None:
        body = await self.client.post(f"{self.base}/sit", seat=seat, name=name)
        self._seated(body, self.update.game, self.update.name)
        await self.look_as(seat)

    async def rematch(self) -> "RemoteSession":
        told = msgspec.json.decode(await self._telling("rematch"), type=responses.Rematch)
        await self.close()
        return RemoteSession(Address(self.address.origin, told.table, None), self.store, self.name)
