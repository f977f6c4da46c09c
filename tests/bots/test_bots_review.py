"""Reviews: a blunder is found, nothing hidden changes a judgement, and the same match is judged the same."""

import pytest

from capomastro.bots.bot import UNLIMITED
from capomastro.bots.players import Greedy
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.review.decisions import decisions_of
from capomastro.review.judging import judge
from capomastro.review.work import Answers, Work, reviewed

GAMES = [game.name for game in all_games()]


def begun(game: str, seats: int, steps: int, seed: int = 5) -> Match:
    """The beginning of a match between greedy bots."""
    match, rng = Match(new_setup(game, seats, seed=seed)), seeded(seed)
    bot = Greedy(match.game)
    while not match.state.over and len(match.entries) < steps:
        seat = match.state.to_act()[0]
        match.act(seat, bot.choose(match.game.view(match.state, seat), match.state.legal(seat), UNLIMITED, rng))
    return match


def blundered() -> tuple[Match, int]:
    """A match in which somebody throws away the tile that brings most, and after how many steps."""
    whole = begun("palazzo", 2, 10_000)
    again = Match(whole.setup)
    worst: tuple[int, int] = (0, 0)
    for number, entry in enumerate(whole.entries):
        before = again.state.score(entry.seat)
        boxes = again.state.is_legal(entry.seat, whole.game.actions.parse("box"))
        again.follow(entry)
        if boxes:
            worst = max(worst, (again.state.score(entry.seat) - before, number))
    match = whole.at(worst[1])
    rng, bot = seeded(3), Greedy(match.game)
    match.act(whole.entries[worst[1]].seat, "box")
    while not match.state.over:
        seat = match.state.to_act()[0]
        match.act(seat, bot.choose(match.game.view(match.state, seat), match.state.legal(seat), UNLIMITED, rng))
    return match, worst[1]


def test_a_planted_blunder_is_a_turning_point() -> None:
    match, step = blundered()
    work = Work(match, 4_000)
    at = next(number for number, decision in enumerate(work.decisions) if decision.before == step)
    work.decisions = work.decisions[max(0, at - 6) : at + 6]
    while questions := work.questions():
        for question in questions:
            work.give(question, question.answered())
    review = work.review()
    found = review.decisions[review.turning_points[0]]
    assert (found.step, found.played.line) == (step, ("box",))
    assert found.options[0].line[0].startswith("put")
    assert found.points > 1
    assert any(reason.term == "built" and reason.points > 0 for reason in found.reasons)


@pytest.mark.parametrize("name", GAMES)
def test_a_judgement_knows_nothing_that_the_seat_did_not(name: str) -> None:
    """Whatever the others hold, the same view and the same steps are judged the same."""
    game = game_named(name)
    match = begun(name, game.seat_counts[-1], 40)
    decision = decisions_of(match)[-1]
    truth = match.at(decision.before).state
    judged = judge(decision.view, decision.line, 8, 7, options=2)
    for seed in range(3):
        other = game.worlds(decision.view).sample(seeded(seed))
        view = game.view(other, decision.seat)
        assert view == decision.view
        assert judge(view, decision.line, 8, 7, options=2) == judged
    if game.private_fields:
        worlds = [game.worlds(decision.view).sample(seeded(seed)) for seed in range(8)]
        assert any(world.key() != truth.key() for world in worlds), "the truth is not hidden from the seat"


def test_the_same_match_gets_the_same_review_in_any_order_and_after_a_break() -> None:
    match = begun("pillars", 2, 12)
    whole = reviewed(match, 100)
    assert reviewed(match, 100) == whole
    work = Work(match, 100)
    for question in work.questions()[::-1][:4]:
        work.give(question, question.answered())
    again = Work(match, 100, Answers(work.answers.first, work.answers.second))
    assert again.done == 4
    while questions := again.questions():
        for question in reversed(questions):
            again.give(question, question.answered())
    assert again.review() == whole
    assert again.done == again.size


def test_a_payment_is_one_decision_however_many_cards_it_takes() -> None:
    decisions = decisions_of(begun("palazzo", 3, 160))
    texts = game_named("palazzo").actions.texts
    lines = [[texts[step] for step in decision.line] for decision in decisions]
    paid = [line for line in lines if line[0].startswith(("lay", "trio", "buy"))]
    assert any(len(line) > 2 for line in paid)
    assert all(line[-1] == "done" for line in paid)
    assert not [decision for decision in decisions if decision.view.phase in ("raising", "paying")]


def test_luck_and_choices_make_up_the_result() -> None:
    match = begun("palazzo", 2, 10_000)
    work = Work(match, 1)
    work.decisions = work.decisions[-8:]
    while questions := work.questions():
        for question in questions:
            work.give(question, question.answered())
    review = work.review()
    assert review.moments[-1].chances == tuple(account.outcome for account in review.accounts)
    for account in review.accounts:
        assert account.outcome == pytest.approx(0.5 + account.luck + account.own + account.others, abs=0.001)
        assert account.own <= 0
    for moment in review.moments:
        assert sum(moment.chances) == pytest.approx(1, abs=0.001)
