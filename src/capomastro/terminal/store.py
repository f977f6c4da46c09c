"""What this terminal keeps of servers: who it is there, and the keys of its seats. Only its user may read it."""

import os
import secrets
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct, field

from capomastro.core.errors import CapomastroError
from capomastro.core.game import Seat, Viewer


class KeptShare(Struct):
    """This device's part in a deal: its nonce, and what it was shown before it told it."""

    round: int
    nonce: str
    commitment: str
    server: str
    """The server's commitment to its secret."""
    shares: list[tuple[tuple[Seat, ...], str]] = field(default_factory=list)
    """The seats and the commitments of all devices."""


class KeptTable(Struct, omit_defaults=True):
    """A table one has been at: the seat and its own key, if one sits there, and how far it was seen."""

    game: str
    name: str = ""
    seat: Viewer = None
    key: str | None = None
    seen: int = 0
    share: KeptShare | None = None


class KeptServer(Struct):
    """`device` is what a browser would keep as its cookie."""

    device: str
    tables: dict[str, KeptTable] = field(default_factory=dict)


def usual_path() -> Path:
    return platformdirs.user_data_path("capomastro") / "servers.json"


class Store:
    """The file of all servers by their origin; written whole, and readable for its owner alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or usual_path()
        self.servers: dict[str, KeptServer] = {}
        self.read()

    def read(self) -> None:
        """What is in the file now: another terminal may have written it."""
        if self.path.exists():
            try:
                self.servers = msgspec.json.decode(self.path.read_bytes(), type=dict[str, KeptServer])
            except (OSError, msgspec.DecodeError) as error:
                raise CapomastroError(f"{self.path}, which keeps your seats, cannot be read: {error}") from None

    def server(self, origin: str) -> KeptServer:
        if origin not in self.servers:
            self.read()
        if origin not in self.servers:
            self.servers[origin] = KeptServer(secrets.token_urlsafe(16))
            self.write()
        return self.servers[origin]

    def keep(self, origin: str, table: str, kept: KeptTable) -> None:
        self.read()
        self.server(origin).tables[table] = kept
        self.write()

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(self.servers)))
        draft.replace(self.path)


class TableStore:
    """What is kept of one table."""

    def __init__(self, store: Store, origin: str, table: str) -> None:
        self.store = store
        self.origin = origin
        self.table = table

    @property
    def kept(self) -> KeptTable | None:
        return self.store.server(self.origin).tables.get(self.table)

    def keep(self, kept: KeptTable) -> None:
        self.store.keep(self.origin, self.table, kept)

    @property
    def share(self) -> KeptShare | None:
        return self.kept.share if self.kept is not None else None

    def keep_share(self, share: KeptShare) -> None:
        kept = self.kept or KeptTable("")
        kept.share = share
        self.keep(kept)
