"""The command line. Each module registers its commands with the one Typer app."""

import sys
from copy import copy
from typing import Annotated

import typer

import capomastro
from capomastro.cli import (
    arena,
    bench,
    doctor,
    export,
    fuzz,
    operator,
    play,
    puzzles,
    replay,
    review,
    serve,
    simulate,
    train,
    tui,
)
from capomastro.core.game import CapomastroError

app = typer.Typer(
    name="capomastro",
    help="Play, host and study board games: alone, with friends, with bots.\n\n"
    "Without a command it hosts on this machine and opens the page in the browser.\n\n"
    "Every command explains itself with --help.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def version_line() -> str:
    how = "compiled" if capomastro.compiled else "interpreted: the same games, only slower"
    return f"capomastro {capomastro.__version__} ({how})"


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Say which version, and whether compiled."
        ),
    ] = False,
) -> None:
    """Play, host and study board games: alone, with friends, with bots.

    Without a command it hosts on this machine and opens the page in the browser.
    """
    if context.invoked_subcommand is None:
        from capomastro.cli.page import show_page

        show_page()


for module in (
    play,
    tui,
    serve,
    operator,
    doctor,
    simulate,
    arena,
    train,
    export,
    replay,
    review,
    puzzles,
    fuzz,
    bench,
):
    module.register(app)


def app_for(words: list[str]) -> typer.Typer:
    """The app with no command but the one that these words begin with: Typer prepares all that it has before it runs
    one, which takes longer than most of them need to begin. Without a known one it is the whole app."""
    commands = [command for command in app.registered_commands if [command.name] == words[:1]]
    groups = [group for group in app.registered_groups if [group.name] == words[:1]]
    if not commands and not groups:
        return app
    small = copy(app)
    small.registered_commands, small.registered_groups = commands, groups
    return small


def main() -> None:
    """Runs the command line; what cannot be done is told in one sentence, with exit code 2."""
    try:
        app_for(sys.argv[1:])()
    except CapomastroError as error:
        typer.echo(f"capomastro: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:  # the reader of our output has left
        sys.stderr.close()
        sys.exit(0)
