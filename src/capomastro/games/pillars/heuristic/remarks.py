"""What speaks for some steps in The Pillars of Venice, in a few words: the points they bring at once, and to whom."""

from mypy_extensions import i64

from capomastro.core.remarks import Remark
from capomastro.games.pillars.rules.board import Board
from capomastro.games.pillars.rules.cells import common, count, is_empty, touching, without


def scored(before: Board, after: Board, seat: i64) -> Remark | None:
    """Points at once, and who gets some too."""
    points = after.score(seat) - before.score(seat)
    if points <= 0:
        return None
    best: i64 = 0
    who: i64 = -1
    for other in range(after.seats):
        theirs = after.score(other) - before.score(other)
        if other != seat and theirs > best:
            best = theirs
            who = other
    if who < 0:
        return Remark("pillars.alone", {"points": int(points)})
    return Remark("pillars.shared", {"points": int(points), "seat": int(who) + 1, "theirs": int(best)})


def among(before: Board, after: Board, seat: i64) -> Remark | None:
    """A pile or a marker beside free piles: whatever is built there finds partners."""
    new = without(after.marks_of(seat), before.marks_of(seat))
    code = "pillars.mark-among"
    if is_empty(new):
        new = without(after.piles, before.piles)
        code = "pillars.pile-among"
    beside = count(common(touching(new), after.free_piles()))
    return None if beside == 0 else Remark(code, {"n": int(beside)})
