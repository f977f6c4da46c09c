"""What this terminal keeps of servers: who it is there, and the keys of its seats. Only its user may read it."""

import os
import secrets
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct, field

from capomastro.core.errors import CapomastroError
from capomastro.core.game import Viewer


class KeptTable(Struct, omit_defaults=True):
    """A table one has been at: the seat and its own key, if one sits there, and how far it was seen."""

    game: str
    name: str = ""
    seat: Viewer = None
    key: str | None = None
    seen: int = 0


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
        if self.path.exists():
            try:
                self.servers = msgspec.json.decode(self.path.read_bytes(), type=dict[str, KeptServer])
            except (OSError, msgspec.DecodeError) as error:
                raise CapomastroError(f"{self.path}, which keeps your seats, cannot be read: {error}") from None

    def server(self, origin: str) -> KeptServer:
        if origin not in self.servers:
            self.servers[origin] = KeptServer(secrets.token_urlsafe(16))
            self.write()
        return self.servers[origin]

    def keep(self, origin: str, table: str, kept: KeptTable) -> None:
        self.server(origin).tables[table] = kept
        self.write()

    def forget(self, origin: str, table: str) -> None:
        self.server(origin).tables.pop(table, None)
        self.write()

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(self.servers)))
        draft.replace(self.path)
