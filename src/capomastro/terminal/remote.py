"""A table of a server: steps over HTTP, sent until there is an answer, and whatever else can be asked there."""

import asyncio
import secrets
from typing import Any

import msgspec

from capomastro.bots.advice import Advice
from capomastro.core.errors import CapomastroError
from capomastro.core.game import Seat, Viewer
from capomastro.core.match import Match
from capomastro.core.words import Words
from capomastro.server.protocol import responses
from capomastro.terminal.client import Address, Unreachable
from capomastro.terminal.connection import Connection
from capomastro.terminal.dealing import checks_of, failed, verdict
from capomastro.terminal.speech import Refused, refused
from capomastro.terminal.stream import PAUSES
from capomastro.terminal.update import Update, decoded, decoded_map


class RemoteSession(Connection):
    """Only what the server tells this viewer is ever here."""

    async def _acting(self, what: str, **body: Any) -> None:
        """Asks until there is an answer; the key makes sure that it is done once, and a refusal is final."""
        if self.waiting_step is not None:
            raise Refused("your last step still waits to be sent", "step-waits")
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
        told = decoded_map(answer)
        if "update" in told:
            self._hear_answer(told["update"])

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
        told = decoded_map(await self._asking("past", n=n))
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
        try:
            return await self._exported()
        except CapomastroError as error:  # dealt or played by other rules than ours
            raise refused(error) from None

    async def _exported(self) -> Match:
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
        body = await self.client.post(f"{self.base}/sit", seat=seat, name=name, share=self.part.new_share())
        self._seated(body, self.update.game, self.update.name)
        await self.look_as(seat)

    @property
    def deal_is_lost(self) -> bool:
        return self.part.is_lost(self.update)

    async def redeal(self) -> None:
        self._hear_answer(await self.part.redeal(self.update))

    async def checked(self, words: Words) -> tuple[str, list[tuple[bool, str]]]:
        try:
            match = await self._exported()
        except CapomastroError as error:
            return words.t("check.wrong"), failed(error, words)
        checks = checks_of(match, self.update.commitment or "", self.kept.share, words)
        return verdict(checks, match.setup, words), checks

    async def rematch(self) -> "RemoteSession":
        told = msgspec.json.decode(await self._telling("rematch"), type=responses.Rematch)
        await self.close()
        return RemoteSession(Address(self.address.origin, told.table, None), self.kept.store, self.name)
