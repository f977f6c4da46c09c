"""What the judgements of all decisions say together: chances over time, turning points, accuracy, luck and choices."""

from math import exp
from typing import Any

from capomastro.core.match import Match
from capomastro.review.decisions import Decision
from capomastro.review.model import VERSION, Account, Judged, Judgement, Moment, Outlook, Review

TURNING_POINTS = 3
FORGIVING = 0.22  # losing so much chance in a decision leaves an accuracy of 1/e, which is 37 %


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
        facts=single_facts(decision.view),
        played=tidy(judgement.played),
        options=tuple(tidy(option) for option in judgement.options),
        loss=round(judgement.loss, 4),
        points=round(judgement.points, 1),
        error=round(judgement.error, 4),
        reasons=judgement.reasons,
    )


def single_facts(view: Any) -> dict[str, str | int | bool | None]:
    """What a view says in one word or figure."""
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    return {name: value for name, value in fields.items() if value is None or isinstance(value, str | int)}


def tidy(option: Outlook) -> Outlook:
    return Outlook(option.line, rounded(option.chances), round(option.lead, 1))


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
