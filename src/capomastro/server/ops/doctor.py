"""What an operator should know before people come: each check says how things are and, if need be, what to do.

Looking makes no file, migrates nothing and sends nothing.
"""

import os
import shutil
import smtplib
import socket
import sys
import sysconfig
import time
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select, text

import capomastro
from capomastro.server.bots.pool import usual_processes
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.settings import Settings, default_file
from capomastro.server.storage import bot_queries
from capomastro.server.storage.database import open_engine, store_errors
from capomastro.server.storage.faults import sentence
from capomastro.server.storage.migrate import is_readable, newest, version_of
from capomastro.server.storage.schema import tables

GIGABYTE = 1 << 30
LITTLE, TOO_LITTLE = GIGABYTE, GIGABYTE // 10
"""Free space at which to think of more, and at which steps may soon be refused. A table takes some 30 kB."""
PATIENCE = 5.0
"""Seconds after which a host is taken to be away."""
HOUR = 3_600_000


class Check(Struct, frozen=True):
    """`advice` says what to do, where there is something to do."""

    name: str
    state: Literal["ok", "note", "problem"]
    text: str
    advice: str = ""


def examine(settings: Settings) -> Iterator[Check]:
    """All checks, one after another; those that ask other hosts come last."""
    yield python()
    yield build()
    yield from database(settings)
    yield disk(settings)
    yield files(settings)
    yield port(settings)
    yield address(settings)
    yield push(settings)
    yield mail(settings)


def python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return Check("Python", "problem", f"{version}, free-threaded", "Use a Python with its global lock.")
    return Check("Python", "ok", version)


def build() -> Check:
    if capomastro.compiled:
        return Check("build", "ok", "compiled")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    advice = (
        "Install it again: " if shutil.which(compiler) else f"Install a C compiler ({compiler}), then install again: "
    )
    return Check(
        "build", "note", "interpreted: everything works, bots are much slower", advice + "pip install capomastro."
    )


def file_of(settings: Settings) -> Path:
    """The SQLite file; asking the settings for its address would make the folder."""
    return Path(settings.db) if settings.db else default_file()


def database(settings: Settings) -> Iterator[Check]:
    if settings.on_postgres and find_spec("psycopg") is None:
        yield Check("database", "problem", "psycopg is missing", "Install capomastro[postgres].")
        return
    if not settings.on_postgres and not file_of(settings).exists():
        yield new_file(file_of(settings))
        return
    try:
        with store_errors():
            engine = open_engine(settings, writing=False)
            try:
                with engine.connect() as connection:
                    version = version_of(connection)
                    yield schema(version, readable=is_readable(connection, version))
                    if version == newest():
                        used = connection.execute(select(func.max(tables.c.touched))).scalar()
                        count = connection.execute(select(func.count()).select_from(tables)).scalar()
                        yield Check("tables", "ok", f"{count} stored")
                        yield clock(used or 0)
                        yield bots(settings, connection)
                    connection.execute(text("SELECT 1"))
            finally:
                engine.dispose()
    except StoreDown as error:
        yield Check("database", "problem", sentence(error), "Mend this before you start the server.")


def new_file(file: Path) -> Check:
    folder = next((one for one in file.absolute().parents if one.exists()), Path("/"))
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return Check("database", "ok", f"{file} will be made at the first start")
    return Check("database", "problem", f"{folder} cannot be written", "Choose another place with --db, or its rights.")


def schema(version: str | None, *, readable: bool = True) -> Check:
    if version is None:
        return Check("database", "ok", "empty; the schema is made at the first start")
    if version == newest():
        return Check("database", "ok", f"schema {version}, up to date")
    if version < newest():
        text = f"schema {version}; brought to {newest()} at the next start"
        return Check("database", "note", text, "Make a backup first: capomastro backup FILE.")
    text = f"schema {version}, made by a newer version; this one knows {newest()}"
    if readable:
        return Check("database", "note", f"{text} and can serve beside it", "Bring all workers to the newer version.")
    return Check("database", "problem", text, "Install the newer version again.")


def bots(settings: Settings, connection: Connection) -> Check:
    """Whether anybody thinks for the bots."""
    if settings.bots == "here":
        return Check("bots", "ok", f"{settings.bot_processes or usual_processes(settings.workers)} think at once here")
    count, oldest = bot_queries.waiting(connection)
    found = bot_queries.services(connection)
    ours = sum(int(one.processes) for one in found if one.version == capomastro.__version__)
    waits = f"{count} questions wait, the oldest for {oldest / 1000:.0f} s" if count else "no question waits"
    if ours:
        return Check("bots", "ok", f"{ours} think at once in services of this version; {waits}")
    others = ", ".join(sorted({one.version for one in found}))
    text = (
        f"no service of this version ({capomastro.__version__}) runs{f', but of {others}' if others else ''}; {waits}"
    )
    return Check("bots", "problem", text, "Start one: capomastro bots --db postgresql://….")


def clock(used: int) -> Check:
    """Nothing can be used later than now, and no program runs before it was installed."""
    now = time.time() * 1000
    installed = Path(__file__).stat().st_mtime * 1000
    if max(used, installed) > now + HOUR:
        return Check("clock", "problem", "it is behind the last use of a table, or this installation", "Set the clock.")
    return Check("clock", "ok", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()))


def disk(settings: Settings) -> Check:
    folder = Path.cwd() if settings.on_postgres else file_of(settings).absolute()
    while not folder.is_dir():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    text = f"{free / GIGABYTE:,.1f} GB free at {folder}"
    if free < TOO_LITTLE:
        return Check("disk", "problem", text, "Make room: with a full disk steps are refused.")
    return Check("disk", "note" if free < LITTLE else "ok", text, "Make room soon." if free < LITTLE else "")


def files(settings: Settings) -> Check:
    try:
        import resource
    except ImportError:
        return Check("open files", "note", "this system does not tell its limit")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most == resource.RLIM_INFINITY or most >= settings.sockets + 500:
        return Check("open files", "ok", "no limit" if most == resource.RLIM_INFINITY else f"up to {most:,}")
    text = f"at most {most:,}, fewer than CAPOMASTRO_SOCKETS ({settings.sockets:,}) and some more"
    return Check("open files", "note", text, "Raise it: ulimit -n, or LimitNOFILE= in a systemd unit.")


def port(settings: Settings) -> Check:
    where = f"{settings.host}:{settings.port}"
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
    except OSError:
        return Check("port", "problem", f"{settings.host} is no address of this machine", "Choose another --host.")
    family, kind, _, _, there = found[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(there)
        except PermissionError:
            return Check("port", "problem", f"{where} is not for this user", "Choose a --port above 1023.")
        except OSError as error:
            return taken(where, settings, error)
    return Check("port", "ok", f"{where} is free")


def taken(where: str, settings: Settings, error: OSError) -> Check:
    """Our own server may be what is there."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    try:
        version = health(f"http://{host}:{settings.port}")
    except (OSError, ValueError):
        text = f"{where}: {error.strerror or error}"
        return Check("port", "problem", text, "Stop what listens there, or choose another --port.")
    return Check("port", "ok", f"{where}: a server of ours runs there, version {version}")


def health(base: str) -> str:
    """The version of the server at an address, if one answers there."""
    with urllib.request.urlopen(f"{base}/healthz", timeout=PATIENCE) as answer:
        found = msgspec.json.decode(answer.read(10_000), type=dict[str, object])
    if "version" not in found:
        raise ValueError("no server of ours")
    return str(found["version"])


def address(settings: Settings) -> Check:
    """Whether people reach us where CAPOMASTRO_BASE_URL says, and the proxy there says how they came."""
    base = settings.base_url.rstrip("/")
    name = "address"
    if not base:
        advice = "Set CAPOMASTRO_BASE_URL if others shall reach you: mail, push and passkeys need it."
        return Check(name, "note", "no CAPOMASTRO_BASE_URL", advice)
    try:
        health(base)
        with urllib.request.urlopen(f"{base}/api/lobby", timeout=PATIENCE) as answer:
            cookies = answer.headers.get_all("Set-Cookie") or []
    except (OSError, ValueError, KeyError) as error:
        reason = getattr(error, "reason", error)
        return Check(
            name, "problem", f"{base} does not answer as our server: {reason}", "Start server and proxy; look again."
        )
    if base.startswith("https:") and not all("secure" in one.lower() for one in cookies):
        advice = "Let the proxy pass on X-Forwarded-Proto; if it is on another host, name it in FORWARDED_ALLOW_IPS."
        return Check(
            name, "problem", f"{base} answers, but the server does not learn that people come by https", advice
        )
    return Check(name, "ok", f"{base} answers")


def push(settings: Settings) -> Check:
    host = urlsplit(settings.base_url).hostname or ""
    if settings.base_url.startswith("https:") or host in ("localhost", "127.0.0.1"):
        return Check("push", "ok", "browsers allow it at this address")
    return Check("push", "note", "off: browsers allow it on https alone", "Put a proxy with TLS before the server.")


def mail(settings: Settings) -> Check:
    if not settings.smtp_host:
        return Check("mail", "note", "off: no CAPOMASTRO_SMTP_HOST")
    if not settings.base_url:
        return Check("mail", "problem", "off: no CAPOMASTRO_BASE_URL for its links", "Set CAPOMASTRO_BASE_URL.")
    where = f"{settings.smtp_host}:{settings.smtp_port}"
    try:
        with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=PATIENCE) as server:
            if settings.smtp_starttls:
                server.starttls()
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.noop()
    except (OSError, smtplib.SMTPException) as error:
        return Check(
            "mail", "problem", f"{where}: {error}", "Compare the CAPOMASTRO_SMTP_… settings with your provider's."
        )
    return Check("mail", "ok", f"{where} takes mail from us")
