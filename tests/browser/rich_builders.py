"""Matches of Palazzo, always the same ones, in which Anna has much to look at while she has to bid or to buy."""

import random

from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.view import View

NAMES = ("Anna", "Ben", "Cleo", "Dora")
CARDS, PALAZZI = 18, 5


def rich_match(phase: str, seats: int, seed: int, storeys: int = 11) -> Match:
    """Anna, in the first seat, has 18 cards and 5 palazzi of this many storeys, or more, and is to bid or to buy."""
    rng = random.Random(seed)
    match = Match(new_setup("palazzo", seats, {"first": "1"}, seed=seed, names=NAMES[:seats]))
    while not match.state.over:
        seat = match.state.to_act()[0]
        view: View = match.game.view(match.state, seat)
        mine = view.seats[0]
        built = len(mine.palazzi) >= PALAZZI and sum(map(len, mine.palazzi.values())) >= storeys
        if seat == 0 and built and mine.cards >= CARDS and view.phase == phase:
            return match
        legal = [match.game.actions.texts[step] for step in match.state.legal(seat)]
        match.act(seat, wanted(legal, view, built, rng))
    raise AssertionError(f"Anna did not get rich: {phase}, {seats} players, deal {seed}")


def wanted(legal: list[str], view: View, built: bool, rng: random.Random) -> str:
    """Others take money and build little, until Anna has built and saved enough; she auctions, builds, then saves."""
    mine = view.seats[0]
    rich = built and mine.cards >= CARDS
    if view.viewer != 0:
        habits: tuple[str, ...] = ("pass", "pick ", "take", "box")
        if rich:
            habits = ("done", "lay ", "bid", "pick ", "reveal", "auction")
        elif rng.random() < 0.5:
            habits = ("build", "put", "new", "take", "pick", "pass")
    else:
        place = ("new",) if len(mine.palazzi) < PALAZZI else ("put ", "box")
        buys = ("buy ",) if len(view.warehouse) > 5 else ()
        then = "reveal" if rich or not built else "take"
        habits = ("done", "lay ", "pick ", "build ", *place, *buys, "auction", "pass", then)
    for habit in habits:
        if fitting := [step for step in legal if step.startswith(habit)]:
            return rng.choice(fitting)
    return rng.choice(legal)
