"""`capomastro serve`: host tables; `bots`: think for them; `backup`, `restore` and `tables`: look after them."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from capomastro.cli.arguments import AsJson
from capomastro.core.errors import BadSetup

if TYPE_CHECKING:
    from capomastro.server.ops.upkeep import Finding
    from capomastro.server.settings import Settings

Database = Annotated[
    str | None, typer.Option("--db", help="A SQLite file, or postgresql://…; a file in your data folder if left out.")
]


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)
    app.command("bots")(bots)
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.add_typer(tables, name="tables")


def serve(
    host: Annotated[str | None, typer.Option(help="Which address to listen on; 0.0.0.0 for all.")] = None,
    port: Annotated[int | None, typer.Option(help="Which port; 0 takes any free one.")] = None,
    db: Database = None,
    workers: Annotated[int | None, typer.Option(help="How many processes; more than one needs PostgreSQL.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the lobby in a browser.")] = False,
) -> None:
    """Host tables for live and turn-based play.

    Without any option the tables are kept in a file in your data folder, and people on this machine can play at
    http://127.0.0.1:8000. Every setting can also be given as an environment variable; see docs/hosting.md.
    """
    from capomastro.server.ops.main import run
    from capomastro.server.settings import settings_from

    settings = settings_from(dict(os.environ), host=host, port=port, db=db, workers=workers)
    run(settings, open_page=open_page)


def bots(
    db: Annotated[str | None, typer.Option("--db", help="The PostgreSQL of the servers: postgresql://…")] = None,
    processes: Annotated[
        int | None, typer.Option(help="How many bots think at once; one for each core if left out.")
    ] = None,
) -> None:
    """Let bots think here for servers that share a PostgreSQL and have CAPOMASTRO_BOTS=service.

    As many of these as you like, on any machines that reach the database; each takes the next decision that waits.
    """
    from capomastro.server.ops.bots_main import run_bots
    from capomastro.server.settings import settings_from

    run_bots(settings_from(dict(os.environ), db=db, bot_processes=processes))


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy, or the copies.", metavar="FILE|FOLDER")],
    db: Database = None,
    follow: Annotated[bool, typer.Option("--follow", help="Go on: ship every change to a folder.")] = False,
    seconds: Annotated[float, typer.Option(min=0.05, help="With --follow: how often.")] = 1.0,
    hours: Annotated[float, typer.Option(min=0.01, help="With --follow: when a new base is made.")] = 24.0,
    keep: Annotated[int, typer.Option(min=1, help="With --follow: how many bases stay, with what follows them.")] = 7,
) -> None:
    """Copy the database to a file while the server runs. The copy is complete and consistent.

    PostgreSQL is copied into a SQLite file, with which the server can go on as well. With --follow, a SQLite database
    is copied into a folder, and then what changes, until it is stopped; `capomastro restore` makes a database of that.
    """
    from capomastro.server.settings import settings_from
    from capomastro.server.storage.backup import back_up, ship

    settings = settings_from(dict(os.environ), db=db)
    if follow:
        ship(settings, file, seconds=seconds, hours=hours, keep=keep, on_ready=lambda: typer.echo(f"ships to {file}"))
        return
    typer.echo(f"{back_up(settings, file)} tables copied to {file}")


def restore(
    source: Annotated[Path, typer.Argument(help="A copy, or a folder of `backup --follow`.", metavar="COPY")],
    db: Database = None,
    until: Annotated[
        str | None, typer.Option(help="As it was then, such as 2026-11-17T05:00 (UTC); from a folder only.")
    ] = None,
) -> None:
    """Make a database of a copy. Stop the server first; nothing that is there is overwritten."""
    from capomastro.server.settings import settings_from
    from capomastro.server.storage.restoring import restore_to

    settings = settings_from(dict(os.environ), db=db)
    count, where = restore_to(settings, source, until)
    typer.echo(f"{count} tables restored to {where}")


tables = typer.Typer(
    help="List, show, check, migrate and close the tables of a server.", no_args_is_help=True, rich_markup_mode=None
)
ANY_ID = {"ignore_unknown_options": True}
"""Ids of old tables may begin with a dash; what is no option is an id."""
TableId = Annotated[str, typer.Argument(help="The table's id, as in its address.", metavar="TABLE")]


@tables.command("list")
def list_tables(
    db: Database = None,
    status: Annotated[str | None, typer.Option(help="Only these: open, running, over or closed.")] = None,
    json: AsJson = False,
) -> None:
    """List the tables, the most recently used first."""
    import msgspec

    from capomastro.cli.words import table
    from capomastro.server.ops.admin import listed
    from capomastro.server.settings import settings_from

    if status is not None and status not in ("open", "running", "over", "closed"):
        raise BadSetup("a table is open, running, over or closed")
    rows = listed(settings_from(dict(os.environ), db=db), status)
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n")
        return
    shown = [(row["table"], row["game"], stands(row), row["entries"], row["touched"], row["name"]) for row in rows]
    typer.echo(table(("table", "game", "status", "entries", "last used", "name"), shown))


def stands(row: dict[str, Any]) -> str:
    return str(row["status"]) + (", frozen" if row["frozen"] else "")


@tables.command("show", context_settings=ANY_ID)
def show_table(table: TableId, db: Database = None) -> None:
    """Show a table as a spectator would see it: seats, whose turn, the board."""
    from capomastro.server.ops.admin import shown
    from capomastro.server.settings import settings_from

    typer.echo(shown(settings_from(dict(os.environ), db=db), table))


@tables.command("check")
def check_tables(db: Database = None, json: AsJson = False) -> None:
    """Play every stored match again and report; nothing is changed. Exit code 1 if one cannot be played."""
    from capomastro.server.ops.upkeep import check

    report(db, check, "replaying", json)


@tables.command("migrate")
def migrate_tables(db: Database = None, json: AsJson = False) -> None:
    """Move running matches to the rules of this version; name those that cannot be moved.

    A match is moved if every step is still legal and tells what it told. It can be stopped and started again at any
    time, and while the server runs.
    """
    from capomastro.server.ops.upkeep import migrate

    report(db, migrate, "moving", json)


def report(db: str | None, work: "Callable[[Settings], Iterator[Finding]]", label: str, json: bool) -> None:
    """Goes through all tables with a progress bar, then says how many there are of each outcome and names the rest."""
    import msgspec

    from capomastro.cli.simulate import with_progress
    from capomastro.server.ops.upkeep import Report, count
    from capomastro.server.settings import settings_from

    settings = settings_from(dict(os.environ), db=db)
    found = Report(Counter(), [])
    for finding in with_progress(work(settings), count(settings), label):
        found.add(finding)
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        typer.echo(", ".join(f"{number} {outcome}" for outcome, number in sorted(found.counts.items())) or "no tables")
        for one in found.named:
            typer.echo(f"{one.table} ({one.game}, rules {one.rules}) {one.outcome}: {one.why}")
    if found.named:
        raise typer.Exit(1)


@tables.command("close", context_settings=ANY_ID)
def close_table(table: TableId, db: Database = None) -> None:
    """Close a table: nobody can play on there. Its log stays."""
    from capomastro.server.ops.admin import close
    from capomastro.server.settings import settings_from

    close(settings_from(dict(os.environ), db=db), table)
    typer.echo(f"{table} is closed")
