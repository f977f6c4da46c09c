"""What speaks for some steps in Palazzo, in a few words: what they build, whom they silence, what money they keep."""

from typing import Final, cast

from mypy_extensions import i64

from capomastro.bots.search.heuristic import Glimpse, Heuristic
from capomastro.core.chance import seeded
from capomastro.core.remarks import Remark
from capomastro.games.palazzo.names import SITE_NAMES
from capomastro.games.palazzo.rules.board import BIDDING, BUILDING, PICKING, PLACING, TURN, Board
from capomastro.games.palazzo.rules.money import best_in, holds_trio, largest_payment, reach
from capomastro.games.palazzo.rules.palazzi import FLOORS, floor_count, score_of

TRIOS: Final = 6  # one of certificates, and one for each value


def remark_of(heuristic: Heuristic, glimpses: list[Glimpse], seat: i64) -> Remark | None:
    first = glimpses[0]
    before, after = cast(Board, first.before), cast(Board, first.after)
    money = purse(before, after, cast(Board, first.instead), seat)
    if before.phase != PLACING:
        build(heuristic, after, seat, before.phase != BUILDING)
    return silenced(glimpses, seat) or built(before, after, seat) or money


def build(heuristic: Heuristic, board: Board, seat: i64, all_tiles: bool) -> None:
    """The tiles just paid for are built, or the one that was chosen."""
    rng = seeded(1)
    while board.actor == seat and (board.phase == PLACING or (all_tiles and board.phase == BUILDING)):
        board.play(seat, heuristic.policy(board, seat, rng, 0.0))
        if not all_tiles:
            break


def built(before: Board, after: Board, seat: i64) -> Remark | None:
    """The points that these steps bring at once, and where."""
    points = after.score(seat) - before.score(seat)
    if points <= 0:
        return None
    best: i64 = 0
    where: i64 = -1
    for site in range(after.sites[seat]):
        gain = score_of(after.palazzo(seat, site)) - score_of(before.palazzo(seat, site))
        if gain > best:
            best = gain
            where = site
    if where < 0:  # a tile that was taken away
        return Remark("palazzo.saves", {"points": int(points)})
    floors = floor_count(after.palazzo(seat, where))
    facts: dict[str, str | int] = {"palazzo": SITE_NAMES[where], "points": int(points), "floors": int(floors)}
    return Remark("palazzo.completes" if floors == FLOORS else "palazzo.raises", {**facts})


def most(board: Board, seat: i64) -> i64:
    """The highest bid that a seat can still make."""
    return board.worth[seat] + best_in(reach(board.hands[seat]), board.currency[seat])


def silenced(glimpses: list[Glimpse], seat: i64) -> Remark | None:
    """Who could still have bid, and cannot overbid this one, whatever they hold."""
    first = cast(Board, glimpses[0].after)
    if first.phase != BIDDING or first.standing <= cast(Board, glimpses[0].before).standing:
        return None
    out: list[int] = []
    rivals = 0
    for other in range(first.seats):
        if other == seat or (first.bidders >> other) & 1 == 0:
            continue
        rivals += 1
        could, can = False, False
        for glimpse in glimpses:
            before, after = cast(Board, glimpse.before), cast(Board, glimpse.after)
            could = could or most(before, other) > before.standing
            can = can or most(after, other) > after.standing
        if could and not can:
            out.append(int(other))
    if not out:
        return None
    return Remark("palazzo.last-bid") if len(out) == rivals else Remark("palazzo.no-bid", {"seat": out[0] + 1})


def trios(money: i64) -> i64:
    held: i64 = 0
    for number in range(TRIOS):
        if holds_trio(money, number):
            held += 1
    return held


def purse(before: Board, after: Board, instead: Board, seat: i64) -> Remark | None:
    """A trio that is made or kept, or more money in one payment."""
    had, has, otherwise = (trios(board.hands[seat] + board.laid[seat]) for board in (before, after, instead))
    if has > otherwise and before.phase != TURN:
        return Remark("palazzo.makes-trio" if has > had else "palazzo.keeps-trio")
    now = largest_payment(after.hands[seat])
    if before.phase == PICKING and now > largest_payment(before.hands[seat]):
        return Remark("palazzo.richer", {"most": int(now)})
    return None
