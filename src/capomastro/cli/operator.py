"""`capomastro operator`: links to the operator's page, and what was done there."""

import os
import sys
from typing import Annotated

import typer

from capomastro.cli.arguments import AsJson
from capomastro.cli.serve import Database
from capomastro.core.errors import BadSetup

operator = typer.Typer(
    help="Make and revoke links to the operator's page; read what operators have done.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    app.add_typer(operator, name="operator")


@operator.command("link")
def link(
    db: Database = None,
    name: Annotated[str, typer.Option(help="Whose link it is; it stands in the log.")] = "operator",
    hours: Annotated[float, typer.Option(help="After how many hours it is no longer good.")] = 24.0,
) -> None:
    """Make a link to the operator's page. Whoever has it can close tables and block people.

    It is told only here; the database keeps its hash. `operator revoke` ends it earlier.
    """
    from capomastro.server.ops.links import make_link
    from capomastro.server.settings import settings_from

    typer.echo(make_link(settings_from(dict(os.environ), db=db), name, hours))


@operator.command("links")
def links(db: Database = None, json: AsJson = False) -> None:
    """List the links that are still good; none of them is told again."""
    import msgspec

    from capomastro.cli.words import table
    from capomastro.server.ops.links import good_links
    from capomastro.server.settings import settings_from

    rows = good_links(settings_from(dict(os.environ), db=db))
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n")
        return
    shown = [(row["number"], row["name"], row["created"], row["expires"], row["seen"]) for row in rows]
    typer.echo(table(("number", "name", "made", "good until", "last used"), shown) if shown else "no links")


@operator.command("revoke")
def revoke(
    numbers: Annotated[list[int] | None, typer.Argument(help="The links' numbers.", metavar="NUMBER…")] = None,
    db: Database = None,
    every: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
) -> None:
    """End links to the operator's page, at once."""
    from capomastro.server.ops.links import revoke_links
    from capomastro.server.settings import settings_from

    if every == bool(numbers):
        raise BadSetup("name the links' numbers, as `capomastro operator links` tells them, or --all")
    count = revoke_links(settings_from(dict(os.environ), db=db), None if every else numbers)
    typer.echo(f"{count} revoked")


@operator.command("log")
def log(
    db: Database = None,
    most: Annotated[int, typer.Option("--last", min=1, help="How many of the last deeds.")] = 50,
    json: AsJson = False,
) -> None:
    """Tell what operators have done, the last first: when, who, what."""
    import msgspec

    from capomastro.cli.words import table
    from capomastro.server.ops.links import deeds
    from capomastro.server.settings import settings_from

    rows = deeds(settings_from(dict(os.environ), db=db), most)
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n")
        return
    shown = [tuple(row.values()) for row in rows]
    typer.echo(table(("at", "name", "deed", "what", "more"), shown) if shown else "nothing yet")
