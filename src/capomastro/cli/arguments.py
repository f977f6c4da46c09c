"""Arguments that several commands share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from capomastro.arena.model import Series
from capomastro.arena.workers import Here, Workers
from capomastro.core.catalogue import game_named, game_names
from capomastro.core.game import AnyGame, BadSetup, CapomastroError
from capomastro.core.words import LANGUAGES, Words, usual_language, words_in

GameName = Annotated[str, typer.Argument(help=f"Which game: {' or '.join(game_names())}.", metavar="GAME")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many players; the fewest by default.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, such as price=turn-start."),
]
ComponentFile = Annotated[
    Path | None, typer.Option("--components", help="A component file (TOML) to play with instead of ours.")
]
Language = Annotated[
    str | None, typer.Option("--language", "-l", help="en, de or nl; that of the environment by default.")
]
InWords = Annotated[bool, typer.Option("--in-words", help="Tell the board in sentences instead of drawing it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many games to play at the same time.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the Ray cluster at this address (HOST:PORT, or local) instead of here; needs capomastro[ray].",
    ),
]
Seed = Annotated[int, typer.Option("--seed", "-s", help="A whole number; the same seed gives the same games.")]


def seats_of(game: AnyGame, players: int | None) -> int:
    return game.seat_counts[0] if players is None else players


def parsed_options(options: list[str] | None) -> dict[str, str]:
    """`name=value` texts as a dictionary."""
    parsed: dict[str, str] = {}
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetup("setup.option-form", text=text)
        parsed[name.strip()] = value.strip()
    return parsed


@contextmanager
def workers_of(jobs: int, cluster: str | None) -> Iterator[Workers]:
    """Who plays: jobs of this machine, or those of a cluster."""
    if cluster is None:
        yield Here(jobs)
        return
    from capomastro.research.cluster import RayWorkers

    workers = RayWorkers(cluster)
    try:
        yield workers
        if workers.lost:
            typer.echo(f"\n{workers.lost} chunks were lost with their workers and played again", err=True)
    finally:
        workers.close()


@contextmanager
def at_work(series: Series, jobs: int, cluster: str | None) -> Iterator[tuple[Workers, Callable[[], None]]]:
    """Who plays these games, and what to call after each: a bar on the error stream goes on."""
    stream = typer.get_text_stream("stderr")
    with (
        workers_of(jobs, cluster) as workers,
        typer.progressbar(length=series.games, label=" ".join(series.bots), file=stream) as bar,
    ):
        yield workers, lambda: bar.update(1)


def component_text(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadSetup("file.missing", path=str(path)) from None
    except (OSError, UnicodeDecodeError):
        raise BadSetup("file.unreadable", path=str(path)) from None


def chosen_game(name: str) -> AnyGame:
    return game_named(name)


def chosen_words(language: str | None) -> Words:
    """The words of the language asked for, or of the environment's."""
    if language is not None and language not in LANGUAGES:
        raise BadSetup("setup.language", text=language, known=tuple(LANGUAGES))
    return words_in(language or usual_language())


@contextmanager
def explained_in(language: str) -> Iterator[None]:
    """What is refused here is said in this language."""
    try:
        yield
    except CapomastroError as error:
        error.language = language
        raise
