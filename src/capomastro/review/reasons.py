"""Why one thing is better than another, in the terms by which the bots value a position."""

from librt.vecs import vec

from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.search.tree import Worlds
from capomastro.core.chance import Fast
from capomastro.core.game import Seat
from capomastro.review.model import Difference

SAMPLES = 48
LONGEST = 200  # steps until a moment at which positions can be compared
LEAST = 0.25  # points; smaller differences explain nothing
MOST_REASONS = 3


def reasons_for(
    worlds: Worlds, heuristic: Heuristic, seat: Seat, better: tuple[int, ...], played: tuple[int, ...], rng: Fast
) -> tuple[Difference, ...]:
    """What the seat has more of after the better steps, and what its rivals have less of; the largest first."""
    if not heuristic.term_names:
        return ()
    state = rng.state
    with_better = mean_terms(worlds, heuristic, seat, better, rng)
    rng.state = state  # the same worlds again
    with_played = mean_terms(worlds, heuristic, seat, played, rng)
    return differences(heuristic, seat, with_better, with_played)


def differences(
    heuristic: Heuristic, seat: Seat, with_better: list[list[float]], with_played: list[list[float]]
) -> tuple[Difference, ...]:
    """What two lines of steps differ in, by the terms they lead to; the largest first, the rivals' last."""
    found = []
    for other, (one, two) in enumerate(zip(with_better, with_played, strict=True)):
        for term, after, before in zip(heuristic.term_names, one, two, strict=True):
            found.append(Difference(other, term, round(after - before, 1)))
    telling = [reason for reason in found if abs(reason.points) >= LEAST and (reason.seat == seat or reason.points < 0)]
    own = sorted((reason for reason in telling if reason.seat == seat), key=lambda reason: -abs(reason.points))
    theirs = sorted((reason for reason in telling if reason.seat != seat), key=lambda reason: reason.points)
    return (*own[:MOST_REASONS], *theirs[:1])


def mean_terms(
    worlds: Worlds, heuristic: Heuristic, seat: Seat, line: tuple[int, ...], rng: Fast, samples: int = SAMPLES
) -> list[list[float]]:
    """Each seat's terms when the next turn or round begins, over many worlds."""
    count = len(heuristic.term_names)
    out = vec[float]([0.0] * count)
    sums: list[list[float]] = []
    for _ in range(samples):
        own = rng.spawn()
        world = worlds.sample(own)
        heuristic.prepare(world, seat)
        for step in line:
            world.play(seat, step)
        for _nth in range(LONGEST):
            if world.over or heuristic.settled(world):
                break
            world.play(world.actor, heuristic.quick(world, world.actor, own, 0.0))
        sums = sums or [[0.0] * count for _ in range(int(world.seats))]
        for other, row in enumerate(sums):
            heuristic.terms(world, other, out)
            for term in range(count):
                row[term] += out[term] / samples
    return sums
