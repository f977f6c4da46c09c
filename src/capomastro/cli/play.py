"""`capomastro play`: a game in the terminal, line by line."""

from pathlib import Path
from typing import Annotated

import typer

from capomastro.cli.arguments import (
    ComponentFile,
    InWords,
    Language,
    Options,
    Players,
    chosen_words,
    component_text,
    explained_in,
    parsed_options,
    seats_of,
)
from capomastro.cli.line import LineTable
from capomastro.core.catalogue import game_named, game_names
from capomastro.core.errors import BadSetup, CapomastroError
from capomastro.core.match import Match
from capomastro.core.words import Words
from capomastro.terminal.client import Unreachable, address_of
from capomastro.terminal.local import LocalSession
from capomastro.terminal.matches import kept_or_new
from capomastro.terminal.names import own_name
from capomastro.terminal.places import saved_path
from capomastro.terminal.remote import RemoteSession
from capomastro.terminal.speech import Refused
from capomastro.terminal.store import Store


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    game: Annotated[
        str | None, typer.Argument(help=f"Which game: {' or '.join(game_names())}.", metavar="GAME")
    ] = None,
    url: Annotated[str | None, typer.Option("--url", help="Play at a server's table instead, by its link.")] = None,
    players: Players = None,
    people: Annotated[int, typer.Option(help="How many people share this keyboard; bots take the other seats.")] = 1,
    seat: Annotated[int, typer.Option(help="Your seat, from 1.")] = 1,
    name: Annotated[str | None, typer.Option(help="Your name; your user name by default.")] = None,
    option: Options = None,
    components: ComponentFile = None,
    seed: Annotated[
        str | None, typer.Option(help="64 hexadecimal digits, or a whole number; fresh secret bytes by default.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", "-f", help="Where to keep the match.")] = None,
    bot: Annotated[
        str, typer.Option("--bot", "-b", help="Your opponents: apprentice, journeyman, master, beppe, giulia, …")
    ] = "journeyman",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that was kept.")] = False,
    language: Language = None,
    in_words: InWords = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No bell on your turn at a server's table.")] = False,
) -> None:
    """Play in the terminal line by line: against bots, with others at this keyboard, or at a server's table (--url).

    The board is drawn as text, or told in sentences (--in-words, for screen readers); choose among numbered steps or
    type them, and ? lists what else can be typed. Leaving keeps the match, and --resume goes on. The seed's commitment
    is shown at the start, and `capomastro verify` checks it when the match is over.
    """
    words = chosen_words(language)
    with explained_in(words.language):
        if url is not None:
            play_at_table(url, words, name or own_name(), in_words=in_words, quiet=quiet)
            return
        if game is None:
            raise BadSetup(f"say which game: {' or '.join(game_names())}; or a table's link with --url")
        rules = game_named(game)
        path = file or saved_path(game)
        match = kept_or_new(
            rules,
            path,
            resume=resume,
            seats=seats_of(rules, players),
            people=people,
            seat=seat,
            name=name,
            bot=bot,
            options=parsed_options(option),
            seed=seed,
            components=component_text(components),
            words=words,
        )
        if not resume:
            typer.echo(f"{rules.title}. {rules.credits}")
            if match.setup.commitment:
                typer.echo(words.t("line.commitment", commitment=match.setup.commitment))
        play_here(match, path, words, in_words)


def play_here(match: Match, path: Path, words: Words, in_words: bool) -> None:
    table = LineTable(LocalSession(match, path), words, typer.echo, in_words=in_words)
    over = table.run()
    game, words = match.setup.game, table.words
    if over:
        typer.echo(words.t("line.finished", path=path))
        return
    where = "" if path == saved_path(game) else f" --file {path}"
    typer.echo("\n" + words.t("line.kept", path=path, command=f"capomastro play {game} --resume{where}"))


def play_at_table(url: str, words: Words, name: str, *, in_words: bool, quiet: bool) -> None:
    address = address_of(url)
    if address.table is None:
        raise BadSetup("address.no-table", text=url)
    table = LineTable(RemoteSession(address, Store(), name), words, typer.echo, in_words=in_words, bell=not quiet)
    try:
        over = table.run()
    except Refused as refused:
        raise CapomastroError(refused.worded(words)) from None
    except Unreachable as error:
        raise CapomastroError(error.worded(words)) from None
    if not over and isinstance(table.session, RemoteSession):
        at = table.session.address
        typer.echo("\n" + table.words.t("line.left", command=f"capomastro play --url {at.origin}/t/{at.table}"))
