"""`capomastro train`: weights learned from games of searching bots, kept if they win."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from capomastro.arena.training import BELIEF, Course, Round, rounds
from capomastro.cli.arguments import AsJson, Cluster, GameName, Jobs, Players, Seed, chosen_game, seats_of, workers_of


def register(app: typer.Typer) -> None:
    app.command("train")(train)


def train(
    game: GameName,
    players: Players = None,
    most: Annotated[int, typer.Option("--rounds", min=1, help="Go on until there are so many rounds.")] = 10,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to learn from, in each round.")] = 500,
    gate: Annotated[int, typer.Option("--gate", min=2, help="Games that decide, in each round.")] = 400,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Of every search.")] = 200,
    belief: Annotated[
        float, typer.Option("--belief", min=0.001, help="How many samples' worth the best weights so far have.")
    ] = BELIEF,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    log: Annotated[Path, typer.Option("--log", help="Where rounds are kept, and found again.")] = Path(
        "training.jsonl"
    ),
    json: AsJson = False,
) -> None:
    """Train the weights by which bots judge: searching bots play, weights are fitted, and an arena keeps or drops them.

    Stop it when you like; the same command goes on after the last round of its log, also with other jobs or a cluster,
    and comes to the same weights. They are in the log; nothing that is installed changes.
    """
    seats = seats_of(chosen_game(game), players)
    course = Course(game, seats, games, gate, iterations, seed, belief)
    stream = typer.get_text_stream("stderr")
    with (
        workers_of(jobs, cluster) as workers,
        typer.progressbar(length=most * (games + gate), label=f"train {game}", file=stream) as bar,
    ):
        for found in rounds(course, log, most, lambda: bar.update(1), workers):
            typer.echo(msgspec.json.encode(found).decode() if json else told(found, gate))


def told(found: Round, gate: int) -> str:
    """A round in a sentence."""
    verdict = "kept" if found.kept else "dropped"
    return (
        f"round {found.number + 1}: {found.positions} positions; the new weights win {found.share:.1%} "
        f"({found.low:.1%} to {found.high:.1%}) of {gate}: {verdict}"
    )
