"""What the operator decides. Every setting has a default that is right for an evening with friends.

A setting `port` is read from the environment as CAPOMASTRO_PORT; the command line overrides the environment.
"""

import os
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from capomastro.core.errors import BadSetup

PREFIX = "CAPOMASTRO_"
HANDED_DOWN = "CAPOMASTRO_SETTINGS"
"""Carries all settings from the command line to the server's processes."""


class Settings(Struct, frozen=True, kw_only=True):
    """All settings."""

    db: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    base_url: str = ""
    """Where people reach the server, for links in messages, such as https://play.example.org."""
    bot_processes: int = 0
    """Processes in which bots think; 0: as many as there are cores, shared among the workers, at most four."""
    bot_seconds: float = 30.0
    """If a bot has not answered by then, a random legal step is taken for it."""

    live_minutes: float = 2.0
    """After how long a seat is late at a live table."""
    deal_seconds: float = 20.0
    """How long a device may hold up the deal before somebody may have it done without it."""
    idle_seconds: float = 120.0
    """After how long a table that nobody looks at leaves the memory; it stays in the store."""
    sweep_open_days: float = 7.0
    sweep_running_days: float = 180.0
    sweep_closed_days: float = 0.0
    sweep_finished_days: float = 0.0
    """After this many days without use tables are removed that never began, were left, closed, or played to the end; 0:
    never."""

    sweep_words_days: float = 0.0
    """After this many days chat and notes of finished and closed tables are removed; 0: never."""
    sweep_players_days: float = 0.0
    """A player who was not here for this many days is removed, with all that is stored of them; 0: never."""

    daily_bot: str = ""
    """Against whom the daily deal is played; nobody named: the middle level, or whoever plays the game."""
    ratings: bool = True
    """Whether players who wish it are rated; without, nobody is and nothing says so."""

    max_body: int = 65536
    requests_per_second: float = 50.0
    """From one address, on average; for a short while eight times as many."""
    request_seconds: float = 20.0
    """How long the head of a request may take to arrive, and then its body."""
    unread_seconds: float = 30.0
    """How long somebody may read nothing of what they are sent before their connection is closed."""
    connections_per_address: int = 200
    """From one address, a proxy's apart; sockets are counted by themselves."""
    tables_per_hour: int = 60
    advice_per_minute: int = 20
    """From one address, and at one table."""
    reviews_per_hour: int = 20
    """From one address."""
    review_iterations: int = 0
    """How much the bots think about one match in all; 0: as much as one core does in half a minute."""
    sockets_per_address: int = 100
    sockets: int = 5000

    reminder_seconds: float = 60.0
    """How long somebody may be away before a message says that it is their turn."""
    webhooks_anywhere: bool = False
    """Whether webhooks may go to private addresses, for an operator who trusts everybody."""
    metrics_port: int = 0
    """Where figures are served for Prometheus, one port for each worker from this one on; 0: nowhere."""
    metrics_host: str = "127.0.0.1"
    smtp_host: str = ""
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_starttls: bool = True
    mail_from: str = ""

    @property
    def url(self) -> str:
        """The database's address as SQLAlchemy writes it."""
        if self.db.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + self.db.split("://", 1)[1]
        if "://" in self.db:
            raise BadSetup("the database is a file, or an address that begins with postgresql://")
        path = Path(self.db) if self.db else default_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path.absolute()}"

    @property
    def on_postgres(self) -> bool:
        return self.db.startswith(("postgresql://", "postgres://"))


def default_file() -> Path:
    return user_data_path("capomastro") / "tables.sqlite"


def settings_from(environment: dict[str, str], **given: Any) -> Settings:
    """The settings of the environment, overridden by those given; None counts as not given."""
    found: dict[str, Any] = {}
    for field in Settings.__struct_fields__:
        value = environment.get(PREFIX + field.upper())
        if value is not None:
            found[field] = value
    found |= {name: value for name, value in given.items() if value is not None}
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetup(f"the settings cannot be understood: {error}") from None
    if not 0 <= settings.metrics_port <= 65536 - max(1, settings.workers):
        raise BadSetup(f"there is no port {settings.metrics_port} for figures: CAPOMASTRO_METRICS_PORT")
    if settings.workers > 1 and not settings.on_postgres:
        raise BadSetup("several workers need PostgreSQL: --db postgresql://…; with a SQLite file there is one")
    return settings


def hand_down(settings: Settings) -> None:
    """Makes the settings known to the processes started from here on."""
    os.environ[HANDED_DOWN] = msgspec.json.encode(settings).decode()


def handed_down() -> Settings:
    text = os.environ.get(HANDED_DOWN)
    return msgspec.json.decode(text, type=Settings) if text else settings_from(dict(os.environ))
