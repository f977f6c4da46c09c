"""What the judgements of all decisions say together: chances over time, turning points, accuracy, luck and choices."""

from math import exp

from msgspec import Struct

from capomastro.core.game import Seat
from capomastro.core.match import Match
from capomastro.review.decisions import Decision
from capomastro.review.judging import Judgement, Option
from capomastro.review.reasons import Reason

VERSION = 1
"""Of what is stored; raised when reviews change so that they should be made again."""
TURNING_POINTS = 3
FORGIVING = 0.22  # losing so much chance in a decision leaves an accuracy of 1/e, which is 37 %


class Moment(Struct, frozen=True):
    """Everybody's chance to win after `step` steps of the match, by what the seat that decided then could know."""

    step: int
    seat: Seat | None
    chances: tuple[float, ...]


class Judged(Struct, frozen=True, kw_only=True):
    """A decision: the steps of the match it took, what was played, what was better and why."""

    step: int
    """So many steps were taken before it."""
    steps: int
    seat: Seat
    phase: str
    played: Option
    options: tuple[Option, ...]
    """The best first; if nothing was better, what was played is the first of them."""
    loss: float
    """Chance to win that it gave away, between 0 and 1."""
    points: float
    """Points of lead that it gave away."""
    error: float
    reasons: tuple[Reason, ...]


class Account(Struct, frozen=True, kw_only=True):
    """A seat's match. Its outcome is an even chance, and luck, and own choices, and those of others."""

    seat: Seat
    outcome: float
    """1 for a win, a part of it if it was shared."""
    accuracy: float | None
    """In percent; None if the seat had nothing to decide."""
    decisions: int
    lost: float
    luck: float
    own: float
    others: float


class Review(Struct, frozen=True, kw_only=True):
    """A match, reviewed."""

    version: int
    game: str
    seats: int
    steps: int
    over: bool
    moments: tuple[Moment, ...]
    decisions: tuple[Judged, ...]
    turning_points: tuple[int, ...]
    """The numbers, in `decisions`, of those that cost most."""
    accounts: tuple[Account, ...]


def review_of(match: Match, found: list[tuple[Decision, Judgement]]) -> Review:
    decisions = tuple(judged(decision, judgement) for decision, judgement in found)
    moments = [Moment(one.step, one.seat, rounded(one.options[0].chances)) for one in decisions]
    outcome = outcome_of(match)
    if match.state.over:
        moments.append(Moment(len(match.entries), None, rounded(outcome)))
    costly = [number for number, one in enumerate(decisions) if one.loss > 0]
    costly.sort(key=lambda number: (-decisions[number].loss, number))
    return Review(
        version=VERSION,
        game=match.setup.game,
        seats=match.setup.seats,
        steps=len(match.entries),
        over=match.state.over,
        moments=tuple(moments),
        decisions=decisions,
        turning_points=tuple(costly[:TURNING_POINTS]),
        accounts=accounts(decisions, outcome),
    )


def judged(decision: Decision, judgement: Judgement) -> Judged:
    return Judged(
        step=decision.before,
        steps=len(decision.line),
        seat=decision.seat,
        phase=str(getattr(decision.view, "phase", "")),
        played=tidy(judgement.played),
        options=tuple(tidy(option) for option in judgement.options),
        loss=round(judgement.loss, 4),
        points=round(judgement.points, 1),
        error=round(judgement.error, 4),
        reasons=judgement.reasons,
    )


def tidy(option: Option) -> Option:
    return Option(option.line, rounded(option.chances), round(option.lead, 1))


def rounded(chances: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(chance, 4) for chance in chances)


def outcome_of(match: Match) -> tuple[float, ...]:
    """Who has won, as chances; of a match that is not over, an even split."""
    seats = range(match.setup.seats)
    won = match.state.winners() if match.state.over else list(seats)
    return tuple(1 / len(won) if seat in won else 0.0 for seat in seats)


def accuracy(losses: list[float]) -> float | None:
    """The mean over decisions: 100 % for nothing lost, less and less the more was lost."""
    if not losses:
        return None
    return round(100 * sum(exp(-loss / FORGIVING) for loss in losses) / len(losses), 1)


def accounts(decisions: tuple[Judged, ...], outcome: tuple[float, ...]) -> tuple[Account, ...]:
    """Splits what became of every seat's even chance into what it chose, what others chose, and what nobody chose.

    A decision moves the chances from those of the best steps to those of the steps taken, both over all worlds that
    looked the same. Whatever moves them until the next decision is luck: deals, draws, and what came to light.
    """
    found = []
    for seat, end in enumerate(outcome):
        standing = 1 / len(outcome)
        own = others = luck = 0.0
        for one in decisions:
            before, after = one.options[0].chances[seat], one.played.chances[seat]
            luck += before - standing
            if one.seat == seat:
                own += after - before
            else:
                others += after - before
            standing = after
        luck += end - standing
        losses = [one.loss for one in decisions if one.seat == seat]
        found.append(
            Account(
                seat=seat,
                outcome=round(end, 4),
                accuracy=accuracy(losses),
                decisions=len(losses),
                lost=round(sum(losses), 4),
                luck=round(luck, 4),
                own=round(own, 4),
                others=round(others, 4),
            )
        )
    return tuple(found)
