"""`capomastro puzzles`: cuts puzzles from matches, and checks those of a file again."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from capomastro.cli.arguments import GameName, Seed
from capomastro.core.catalogue import game_named
from capomastro.core.game import BadSetup
from capomastro.core.matchfile import load
from capomastro.puzzles.making import made, spread
from capomastro.puzzles.model import GRADES, Puzzle
from capomastro.puzzles.shelf import save


def register(app: typer.Typer) -> None:
    app.command("puzzles")(puzzles)


def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", help="The file to write, gzipped lines of JSON.")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many puzzles.")] = 200,
    matches: Annotated[
        list[Path] | None, typer.Option("--from", help="A match file to cut from first; give it as often as you like.")
    ] = None,
    seed: Seed = 1,
) -> None:
    """Make puzzles: positions of matches in which one choice is clearly best by what the player can know.

    Each is searched three times, ever longer and from seeds of its own, and every legal choice is looked at for itself.
    What passed is written after each puzzle, so a run can be broken off.
    """
    rules = game_named(game)
    known = [load(path) for path in matches or []]
    for match in known:
        if match.game is not rules:
            raise BadSetup(f"a match of {match.setup.game} holds no puzzles of {game}")
    found: list[Puzzle] = []
    for puzzle in made(game, count, seed, known):
        found.append(puzzle)
        save(spread(found), out)
        typer.echo(f"{len(found)}/{count}: {puzzle.grade}, {puzzle.phase}, gap {puzzle.gap:.1%}", err=True)
    grades = Counter(puzzle.grade for puzzle in found)
    typer.echo(f"{len(found)} puzzles: " + ", ".join(f"{grades[grade]} {grade}" for grade in GRADES))
