"""States of random matches, for what is tested of every state."""

from collections.abc import Iterator

from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, Position
from capomastro.core.match import Match, new_setup

GAMES = all_games()


def last_choices(game: AnyGame) -> dict[str, str]:
    """Every option at its last choice, apart from those that name a seat."""
    return {option.name: option.choices[-1] for option in game.options if not option.names_seat}


def states(game: AnyGame, seats: int, seed: int) -> Iterator[Position]:
    """Every state of a random match; with odd seeds all options are at their last choice that fits."""
    options = last_choices(game) if seed % 2 else {}
    match, rng = Match(new_setup(game.name, seats, options, seed=seed)), seeded(seed)
    while not match.state.over:
        yield match.state
        acting = match.state.to_act()
        seat = acting[rng.randrange(len(acting))]
        steps = match.state.legal(seat)
        match.act(seat, steps[rng.randrange(len(steps))])
    yield match.state
