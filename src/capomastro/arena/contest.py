"""The arena: many games between bots, fairly dealt, so that strength can be told from luck.

Every deal is played as often as there are seats, with the bots rotated, so that each sits in each place of the same
deal. The first bot named has one seat; the others share the rest. A bot that raises an error or answers with an
illegal step has lost that game, its match file is kept, and the arena goes on.

Finished games are written as JSON lines to a file, if one is given, and are not played again when the same arena is
called with the same file.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import ceil, log
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec

from capomastro.arena.cheater import Cheater
from capomastro.arena.contestants import Contestant, contestant_named
from capomastro.arena.model import Contest, Crash, Played
from capomastro.arena.record import Record
from capomastro.arena.workers import Here, Workers
from capomastro.bots.config import config_for
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.game import BadSetup, check_setup
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import save

FINENESS = 1.02  # decision times are counted in steps of two percent


def check_contest(contest: Contest) -> None:
    """Raises `BadSetup` before anything is played."""
    rules = game_named(contest.game)
    check_setup(rules, contest.players, contest.options)
    if contest.games < 1 or not contest.bots:
        raise BadSetup("an arena needs at least one bot and one game")
    if len(set(contest.bots)) < len(contest.bots):
        raise BadSetup("name every bot once; a bot that plays itself needs no second name")
    for name in contest.bots:
        contestant_named(name, rules)


def seating(contest: Contest, number: int) -> tuple[str, ...]:
    """Who sits where in a game: rotated by one seat from game to game of the same deal."""
    deal, turned = divmod(number, contest.players)
    bots = contest.bots
    if len(bots) > contest.players:
        groups = list(combinations(bots, contest.players))
        row = groups[deal % len(groups)]
    else:
        others = bots[1:] or bots
        row = (bots[0], *(others[i % len(others)] for i in range(contest.players - 1)))
    return tuple(row[(seat - turned) % contest.players] for seat in range(contest.players))


def seed_of(contest: Contest, number: int) -> int:
    """The seed of a game's deal; games that differ by rotation share it."""
    return contest.seed * 1_000_003 + number // contest.players


def play(contest: Contest, number: int, crashes: Path | None = None) -> Played:
    """Plays one game of a contest."""
    bots = seating(contest, number)
    seed = seed_of(contest, number)
    match = Match(new_setup(contest.game, contest.players, contest.options, seed=seed, names=bots))
    made = {name: contestant_named(name, match.game) for name in set(bots)}
    rngs = [seeded(seed * 101 + 7 * number + seat) for seat in range(contest.players)]
    thinking: list[Counter[int]] = [Counter() for _ in bots]
    make_traits = config_for(contest.game).traits if contest.habits else None
    traits = None if make_traits is None else make_traits()
    counted: list[defaultdict[str, float]] = [defaultdict(float) for _ in bots]
    while not match.state.over:
        seat = match.state.to_act()[0]
        try:
            step = answer(match, seat, made[bots[seat]], rngs[seat], thinking[seat])
            before = match.state.clone() if traits is not None else match.state
            match.act(seat, step)
        except Exception as error:  # whatever a bot does wrong is its loss and nobody else's trouble
            return crashed(match, number, seat, error, thinking, crashes)
        if traits is not None:
            for name, amount in traits.amounts(before, seat, step).items():
                counted[seat][name] += amount
    scores = tuple(match.state.scores())
    told = () if traits is None else tuple(map(dict, counted))
    return Played(number, bots, scores, tuple(match.state.winners()), tuple(map(dict, thinking)), traits=told)


def answer(match: Match, seat: int, player: Contestant, rng: Fast, thinking: Counter[int]) -> int:
    """The bot's step; where only one is legal, the bot is not asked. The cheater alone is shown the position."""
    legal = match.state.legal(seat)
    if len(legal) == 1:
        return legal[0]
    view = match.game.view(match.state, seat)
    began = perf_counter()
    if isinstance(player, Cheater):
        step = player.choose_in(match.state.clone(), seat, rng)
    else:
        step = player.choose(view, legal, rng)
    milliseconds = 1000 * (perf_counter() - began)
    thinking[ceil(log(max(milliseconds, 0.001), FINENESS))] += 1
    return step


def crashed(
    match: Match, number: int, seat: int, error: Exception, thinking: list[Counter[int]], folder: Path | None
) -> Played:
    """The game is lost for the one who crashed; all others share it."""
    path = None
    if folder is not None:
        path = folder / f"crash-{match.setup.game}-{number}.match"
        save(match, path)
    others = tuple(other for other in range(match.setup.seats) if other != seat)
    crash = Crash(seat, f"{type(error).__name__}: {error}", None if path is None else str(path))
    scores = tuple(match.state.scores())
    return Played(number, match.setup.names, scores, others, tuple(map(dict, thinking)), crash)


def contest_played(
    contest: Contest,
    jobs: int = 1,
    record: Path | None = None,
    crashes: Path | None = None,
    on_game: Callable[[Played], None] = lambda played: None,
    workers: Workers | None = None,
) -> list[Played]:
    """Plays all games that the record does not have yet; returns them all in order.

    By default so many jobs of this machine play them; see `Workers` for others.
    """
    check_contest(contest)
    kept = None if record is None else Record(contest, record)
    done = {} if kept is None else dict(kept.done)
    for played in done.values():
        on_game(played)
    waiting = [number for number in range(contest.games) if number not in done]
    for played in games_of(contest, waiting, workers or Here(jobs), crashes):
        done[played.number] = played
        if kept is not None:
            kept.add(played)
        on_game(played)
    if kept is not None:
        kept.settle()
    return [done[number] for number in sorted(done)]


def games_of(contest: Contest, numbers: list[int], workers: Workers, crashes: Path | None) -> Iterator[Played]:
    """The games as they finish."""
    if not workers.away:
        yield from workers.run(partial(play, contest, crashes=crashes), numbers)
        return
    for played, file in workers.run(partial(play_away, contest), numbers):
        yield played if file is None else brought_back(played, file, crashes)


def play_away(contest: Contest, number: int) -> tuple[Played, str | None]:
    """Plays one game on a machine that does not share our files: a crash is told by the text of its match file."""
    with TemporaryDirectory() as folder:
        played = play(contest, number, Path(folder))
        if played.crash is None or played.crash.match is None:
            return played, None
        return played, Path(played.crash.match).read_text(encoding="utf-8")


def brought_back(played: Played, file: str, crashes: Path | None) -> Played:
    """The match file of a crash, kept here."""
    assert played.crash is not None
    assert played.crash.match is not None
    path = None
    if crashes is not None:
        path = crashes / Path(played.crash.match).name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file, encoding="utf-8")
    crash = msgspec.structs.replace(played.crash, match=None if path is None else str(path))
    return msgspec.structs.replace(played, crash=crash)
