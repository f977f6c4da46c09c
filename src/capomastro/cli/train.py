"""`capomastro train`: weights learned from games of searching bots, kept if they win."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from capomastro.arena.subjects import SUBJECTS, Learn, StepOdds
from capomastro.arena.training import Course, Round, rounds
from capomastro.cli.arguments import AsJson, Cluster, GameName, Jobs, Players, Seed, chosen_game, seats_of, workers_of
from capomastro.core.errors import BadSetup


def register(app: typer.Typer) -> None:
    app.command("train")(train)


def train(
    game: GameName,
    players: Players = None,
    learn: Annotated[
        Learn,
        typer.Option(
            "--learn",
            help="What is learned: what a position is worth (outlook), "
            "or which steps are worth a thought, from how often searches tried them (odds).",
        ),
    ] = "outlook",
    most: Annotated[int, typer.Option("--rounds", min=1, help="Go on until there are so many rounds.")] = 10,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to learn from, in each round.")] = 500,
    gate: Annotated[int, typer.Option("--gate", min=2, help="Games that decide, in each round.")] = 400,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Of every search.")] = 200,
    belief: Annotated[
        float | None,
        typer.Option(
            "--belief",
            min=0.001,
            help="How many lessons' worth the best weights so far have; "
            "by default 10,000 positions for the outlook, 30 decisions for odds.",
        ),
    ] = None,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    log: Annotated[Path, typer.Option("--log", help="Where rounds are kept, and found again.")] = Path(
        "training.jsonl"
    ),
    out: Annotated[
        Path | None, typer.Option("--out", help="Where odds go that are kept, as bots read them: a file of situations.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Train the weights by which bots judge: searching bots play, weights are fitted, and an arena keeps or drops them.

    Stop it when you like; the same command goes on after the last round of its log, also with other jobs or a cluster,
    and comes to the same weights. They are in the log; nothing that is installed changes.
    """
    seats = seats_of(chosen_game(game), players)
    if out is not None:
        if learn != "odds":
            raise BadSetup("only odds have a file (--out); the weights of the outlook are in the log")
        StepOdds(game, seats).held(out)  # what is wrong with it is said now, not after hours of games
    course = Course(game, seats, games, gate, iterations, seed, belief, learn)
    stream = typer.get_text_stream("stderr")
    with (
        workers_of(jobs, cluster) as workers,
        typer.progressbar(length=most * (games + gate), label=f"train {game}", file=stream) as bar,
    ):
        for found in rounds(course, log, most, lambda: bar.update(1), workers):
            if out is not None and found.kept:
                StepOdds(game, seats).write(found.weights, out)
            typer.echo(msgspec.json.encode(found).decode() if json else told(found, learn, gate))


def told(found: Round, learn: Learn, gate: int) -> str:
    """A round in a sentence."""
    verdict = "kept" if found.kept else "dropped"
    lessons = f"{found.positions} {SUBJECTS[learn].unit}"
    if found.before is not None:
        lessons += f", {found.before:.4f} nats off before and {found.after:.4f} after"
    return (
        f"round {found.number + 1}: {lessons}; the new weights win {found.share:.1%} "
        f"({found.low:.1%} to {found.high:.1%}) of {gate}: {verdict}"
    )
