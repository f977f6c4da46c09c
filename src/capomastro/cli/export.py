"""`capomastro export`: self-play as a file for learning."""

from pathlib import Path
from typing import Annotated

import typer

from capomastro.cli.arguments import (
    Cluster,
    GameName,
    Games,
    Jobs,
    Options,
    Players,
    Seed,
    at_work,
    parsed_options,
    seats_of,
)
from capomastro.core.catalogue import game_named


def register(app: typer.Typer) -> None:
    app.command("export")(export)


def export(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", help="The Parquet file to write; it must not be there yet.")],
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", help="Who plays; several take turns at the seats. search:200 by default."),
    ] = None,
    players: Players = None,
    games: Games = 100,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    option: Options = None,
) -> None:
    """Let bots play, and write every decision to a Parquet file.

    A row has what the seat knew, its legal steps, the step, the visits of a search, the outcome and the seed.

    All decisions of a game are in one of the splits train, validation and test. The same arguments give the same file,
    unless a bot thinks by the clock. `capomastro.research.SelfPlay` reads it.
    """
    from capomastro.research.parquet import write_games
    from capomastro.research.selfplay import Export, checked

    rules = game_named(game)
    wanted = Export(game, tuple(bot or ["search:200"]), seats_of(rules, players), games, seed, parsed_options(option))
    checked(wanted)
    with at_work(wanted, jobs, cluster) as (workers, go_on):
        rows = write_games(wanted, out, workers, lambda _: go_on())
    typer.echo(f"{out}: {rows:,} decisions of {games:,} games, {out.stat().st_size:,} bytes")
