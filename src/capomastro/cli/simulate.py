"""`capomastro simulate`: many random games, and what they are like."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from statistics import fmean, quantiles
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
import typer

from capomastro.bots.roster import player_named
from capomastro.cli.arguments import (
    AsJson,
    ComponentFile,
    GameName,
    Options,
    Players,
    Seed,
    component_text,
    parsed_options,
    seats_of,
)
from capomastro.cli.words import table
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.game import AnyGame, BadSetup, Position, Seat, check_setup

T = TypeVar("T")


def register(app: typer.Typer) -> None:
    app.command("simulate")(simulate)


def with_progress(items: Iterable[T], length: int, label: str) -> Iterator[T]:
    """The items, with a progress bar where somebody watches."""
    with typer.progressbar(items, length=length, label=label, file=typer.get_text_stream("stderr")) as bar:
        yield from bar


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    seed: Seed = 1,
    bot: Annotated[str, typer.Option("--bot", "-b", help="Who plays in every seat; random is fastest.")] = "random",
    option: Options = None,
    components: ComponentFile = None,
    json: AsJson = False,
) -> None:
    """Play many games, at random or by bots, and report lengths, scores, margins and the share of each step."""
    rules = game_named(game)
    seats = seats_of(rules, players)
    options = check_setup(rules, seats, parsed_options(option))
    if games < 1:
        raise BadSetup("at least one game must be played")
    text = component_text(components)
    rng = seeded(seed)
    tally = Tally(rules)
    choose = chooser(rules, bot)
    for number in with_progress(range(games), games, f"{rules.title}, {seats} players"):
        state = rules.deal(seats, seeded(seed * 1_000_003 + number), options, text)
        tally.add(state, play_out(state, choose, rng, tally.actions))
    report = {"game": game, "players": seats, "bot": bot, "games": games, "seed": seed, **tally.report()}
    typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode() if json else readable(rules, report))


Choice: TypeAlias = Callable[[Position, Seat, list[int], Fast], int]


def chooser(game: AnyGame, bot: str) -> Choice:
    """How a seat decides. A bot is given its seat's view; chance needs none."""
    if bot == "random":
        return lambda state, seat, legal, rng: legal[rng.randrange(len(legal))]
    player = player_named(bot, game)
    return lambda state, seat, legal, rng: player.choose(game.view(state, seat), legal, rng)


def play_out(state: Position, choose: Choice, rng: Fast, counts: list[int]) -> int:
    """Plays to the end and counts each step."""
    steps = 0
    while not state.over:
        seat = state.to_act()[0]
        action = choose(state, seat, state.legal(seat), rng)
        counts[action] += 1
        state.play(seat, action)
        steps += 1
    return steps


class Tally:
    """Figures of many games."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.actions = [0] * len(game.actions)
        self.steps: list[int] = []
        self.scores: list[int] = []
        self.margins: list[int] = []
        self.won: Counter[int] = Counter()
        self.shared = 0
        self.statistics: dict[str, list[float]] = {}

    def add(self, state: Position, steps: int) -> None:
        scores, winners = state.scores(), state.winners()
        self.steps.append(steps)
        self.scores += scores
        ranked = sorted(scores, reverse=True)
        self.margins.append(ranked[0] - ranked[1])
        self.won.update(winners)
        self.shared += len(winners) > 1
        for name, value in self.game.statistics(state).items():
            self.statistics.setdefault(name, []).append(value)

    def report(self) -> dict[str, Any]:
        verbs: Counter[str] = Counter()
        for action, count in enumerate(self.actions):
            verbs[self.game.actions.texts[action].split()[0]] += count
        total = sum(verbs.values())
        return {
            "steps": spread(self.steps),
            "scores": spread(self.scores),
            "margins": spread(self.margins),
            "statistics": {name: spread(values) for name, values in self.statistics.items()},
            "won_by_seat": {str(seat + 1): self.won[seat] for seat in sorted(self.won)},
            "shared_victories": self.shared,
            "share_of_steps": {verb: count / total for verb, count in verbs.most_common() if count},
        }


def spread(values: Iterable[float]) -> dict[str, float]:
    """Mean, extremes, and the quarters between."""
    values = sorted(values)
    lower, middle, upper = quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return {"mean": fmean(values), "min": values[0], "25%": lower, "50%": middle, "75%": upper, "max": values[-1]}


def readable(game: AnyGame, report: dict[str, Any]) -> str:
    head = (
        f"{game.title}, {report['players']} players, {report['bot']} in every seat, "
        f"{report['games']:,} games from seed {report['seed']}"
    )
    rows = [(name, *report[name].values()) for name in ("steps", "scores", "margins")]
    rows += [(name, *values.values()) for name, values in report["statistics"].items()]
    parts = [head, table(("a game", "mean", "min", "25%", "50%", "75%", "max"), rows)]
    won = ", ".join(f"seat {seat}: {count:,}" for seat, count in report["won_by_seat"].items())
    parts.append(f"won by {won}; shared victories: {report['shared_victories']:,}")
    shares = [(verb, f"{share:.1%}") for verb, share in report["share_of_steps"].items()]
    parts.append(table(("step", "share"), shares))
    return "\n\n".join(parts)
