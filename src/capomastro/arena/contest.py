"""The arena: many games between bots, fairly dealt, so that strength can be told from luck.

Every deal is played as often as there are seats, with the bots rotated, so that each sits in each place of the same
deal. The first bot named has one seat; the others share the rest. A bot that raises an error or answers with an
illegal step has lost that game, its match file is kept, and the arena goes on.

Finished games are written as JSON lines to a file, if one is given, and are not played again when the same arena is
called with the same file.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import combinations
from math import ceil, log
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import msgspec
from msgspec import Struct

from capomastro.bots.roster import Player, player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.game import BadSetup, check_setup
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import save

FINENESS = 1.02  # decision times are counted in steps of two percent


class Contest(Struct, frozen=True):
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 1
    options: dict[str, str] = {}


class Crash(Struct, frozen=True):
    """A bot's failure: whose, what it said, and the match file that shows it."""

    seat: int
    error: str
    match: str | None = None


class Played(Struct, frozen=True):
    """A finished game. `thinking` counts for each seat how often it thought for FINENESS to the power of key ms."""

    number: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    thinking: tuple[dict[int, int], ...]
    crash: Crash | None = None


def check_contest(contest: Contest) -> None:
    """Raises `BadSetup` before anything is played."""
    rules = game_named(contest.game)
    check_setup(rules, contest.players, contest.options)
    if contest.games < 1 or not contest.bots:
        raise BadSetup("an arena needs at least one bot and one game")
    if len(set(contest.bots)) < len(contest.bots):
        raise BadSetup("name every bot once; a bot that plays itself needs no second name")
    for name in contest.bots:
        player_named(name, rules)


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
    made = {name: player_named(name, match.game) for name in set(bots)}
    rngs = [seeded(seed * 101 + 7 * number + seat) for seat in range(contest.players)]
    thinking: list[Counter[int]] = [Counter() for _ in bots]
    while not match.state.over:
        seat = match.state.to_act()[0]
        try:
            match.act(seat, answer(match, seat, made[bots[seat]], rngs[seat], thinking[seat]))
        except Exception as error:  # whatever a bot does wrong is its loss and nobody else's trouble
            return crashed(match, number, seat, error, thinking, crashes)
    scores = tuple(match.state.scores())
    return Played(number, bots, scores, tuple(match.state.winners()), tuple(map(dict, thinking)))


def answer(match: Match, seat: int, player: Player, rng: Fast, thinking: Counter[int]) -> int:
    """The bot's step; where only one is legal, the bot is not asked."""
    legal = match.state.legal(seat)
    if len(legal) == 1:
        return legal[0]
    view = match.game.view(match.state, seat)
    began = perf_counter()
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
) -> list[Played]:
    """Plays all games that the record does not have yet; returns them all in order."""
    check_contest(contest)
    done = {} if record is None else recorded(contest, record)
    for played in done.values():
        on_game(played)
    waiting = [number for number in range(contest.games) if number not in done]
    for played in in_parallel(contest, waiting, jobs, crashes):
        done[played.number] = played
        if record is not None:
            with record.open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")
        on_game(played)
    return [done[number] for number in sorted(done)]


def in_parallel(contest: Contest, numbers: list[int], jobs: int, crashes: Path | None) -> Iterator[Played]:
    """The games as they finish, several at a time."""
    if jobs <= 1:
        for number in numbers:
            yield play(contest, number, crashes)
        return
    queue = iter(numbers)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running: set[Future[Played]] = set()
        try:
            while True:
                for number in queue:
                    running.add(pool.submit(play, contest, number, crashes))
                    if len(running) >= 2 * jobs:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def recorded(contest: Contest, record: Path) -> dict[int, Played]:
    """The finished games of a record; it is begun if there is none, and refused if it belongs to another contest.

    More games than before may be asked for; everything else must be the same. A last line cut short is dropped.
    """
    head = msgspec.structs.replace(contest, games=0)
    if not record.exists():
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_bytes(msgspec.json.encode(head) + b"\n")
        return {}
    lines = record.read_bytes().split(b"\n")
    whole = lines[:-1]
    try:
        if msgspec.json.decode(whole[0], type=Contest) != head:
            raise BadSetup(f"{record} holds the games of another contest; name another file")
        games = [msgspec.json.decode(line, type=Played) for line in whole[1:]]
    except (IndexError, msgspec.DecodeError) as error:
        raise BadSetup(f"{record} is not the record of an arena: {error}") from None
    if lines[-1]:
        record.write_bytes(b"\n".join(whole) + b"\n")
    return {played.number: played for played in games if played.number < contest.games}
