"""What the terminal plays by: one interface for a match in process and for a table of a server."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from capomastro.bots.advice import Advice
from capomastro.core.game import Seat, Viewer
from capomastro.core.match import Match
from capomastro.core.words import Words
from capomastro.server.protocol.responses import Message
from capomastro.server.protocol.updates import Happening
from capomastro.terminal.speech import Refused
from capomastro.terminal.update import Update

News: TypeAlias = Literal["update", "chat", "net"]
Link: TypeAlias = Literal["live", "lost", "refused"]


def only_at_servers() -> Refused:
    return Refused("this is for tables of a server", "only-at-servers")


class Session:
    """A viewer's place at a table. Whoever shows it sets `on_news`; everything happens on one event loop."""

    remote = False
    update: Update

    def __init__(self) -> None:
        self.log: list[Happening] = []
        self.messages: list[Message] = []
        self.link: Link = "live"
        self.waiting_step: str | None = None
        """A step that could not be sent yet."""
        self.complaint: Refused | None = None
        """What was refused of that which is done by itself."""
        self.on_news: Callable[[News], None] = lambda news: None

    async def open(self) -> None:
        """Brings the first update."""
        raise NotImplementedError

    async def close(self) -> None:
        """Leaves; the match can be gone on with later."""
        raise NotImplementedError

    async def step(self, text: str) -> None:
        raise NotImplementedError

    async def undo(self) -> str:
        """Takes the viewer's last step back; answers which it was, if that is known."""
        raise NotImplementedError

    async def restart(self) -> None:
        raise NotImplementedError

    async def advice(self) -> Advice:
        raise NotImplementedError

    async def past(self, n: int) -> Update:
        """How the table stood at the viewer's own number n."""
        raise NotImplementedError

    async def look_as(self, seat: Viewer) -> None:
        """Looks with the eyes of another seat that is held here."""
        raise NotImplementedError

    async def recording(self) -> Match:
        """The whole match, when it is over."""
        raise NotImplementedError

    async def chat(self, text: str) -> None:
        raise only_at_servers()

    async def plan(self, text: str | None) -> None:
        raise only_at_servers()

    async def answer(self, proposal: str, agree: bool) -> None:
        raise only_at_servers()

    async def propose_rewind(self) -> None:
        """Asks all others to go back before the viewer's last own step."""
        raise only_at_servers()

    async def stand_in(self, *, bot: bool) -> None:
        """Lets a bot play for the viewer's seat, or plays again."""
        raise only_at_servers()

    async def sit(self, seat: Seat, name: str) -> None:
        raise only_at_servers()

    async def redeal(self) -> None:
        """Another round of the deal, if one's own device or another holds it up."""
        raise only_at_servers()

    async def rematch(self) -> "Session":
        """A new match of the same people."""
        raise NotImplementedError

    @property
    def deal_is_lost(self) -> bool:
        """Whether the deal waits for a number that this device does not have any more."""
        return False

    async def checked(self, words: Words) -> tuple[str, list[tuple[bool, str]]]:
        """Whether the match, now over, followed from a deal that nobody chose: a verdict, and what was checked."""
        raise only_at_servers()

    @property
    def can_advise(self) -> bool:
        """Advice is for playing against bots, unless the table allows it: everybody else is one, or sits here too."""
        return self.update.hints or all(
            seat.kind == "bot" or seat.seat in self.update.held for seat in self.update.seats
        )

    def next_held(self) -> Seat | None:
        """Who of those that share this terminal must act, if the viewer must not."""
        due = [one.seat for one in self.update.to_act]
        if self.update.viewer in due or self.update.status != "running":
            return None
        return next((seat for seat in due if seat in self.update.held), None)
