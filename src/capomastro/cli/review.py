"""`capomastro review`: what a match could have been, as text, as figures, or as a page of its own."""

import os
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from capomastro.cli.arguments import AsJson, Language, chosen_words
from capomastro.cli.replay import MatchPath
from capomastro.core.matchfile import load
from capomastro.review.work import ITERATIONS, reviewed

MOST_JOBS = 2


def register(app: typer.Typer) -> None:
    app.command("review")(review)


def usual_jobs() -> int:
    return min(MOST_JOBS, os.cpu_count() or 1)


def review(
    file: MatchPath,
    json: AsJson = False,
    html: Annotated[bool, typer.Option("--html", help="A page in one file, which needs no server.")] = False,
    to: Annotated[Path | None, typer.Option("--to", help="Write to this file instead of the terminal.")] = None,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, help="How many in all; the same number gives the same review.")
    ] = ITERATIONS,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes.")] = usual_jobs(),
    language: Language = None,
) -> None:
    """Review a match: chances over time, turning points, what would have been better, accuracy, luck and choices.

    Every decision is judged by what its player could know, never by what was hidden. The same file gives the same
    review.
    """
    words = chosen_words(language)
    match = load(file)

    def tell(done: int, size: int) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{words.t('review.working', done=done, size=size)} ", err=True, nl=done == size)

    found = reviewed(match, iterations, jobs, tell)
    if json:
        text = msgspec.json.format(msgspec.json.encode(found)).decode()
    else:
        from capomastro.cli.review_page import page
        from capomastro.cli.review_text import Telling, plain

        telling = Telling(match, found, words)
        text = page(telling) if html else plain(telling)
    if to is None:
        typer.echo(text)
    else:
        to.write_text(text + "\n", encoding="utf-8")
