"""What the operator decides. Every setting has a default that is right for an evening with friends.

A setting `port` is read from the environment as CAPOMASTRO_PORT; the command line overrides the environment.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

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
    worker_host: str = "127.0.0.1"
    """Where other workers on the same PostgreSQL reach this one, on a free port; on several machines an address of the
    network between them."""
    base_url: str = ""
    """Where people reach the server, for links in messages, such as https://play.example.org."""
    bots: Literal["here", "service"] = "here"
    """Where bots think: in processes of the server, or wherever `capomastro bots` runs on the same PostgreSQL."""
    bot_processes: int = 0
    """Processes in which bots think; 0: as many as there are cores, shared among the workers, at most four."""
    bot_helpers: int = 0
    """How many idle processes may help a master or a grandmaster think; 0: none."""
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
    traces: str = ""
    """Where a collector of OpenTelemetry takes traces, such as http://127.0.0.1:4318; nothing: none are made."""
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
        what, _, where = str(error).partition(" - at ")
        name = where.strip("`").removeprefix("$.").upper()
        raise BadSetup(f"{PREFIX}{name} cannot be understood: {what}") from None
    check(settings)
    return settings


MANY = 1e9
BOUNDS: dict[str, tuple[float, float]] = {
    "port": (0, 65535),
    "workers": (1, 256),
    "bot_processes": (0, 256),
    "bot_helpers": (0, 255),
    "bot_seconds": (0.001, 3600),
    "live_minutes": (0, MANY),
    "deal_seconds": (0, MANY),
    "idle_seconds": (0, MANY),
    **{f"sweep_{kind}_days": (0, 36_500) for kind in ("open", "running", "closed", "finished", "words", "players")},
    "max_body": (1024, 100_000_000),
    "requests_per_second": (0, MANY),
    "request_seconds": (0.1, MANY),
    "unread_seconds": (0.1, MANY),
    "connections_per_address": (0, MANY),
    "tables_per_hour": (0, MANY),
    "advice_per_minute": (0, MANY),
    "reviews_per_hour": (0, MANY),
    "review_iterations": (0, MANY),
    "sockets_per_address": (0, MANY),
    "sockets": (0, MANY),
    "reminder_seconds": (0, MANY),
    "metrics_port": (0, 65535),
    "smtp_port": (1, 65535),
}
"""From where to where a number makes sense; where 0 means something of its own, it is among them."""


def check(settings: Settings) -> None:
    """Refuses what makes no sense, in one sentence that names the setting; nothing has been opened yet."""
    for name, (least, most) in BOUNDS.items():
        value = getattr(settings, name)
        if not least <= value <= most:  # which is false for what is no number, too
            raise BadSetup(f"{PREFIX}{name.upper()} is from {least:g} to {most:g}, not {value:g}")
    for name in ("base_url", "traces"):
        check_address(name, getattr(settings, name))
    for name in ("host", "worker_host", "metrics_host", "smtp_host"):
        value = getattr(settings, name)
        if any(char.isspace() or char in "/@" for char in value) or (not value and name != "smtp_host"):
            raise BadSetup(f"{PREFIX}{name.upper()} is an address or a name such as 127.0.0.1, not '{value}'")
    if settings.mail_from and "@" not in settings.mail_from:
        raise BadSetup(f"{PREFIX}MAIL_FROM is a mail address, not '{settings.mail_from}'")
    if settings.metrics_port + settings.workers > 65536:
        raise BadSetup(f"there are not enough ports for figures from {settings.metrics_port} on: {PREFIX}METRICS_PORT")
    check_database(settings)
    if settings.bots == "service" and not settings.on_postgres:
        raise BadSetup(
            f"{PREFIX}BOTS=service needs PostgreSQL: --db postgresql://…; a SQLite file belongs to one machine, "
            "and there bots think beside the server"
        )


def check_address(name: str, value: str) -> None:
    try:
        url = urlsplit(value)
        good = (
            url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0 and not (url.query or url.fragment)
        )
    except ValueError:
        good = False
    if value and not good:
        raise BadSetup(f"{PREFIX}{name.upper()} is an address such as https://play.example.org, not '{value}'")


def check_database(settings: Settings) -> None:
    if settings.workers > 1 and not settings.on_postgres:
        raise BadSetup("several workers need PostgreSQL: --db postgresql://…; with a SQLite file there is one")
    if not settings.on_postgres:
        if "://" in settings.db:
            raise BadSetup("the database is a file, or an address that begins with postgresql://")
        return
    if find_spec("psycopg") is None:
        raise BadSetup("PostgreSQL needs an extra: pip install 'capomastro[postgres]'")
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        make_url(settings.url)
    except (ArgumentError, ValueError):
        raise BadSetup("the database's address cannot be read: postgresql://user@host:5432/name") from None


def hand_down(settings: Settings) -> None:
    """Makes the settings known to the processes started from here on."""
    os.environ[HANDED_DOWN] = msgspec.json.encode(settings).decode()


def handed_down() -> Settings:
    text = os.environ.get(HANDED_DOWN)
    return msgspec.json.decode(text, type=Settings) if text else settings_from(dict(os.environ))
