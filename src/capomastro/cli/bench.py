"""`capomastro bench`: how fast things are on this machine."""

from typing import Annotated

import typer

from capomastro.bench.engine import engine_figures, interpreted_figures
from capomastro.cli.arguments import AsJson, GameName, chosen_game
from capomastro.cli.words import table
from capomastro.core.catalogue import game_names
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup

Levels = Annotated[list[str] | None, typer.Option(help="Only this level's decisions; may be given several times.")]
Workloads = Annotated[
    list[str] | None,
    typer.Option(help="Only this: steps, viewers, knee, idle, masters or start; may be given several times."),
]
Workers = Annotated[list[int] | None, typer.Option(min=1, help="Worker processes; may be given several times.")]
FIRST_GAME = game_names()[0]
bench = typer.Typer(help="Measure speed on this machine.", no_args_is_help=True, rich_markup_mode=None)


def register(app: typer.Typer) -> None:
    app.add_typer(bench, name="bench")


@bench.callback()
def about() -> None:
    """Measure speed on this machine."""


@bench.command("engine")
def engine(
    game: GameName,
    games: int = typer.Option(5000, help="Random games for each figure when compiled; a fiftieth when not."),
    json: AsJson = False,
) -> None:
    """Steps per second inside the engine and from a Python loop, clone time, size of a state, time for `legal`.

    A compiled installation is measured against the interpreted rules in the same run.
    """
    import msgspec

    figures = engine_figures(game, games)
    others = interpreted_figures(game, max(games // 50, 20)) if figures[0]["compiled"] else []
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(figures + others)).decode())
        return
    benchmarks = next(key for key in figures[0] if key.startswith("legal_us_by_"))
    rows = [
        (
            f"{row['players']} players, {'compiled' if row['compiled'] else 'interpreted'}",
            row["engine_steps_per_s"],
            row["loop_steps_per_s"],
            row["clone_us"],
            row["state_bytes"],
            row["rss_growth_kb"],
        )
        for row in figures + others
    ]
    head = (game, "engine steps/s", "loop steps/s", "clone µs", "state bytes", "memory growth kB")
    typer.echo(table(head, rows))
    typer.echo("")
    labels = list(figures[0][benchmarks])
    legal = [(row[0], *figure[benchmarks].values()) for row, figure in zip(rows, figures + others, strict=True)]
    typer.echo(table((benchmarks.replace("_us_by_", " µs by "), *labels), legal))
    for fast, slow in zip(figures, others, strict=False):
        ratio = fast["engine_steps_per_s"] / slow["engine_steps_per_s"]
        typer.echo(f"{fast['players']} players: compiled : interpreted = {ratio:.0f} : 1")


@bench.command("bots")
def bots(
    game: GameName,
    iterations: int = typer.Option(5000, min=1, help="Search iterations for each figure."),
    level: Levels = None,
    at_table: int = typer.Option(
        0, "--table", min=0, help="Also by the clock: so many bots of each level at one table, as a server asks them."
    ),
    seconds: float = typer.Option(30.0, min=0.0, help="How long each level plays with --table, at most."),
    json: AsJson = False,
) -> None:
    """Search iterations per second from the opening, and how long each level for people needs for a decision.

    In processor time, so that other work on this machine does not spoil it. With `--table 4` also by the clock, for
    which the machine must be quiet: how long four of a level think at one table, and how long one waits for a step
    when more of them think at once than there are cores.
    """
    import msgspec

    from capomastro.bench.bots import MASTERS, decisions, iterations_a_second
    from capomastro.bench.table import times_at_table
    from capomastro.bots.roster import LEVELS

    played = chosen_game(game)
    if at_table:
        check_setup(played, at_table, {})
    paces = {
        bot.name: {seats: iterations_a_second(played, seats, iterations, bot) for seats in played.seat_counts}
        for bot in MASTERS
    }
    levels = [decisions(played, name) for name in level or LEVELS]
    tables = [times_at_table(played, name, at_table, seconds) for name in level or LEVELS] if at_table else []
    if json:
        told = {
            "iterations_per_s": paces,
            "decisions": [figures._asdict() for figures in levels],
            "table": [figures._asdict() for figures in tables],
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    rows = [(f"{seats} players", *(round(paces[bot.name][seats]) for bot in MASTERS)) for seats in played.seat_counts]
    typer.echo(table((f"{game}: iterations/s", *(bot.name for bot in MASTERS)), rows))
    typer.echo("")
    typer.echo(table(("level", "median ms", "99 % within ms"), list(levels)))
    if tables:
        head = (f"{at_table} at a table", "decisions", "at once", "median ms", "99 % within ms", "with waiting ms")
        typer.echo("")
        typer.echo(table(head, list(tables)))


@bench.command("server")
def server(
    game: GameName = FIRST_GAME,
    seconds: float = typer.Option(10, help="How long each load is measured."),
    tables: int = typer.Option(
        500, min=1, help="Tables of the server; those that do not play are stored before it starts."
    ),
    playing: int = typer.Option(
        500, min=1, help="Of these at most so many play the steady load, at every seat a viewer."
    ),
    pause: float = typer.Option(2.0, help="Seconds between two steps at each table of the steady load."),
    busy: int = typer.Option(64, help="Tables that play without a pause, to find the most steps in a second."),
    bots_due: int = typer.Option(0, min=0, help="At so many of the stored tables a bot has to move."),
    db: str = typer.Option("", help="A PostgreSQL to measure instead of a fresh SQLite file: postgresql://…"),
    workers: Workers = None,
    workload: Workloads = None,
    against: str = typer.Option("", help="The python of another installation, to measure the workloads for both."),
    json: AsJson = False,
) -> None:
    """Load test of a server on this machine, over real HTTP and sockets, on SQLite with full durability.

    `steps_per_s` is what tables without a pause achieve; the times and the memory are those of a steady load. With
    `--tables 100000` all but those that play are stored first, and it is told how soon the server is there. With
    `--db postgresql://…` and `--workers 1 --workers 4` the full speed is measured for each number of workers, and which
    share of the steps was handed on from one to another.

    `--workload NAME` measures one goal by itself, on SQLite: `steps` (64 tables without a pause), `viewers` (24 tables
    of the most players), `knee` (500 tables of four, until sockets hear of steps too late), `idle` (5,000 sockets),
    `masters` (what masters at 20 tables do to others), `start` (100,000 stored tables).
    """
    import msgspec

    from capomastro.bench.server import measured_load

    if workload:
        tell_workloads(chosen_game(game).name, workload, seconds, against, json=json)
        return
    if against:
        raise BadSetup("--against needs a --workload")
    seats = chosen_game(game).seat_counts
    if workers is not None and max(workers) > 1 and not db:
        raise BadSetup("several workers need PostgreSQL: --db postgresql://…")
    full = [measured_load(game, busy, seats[0], 0.0, seconds, 3.0, db or None, count) for count in workers or [1]]
    played = min(tables, playing)
    steady = measured_load(game, played, min(seats[-1], 4), pause, seconds, 3.0 + 2 * pause, db or None)
    stored = stored_figures(game, tables - played, bots_due) if tables > played else None
    if json:
        told = {"steps_per_s": full[0]["steps_per_s"]}
        told |= {name: steady[name] for name in ("p50_ms", "p95_ms", "p99_ms", "rss_mb")}
        told |= {"full_speed": full[0], "steady": steady, "by_workers": full, "stored": stored}
        typer.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    head = (
        "load",
        "workers",
        "tables",
        "viewers",
        "steps/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "memory MB",
        "cpu ms a step",
        "handed on",
    )
    times = ("p50_ms", "p95_ms", "p99_ms")
    names = ("workers", "tables", "viewers", "steps_per_s", *times, "rss_mb", "cpu_ms_per_step", "handed_on")
    loads = [*(("full speed", one) for one in full), ("steady", steady)]
    typer.echo(table(head, [(load, *(one[name] for name in names)) for load, one in loads]))
    if stored is not None:
        typer.echo("")
        typer.echo(table(("stored", "figure"), list(stored.items())))


def tell_workloads(game: str, names: list[str], seconds: float, against: str, *, json: bool) -> None:
    import msgspec

    from capomastro.bench.workloads import WORKLOADS, measured

    for name in names:
        if name not in WORKLOADS:
            raise BadSetup(f"a workload is one of {', '.join(WORKLOADS)}, not '{name}'")
    told = measured(names, game, seconds, against or None)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    for name, figures in told.items():
        sides = {"": figures} if "here" not in figures else {"here": figures["here"], "there": figures["there"]}
        rows = [
            (key, *(side.get(key, "") for side in sides.values()))
            for key, value in next(iter(sides.values())).items()
            if not isinstance(value, list)
        ]
        typer.echo(table((name, *(side or "figure" for side in sides)), rows))
        if "ratio" in figures and "here" in figures:
            typer.echo(f"here : there = {figures['ratio']}")
        typer.echo("")


def stored_figures(game: str, count: int, bots_due: int) -> dict[str, object]:
    import tempfile
    from pathlib import Path

    from capomastro.bench.stored import measured_store

    with tempfile.TemporaryDirectory() as folder:
        return measured_store(Path(folder), game, count, min(bots_due, count))


@bench.command("terminal")
def terminal(
    game: GameName = FIRST_GAME,
    steps: int = typer.Option(150, min=1, help="Steps drawn for each size of the screen."),
    json: AsJson = False,
) -> None:
    """How soon the full-screen table is there, and how long a step takes to draw at three sizes.

    In processor time, so that other work on this machine does not spoil it.
    """
    import msgspec

    from capomastro.bench.terminal import drawing_figures, seconds_to_start
    from capomastro.cli.tui import require_textual

    require_textual()
    used, elapsed = seconds_to_start(chosen_game(game).name)
    drawn = drawing_figures(game, steps)
    if json:
        told = {"start_s": used, "start_elapsed_s": elapsed, "drawing": [figures._asdict() for figures in drawn]}
        typer.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
        return
    typer.echo(f"first board after {used:.2f} s of processor time ({elapsed:.2f} s elapsed)")
    typer.echo(table((game, "steps", "median ms", "99 % within ms"), list(drawn)))


@bench.command("research")
def research(
    seconds: float = typer.Option(5.0, min=0.01, help="Processor time for each figure."),
    games: int = typer.Option(20_000, min=1, help="Games of each kind over which memory is watched."),
    json: AsJson = False,
) -> None:
    """Steps per second of the batched environments with observation and legal list, from a numpy loop on one core.

    With 1, 256 and 4096 games at once; in the same run OpenSpiel's gin rummy, PettingZoo's connect four and PufferLib's
    Triple Triad, if they are installed (capomastro[bench], and pip install --no-deps pufferlib==2.0.2). Besides, what a
    call takes from memory, and memory over many games.
    """
    import msgspec

    from capomastro.bench.research import SIZES, figures

    found = figures(seconds, games)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    rows = [(one["game"], one["players"], *one["steps_per_s"].values()) for one in found["games"]]
    typer.echo(table(("steps/s", "players", *(f"{size:,} at once" for size in SIZES)), rows))
    typer.echo("")
    typer.echo(table(("others", "steps/s"), list(found["others_steps_per_s"].items())))
    for one in found["games"]:
        for other, ratio in one["times_as_fast_as"].items():
            typer.echo(f"{one['game']} : {other} = {ratio:.3g} : 1")
        kept, grown = one["allocations"], one["memory"]
        typer.echo(
            f"{one['game']}: a call of 256 steps takes at most {kept['peak_bytes_per_call']:,} bytes and leaves "
            f"{kept['blocks_kept_per_call']:g} blocks; memory grows by {grown['kb_growth']:,} kB from a tenth of "
            f"{grown['games']:,} games to the end"
        )
