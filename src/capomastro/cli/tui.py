"""`capomastro tui` and `capomastro watch`: the full-screen table."""

import gc
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from capomastro.cli.arguments import (
    ComponentFile,
    Language,
    Options,
    Players,
    chosen_words,
    component_text,
    explained_in,
    parsed_options,
    seats_of,
)
from capomastro.core.catalogue import game_named, game_names
from capomastro.core.errors import BadSetup
from capomastro.terminal.client import address_of
from capomastro.terminal.local import LocalSession
from capomastro.terminal.matches import kept_or_new
from capomastro.terminal.places import saved_path

if TYPE_CHECKING:
    from capomastro.terminal.app import TerminalApp

Colours = Literal["auto", "24bit", "256", "16", "none"]
RICH_NAMES = {"24bit": "truecolor", "256": "256", "16": "standard", "none": "standard"}
ColourDepth = Annotated[
    str, typer.Option("--colours", help="How many colours: auto, 24bit, 256, 16 or none.", metavar="DEPTH")
]
AsciiOnly = Annotated[bool, typer.Option("--ascii", help="Draw with nothing but ASCII.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No bell and no notice on your turn.")]
Name = Annotated[str | None, typer.Option(help="Your name; your user name by default.")]
BotName = Annotated[
    str, typer.Option("--bot", "-b", help="Your opponents: apprentice, journeyman, master, beppe, giulia, …")
]


def register(app: typer.Typer) -> None:
    app.command("tui")(tui)
    app.command("watch")(watch)


def tui(
    what: Annotated[
        str | None,
        typer.Argument(help=f"A game ({' or '.join(game_names())}), or the link of a table.", metavar="GAME | URL"),
    ] = None,
    players: Players = None,
    people: Annotated[int, typer.Option(help="How many people share this keyboard; bots take the other seats.")] = 1,
    name: Name = None,
    bot: BotName = "journeyman",
    option: Options = None,
    components: ComponentFile = None,
    seed: Annotated[
        str | None, typer.Option(help="64 hexadecimal digits, or a whole number; secret by default.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", "-f", help="Where to keep the match.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that was kept.")] = False,
    language: Language = None,
    colours: ColourDepth = "auto",
    ascii_only: AsciiOnly = False,
    quiet: Quiet = False,
) -> None:
    """Play on a full screen: against bots, with others at this keyboard, or at a server's table by its link.

    Keys and the mouse both work; ? lists the keys. Leaving keeps the match: --resume goes on, or the same link.
    """
    with explained_in(chosen_words(language).language):
        app = app_for(language, colours, ascii_only, quiet, name)
        if what is None:
            show(app)
        elif what in game_names():
            path = file or saved_path(what)
            match = kept_or_new(
                game_named(what),
                path,
                resume=resume,
                seats=seats_of(game_named(what), players),
                people=people,
                name=name,
                bot=bot,
                options=parsed_options(option),
                seed=seed,
                components=component_text(components),
                words=app.words,
            )
            app.first = lambda: app.open(LocalSession(match, path, pause=0.35))
            show(app)
        else:
            join(app, what, watching=False)


def watch(
    url: Annotated[str, typer.Argument(help="The address of a table, or a link to watch it.")],
    language: Language = None,
    colours: ColourDepth = "auto",
    ascii_only: AsciiOnly = False,
) -> None:
    """Watch a table of a server on a full screen, as a spectator, live."""
    with explained_in(chosen_words(language).language):
        join(app_for(language, colours, ascii_only, True, None), url, watching=True)


def join(app: "TerminalApp", url: str, *, watching: bool) -> None:
    looks_like_an_address = "/" in url or ":" in url or "." in url
    if not looks_like_an_address:
        game_named(url)  # says which games there are
    address = address_of(url)
    app.first = lambda: app.join(address, watch=watching)
    show(app)


def app_for(language: str | None, colours: str, ascii_only: bool, quiet: bool, name: str | None) -> "TerminalApp":
    """The program, for this terminal; one sentence if Textual is missing."""
    require_textual()
    words = chosen_words(language)
    if colours not in get_args(Colours):
        raise BadSetup("setup.colours", text=colours, known=get_args(Colours))
    from capomastro.terminal.depth import knows_unicode, usual_depth

    depth = usual_depth() if colours == "auto" else colours
    os.environ["TEXTUAL_COLOR_SYSTEM"] = RICH_NAMES[depth]  # read when Textual is imported
    gc.disable()  # nothing of what is loaded is garbage: looking for some would take a tenth of the start
    from capomastro.terminal.app import TerminalApp

    gc.freeze()
    gc.enable()
    return TerminalApp(
        language=words.language,
        depth=depth,  # type: ignore[arg-type]
        ascii_only=ascii_only or not knows_unicode(),
        bell=not quiet,
        name=name,
    )


def require_textual() -> None:
    if find_spec("textual") is None:
        raise BadSetup("setup.textual", extra="capomastro[terminal]")


def show(app: "TerminalApp") -> None:
    """Runs the program; what it has to say at the end is said in lines again."""
    gc.freeze()  # what is loaded stays; looking through it again and again would cost a step in twenty 30 ms
    app.run()
    if app.goodbye:
        typer.echo(app.goodbye, err=bool(app.return_code))
    if app.return_code:
        raise typer.Exit(app.return_code)
