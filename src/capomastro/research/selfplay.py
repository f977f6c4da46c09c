"""Self-play: bots play, and every decision is noted with what its seat knew. `export` writes it down.

A game is a function of the export and its number, so it does not matter who plays it.
"""

from typing import Any

from msgspec import Struct

from capomastro.arena.model import Series
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import hash32, seeded
from capomastro.core.errors import BadSetup
from capomastro.core.game import check_setup
from capomastro.core.match import Match, new_setup
from capomastro.core.observation import observation_of
from capomastro.research.observing import Watcher
from capomastro.research.outcome import outcome

SEED_SHIFT = 32
MOST_SEED = (1 << 30) - 1
MOST_GAMES = 1 << 31
TENTHS = 10
SPLITS = ("test", "validation", *["train"] * (TENTHS - 2))
"""Of ten games, one is for testing and one for validation, on average."""


class Export(Series, frozen=True):
    """Which games are to be played. Bots take turns at the seats from game to game."""


class Decision(Struct, frozen=True):
    """One decision: what its seat knew and could do, what it did, and how often a search had tried each legal step."""

    seat: int
    observation: bytes
    legal: list[int]
    step: int
    visits: list[int] | None


class PlayedOut(Struct, frozen=True):
    """A game with all its decisions, and how it ended for each seat."""

    number: int
    seed: int
    split: str
    bots: tuple[str, ...]
    decisions: list[Decision]
    outcomes: list[float]
    scores: list[int]


def checked(export: Export) -> Export:
    """The export with all its options; raises `BadSetup` before anything is played."""
    rules = game_named(export.game)
    options = check_setup(rules, export.players, export.options)
    observation_of(export.game)
    if not 1 <= export.games <= MOST_GAMES:
        raise BadSetup(f"the number of games is from 1 to {MOST_GAMES:,}, not {export.games}")
    if not 0 <= export.seed <= MOST_SEED:
        raise BadSetup(f"the seed of an export is a number from 0 to {MOST_SEED:,}, not {export.seed}")
    if not 1 <= len(export.bots) <= export.players:
        raise BadSetup(f"{export.players} seats take 1 to {export.players} bots, not {len(export.bots)}")
    for name in export.bots:
        player_named(name, rules)
    return Export(export.game, export.bots, export.players, export.games, export.seed, options)


def seed_of(export: Export, number: int) -> int:
    """The seed of a game; `new_setup(game, seats, options, seed=…)` deals the same one, and `BatchEnv` counts alike."""
    return (export.seed << SEED_SHIFT) + number


def split_of(seed: int) -> str:
    """Which part of the data all decisions of a game belong to, from the seed of its deal alone."""
    return SPLITS[int(hash32(hash32(seed >> SEED_SHIFT) + (seed & MOST_GAMES - 1))) % TENTHS]


def played_out(export: Export, number: int) -> PlayedOut:
    """Plays one game to its end."""
    seed = seed_of(export, number)
    match = Match(new_setup(export.game, export.players, export.options, seed=seed))
    bots = tuple(export.bots[(seat + number) % len(export.bots)] for seat in range(export.players))
    players = {name: player_named(name, match.game) for name in export.bots}
    rngs = [seeded(seed * 101 + seat) for seat in range(export.players)]
    watcher = Watcher(match.game, export.players)
    decisions: list[Decision] = []
    while not match.state.over:
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        observation = watcher.written(match.state, seat)
        step, visits = legal[0], None
        if len(legal) > 1:
            player = players[bots[seat]]
            step = player.choose(match.game.view(match.state, seat), legal, rngs[seat])
            visits = visits_of(player.bot, legal)
        match.act(seat, step)
        decisions.append(Decision(seat, observation, legal, step, visits))
    state = match.state
    return PlayedOut(number, seed, split_of(seed), bots, decisions, outcome(state), state.scores())


def visits_of(bot: Any, legal: list[int]) -> list[int] | None:
    """How often the bot's search tried each of the legal steps, if it tells; see `Searching.visits`."""
    told = getattr(bot, "visits", None)
    if told is None:
        return None
    tried: dict[int, int] = told()
    return [tried.get(step, 0) for step in legal]
