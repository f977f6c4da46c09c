"""`capomastro doctor`: is this machine ready to host?"""

import os
import sys
from typing import Annotated

import typer

from capomastro.cli.arguments import AsJson
from capomastro.cli.serve import Database

SIGNS = {"ok": "ok", "note": "note", "problem": "PROBLEM"}


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)


def doctor(
    db: Database = None,
    host: Annotated[str | None, typer.Option(help="The address that `serve` will listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port that `serve` will listen on.")] = None,
    json: AsJson = False,
) -> None:
    """Look at everything hosting needs, and say what to do. Nothing is changed. Exit code 1 if there is a problem.

    It takes the settings that `serve` would take, from the environment and from its options.
    """
    import msgspec

    from capomastro.server.ops.doctor import examine
    from capomastro.server.settings import settings_from

    found = []
    for check in examine(settings_from(dict(os.environ), db=db, host=host, port=port)):
        found.append(check)
        if not json:
            typer.echo(f"{SIGNS[check.state]:8} {check.name}: {check.text}")
            if check.advice:
                typer.echo(f"{'':8} → {check.advice}")
    if json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    if any(check.state == "problem" for check in found):
        raise typer.Exit(1)
