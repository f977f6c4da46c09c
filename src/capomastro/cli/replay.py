"""`capomastro replay` and `capomastro verify`: looking at and checking matches that were kept."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from capomastro.cli.arguments import AsJson, InWords, Language, chosen_words, explained_in
from capomastro.cli.line_replay import LineReplay
from capomastro.cli.tui import AsciiOnly, ColourDepth, app_for, show
from capomastro.cli.words import sentence
from capomastro.core.errors import Unplayable
from capomastro.core.game import BadSetup, Viewer
from capomastro.core.match import Match, Setup
from capomastro.core.matchfile import check_commitment, check_nonce, load, unplayed
from capomastro.core.words import Words
from capomastro.terminal.recording import Recording

if TYPE_CHECKING:
    from capomastro.terminal.app import TerminalApp
    from capomastro.terminal.store import KeptShare

MatchPath = Annotated[Path, typer.Argument(help="A match file.", metavar="FILE")]


def register(app: typer.Typer) -> None:
    app.command("replay")(replay)
    app.command("verify")(verify)


def replay(
    file: MatchPath,
    step: Annotated[int | None, typer.Option("--step", "-k", help="Print the board after this step and stop.")] = None,
    seat: Annotated[
        int | None, typer.Option(help="Look with the eyes of this seat, from 1; a spectator's if none.")
    ] = None,
    json: AsJson = False,
    full_screen: Annotated[
        bool, typer.Option("--tui", help="On a full screen, with the bots' advice for every decision (key a).")
    ] = False,
    in_words: InWords = False,
    language: Language = None,
    colours: ColourDepth = "auto",
    ascii_only: AsciiOnly = False,
) -> None:
    """Step through a match: Enter goes on, `b` back, a number jumps there, `a` asks the bots, `q` leaves.

    With --tui it is shown on a full screen.
    With --step, or where nobody can type, the board is printed once: after that step, or at the end.
    """
    words = chosen_words(language)
    with explained_in(words.language):
        match = loaded(file)
        if seat is not None and not 1 <= seat <= match.setup.seats:
            raise BadSetup("seat.unknown", number=seat, seats=match.setup.seats)
        viewer = None if seat is None else seat - 1
        if full_screen:
            show_on_full_screen(match, step or 0, viewer, app_for(language, colours, ascii_only, True, None))
        elif step is None and sys.stdin.isatty() and not json:
            step_through(match, viewer, words, in_words)
        else:
            print_once(match, step, viewer, json)


def loaded(file: Path) -> Match:
    """The match of a file; of one that cannot be played here, what it says."""
    try:
        return load(file)
    except Unplayable as error:
        typer.echo(unplayed_page(file, error))
        raise typer.Exit(1) from None


def print_once(match: Match, step: int | None, viewer: Viewer, json: bool) -> None:
    shown = match.at(len(match.entries) if step is None else step)
    if json:
        view = shown.game.view(shown.state, viewer)
        report = {"step": len(shown.entries), "steps": len(match.entries), "view": view}
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        typer.echo(page(match, len(shown.entries), viewer))


def unplayed_page(file: Path, error: Unplayable) -> str:
    """What a file says whose match cannot be played here: its steps, and how it ended."""
    setup, steps, ending = unplayed(file.read_text(encoding="utf-8"))
    names = setup.names or tuple(f"seat {seat + 1}" for seat in range(setup.seats))
    lines = [f"This match is frozen: {error}.", f"{setup.game}, {setup.seats} players, {len(steps)} steps:"]
    lines += [f"{number:4}  {names[step.seat]}: {step.text}" for number, step in enumerate(steps, 1)]
    won = ", ".join(names[seat - 1] for seat in ending.get("winners", []))
    lines.append(f"points: {ending.get('scores')}" + (f"; won by {won}" if won else ""))
    return "\n".join(lines)


def show_on_full_screen(match: Match, step: int, viewer: Viewer, app: "TerminalApp") -> None:
    from capomastro.terminal.screens.replay import ReplayScreen

    def first() -> None:
        screen = ReplayScreen(Recording(match), app, step, "all" if viewer is None else viewer)
        screen.alone = True
        app.push_screen(screen)

    app.first = first
    show(app)


def page(match: Match, step: int, viewer: Viewer) -> str:
    """The board after a step, and what the step was."""
    names = match.setup.names
    lines = [f"step {step} of {len(match.entries)}"]
    before = match.at(max(step - 1, 0))
    if step:
        entry = match.entries[step - 1]
        lines[0] += f": {names[entry.seat]} — {match.game.actions.texts[entry.action]}"
        told = [event for event in before.follow(entry) if event.is_for(viewer)]
        lines += [f"  {sentence(match.game, event, names)}" for event in told]
    lines.append(match.game.picture(match.game.view(before.state, viewer), names))
    return "\n".join(lines)


def step_through(match: Match, viewer: Viewer, words: Words, in_words: bool) -> None:
    def ask() -> str:
        return input("> ")

    replay = LineReplay(
        Recording(match), words, typer.echo, ask, asyncio.run, in_words=in_words or words.language != "en", eyes=viewer
    )
    try:
        replay.run()
    except (EOFError, KeyboardInterrupt):
        typer.echo("")


def verify(
    file: MatchPath,
    commitment: Annotated[str | None, typer.Option(help="The commitment that was shown before the game.")] = None,
    nonce: Annotated[str | None, typer.Option(help="The number with which your device took part in the deal.")] = None,
    json: AsJson = False,
) -> None:
    """Deal a match again from its seed and play it again; everything must come out as the file says.

    Where devices took part in the deal, their numbers must be those they had committed themselves to. What this
    terminal kept of the table, if it sat there, is compared by itself.
    """
    match = load(file)
    share = kept_of(match.setup)
    if share is not None:
        commitment, nonce = commitment or share.server, nonce or share.nonce
    if commitment is not None:
        check_commitment(match, commitment)
    if nonce is not None:
        check_nonce(match, nonce)
    setup, state = match.setup, match.state
    report = {
        "game": setup.game,
        "seats": setup.seats,
        "steps": len(match.entries),
        "over": state.over,
        "scores": state.scores(),
        "winners": [seat + 1 for seat in state.winners()] if state.over else [],
        "commitment": setup.commitment,
        "commitment_checked": commitment is not None,
        "nonce_checked": nonce is not None,
        "deal": setup.deal,
    }
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
        return
    typer.echo(
        f"{match.game.title}, {setup.seats} players, {len(match.entries)} steps: dealt and played again, all fits."
    )
    if setup.commitment is None:
        typer.echo("It was dealt from a plain seed, so there is no commitment to compare.")
    elif commitment is None:
        typer.echo(f"The seed's commitment is {setup.commitment}; compare it with the one shown before the game.")
    else:
        typer.echo("The seed is the one committed to before the game.")
    if setup.deal is not None:
        typer.echo(deal_words(setup))
    if nonce is not None:
        typer.echo("Your own device's number is among them.")
    for seat, score in enumerate(state.scores()):
        won = " (won)" if state.over and seat in state.winners() else ""
        typer.echo(f"  {setup.names[seat]}: {score}{won}")


def kept_of(setup: Setup) -> "KeptShare | None":
    """This terminal's part in the deal; nothing if it had none in the round that counted."""
    if setup.deal is None:
        return None
    from capomastro.terminal.store import Store

    tables = [server.tables.get(setup.deal.table) for server in Store().servers.values()]
    shares = [table.share for table in tables if table is not None and table.share is not None]
    return next((share for share in shares if share.round == len(setup.deal.redone) + 1), None)


def deal_words(setup: Setup) -> str:
    """Who had a part in the deal, and which rounds came to nothing."""
    deal = setup.deal
    assert deal is not None
    own = [seat for share in deal.shares for seat in share.seats]
    lines = [f"It was dealt from the server's secret and a nonce of {', '.join(setup.names[seat] for seat in own)}."]
    for number, one in enumerate(deal.redone, 1):
        by = "somebody who left" if one.by is None else setup.names[one.by]
        without = ", ".join(setup.names[seat] for seat in one.without) or "nobody left out"
        lines.append(f"Round {number} of the deal came to nothing: {by} asked for another ({without}).")
    return "\n".join(lines)
