"""`capomastro fuzz`: random games with every law checked."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from capomastro.cli.arguments import AsJson, GameName, Players, Seed
from capomastro.cli.simulate import with_progress
from capomastro.core.catalogue import game_named
from capomastro.core.game import BadSetup, check_setup
from capomastro.core.laws import play_checked
from capomastro.core.match import Match, Setup, new_setup
from capomastro.core.matchfile import save


def register(app: typer.Typer) -> None:
    app.command("fuzz")(fuzz)


def fuzz(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 20,
    seed: Seed = 1,
    players: Players = None,
    thoroughness: Annotated[int, typer.Option(help="Percentage of states that get the costly checks.")] = 25,
    dump: Annotated[Path, typer.Option(help="Where the match goes that breaks a law.")] = Path("broken.jsonl"),
    json: AsJson = False,
) -> None:
    """Play random games and look for crashes, dead ends, lost components, leaks, and undo past a reveal.

    Without --players every seat count has its turn. The first match that breaks a law is written to a file that
    `capomastro replay` reads, and the command ends with exit code 1.
    """
    rules = game_named(game)
    if games < 1:
        raise BadSetup("at least one game must be played")
    counts = list(rules.seat_counts) if players is None else [players]
    check_setup(rules, counts[0], {})
    steps = 0
    for number in with_progress(range(games), games, f"fuzzing {rules.title}"):
        setup = new_setup(game, counts[number % len(counts)], varied(game, number), seed=seed * 1_000_003 + number)
        steps += run(setup, seed + number, thoroughness, dump)
    if json:
        typer.echo(msgspec.json.encode({"game": game, "games": games, "steps": steps, "broken": 0}).decode())
    else:
        typer.echo(f"{games} games of {rules.title}, {steps:,} steps: every law holds.")


def varied(game: str, number: int) -> dict[str, str]:
    """Options that change from game to game, so that all of them are tried."""
    return {
        option.name: option.choices[number % len(option.choices)]
        for option in game_named(game).options
        if not option.names_seat
    }


def run(setup: Setup, rng_seed: int, thoroughness: int, dump: Path) -> int:
    """Plays one match; a broken law dumps it and ends the command."""
    match = Match(setup)
    try:
        for now in play_checked(setup, rng_seed, thoroughness):
            match = now
    except Exception as error:  # whatever goes wrong here is a find
        save(match, dump)
        what = f"{type(error).__name__}: {error}"
        typer.echo(f"\nafter step {len(match.entries)}: {what}\nthe match is in {dump}", err=True)
        raise typer.Exit(1) from error
    return len(match.entries)
