"""`capomastro arena` and `capomastro ladder`: how strong the bots are."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from capomastro.arena.contest import check_contest, contest_played
from capomastro.arena.model import Contest, Played
from capomastro.arena.nightly import Pairing, outcome, pairings
from capomastro.arena.nightly import nightly as nightly_games
from capomastro.arena.standings import Standing, habits, standings
from capomastro.bots.roster import LADDER, plugins
from capomastro.cli.arguments import (
    AsJson,
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
    workers_of,
)
from capomastro.core.catalogue import game_named, game_names
from capomastro.core.game import check_setup

AsCsv = Annotated[bool, typer.Option("--csv", help="Print the figures as CSV.")]
MatchLog = Annotated[
    Path | None,
    typer.Option("--record", help="Keep finished games in this file, and go on from there when called again."),
]
GAMES_A_PAIR = 60
GAMES_BY_NIGHT = 400
Crashes = Annotated[Path, typer.Option("--crashes", help="Where the match file of a game goes in which a bot crashed.")]


def register(app: typer.Typer) -> None:
    app.command("arena")(arena)
    app.command("ladder")(ladder)


def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Bots by name, with a budget if you like: master greedy search:1000 search:250ms master:x2. "
            "Only here: exploiter-NAME:200, who knows how that bot plays, and cheater:200, who sees all hands."
        ),
    ],
    players: Players = None,
    games: Games = 100,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    option: Options = None,
    record: MatchLog = None,
    crashes: Crashes = Path("crashes"),
    with_habits: Annotated[
        bool, typer.Option("--habits", help="Also report what bots like: how much of what their steps have, a game.")
    ] = False,
    json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Let bots play each other and report win shares, margins, ratings and time.

    Every deal is played once from each seat. The first bot has one seat, the others share the rest; with more bots than
    seats, everybody meets everybody in groups.
    """
    rules = game_named(game)
    seats = seats_of(rules, players)
    options = check_setup(rules, seats, parsed_options(option))
    contest = Contest(
        game=game, bots=tuple(bots), players=seats, games=games, seed=seed, options=options, habits=with_habits
    )
    played = with_progress(contest, jobs, cluster, record, crashes)
    found = standings(played)
    if json:
        told = {"standings": found, "habits": habits(played)} if with_habits else found
        typer.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
    elif as_csv:
        typer.echo(as_comma_separated(found), nl=False)
    else:
        typer.echo(f"{rules.title}, {seats} players, {len(played)} games from seed {seed}")
        typer.echo(as_markdown(found))
        if with_habits:
            typer.echo(habits_as_markdown(habits(played)))


def ladder(
    game: Annotated[
        str | None, typer.Argument(help="Which game; all of them with --nightly.", metavar="[GAME]")
    ] = None,
    players: Players = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="Games for each pair of bots: 60, or 400 with --nightly.")
    ] = None,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    record: MatchLog = None,
    crashes: Crashes = Path("crashes"),
    nightly: Annotated[
        bool,
        typer.Option(
            "--nightly",
            help="Each level against the one below, and what knowing a bot's policy or all hands would bring, "
            "with 2, 3, 4 and 6 players; goes on where it was stopped.",
        ),
    ] = False,
    folder: Annotated[
        Path, typer.Option("--folder", help="Where --nightly keeps its records, and finds them again.")
    ] = Path("ladder"),
    json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play all bots of a game against each other and print the table as Markdown."""
    if nightly and (record is not None or as_csv):
        raise typer.BadParameter("--nightly keeps its records in --folder, and prints a table or --json")
    if nightly:
        play_nightly(game, players, games or GAMES_BY_NIGHT, seed, jobs, cluster, folder, json)
        return
    if game is None:
        raise typer.BadParameter("name a game, or ask for --nightly")
    games = games or GAMES_A_PAIR
    rules = game_named(game)
    seats = seats_of(rules, players)
    bots = (*LADDER, *plugins())
    groups = len(bots) * (len(bots) - 1) // 2
    options = check_setup(rules, seats, {})
    contest = Contest(game=game, bots=bots, players=seats, games=groups * games, seed=seed, options=options)
    found = standings(with_progress(contest, jobs, cluster, record, crashes))
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    elif as_csv:
        typer.echo(as_comma_separated(found), nl=False)
    else:
        typer.echo(as_markdown(found))


def play_nightly(
    game: str | None,
    players: int | None,
    games: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Tells on the error stream how pairings stand as they go on, and in the end how all of them stand."""
    names = [game] if game is not None else game_names()
    contests = [
        contest
        for name in names
        for contest in pairings(name, games, seed)
        if players is None or contest.players == players
    ]
    if not contests:
        raise typer.BadParameter("the ladder is not played with this number of players")
    with workers_of(jobs, cluster) as workers:
        try:
            for found in nightly_games(contests, folder, workers):
                typer.echo(in_a_line(found), err=True)
        except KeyboardInterrupt:
            typer.echo("interrupted; this is how it stands", err=True)
    told = [outcome(contest, folder) for contest in contests]
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    head = ["game", "players", "bot", "against", "games", "wins", "95 %", "even"]
    rows = [
        [
            *(one.game, str(one.players), one.bot, one.others, str(one.games)),
            *(f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}", f"{one.even:.0%}"),
        ]
        for one in told
    ]
    typer.echo(table_of([head, *rows]))


def in_a_line(found: Pairing) -> str:
    return (
        f"{found.game}, {found.players} players: {found.bot} against {found.others} {found.share:.1%} "
        f"({found.low:.1%} to {found.high:.1%}) of {found.games}"
    )


def with_progress(contest: Contest, jobs: int, cluster: str | None, record: Path | None, crashes: Path) -> list[Played]:
    """Plays with a bar on the error stream; what was finished before an interruption is still reported."""
    check_contest(contest)
    played: list[Played] = []
    with at_work(contest, jobs, cluster) as (workers, go_on):

        def note(game: Played) -> None:
            played.append(game)
            go_on()

        try:
            return contest_played(contest, jobs, record, crashes, note, workers)
        except KeyboardInterrupt:
            typer.echo("\ninterrupted; these are the games finished so far", err=True)
        finally:
            report_crashes(played)
    return sorted(played, key=lambda game: game.number)


def report_crashes(games: Iterable[Played]) -> None:
    for game in games:
        if game.crash is not None:
            bot = game.bots[game.crash.seat]
            where = f"; see {game.crash.match}" if game.crash.match else ""
            typer.echo(f"\n{bot} crashed in game {game.number} and lost it: {game.crash.error}{where}", err=True)


def as_comma_separated(found: list[Standing]) -> str:
    text = io.StringIO()
    names = Standing.__struct_fields__
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for standing in found:
        writer.writerow([getattr(standing, name) for name in names])
    return text.getvalue()


def as_markdown(found: list[Standing]) -> str:
    """A table that reads well in a terminal and in a README."""
    rows = [["bot", "games", "wins", "95 %", "margin", "rating", "median", "99 %"]]
    for standing in found:
        rows.append(
            [
                standing.bot,
                str(standing.games),
                f"{standing.share:.1%}",
                f"{standing.low:.1%} to {standing.high:.1%}",
                f"{standing.margin:+.1f}",
                f"{standing.rating:.1f}",
                f"{standing.median_ms:.3g} ms",
                f"{standing.p99_ms:.3g} ms",
            ]
        )
    return table_of(rows)


def habits_as_markdown(found: dict[str, dict[str, float]]) -> str:
    """What the steps of each bot have, a game."""
    names = next(iter(found.values()), {})
    return "\n" + table_of(
        [["a game", *found], *([name, *(f"{found[bot][name]:.2f}" for bot in found)] for name in names)]
    )


def table_of(rows: list[list[str]]) -> str:
    """The first row is the head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in padded]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
